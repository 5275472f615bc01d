"""Texts on tables, ledger entries and reasons in the user's language."""
