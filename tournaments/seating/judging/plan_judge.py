"""Make the quality report of a plan that was generated here or imported.

The report counts good and bad properties of a plan. No plan is rejected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from tournaments.seating.constraints import (
    Apart,
    Constraints,
    SeatingPlayer,
    Strictness,
)
from tournaments.seating.judging.quality_report import (
    Indirect,
    Meeting,
    Report,
    SameGroupMeetings,
    Seat,
)
from tournaments.seating.judging.quality_report_wording import Remark, sentences
from tournaments.seating.seating_plan import (
    Pair,
    Plan,
    meetings,
    players_in_plan,
    seated,
)
from tournaments.seating.winds.wind_balance import wind_counts

__all__ = ["Remark", "Report", "judge", "sentences"]

#: Up to this number of players, opponents in common are counted by default.
MOST_FOR_INDIRECT = 250

Meetings = Mapping[Pair, Sequence[int]]


def judge(
    plan: Plan,
    entrants: Sequence[SeatingPlayer] = (),
    demands: Constraints | None = None,
    *,
    indirect: bool | None = None,
) -> Report:
    """Return the quality report of the plan for these players and constraints.

    Without `entrants`, the report is about the players in the plan, who have no
    attributes. Without `demands`, the default constraints apply. `indirect` determines
    whether opponents in common are counted. If it is None, they are counted if there
    are few enough players.
    """
    demands = demands or Constraints()
    people = players_in_plan(plan)
    met = meetings(plan)
    known = {entrant.number: entrant for entrant in entrants}
    everyone = [known.get(n, SeatingPlayer(n)) for n in sorted({*people, *known})]
    histogram = _histogram(len(people), met)
    repeated = [Meeting(two, tuple(rounds)) for two, rounds in _several(met)]
    gaps = [b - a for two in repeated for a, b in pairwise(two.rounds)]
    revisits, avoidable, most = _table_visits(plan, known)
    size = demands.size
    winds = {number: counts[:size] for number, counts in wind_counts(plan).items()}
    ranges = {number: max(counts) - min(counts) for number, counts in winds.items()}
    count_indirect = len(people) <= MOST_FOR_INDIRECT if indirect is None else indirect
    return Report(
        players=len(people),
        rounds=len(plan),
        tables=max(map(len, plan), default=0),
        empty_chairs=sum(t[:size].count(None) for round_ in plan for t in round_),
        repeats=len(gaps),
        least_repeats=_least_repeats(len(people), met),
        histogram=histogram,
        repeated=tuple(repeated),
        at_once=gaps.count(1),
        smallest_gap=min(gaps, default=None),
        mates=_mates(plan, met, known, demands),
        forbidden=_forbidden(met, demands),
        table_revisits=revisits,
        avoidable_table_revisits=avoidable,
        most_table_visits=most,
        misplaced=tuple(_misplaced(plan, known)),
        winds=winds,
        wind_range=max(ranges.values(), default=0),
        wind_range_running=_running_range(plan, size),
        winds_above_one=tuple(n for n, difference in ranges.items() if difference > 1),
        sits_out=_sits_out(plan, everyone),
        away=tuple(_away(plan, known)),
        strangers=tuple(n for n in people if n not in known) if known else (),
        indirect=_indirect(people, met) if count_indirect else None,
        size=size,
    )


def _seats(plan: Plan) -> Iterator[Seat]:
    """Yield the player, round and table of each occupied seat."""
    for round_number, round_ in enumerate(plan, 1):
        for table_number, table in enumerate(round_, 1):
            for number in seated(table):
                yield Seat(number, round_number, table_number)


def _several(met: Meetings) -> list[tuple[Pair, Sequence[int]]]:
    return sorted((two, rounds) for two, rounds in met.items() if len(rounds) > 1)


def _histogram(players: int, met: Meetings) -> tuple[int, ...]:
    """Return the numbers of pairs that meet 0, 1, 2 ... times."""
    times = Counter(map(len, met.values()))
    times[0] = players * (players - 1) // 2 - len(met)
    return tuple(times[count] for count in range(max(times) + 1))


def _least_repeats(players: int, met: Meetings) -> int:
    """Return a lower bound on the number of repeats.

    A player who has more meetings than there are other players has repeat opponents.
    Each repeat counts for two players.
    """
    opponents: Counter[int] = Counter()
    for (one, other), rounds in met.items():
        opponents[one] += len(rounds)
        opponents[other] += len(rounds)
    too_many = sum(max(count - (players - 1), 0) for count in opponents.values())
    return (too_many + 1) // 2


def _mates(
    plan: Plan, met: Meetings, known: Mapping[int, SeatingPlayer], demands: Constraints
) -> dict[str, SameGroupMeetings]:
    groups = Apart(Strictness.HARD if demands.groups else Strictness.OFF)
    mates = {}
    for word, apart in (*demands.by_attribute().items(), ("group", groups)):
        values = {
            n: text for n, entrant in known.items() if (text := getattr(entrant, word))
        }
        until = len(plan) if apart.rounds is None else apart.rounds
        pairs = []
        for (one, other), rounds in sorted(met.items()):
            counted = tuple(number for number in rounds if number <= until)
            if counted and one in values and values[one] == values.get(other):
                pairs.append(Meeting((one, other), counted, values[one]))
        least = _least_meetings(plan[:until], values)
        mates[word] = SameGroupMeetings(
            apart.strictness, apart.rounds, len(values), tuple(pairs), least
        )
    return mates


def _least_meetings(plan: Plan, values: Mapping[int, str]) -> int:
    """Return the smallest possible number of meetings of two players with the same
    value.

    The players of each value are spread over the tables of every round as evenly as
    possible. `values` contains the value by player number.
    """
    least = 0
    for round_ in plan:
        tables = [seated(table) for table in round_ if seated(table)]
        members = Counter(values[n] for table in tables for n in table if n in values)
        for count in members.values():
            share, more = divmod(count, len(tables))
            least += more * _two_of(share + 1) + (len(tables) - more) * _two_of(share)
    return least


def _two_of(count: int) -> int:
    return count * (count - 1) // 2


def _forbidden(met: Meetings, demands: Constraints) -> tuple[Meeting, ...]:
    never = sorted({(min(two), max(two)) for two in demands.never})
    return tuple(Meeting(two, tuple(met[two])) for two in never if two in met)


def _table_visits(
    plan: Plan, known: Mapping[int, SeatingPlayer]
) -> tuple[int, int, int]:
    """Return the number of repeated visits to tables, the number of avoidable repeated
    visits, and the most visits of a player to one table."""
    visits = Counter((seat.number, seat.table) for seat in _seats(plan))
    games = Counter(seat.number for seat in _seats(plan))
    tables = max(map(len, plan), default=0)
    avoidable = 0
    for (number, _table), times in visits.items():
        if number not in known or known[number].table is None:
            avoidable += max(times - -(-games[number] // tables), 0)
    revisits = sum(visits.values()) - len(visits)
    return revisits, avoidable, max(visits.values(), default=0)


def _misplaced(plan: Plan, known: Mapping[int, SeatingPlayer]) -> Iterator[Seat]:
    fixed = {n: entrant.table for n, entrant in known.items() if entrant.table}
    return (s for s in _seats(plan) if fixed.get(s.number, s.table) != s.table)


def _away(plan: Plan, known: Mapping[int, SeatingPlayer]) -> Iterator[Seat]:
    return (
        seat
        for seat in _seats(plan)
        if seat.number in known and not known[seat.number].plays(seat.round)
    )


def _running_range(plan: Plan, size: int) -> int:
    """Return the largest difference between two wind counts of a player after any
    round."""
    counts: dict[int, list[int]] = {}
    worst = 0
    for round_ in plan:
        for table in round_:
            for wind, number in enumerate(table):
                if number is not None:
                    times = counts.setdefault(number, [0] * size)
                    times[wind] += 1
                    worst = max(worst, max(times) - min(times))
    return worst


def _sits_out(
    plan: Plan, everyone: Sequence[SeatingPlayer]
) -> dict[int, tuple[int, ...]]:
    seated_in = [{n for table in round_ for n in seated(table)} for round_ in plan]
    out = {}
    for entrant in everyone:
        rounds = tuple(
            number
            for number, numbers in enumerate(seated_in, 1)
            if entrant.plays(number) and entrant.number not in numbers
        )
        if rounds and not entrant.house:
            out[entrant.number] = rounds
    return out


def _indirect(people: Sequence[int], met: Meetings) -> Indirect:
    place = {number: index for index, number in enumerate(people)}
    opponents = [0] * len(people)
    for one, other in met:
        opponents[place[one]] |= 1 << place[other]
        opponents[place[other]] |= 1 << place[one]
    shared = [
        (opponents[one] & opponents[other]).bit_count()
        for one, other in combinations(range(len(people)), 2)
        if not opponents[one] >> other & 1
    ]
    return Indirect(len(shared), shared.count(0), min(shared, default=0))
