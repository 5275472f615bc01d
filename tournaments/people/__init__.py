"""Players: register, correct, withdraw, replace, keep apart, and find them."""
