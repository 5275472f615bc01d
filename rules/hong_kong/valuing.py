"""Wins entered by their tiles: what they are worth, and whether a guarantee holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from rules.faults import Fault, RuleError, faults_within
from rules.hands import REPLACEMENT, ROBBING_KONG
from rules.hong_kong.convention import Convention
from rules.hong_kong.entries import Claim, Win
from rules.hong_kong.score import HongKongScore, kept_score
from rules.kitty_and_goulash import goulash_faults
from rules.several_winners import valued_claims
from rules.table import Position
from rules.text import _
from rules.tiles import suit

_TWELVE_PIECE_HANDS = ("all_one_suit", "all_honours", "great_dragons", "great_winds")
_HAND_OF = {
    "nine_piece": "all_one_suit",
    "gave_dragon": "great_dragons",
    "gave_wind": "great_winds",
}


def valued_win(win: Win, position: Position, convention: Convention) -> Win:
    """The win with the faan of every hand that was entered by its tiles.

    Raises RuleError for hands that win nothing, or less than the minimum, and for a
    guarantee that their tiles do not bear out.
    """
    value = partial(_valued, position=position, convention=convention)
    return replace(win, claims=valued_claims(win.claims, value))


def _valued(claim: Claim, position: Position, convention: Convention) -> Claim:
    if claim.hand is None:
        return claim
    hand = claim.hand.at(position.winds[claim.winner], position.prevailing)
    with faults_within("hand"):
        worth = kept_score(hand, convention)
    reading = worth.outcome.reading
    chows = reading is not None and reading.chows > 0
    faults = list(_unfounded(claim, worth))
    options = convention.options
    faults += goulash_faults(hand, chows=chows, position=position, options=options)
    if worth.too_little:
        faults.insert(0, worth.too_little.within("hand"))
    if faults:
        raise RuleError(*faults)
    return replace(
        claim,
        faan=worth.faan,
        robbed_kong=ROBBING_KONG in hand.flags,
        no_chows=reading is not None and not chows,
    )


def _unfounded(claim: Claim, worth: HongKongScore) -> Iterator[Fault]:
    """A guarantee that these tiles do not bear out."""
    if claim.guarantor and not _bears_out(claim.guarantee, worth):
        yield Fault(
            "guarantee_not_due",
            _("“%(guarantee)s” is not a reason to pay for all with this hand."),
            "guarantee",
            {"guarantee": claim.guarantee},
        )


def _bears_out(guarantee: str, worth: HongKongScore) -> bool:
    hand = worth.facts.hand
    has = worth.outcome.held
    if guarantee == "twelve_piece":
        any_hand = worth.convention.options.twelve_piece_hands == "any"
        big = any_hand or any(name in has for name in _TWELVE_PIECE_HANDS)
        return big and len(hand.exposed) == 4
    if guarantee == "nine_piece" and not _three_exposed_of_a_suit(worth):
        return False
    if guarantee == "gave_kong":
        return REPLACEMENT in hand.flags or "double_kong" in has
    wanted = _HAND_OF.get(guarantee)
    return wanted is None or wanted in has


def _three_exposed_of_a_suit(worth: HongKongScore) -> bool:
    suits = [suit(meld.group.first) for meld in worth.facts.hand.exposed]
    return any(suits.count(each) >= 3 for each in range(3))
