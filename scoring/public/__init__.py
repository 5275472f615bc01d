"""Public pages: views, page contents and addresses."""
