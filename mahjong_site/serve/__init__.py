"""Start, watch, log and stop the processes of the program."""
