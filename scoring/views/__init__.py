"""Views, one module for each page or group of pages: HTTP in, one function called, a
page out. `table_…` and `tile_…` are pages of a table, opened by `at_table`."""
