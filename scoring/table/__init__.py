"""Pages of a table: HTTP, contents and addresses."""
