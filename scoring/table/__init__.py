"""Pages of a table: views, page contents and addresses."""
