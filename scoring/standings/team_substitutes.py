"""Missed rounds of team members that a substitute played in the team's seat.

A team's result in a round is that of the players in its seats. If the substitute
belongs to the team, the substitute's round counts, so the member's missed round does
not. If the substitute belongs to no team or another one, only the missed round counts.
The standings of players do not change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from rules.absence_score_options import Absence
from scoring.standings.standings_records import Records
from scoring.standings.standings_rows import Standing
from tournaments.models import Entry


def covered_rounds(
    records: Records, rounds: Collection[int], members: Sequence[Standing]
) -> int:
    """Return how many missed rounds of the members do not count for their team, because
    a substitute of the team played in a closed round."""
    charged = sum(line.absences.get(Absence.MISSED, 0) for line in members)
    if not charged:
        return 0
    closed = records.closed & frozenset(rounds)
    seated = {
        line.entry.pk: {row.round for row in records.played.get(line.entry.pk, ())}
        for line in members
    }
    regular = [line.entry for line in members if not line.entry.is_substitute]
    substitutes = [line.entry for line in members if line.entry.is_substitute]
    seats = list(_seats(regular))
    covered = 0
    for number in closed:
        missing = {e.pk for e in regular if _misses(e, number, seated[e.pk])}
        empty = sum(all(e.pk in missing for e in seat) for seat in seats)
        playing = sum(number in seated[e.pk] for e in substitutes)
        covered += len(missing) - empty + min(empty, playing)
    return min(covered, charged)


def _misses(entry: Entry, number: int, seated: Collection[int]) -> bool:
    return not (entry.plays(number) or number in seated or entry.is_cut(number))


def _seats(regular: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Yield the successive players of each seat of the team. A player who joined after
    the first round follows one who had withdrawn."""
    seats: list[list[Entry]] = []
    for entry in sorted(regular, key=lambda entry: entry.first_round):
        for seat in seats:
            last = seat[-1].last_round
            if last is not None and last < entry.first_round:
                seat.append(entry)
                break
        else:
            seats.append([entry])
    yield from seats
