"""Definitions of all exports: columns and rows of files, the workbook and the API."""
