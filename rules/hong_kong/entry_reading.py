"""Read the entries of a Hong Kong table from JSON values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from rules import own_hands
from rules.hand_in_entry import EnteredHand, read_entered_hand
from rules.hong_kong.entries import AbandonedHand, Claim, Win
from rules.hong_kong.options import ENDS_HAND, HongKongOptions
from rules.hong_kong.payment_options import RESPONSIBILITIES
from rules.hong_kong.scoring_options import MOST_FAAN
from rules.kitty_and_goulash import read_no_chows
from rules.ledger_entries import FalseWin
from rules.own_hands import OwnHand
from rules.several_winners import read_claims
from rules.shared_fault_messages import (
    OWN_HAND_BESIDE_TILES,
    ROBBING_NOT_PLAYED,
    WINNER_IS_DISCARDER,
)
from rules.strict_reader import Reader
from rules.translation_marks import _
from rules.winds import Wind

#: Reasons to pay for all: as the discarder of the winning tile, and as the discarder of
#: a tile claimed before a self-draw.
_OF_THE_DISCARDER = ("nine_piece", "last_tiles")
_OF_A_DRAWN_WIN = ("twelve_piece", "gave_kong")


def read_win(raw: Mapping[str, object], options: HongKongOptions) -> Win:
    """Return a win from JSON values, with one winner or several under `winners`.

    Raises RuleError with every fault.
    """
    reader = Reader(raw)
    reader.text("kind", (Win.kind,))
    discarder = reader.seat("from", optional=True)
    read_one = partial(_claim, discarder=discarder, options=options)
    claims = read_claims(reader, discarder, read_one)
    _refuse_guarantors(reader, claims)
    reader.done()
    return Win(discarder, claims)


def read_false_win(raw: Mapping[str, object], options: HongKongOptions) -> FalseWin:
    """Return a false win from JSON values. Raises RuleError with every fault."""
    reader = Reader(raw)
    reader.text("kind", (FalseWin.kind,))
    reader.flag("ready", default=True)
    seat = reader.seat("seat") or Wind.EAST
    reader.done()
    ends_hand = options.false_win_then in ENDS_HAND
    return AbandonedHand(seat) if ends_hand else FalseWin(seat)


def _claim(reader: Reader, discarder: Wind | None, options: HongKongOptions) -> Claim:
    winner = reader.seat("winner")
    if winner and winner == discarder:
        reader.fault(
            "winner_is_discarder",
            WINNER_IS_DISCARDER,
            "winner",
        )
    by_tiles = reader.peek("hand") is not None
    if by_tiles and reader.take("faan") is not None:
        reader.fault(
            "value_and_tiles",
            _("Enter either the faan of this hand or its tiles, not both."),
            "faan",
        )
    hand = read_entered_hand(reader, "hand", self_draw=discarder is None)
    guarantor, guarantee = _guarantor(reader, discarder, options)
    declares = reader.peek("own_hand") not in (None, "")
    own = _own_hand(reader, hand, discarder, options)
    # The faan of a hand that is not in the list may be missing.
    optional = by_tiles or (declares and own is None and reader.take("faan") is None)
    faan = 0 if optional else _faan(reader, options, own)
    return Claim(
        winner or Wind.EAST,
        faan,
        hand,
        guarantor,
        guarantee,
        not by_tiles and _robbed_kong(reader, discarder, options),
        0 if by_tiles else _bonus_faan(reader, faan, options),
        not by_tiles and read_no_chows(reader, options),
        own,
    )


def _own_hand(
    reader: Reader,
    entered: EnteredHand | None,
    discarder: Wind | None,
    options: HongKongOptions,
) -> OwnHand | None:
    """Return the tournament's special hand that was declared with a win, or None if no
    such hand was declared.

    Either the field `own_hand` or the entered tiles can name it. Adds a fault if both
    do.
    """
    drawn = discarder is None
    if entered and reader.peek("own_hand") is None:
        reader.take("own_hand")
        return own_hands.find(options.own_hands, entered.hand.own_hand)
    if entered:
        reader.fault(
            "own_hand_beside_tiles",
            OWN_HAND_BESIDE_TILES,
            "own_hand",
        )
    return own_hands.read_declared(reader, options.own_hands, self_draw=drawn)


def _faan(reader: Reader, options: HongKongOptions, own: OwnHand | None) -> int:
    """Return the faan of a win, at least the faan of `own`. Adds a fault if they are
    impossible."""
    least, lowest = options.faan_of(own) if own else 0, options.lowest_faan
    if own and own.alone:
        if reader.take("faan") not in (None, least):
            reader.faults.append(own_hands.not_its_value(own, least, "faan"))
        return least
    faults = len(reader.faults)
    faan = reader.integer("faan", low=0, high=MOST_FAAN)
    if own and len(reader.faults) == faults and faan < least:
        reader.faults.append(own_hands.worth_less(own, least, "faan"))
    elif len(reader.faults) == faults and faan < lowest:
        reader.fault(
            "below_minimum",
            _("%(faan)s faan is less than the minimum of %(minimum)s."),
            "faan",
            faan=faan,
            minimum=lowest,
        )
    return faan


def _bonus_faan(reader: Reader, faan: int, options: HongKongOptions) -> int:
    """Return the number of faan for bonus tiles.

    Adds a fault if these rules have no bonus tiles, or if too few other faan remain. A
    win by bonus tiles alone needs no other faan.
    """
    faults = len(reader.faults)
    bonus = reader.integer("bonus_faan", 0, low=0, high=MOST_FAAN)
    if len(reader.faults) > faults or not bonus:
        return bonus
    left = faan - bonus
    if left < 0:
        reader.fault(
            "too_many_bonus_faan",
            _("A hand of %(faan)s faan cannot have %(bonus)s faan for bonus tiles."),
            "bonus_faan",
            faan=faan,
            bonus=bonus,
        )
    elif options.bonus_tiles == "none":
        reader.fault(
            "no_bonus_tiles",
            _("These rules have no flowers or seasons."),
            "bonus_faan",
        )
    elif left < options.min_faan and _asks_others(left, options):
        reader.fault(
            "below_minimum",
            _(
                "Only %(left)s of the %(faan)s faan count towards the minimum "
                "of %(minimum)s: %(bonus)s are for bonus tiles."
            ),
            "bonus_faan",
            faan=faan,
            left=left,
            minimum=options.min_faan,
            bonus=bonus,
        )
    return bonus


def _asks_others(left: int, options: HongKongOptions) -> bool:
    """Return whether a win needs faan other than those for bonus tiles. `left`: the
    other faan of the win."""
    by_bonus_tiles_alone = left == 0 and options.seven_flower_win
    return not (options.bonus_counts_for_minimum or by_bonus_tiles_alone)


def _robbed_kong(
    reader: Reader, discarder: Wind | None, options: HongKongOptions
) -> bool:
    robbed = reader.flag("robbed_kong")
    if robbed and discarder is None:
        reader.fault(
            "robbed_nobody",
            _("Choose the player whose kong was robbed."),
            "robbed_kong",
        )
    if robbed and not options.robbing:
        reader.fault(
            "robbing_not_played",
            ROBBING_NOT_PLAYED,
            "robbed_kong",
        )
    return robbed


def _guarantor(
    reader: Reader, discarder: Wind | None, options: HongKongOptions
) -> tuple[Wind | None, str]:
    guarantor = reader.seat("guarantor", optional=True)
    guarantee = reader.text("guarantee", RESPONSIBILITIES, default="ruling")
    if guarantor is None:
        return None, guarantee
    if guarantee not in options.responsibility:
        reader.fault(
            "guarantee_not_played",
            _("These rules do not use “%(guarantee)s” as a reason to pay for all."),
            "guarantee",
            guarantee=guarantee,
        )
    if guarantee in _OF_THE_DISCARDER and guarantor is not discarder:
        reader.fault(
            "guarantor_not_discarder",
            _("With “%(guarantee)s”, only the discarder can pay for all."),
            "guarantor",
            guarantee=guarantee,
        )
    if guarantee in _OF_A_DRAWN_WIN and discarder is not None:
        reader.fault(
            "guarantee_of_drawn_win",
            _("With “%(guarantee)s”, a player pays for all only on a self-draw."),
            "guarantee",
            guarantee=guarantee,
        )
    return guarantor, guarantee


def _refuse_guarantors(reader: Reader, claims: Sequence[Claim]) -> None:
    winners = {claim.winner for claim in claims}
    for number, claim in enumerate(claims):
        if claim.guarantor in winners:
            field = f"winners[{number}].guarantor" if len(claims) > 1 else "guarantor"
            reader.fault("guarantor_won", _("The winner cannot pay for all."), field)
