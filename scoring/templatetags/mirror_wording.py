"""Template filters for the state of a mirror as text."""

from __future__ import annotations

from django import template

from scoring.mirror.state_of_mirror import problem_in_words, state_in_words

register = template.Library()

register.filter("mirror_state", state_in_words)
register.filter("mirror_problem", problem_in_words)
