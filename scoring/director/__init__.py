"""Director's pages for results, files and settings: HTTP, contents and addresses."""
