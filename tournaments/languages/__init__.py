"""The languages of pages, papers and messages."""
