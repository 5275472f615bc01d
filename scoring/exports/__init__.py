"""Definitions of all exports: their columns and rows for files, the workbook and the
API."""
