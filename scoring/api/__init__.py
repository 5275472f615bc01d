"""The API for programs: addresses, answers and schemas."""
