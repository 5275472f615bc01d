"""Choose the languages of pages, papers and messages."""
