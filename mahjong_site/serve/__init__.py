"""Start the processes of the program, watch them, join their logs and stop them."""
