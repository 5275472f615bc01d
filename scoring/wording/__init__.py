"""Texts on tables, ledger entries and reasons in the reader's language."""
