"""What algebra does not give: searches for people, labels and tables."""
