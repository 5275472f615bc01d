"""Check a hand against riichi rules: declarations, indicators, flags."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rules.faults import Fault
from rules.hand_faults import common_faults, tile_count_faults
from rules.hand_of_tiles import (
    DOUBLE_RIICHI,
    EARTHLY,
    HEAVENLY,
    IPPATSU,
    LAST_TILE,
    REPLACEMENT,
    RIICHI,
    ROBBING_KONG,
    Hand,
)
from rules.riichi.options import ScoringOptions
from rules.translation_marks import _

FLAGS = (
    RIICHI,
    DOUBLE_RIICHI,
    IPPATSU,
    LAST_TILE,
    REPLACEMENT,
    ROBBING_KONG,
    HEAVENLY,
    EARTHLY,
)
_BEFORE_THE_FIRST_DISCARD = (HEAVENLY, EARTHLY)
_LATER = (RIICHI, DOUBLE_RIICHI, IPPATSU, LAST_TILE, REPLACEMENT, ROBBING_KONG)
#: Flags that contradict each other. A kong breaks ippatsu and leaves no last tile; a
#: robbed tile was not a discard; a win in the first turn excludes riichi and later ways
#: to win.
EXCLUSIVE = (
    (REPLACEMENT, IPPATSU),
    (REPLACEMENT, LAST_TILE),
    (REPLACEMENT, ROBBING_KONG),
    (ROBBING_KONG, LAST_TILE),
    _BEFORE_THE_FIRST_DISCARD,
    *product(_BEFORE_THE_FIRST_DISCARD, _LATER),
)

#: One indicator, and one more for each of up to four kongs.
MOST_INDICATORS = 5


def hand_faults(
    hand: Hand, options: ScoringOptions, *, nukidora: bool = False
) -> list[Fault]:
    """Return every fault of a winner's hand; empty if the hand is valid.

    `nukidora`: tiles may be laid aside for a replacement.
    """
    faults = common_faults(
        hand,
        flags=FLAGS,
        exclusive=EXCLUSIVE,
        red_fives=options.red_fives,
        bonus_tiles=False,
        nukidora=nukidora,
    )
    faults += tile_count_faults(hand)
    if hand.flags:
        faults += _riichi_faults(hand)
    faults += _indicator_faults(hand)
    faults += _winning_faults(hand)
    return faults


def _riichi_faults(hand: Hand) -> Iterator[Fault]:
    if _declared(hand):
        if hand.exposed:
            yield Fault(
                "riichi_open_hand",
                _("Riichi needs a concealed hand, but this hand has a called set."),
                "flags",
            )
    elif IPPATSU in hand.flags:
        yield Fault(
            "ippatsu_without_riichi",
            _("Ippatsu needs riichi or double riichi."),
            "flags",
        )
    if {DOUBLE_RIICHI, IPPATSU} <= hand.flags and (
        hand.kongs or LAST_TILE in hand.flags
    ):
        yield Fault(
            "too_late_for_ippatsu",
            _(
                "Double riichi is declared in the first turn, before any kong. Ippatsu "
                "is not possible after a kong of the same player or on the last tile."
            ),
            "flags",
        )


def _indicator_faults(hand: Hand) -> Iterator[Fault]:
    dora, ura = len(hand.dora_indicators), len(hand.ura_indicators)
    for field, count in (("dora_indicators", dora), ("ura_indicators", ura)):
        if count > MOST_INDICATORS:
            yield Fault(
                "too_many_indicators",
                _("%(count)s indicators entered. There are at most %(most)s."),
                field,
                {"count": count, "most": MOST_INDICATORS},
            )
    if ura > dora:
        yield Fault(
            "more_ura_than_dora",
            _(
                "There are more ura dora indicators (%(ura)s) than dora indicators "
                "(%(dora)s)."
            ),
            "ura_indicators",
            {"ura": ura, "dora": dora},
        )
    if ura and not _declared(hand):
        yield Fault(
            "ura_without_riichi",
            _("Only a player who declared riichi has ura dora indicators."),
            "ura_indicators",
        )


def _winning_faults(hand: Hand) -> Iterator[Fault]:
    if hand.winning_tile is None and HEAVENLY not in hand.flags:
        yield Fault("no_winning_tile", _("Enter the winning tile."), "winning_tile")
    if not hand.winner:
        yield Fault("not_a_winner", _("Only a winner's hand has a value."), "winner")


def _declared(hand: Hand) -> bool:
    return RIICHI in hand.flags or DOUBLE_RIICHI in hand.flags
