"""What the pages of all rulesets share."""
