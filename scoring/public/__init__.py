"""Public pages: HTTP, contents and addresses."""
