"""Definitions of all exports: columns and rows for files, the workbook and the API."""
