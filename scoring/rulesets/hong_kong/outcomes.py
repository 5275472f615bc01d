"""Wins of Hong Kong Old Style in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.hong_kong.entries import Claim, Win
from rules.ledger_entries import Entry
from rules.winds import Wind
from scoring.rulesets.shared.outcome_words import Names, Won, joined, wins


def outcome(entry: Entry, names: Names) -> str | None:
    """What happened in a hand, if `entry` is a win of Hong Kong; else None."""
    if not isinstance(entry, Win):
        return None
    claims = " ".join(_claim(claim, entry.discarder, names) for claim in entry.claims)
    robbed = any(claim.robbed_kong for claim in entry.claims)
    return joined(claims, _("Robbing a kong.") if robbed else "")


def _claim(claim: Claim, discarder: Wind | None, names: Names) -> str:
    guarantor = ""
    if claim.guarantor:
        guarantor = _("%(name)s pays for all.") % {"name": names[claim.guarantor]}
    return joined(wins(claim.winner, discarder, _value(claim), names), guarantor)


def won(entry: Entry) -> tuple[Won, ...]:
    """What everybody who claimed to win would have won."""
    if not isinstance(entry, Win):
        return ()
    return tuple(
        Won(claim.winner, entry.discarder, claim.faan, _value(claim))
        for claim in entry.claims
    )


def _value(claim: Claim) -> str:
    """The faan, where they are known: before its replay those of tiles are not."""
    known = claim.hand is None or claim.faan > 0
    return _("%(faan)s faan") % {"faan": claim.faan} if known else ""
