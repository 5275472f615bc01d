"""Who meets whom: plans of labels from algebra, and a small catalogue."""
