"""Stages of an event: who goes on by a cut, into which group, and what is carried."""
