"""What the hands of several winners on one discard must agree on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from rules.faults import Fault
from rules.hands import LAST_TILE, ROBBING_KONG, Hand
from rules.text import _
from rules.tiles import CODES, kind

#: By the field of the entry that each is read from.
Hands = Mapping[str, Hand]

_MOST_COPIES = 4

#: What is the same for all: the code and sentence if it is not.
_SHARED: Mapping[str, tuple[Callable[[Hand], object], str]] = {
    "different_winning_tiles": (
        lambda hand: hand.winning_tile,
        _(
            "All winners must have the same winning tile. This hand has a different "
            "one."
        ),
    ),
    "different_moments": (
        lambda hand: hand.flags & {LAST_TILE, ROBBING_KONG},
        _("Last tile and robbing the kong must be the same for all winners."),
    ),
    "different_indicators": (
        lambda hand: sorted(hand.dora_indicators),
        _(
            "The dora indicators must be the same for all winners. This hand has "
            "different ones."
        ),
    ),
}


def disagreements(hands: Hands) -> list[Fault]:
    """A fault for each thing a hand has otherwise than the first one; and for tiles
    there would be more than four of in all hands together."""
    if len(hands) < 2:
        return []
    faults = list(differences(hands))
    return faults or list(_too_many_copies(hands))


def differences(hands: Hands) -> Iterator[Fault]:
    """A fault for each thing a hand has otherwise than the first one."""
    first, *others = hands
    for field in others:
        for code, (said, sentence) in _SHARED.items():
            if said(hands[field]) != said(hands[first]):
                yield Fault(code, sentence, field)


def _too_many_copies(hands: Hands) -> Iterator[Fault]:
    """The winning tile and the indicators are there once only."""
    first, *others = hands.values()
    held = Counter(map(kind, (*first.tiles, *first.dora_indicators)))
    for hand in others:
        held.update(map(kind, hand.tiles))
        if hand.winning_tile is not None:
            held[kind(hand.winning_tile)] -= 1
    for each, count in sorted(held.items()):
        if count > _MOST_COPIES:
            yield Fault(
                "too_many_copies",
                _(
                    "%(tile)s is used %(count)s times in all hands together. There are "
                    "only 4."
                ),
                "winners",
                {"count": count, "tile": CODES[each]},
            )
