"""The processes of a running program: start, watch, log and stop them."""
