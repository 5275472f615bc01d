"""What a hand of MCR is worth, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.mcr.score import McrScore
from scoring.rulesets.shared.shown_hands import in_unit


def short_value(score: McrScore) -> str:
    return in_unit(score.total, "fan")


def value_words(score: McrScore) -> str:
    words = short_value(score)
    if not score.flower_points:
        return words
    parts = {"total": words, "own": score.points, "flowers": score.flower_points}
    return _("%(total)s (%(own)s, flowers %(flowers)s)") % parts
