"""Choose the players who play in a round that is generated alone. The other players sit
out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Sized
from dataclasses import dataclass

from tournaments.seating.constraints import SeatingPlayer, Uneven
from tournaments.seating.random_seed import Chance
from tournaments.seating.seating_plan import SEATS_PER_TABLE, seated
from tournaments.seating.seating_request import Request
from tournaments.seating.uneven.bye_labels_and_table_sizes import refuse_sizes


@dataclass(frozen=True)
class Attendance:
    """The players to seat in a round.

    `people` contains the player numbers that fill all seats, best first. Some are house
    players (`fillers`), and some are numbers that represent empty seats (`nobody`).
    """

    people: tuple[int, ...]
    fillers: tuple[int, ...] = ()
    nobody: tuple[int, ...] = ()


def attendance(
    request: Request,
    order: Sequence[int],
    round_: int,
    seated_already: Collection[int] = (),
) -> Attendance:
    """Return the players to seat in round `round_`, from the player numbers in `order`.

    `order` has the best player first. Players in `seated_already` are left out. If the
    players do not fill all tables, house players or empty seats are added at the end.
    With byes, the players with the fewest byes sit out. Among equal players, the lowest
    in `order` sit out.

    Raises RuleError if tables of 3 cannot seat the number of players.
    """
    present = {entrant.number for entrant in request.entrants if entrant.plays(round_)}
    present.difference_update(seated_already)
    people = [number for number in order if number in present]
    size = request.demands.size
    over = len(people) % size
    if request.demands.uneven == Uneven.BYES:
        resting = _chosen_byes(request, people, over, round_)
        return Attendance(tuple(player for player in people if player not in resting))
    extra = house_numbers(request, -over % size, seated_already)
    everyone = (*people, *extra)
    if request.demands.shortens:
        if people:
            refuse_sizes([(round_, len(people))], request.demands)
        return Attendance(everyone, nobody=extra)
    return Attendance(everyone, fillers=extra)


def house_numbers(
    request: Request, count: int, seated_already: Collection[int] = ()
) -> tuple[int, ...]:
    """Return player numbers for `count` house players.

    Numbers of existing house players come first, then numbers above all other player
    numbers.
    """
    known = [
        *(entrant.number for entrant in request.entrants),
        *request.fillers,
        *seated_already,
        *(
            player
            for round_ in request.played
            for table in round_
            for player in seated(table)
        ),
    ]
    above = max(known, default=0) + 1
    free = sorted(set(request.fillers).difference(seated_already))
    numbers = [*free, *range(above, above + count)]
    return tuple(numbers[:count])


def known(request: Request, fillers: Sequence[int]) -> tuple[SeatingPlayer, ...]:
    """Return all players of a plan: the players to seat, the house players, and players
    who have left.

    For players who have left, `last` is the last round that they played.
    """
    current = {entrant.number for entrant in request.entrants}
    current.update(fillers)
    withdrawn: dict[int, SeatingPlayer] = {}
    for round_, tables in enumerate(request.played, 1):
        for player in sorted(
            {player for table in tables for player in seated(table)} - current
        ):
            first = withdrawn[player].first if player in withdrawn else round_
            withdrawn[player] = SeatingPlayer(player, first=first, last=round_)
    house = (SeatingPlayer(number, house=True) for number in fillers)
    return (*request.entrants, *house, *withdrawn.values())


def _chosen_byes(
    request: Request, people: Sequence[int], count: int, round_: int
) -> set[int]:
    """Return the `count` players who sit out: the players with the fewest byes and,
    among these, the lowest in the order."""
    rounds = {entrant.number: entrant for entrant in request.entrants}
    times = dict.fromkeys(people, 0)
    for number, tables in enumerate(request.played, 1):
        at_table = {player for table in tables for player in table}
        for player in people:
            times[player] += player not in at_table and rounds[player].plays(number)
    lowest_first = list(reversed(people))
    return set(sorted(lowest_first, key=lambda player: times[player])[:count])


def missing(players: Sized, size: int = SEATS_PER_TABLE) -> int:
    """Return the number of additional players needed to fill all tables of this
    size."""
    return -len(players) % size


class ByeScheduler:
    """The byes in each round of a draft. Players are indices, and rounds are numbered
    from 0.

    No player sits out again while another present player has had fewer byes. Among
    equal players, players without a seat in the round come first, then players at the
    tables with the fewest players, then the random order decides.
    """

    def __init__(
        self,
        rounds: Sequence[Sequence[Sequence[int | None]]],
        people: Iterable[int],
        chance: Chance,
    ) -> None:
        self._rounds = rounds
        self._chance = chance
        self._out: list[set[int]] = [set() for _round in rounds]
        self._times = dict.fromkeys(people, 0)

    def remember(self, number: int, players: Iterable[int]) -> None:
        """Record a bye for players who are present but have no seat in the draft."""
        seated = {player for table in self._rounds[number] for player in table}
        self._set(number, {player for player in players if player not in seated})

    def choose(self, number: int, players: Sequence[int], count: int) -> set[int]:
        """Return `count` present players who sit out in the round, and record their
        byes."""
        out_before = self._out[number]
        self._set(number, set())
        tables = {
            player: place
            for place, table in enumerate(self._rounds[number])
            for player in table
            if player is not None
        }
        present = [0] * len(self._rounds[number])
        for player in players:
            if player in tables:
                present[tables[player]] += 1
        chosen: set[int] = set()
        order = self._chance.shuffled(players)
        for _choice in range(count):
            player = min(
                (player for player in order if player not in chosen),
                key=lambda player: (
                    self._times[player],
                    player not in out_before,
                    present[tables[player]] if player in tables else 0,
                ),
            )
            chosen.add(player)
            if player in tables:
                present[tables[player]] -= 1
        self._set(number, chosen)
        return chosen

    def _set(self, number: int, out: set[int]) -> None:
        for player in self._out[number]:
            self._times[player] -= 1
        for player in out:
            self._times[player] += 1
        self._out[number] = out
