"""Check a hand against the rules of sanma: the rules of riichi, and additional
rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.faults import Fault
from rules.hand_of_tiles import EARTHLY, HEAVENLY, Hand
from rules.riichi.hand_checks import hand_faults
from rules.sanma.dora_and_norths import NORTH
from rules.sanma.options import GUEST, NUKIDORA, SanmaOptions
from rules.tiles import CODES, Tile, kind, tile
from rules.translation_marks import _
from rules.winds import Wind
from rules.winning_arrangements import SetKind

#: Kinds that are not used: 2 to 8 of characters.
REMOVED = frozenset(range(tile("2m"), tile("9m")))
_REMOVED_TILES = REMOVED | {tile("0m")}
_COPIES = 4


def sanma_faults(hand: Hand, options: SanmaOptions) -> list[Fault]:
    """Return every fault of a winner's hand; empty if the hand is valid."""
    return [
        *set_and_north_faults(hand, options),
        *(
            fault
            for fault in hand_faults(hand, options, nukidora=True)
            if fault.code != "robbing_held_tile" or _holds_robbed_tile(hand)
        ),
    ]


def set_and_north_faults(hand: Hand, options: SanmaOptions) -> Iterator[Fault]:
    """Yield the faults that are possible only in hands of three players."""
    everything = (*hand.tiles, *hand.dora_indicators, *hand.ura_indicators)
    if not _REMOVED_TILES.isdisjoint(everything):
        yield from _removed_tiles(hand)
    for number, meld in enumerate(hand.melds):
        if meld.kind is SetKind.CHOW:
            yield Fault(
                "no_chows",
                _("Players cannot call a chow under these rules."),
                f"melds[{number}]",
            )
    for name in ("seat_wind", "prevailing_wind"):
        if getattr(hand, name) is Wind.NORTH:
            yield Fault(
                "no_north_seat", _("A table of 3 has no North. Enter E, S or W."), name
            )
    if hand.nukidora:
        yield from _nukidora_faults(hand, options, everything.count(NORTH))


def _holds_robbed_tile(hand: Hand) -> bool:
    """Return whether the hand has another copy of its winning tile.

    Recorded hands show that other programs do not compare a robbed tile with the
    indicators.
    """
    kinds = list(map(kind, hand.tiles))
    return kinds.count(kinds[-1]) > 1


def _removed_tiles(hand: Hand) -> Iterator[Fault]:
    """Yield a fault for each tile that is not in the set of tiles for three players."""
    places: Mapping[str, tuple[Tile, ...]] = {
        "concealed": hand.concealed,
        "winning_tile": () if hand.winning_tile is None else (hand.winning_tile,),
        **{f"melds[{n}]": meld.tiles for n, meld in enumerate(hand.melds)},
        "dora_indicators": hand.dora_indicators,
        "ura_indicators": hand.ura_indicators,
    }
    for field, tiles in places.items():
        for checked in tiles:
            if checked in _REMOVED_TILES:
                yield Fault(
                    "tile_not_used",
                    _("%(tile)s: 2 to 8 of characters are not used by 3 players."),
                    field,
                    {"tile": CODES[checked]},
                )


def _nukidora_faults(
    hand: Hand, options: SanmaOptions, visible: int
) -> Iterator[Fault]:
    """Yield the faults of the tiles laid aside. `visible` is the number of other Norths
    entered."""
    if options.north == GUEST:
        yield Fault(
            "no_nukidora",
            _("No tiles are laid aside for a replacement under these rules."),
            "nukidora",
        )
    if hand.flags & {HEAVENLY, EARTHLY}:
        yield Fault(
            "first_turn_is_over",
            _("Laying a tile aside ends the chance to win in the first turn."),
            "nukidora",
        )
    norths = visible + hand.nukidora
    if options.north == NUKIDORA and norths > _COPIES:
        yield Fault(
            "too_many_norths",
            _("%(count)s Norths are entered. There are only 4."),
            "nukidora",
            {"count": norths},
        )
