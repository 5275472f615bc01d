"""Facts of a game and its hands, used for statistics. Works without the database.

Players are identified by their seats; `SeatedGame` adds their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.winds import Scores, Wind


@dataclass(frozen=True)
class WonHand:
    """One winner's hand.

    `value`: hand value, for comparing hands within a ruleset (fan, faan, points).
    `gain`: points received, including counters and sticks of other players. `wind`: the
    winner's seat wind. `riichi`: the winner's stick was paid. `sticks`: number of
    sticks won from other players. `han`, `fu`, `yakuman`: 0 if unknown. `chicken`: the
    hand is a Chicken Hand (MCR).

    `by_tiles`: the tiles are known. Only then are `is_open` (a meld other than a
    concealed kong), `patterns` and `dora` known.
    """

    seat: Wind
    value: int
    gain: int
    wind: Wind = Wind.EAST
    riichi: bool = False
    sticks: int = 0
    han: int = 0
    fu: int = 0
    yakuman: int = 0
    chicken: bool = False
    by_tiles: bool = False
    is_open: bool = False
    patterns: tuple[str, ...] = ()
    dora: int = 0


@dataclass(frozen=True)
class HandFacts:
    """A hand played to its end, including draws.

    `discarder`: None for a self-draw or a draw. `paid`: points that the discarder paid
    to all winners, without the riichi stick. `exhaustive`: the wall ran out; then
    `tenpai` are the ready players, `received` the points from other players, and
    `nagashi` the players who discarded only terminals and honors. `riichi`: seats whose
    stick was paid. `scores`: scores after the hand.
    """

    number: int
    dealer: Wind
    scores: Scores
    wins: tuple[WonHand, ...] = ()
    discarder: Wind | None = None
    paid: int = 0
    exhaustive: bool = False
    tenpai: tuple[Wind, ...] = ()
    received: Mapping[Wind, int] = field(default_factory=dict)
    nagashi: tuple[Wind, ...] = ()
    riichi: tuple[Wind, ...] = ()


@dataclass(frozen=True)
class SeatResult:
    """A player's result in a game.

    `place`: shared by tied players (1 1 3 4); `parts`: table points in fractions chosen
    by the caller.
    """

    place: int
    score: int
    parts: int = 0


@dataclass(frozen=True)
class GameFacts:
    """A game: the result of each seat, and its hands if they reproduce the results.

    `hands`: None for a game known only by its totals. `start`: scores before the first
    hand.
    """

    round: int
    table: int
    results: Mapping[Wind, SeatResult]
    start: Scores
    hands: tuple[HandFacts, ...] | None = None

    @property
    def at(self) -> tuple[int, int]:
        return self.round, self.table


@dataclass(frozen=True)
class SeatedGame:
    """A game, with the player number of each seat."""

    facts: GameFacts
    players: Mapping[Wind, int] = field(default_factory=dict)
