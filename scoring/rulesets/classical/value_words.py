"""What a hand of Classical Chinese is worth, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.classical.score import ClassicalScore
from scoring.rulesets.shared.shown_hands import in_unit


def short_value(score: ClassicalScore) -> str:
    return in_unit(score.total, "points")


def value_words(score: ClassicalScore) -> str:
    total = short_value(score)
    if score.limits:
        return _("limit hand: %(total)s") % {"total": total}
    if not score.doubles:
        return total
    words = ngettext(
        "%(points)s points, doubled once: %(total)s",
        "%(points)s points, doubled %(doubles)s times: %(total)s",
        score.doubles,
    )
    return words % {"points": score.points, "doubles": score.doubles, "total": total}
