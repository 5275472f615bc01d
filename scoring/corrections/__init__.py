"""Correct hands, results, seats and rules after they were entered."""
