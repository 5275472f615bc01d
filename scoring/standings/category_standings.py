"""Standings of a category: only its players, ranked in their order in the whole
tournament.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.standings.gaps_to_next_place import Gaps
from scoring.standings.live_and_official_standings import Board
from scoring.standings.row_of_standings_with_rounds import Row
from scoring.standings.standings_rows import Ranking
from tournaments.people.categories import belongs


def in_category(board: Board, number: int) -> Board:
    """Return the standings of the category with that number.

    Places count only its players. Moves, gaps and the cut are left out, because they
    belong to the whole tournament.
    """
    own = [row for row in board.rows if belongs(row.player, number)]
    places = _own_places(own)
    holders = Counter(places.values())
    rows = (_row(row, places.get(row.number), holders) for row in own)
    return replace(board, rows=tuple(rows), cut=None)


def _own_places(rows: Sequence[Row]) -> Mapping[int, int]:
    """Return the place of each ranked player by player number, such as 1 2 2 4 with a
    tie.
    """
    places: dict[int, int] = {}
    last: int | None = None
    for position, row in enumerate((row for row in rows if row.place), 1):
        tied = position > 1 and row.place == last
        places[row.number] = list(places.values())[-1] if tied else position
        last = row.place
    return places


def _row(row: Row, place: int | None, holders: Mapping[int, int]) -> Row:
    alone = replace(row.made, was={}, gaps=Gaps(Ranking([], []), ()))
    return Row(place, place is not None and holders[place] > 1, row.line, alone)
