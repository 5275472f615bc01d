"""Choose the languages of pages, printed papers and messages."""
