"""Texts in the reader's language on tables, ledger entries and reasons."""
