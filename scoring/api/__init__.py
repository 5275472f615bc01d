"""API for other programs: addresses, answers and schemas."""
