"""Hong Kong Old Style: outcomes and hand values in the active language."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.hong_kong.entries import Claim, Win
from rules.hong_kong.score import HongKongScore
from rules.ledger_entries import Entry
from rules.winds import Wind
from scoring.rulesets.any_ruleset.outcome_and_counter_words import (
    Names,
    Won,
    joined,
    wins,
)
from scoring.rulesets.any_ruleset.own_hand_field import own_hand_words
from scoring.rulesets.any_ruleset.shown_hands import in_unit
from tournaments.web.list_wording import joined_sentences


def outcome(entry: Entry, names: Names) -> str | None:
    """Return a sentence on a Hong Kong win; None for other entries."""
    if not isinstance(entry, Win):
        return None
    claims = joined_sentences(
        _claim(claim, entry.discarder, names) for claim in entry.claims
    )
    robbed = any(claim.robbed_kong for claim in entry.claims)
    return joined(claims, _("The tile was robbed from a kong.") if robbed else "")


def _claim(claim: Claim, discarder: Wind | None, names: Names) -> str:
    guarantor = ""
    if claim.guarantor:
        guarantor = pgettext("hong_kong", "%(name)s pays for all.") % {
            "name": names[claim.guarantor]
        }
    won_by = wins(claim.winner, discarder, _value(claim), names)
    return joined(won_by, own_hand_words(claim.own_hand), guarantor)


def won(entry: Entry) -> tuple[Won, ...]:
    """Return the hand of each player who claimed to win."""
    if not isinstance(entry, Win):
        return ()
    return tuple(
        Won(claim.winner, entry.discarder, claim.faan, _value(claim))
        for claim in entry.claims
    )


def _value(claim: Claim) -> str:
    """Return the faan as text; "" for a hand by tiles that is not calculated yet."""
    known = claim.hand is None or claim.faan > 0
    return _("%(faan)s faan") % {"faan": claim.faan} if known else ""


def short_value(score: HongKongScore) -> str:
    return in_unit(score.faan, "faan")


def value_words(score: HongKongScore) -> str:
    value = short_value(score)
    if score.faan_capped == score.faan:
        return value
    return _("%(faan)s, paid as %(limit)s") % {
        "faan": value,
        "limit": score.faan_capped,
    }
