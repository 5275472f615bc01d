"""CSV files read strictly and written safely, and what is wrong in a file, by line."""
