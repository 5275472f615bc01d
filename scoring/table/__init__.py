"""A table's pages: HTTP, contents and addresses."""
