"""Missed rounds of team members that a substitute played in the team's seat.

A team's result in a round is the result of the players in its seats. If the substitute
belongs to the team, the substitute's round counts, so the member's missed round does
not. If the substitute belongs to no team or to another team, only the missed round
counts. The standings of players do not change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from rules.absence_score_options import Absence
from scoring.standings.standings_records import Records
from scoring.standings.standings_rows import Standing
from tournaments.models import Player
from tournaments.people.substitutes import substitution_of


def covered_rounds(
    records: Records, rounds: Collection[int], members: Sequence[Standing]
) -> int:
    """Return the number of the members' missed rounds that do not count for the team,
    because a substitute of the team played in a closed round.
    """
    charged = sum(line.absences.get(Absence.MISSED, 0) for line in members)
    if not charged:
        return 0
    closed = records.closed & frozenset(rounds)
    seated = {
        line.player.pk: {row.round for row in records.played.get(line.player.pk, ())}
        for line in members
    }
    regular = [line.player for line in members if not line.player.is_substitute]
    substitutes = [line.player for line in members if line.player.is_substitute]
    seats = list(_seats(regular))
    covered = 0
    for number in closed:
        missing = {e.pk for e in regular if _misses(e, number, seated[e.pk])}
        empty = sum(all(e.pk in missing for e in seat) for seat in seats)
        playing = sum(number in seated[e.pk] for e in substitutes)
        covered += len(missing) - empty + min(empty, playing)
    return min(covered, charged)


def _misses(player: Player, number: int, seated: Collection[int]) -> bool:
    return not (player.plays(number) or number in seated or player.is_cut(number))


def _seats(regular: Iterable[Player]) -> Iterator[list[Player]]:
    """Yield the players of each seat of the team, in order of time.

    A player who joined after the first round follows a player who had withdrawn. A
    substitute from the first round on follows the player who did not come.
    """
    players = list(regular)
    not_come = dict(_replaced_before_playing(players))
    left_out = {old.pk for old in not_come.values()}
    seats: list[list[Player]] = []
    for player in sorted(players, key=lambda player: player.first_round):
        if player.pk in left_out:
            continue
        if player.pk in not_come:
            seats.append([not_come[player.pk], player])
            continue
        for seat in seats:
            last = seat[-1].last_round
            if last is not None and last < player.first_round:
                seat.append(player)
                break
        else:
            seats.append([player])
    yield from seats


def _replaced_before_playing(regular: Sequence[Player]) -> Iterator[tuple[int, Player]]:
    """Yield pairs of a substitute's key and the player replaced before playing a round.
    Needs queries only if there are such players."""
    by_number = {player.number: player for player in regular}
    for old in regular:
        if old.last_round is None or old.last_round >= old.first_round:
            continue
        event = substitution_of(old)
        if not event or event.data["old"] != old.number:
            continue
        if new := by_number.get(event.data["new"]):
            yield new.pk, old
