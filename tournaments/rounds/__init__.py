"""Rounds and their clock: seat, publish, start, pause, extend; what time itself does is
in `deadlines`."""
