"""The director's pages for results and files: HTTP, contents and addresses."""
