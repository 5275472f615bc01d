"""Change the rules of an event, also after hands were entered: count all tables anew,
say what that changes, and do it."""
