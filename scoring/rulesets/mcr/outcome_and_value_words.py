"""MCR: outcomes and hand values in the active language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.ledger_entries import Entry
from rules.mcr.entries import Claim, Win
from rules.mcr.score import McrScore
from rules.winds import Wind
from scoring.rulesets.any_ruleset.outcome_and_counter_words import (
    Names,
    Won,
    joined,
    wins,
)
from scoring.rulesets.any_ruleset.shown_hands import in_unit


def outcome(entry: Entry, names: Names) -> str | None:
    """Return a sentence on an MCR win; None for other entries."""
    if not isinstance(entry, Win):
        return None
    return joined(*(_claim(claim, entry.discarder, names) for claim in entry.claims))


def _claim(claim: Claim, discarder: Wind | None, names: Names) -> str:
    value = _with_flowers(_value(claim), claim.points, claim.flowers)
    sentence = wins(claim.winner, discarder, value, names)
    return joined(sentence, _("Chicken Hand.") if claim.chicken else "")


def won(entry: Entry) -> tuple[Won, ...]:
    """Return the hand of each player who claimed to win."""
    if not isinstance(entry, Win):
        return ()
    return tuple(
        Won(
            claim.winner,
            entry.discarder,
            claim.points,
            _value(claim),
            flowers=claim.flowers,
        )
        for claim in entry.claims
    )


def _value(claim: Claim) -> str:
    """Return the fan as text; "" for a hand by tiles that is not calculated yet."""
    known = claim.hand is None or claim.points > 0
    return _("%(points)s fan") % {"points": claim.points} if known else ""


def short_value(score: McrScore) -> str:
    return in_unit(score.total, "fan")


def value_words(score: McrScore) -> str:
    return _with_flowers(short_value(score), score.total, score.flower_points)


def _with_flowers(value: str, total: int, flowers: int) -> str:
    """Return the value as text, with its flowers if there are any."""
    if not flowers:
        return value
    parts = {"total": value, "own": total - flowers, "flowers": flowers}
    return _("%(total)s (%(own)s, flowers %(flowers)s)") % parts
