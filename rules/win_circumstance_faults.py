"""Faults of the way of winning (a replacement tile, a robbed kong, a heavenly hand)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from rules.faults import Fault
from rules.hand_of_tiles import (
    DOUBLE_KONG,
    EARTHLY,
    FLOWER_REPLACEMENT,
    HEAVENLY,
    REPLACEMENT,
    ROBBING_KONG,
    Hand,
)
from rules.translation_marks import _, also_for_riichi
from rules.winds import Wind


def flag_faults(
    hand: Hand, known: tuple[str, ...], exclusive: Iterable[tuple[str, str]]
) -> Iterator[Fault]:
    """Yield the faults of the hand's flags (the circumstances of a win).

    Flags must be in `known`. `exclusive` has pairs of flags that cannot both be true.
    """
    for flag in sorted(hand.flags - set(known)):
        yield Fault(
            "unknown_flag",
            _("These rules have no flag “%(flag)s”."),
            "flags",
            {"flag": flag},
        )
    for one, other in exclusive:
        if one in hand.flags and other in hand.flags:
            yield Fault(
                "exclusive_flags",
                _("“%(one)s” and “%(other)s” cannot both be true."),
                "flags",
                {"one": one, "other": other},
            )
    meant = hand.flags.intersection(known)
    for flag, faults in _FLAG_FAULTS.items():
        if flag in meant:
            yield from faults(hand)
    if not hand.self_draw and not meant.isdisjoint(_REPLACING):
        yield Fault(
            "replacement_not_drawn",
            _("A replacement tile must be drawn, not claimed."),
            "flags",
        )


def _replacement_faults(hand: Hand) -> Iterator[Fault]:
    if not hand.kongs and not hand.nukidora:
        yield Fault(
            "replacement_without_kong",
            also_for_riichi("A kong's replacement tile needs a kong among the melds."),
            "flags",
        )


def _double_kong_faults(hand: Hand) -> Iterator[Fault]:
    if len(hand.kongs) < 2:
        yield Fault(
            "double_kong_without_kongs",
            also_for_riichi("A kong after a kong needs two kongs among the melds."),
            "flags",
        )


def _flower_faults(hand: Hand) -> Iterator[Fault]:
    if not hand.bonus:
        yield Fault(
            "replacement_without_flower",
            _("No bonus tile is entered, so the winning tile cannot replace one."),
            "flags",
        )


def _robbing_faults(hand: Hand) -> Iterator[Fault]:
    if hand.self_draw:
        yield Fault(
            "robbing_self_drawn",
            also_for_riichi("The tile of a robbed kong is claimed, not drawn."),
            "flags",
        )


def _heavenly_faults(hand: Hand) -> Iterator[Fault]:
    if hand.seat_wind is not Wind.EAST or not hand.self_draw or hand.melds:
        yield Fault(
            "not_heavenly",
            _(
                "Only the dealer can have a heavenly hand: with the tiles dealt and "
                "without melds."
            ),
            "flags",
        )


def _earthly_faults(hand: Hand) -> Iterator[Fault]:
    if hand.seat_wind is Wind.EAST or hand.melds:
        yield Fault(
            "not_earthly",
            _(
                "The dealer cannot have an earthly hand, and an earthly hand "
                "has no melds."
            ),
            "flags",
        )


#: Flags for a winning tile that replaced another.
_REPLACING = (REPLACEMENT, DOUBLE_KONG, FLOWER_REPLACEMENT)

_FLAG_FAULTS: Mapping[str, Callable[[Hand], Iterator[Fault]]] = {
    REPLACEMENT: _replacement_faults,
    DOUBLE_KONG: _double_kong_faults,
    FLOWER_REPLACEMENT: _flower_faults,
    ROBBING_KONG: _robbing_faults,
    HEAVENLY: _heavenly_faults,
    EARTHLY: _earthly_faults,
}
