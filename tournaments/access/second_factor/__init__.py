"""A second proof at sign-in, beside the password: a code that a phone shows."""
