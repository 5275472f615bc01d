"""Uploaded and downloaded files: CSV, Excel, logos, and the limits for reading them."""
