"""Yakuman of a hand that another player may be liable for.

EMA 2025, 3.3.7: a player is liable whose discard completes the third set of dragons or
the fourth set of winds, if all of these are exposed. By an option, this also applies to
a discard that completes the fourth kong.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.faults import Fault
from rules.hand_of_tiles import Hand, Meld
from rules.riichi.base_points import LIMITS, YAKUMAN
from rules.riichi.entries import Winner
from rules.riichi.options import RiichiOptions
from rules.riichi.score import RiichiScore
from rules.tiles import DRAGONS, WIND_TILES, kind
from rules.translation_marks import _
from rules.winds import Wind
from rules.winning_arrangements import SetKind

_TILES = {"daisangen": DRAGONS, "daisuushii": WIND_TILES}
_KONGS = 4


def liable_yakuman(score: RiichiScore, liable: Wind, options: RiichiOptions) -> int:
    """Return the number of yakuman of the hand that `liable` may have made possible."""
    return sum(
        scored.total
        for scored in score.patterns
        if scored.pattern.id in options.pao
        and _fed(score.hand, scored.pattern.id, liable)
    )


def liability_faults(winner: Winner) -> Iterator[Fault]:
    """Yield the faults of a winner's liability for a yakuman. The hand value must be
    filled in."""
    if not winner.liable:
        return
    base, share = winner.value.base, winner.liable_yakuman
    if base < LIMITS[YAKUMAN] or share == 0:
        yield Fault(
            "nothing_to_be_liable_for",
            _("The hand has no yakuman this player can be liable for."),
            "pao",
        )
    elif share and share * LIMITS[YAKUMAN] > base:
        yield Fault(
            "liable_for_too_many",
            _("The hand has fewer yakuman than the number entered here (%(share)s)."),
            "pao_yakuman",
            {"share": share},
        )


def _fed(hand: Hand, yakuman: str, liable: Wind) -> bool:
    """Return whether all sets of the yakuman are declared, and `liable` may have
    discarded a tile for one of these sets.

    The discarder of a claimed tile is not always recorded.
    """
    tiles = _TILES.get(yakuman)
    sets = [meld for meld in hand.melds if _belongs(meld, tiles)]
    claimed = {meld.claimed_from for meld in sets if not meld.concealed}
    return len(sets) == (len(tiles) if tiles else _KONGS) and bool(
        claimed & {None, liable}
    )


def _belongs(meld: Meld, tiles: tuple[int, ...] | None) -> bool:
    if tiles is None:
        return meld.kind is SetKind.KONG
    return kind(meld.tiles[0]) in tiles
