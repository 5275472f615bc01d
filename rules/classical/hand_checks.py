"""Check a winner's or a loser's hand against Classical Chinese rules."""

from __future__ import annotations

from collections.abc import Iterator

from rules.claim_options import ANYBODY
from rules.classical.options import ScoringOptions
from rules.faults import Fault
from rules.hand_faults import (
    common_faults,
    indicator_faults,
    season_faults,
    tile_count_faults,
)
from rules.hand_of_tiles import (
    DOUBLE_KONG,
    EARTHLY,
    FLOWER_REPLACEMENT,
    HEAVENLY,
    LAST_TILE,
    ONLY_TILE,
    ORIGINAL_CALL,
    REPLACEMENT,
    ROBBING_KONG,
    Hand,
)
from rules.jokers.joker_options_and_faults import Jokers
from rules.shared_fault_messages import NO_WINNING_TILE, ROBBING_NOT_PLAYED
from rules.translation_marks import _

FLAGS = (
    LAST_TILE,
    REPLACEMENT,
    FLOWER_REPLACEMENT,
    ROBBING_KONG,
    DOUBLE_KONG,
    HEAVENLY,
    EARTHLY,
    ORIGINAL_CALL,
)
#: Flags that exclude each other. The last tile comes from the live wall, a replacement
#: from the dead wall; a robbed tile was not discarded; the first turns have no last
#: tile.
EXCLUSIVE = (
    (LAST_TILE, REPLACEMENT),
    (LAST_TILE, FLOWER_REPLACEMENT),
    (LAST_TILE, DOUBLE_KONG),
    (LAST_TILE, ROBBING_KONG),
    (LAST_TILE, HEAVENLY),
    (LAST_TILE, EARTHLY),
    (ROBBING_KONG, EARTHLY),
    (HEAVENLY, EARTHLY),
)


def hand_faults(hand: Hand, options: ScoringOptions) -> list[Fault]:
    """Return every fault of a winner's or loser's hand; empty if the hand is valid."""
    flags = (*FLAGS, ONLY_TILE) if options.count_visible_tiles else FLAGS
    faults = common_faults(
        hand,
        flags=flags,
        exclusive=EXCLUSIVE,
        bonus_tiles=options.bonus_tiles != "none",
        chow_from_anybody=options.chow_from == ANYBODY,
        jokers=Jokers(options.jokers, options.copies_with_jokers),
        own_hands=options.own_hands,
    )
    if options.bonus_tiles == "flowers":
        faults += season_faults(hand)
    faults += indicator_faults(hand)
    faults += _winner_faults(hand, options) if hand.winner else _loser_faults(hand)
    return faults


def _winner_faults(hand: Hand, options: ScoringOptions) -> Iterator[Fault]:
    yield from tile_count_faults(hand)
    if hand.winning_tile is None and HEAVENLY not in hand.flags:
        yield Fault(
            "no_winning_tile",
            NO_WINNING_TILE,
            "winning_tile",
        )
    if ROBBING_KONG in hand.flags and not options.robbing:
        yield Fault(
            "robbing_not_played",
            ROBBING_NOT_PLAYED,
            "flags",
        )
    drawn = EARTHLY in hand.flags and hand.self_draw
    if drawn and options.earthly != "first_draw":
        yield Fault(
            "earthly_drawn",
            _("An earthly hand wins on a discard, not by self-draw."),
            "flags",
        )


def _loser_faults(hand: Hand) -> Iterator[Fault]:
    """Yield a fault for each detail that only a winner's hand can have."""
    if hand.winning_tile is not None:
        yield Fault(
            "loser_with_winning_tile",
            _("Only a winner's hand has a winning tile."),
            "winning_tile",
        )
    if hand.own_hand:
        message = _("Only a winner can have a special hand.")
        yield Fault("loser_with_own_hand", message, "own_hand")
    if hand.self_draw:
        yield Fault(
            "loser_with_winning_draw",
            _("Only a winner's hand can be self-drawn."),
            "self_draw",
        )
    for flag in sorted(hand.flags & set(FLAGS) - {ORIGINAL_CALL}):
        yield Fault(
            "loser_with_winning_flag",
            _("Only a winner's hand can have “%(flag)s”."),
            "flags",
            {"flag": flag},
        )
