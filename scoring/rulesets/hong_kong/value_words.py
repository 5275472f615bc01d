"""What a hand of Hong Kong Old Style is worth, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.hong_kong.score import HongKongScore
from scoring.rulesets.shared.shown_hands import in_unit


def short_value(score: HongKongScore) -> str:
    return in_unit(score.faan, "faan")


def value_words(score: HongKongScore) -> str:
    words = short_value(score)
    if score.faan_capped == score.faan:
        return words
    return _("%(faan)s, paid as %(limit)s") % {
        "faan": words,
        "limit": score.faan_capped,
    }
