"""Drawings and pictures that the server makes, for pages and for those who share a
link."""
