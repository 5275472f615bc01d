"""Rule options for jokers, which several rulesets share, and faults of jokers in a
hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.faults import Fault
from rules.hand_of_tiles import Hand
from rules.rule_option_types import flag, number, several
from rules.tiles import JOKER, KINDS, counts
from rules.translation_marks import _, cited


class Jokers(NamedTuple):
    """The number of jokers in play, and the maximum number of identical tiles in a
    hand, including jokers."""

    played: int = 0
    copies: int = 4


NO_JOKERS = Jokers()


def joker_faults(hand: Hand, jokers: Jokers) -> Iterator[Fault]:
    """Yield the faults of the jokers in `hand`."""
    shown = (*hand.dora_indicators, *hand.ura_indicators)
    count = (*hand.tiles, *shown).count(JOKER)
    if not count:
        return
    if not jokers.played:
        yield Fault("no_jokers", _("J: these rules have no jokers."))
        return
    if count > jokers.played:
        yield Fault(
            "too_many_jokers",
            _("%(count)s jokers entered. These rules have %(most)s."),
            "concealed",
            {"count": count, "most": jokers.played},
        )
    if hand.winning_tile == JOKER and not hand.self_draw:
        yield Fault(
            "joker_claimed",
            _("A discarded joker is dead and cannot be claimed."),
            "winning_tile",
        )
    settled = [meld.settled or meld for meld in hand.melds]
    melded = counts(tile for meld in settled for tile in meld.tiles if tile < KINDS)
    if max(melded) > jokers.copies:
        yield Fault(
            "too_many_of_a_kind",
            _("A hand can have at most %(most)s identical tiles, jokers included."),
            "melds",
            {"most": jokers.copies},
        )


MOST_JOKERS = 8
#: Copies of a tile in the set, and the highest limit with jokers.
COPIES, MOST_COPIES = 4, 5


def jokers() -> int:
    """Declare the option for the number of jokers in the tile set."""
    return number(
        0,
        0,
        MOST_JOKERS,
        _(
            "Jokers in play. A joker stands for any tile in a set or pair; the "
            "highest value counts."
        ),
        cited("none; Four Winds: up to 8"),
    )


def copies_with_jokers() -> int:
    """Declare the option for the maximum number of identical tiles in a hand,
    including jokers."""
    return number(
        COPIES,
        COPIES,
        MOST_COPIES,
        _("Maximum number of identical tiles in a hand, jokers included"),
        cited("4, as many as there are of each tile"),
    )


def limit_hands_with_jokers() -> bool:
    """Declare the option that allows jokers in limit hands."""
    return flag(
        True,
        _(
            "Limit hands may contain jokers. If off, a limit hand with a joker scores "
            "only its other patterns."
        ),
        cited("Four Winds: yes"),
    )


def patterns_without_jokers(names: tuple[str, ...]) -> tuple[str, ...]:
    """Declare the option that lists patterns that hands with jokers do not score."""
    return several(
        (),
        names,
        _("Patterns not scored by hands with jokers"),
        cited("none; Four Winds: jokers can be forbidden for each pattern"),
    )
