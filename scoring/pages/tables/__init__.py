"""What shows a table: the drawn table and the form of its hand, the sheet of its hands,
and what is said there once play is over."""
