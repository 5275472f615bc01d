"""Confirm or dispute a table's result, and what stands against closing its round."""
