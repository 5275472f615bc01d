"""Plans of labels from algebraic constructions and a small catalogue."""
