"""What the presenters of the rulesets are made of."""
