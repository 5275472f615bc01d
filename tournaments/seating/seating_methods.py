"""The methods that generate rounds from a request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from rules.faults import Fault, RuleError
from rules.translation_marks import _, listed
from tournaments.seating.constraints import SeatingPlayer, Uneven
from tournaments.seating.impossible_constraints import refuse
from tournaments.seating.kept_tables_and_played_rounds import (
    Kept,
    Rounds,
    continued,
    kept_tables,
    redrawn,
)
from tournaments.seating.random_seed import (
    NOT_WRITABLE,
    Chance,
    shuffled_by_seed,
    writable,
)
from tournaments.seating.search_budget import Budget
from tournaments.seating.seating_plan import (
    SEATS_PER_TABLE,
    Plan,
    Round,
    SeatOrEmpty,
    closed_up,
    pair,
    players_in_plan,
    seated,
)
from tournaments.seating.seating_request import RANKED, Method, Request
from tournaments.seating.separate_groups import parts
from tournaments.seating.swiss import random_and_snake_rounds
from tournaments.seating.swiss.swiss_rounds import check_groups, swiss_round
from tournaments.seating.uneven.bye_labels_and_table_sizes import levelled
from tournaments.seating.uneven.plan_repair import repair
from tournaments.seating.uneven.uneven_whole_plans import whole_plan as uneven_plan
from tournaments.seating.uneven.who_plays_or_sits_out import (
    Attendance,
    attendance,
    house_numbers,
)
from tournaments.seating.whole_plans import whole_plan
from tournaments.seating.winds.wind_balance import balanced, best_winds
from tournaments.seating.winds.winds_to_repair import touched_winds


@dataclass(frozen=True)
class Drawn:
    """The rounds that a method generated, the numbers of the house players, and a
    description of the source."""

    plan: Plan
    fillers: tuple[int, ...]
    source: str


def check(request: Request) -> None:
    """Raise RuleError, with all faults, if seating cannot be generated for this
    request."""
    if not request.pools:
        _check(request)
        return
    _refuse_outside(request)
    for part in parts(request):
        _check(part.request)


def _check(request: Request) -> None:
    faults: list[Fault] = []
    if request.rounds < 1:
        faults.append(Fault("no_rounds", _("Enter at least 1 round."), "rounds"))
    if request.method in RANKED:
        if request.rounds > 1:
            message = _("This method seats one round at a time.")
            faults.append(Fault("one_round", message, "rounds"))
        faults += _bad_standing(request)
    if request.draft and len(request.draft) != request.rounds:
        message = _(
            "Enter the number of rounds of the draft (%(draft)s), not %(rounds)s."
        )
        params = {"draft": len(request.draft), "rounds": request.rounds}
        faults.append(Fault("other_draft", message, "draft", params))
    faults += _bad_locks(request)
    if not writable(request.seed):
        faults.append(Fault("not_text", NOT_WRITABLE, "seed"))
    if faults:
        raise RuleError(*faults)
    refuse(request.entrants, len(request.played) + request.rounds, request.demands)
    if request.method in (Method.SNAKE, Method.INTERVALS, Method.RANKS):
        _by_rank(request, _present(request, kept_tables(request)))
    elif request.method == Method.SWISS:
        check_groups(request.options.block, request.options.order)


def _refuse_outside(request: Request) -> None:
    """Raise RuleError if a player is not in exactly one pool."""
    times = Counter(number for pool in request.pools for number in pool.numbers)
    numbers = {entrant.number for entrant in request.entrants}
    wrong = {
        player
        for player in {*times, *numbers}
        if times[player] != 1 or player not in numbers
    }
    if wrong:
        message = _(
            "Each player must be in exactly 1 group. Check these players: %(numbers)s."
        )
        params = {"numbers": listed(sorted(wrong))}
        raise RuleError(Fault("bad_pools", message, "pools", params))


def _bad_locks(request: Request) -> list[Fault]:
    """Return a fault for each locked table that the draft does not have."""
    sizes = dict(enumerate(map(len, request.draft), len(request.played) + 1))
    message = _(
        "A locked table is not in the draft: table %(table)s of round %(round)s."
    )
    return [
        Fault("bad_lock", message, "locked", {"round": round_, "table": table})
        for round_, table in request.locked
        if not 1 <= table <= sizes.get(round_, 0)
    ]


def _bad_standing(request: Request) -> list[Fault]:
    numbers = {entrant.number for entrant in request.entrants}
    standing = set(request.standing)
    repeated = {n for n, times in Counter(request.standing).items() if times > 1}
    return [
        Fault(code, message, "standing", {"numbers": listed(sorted(wrong))})
        for code, message, wrong in (
            (
                "not_in_standing",
                _("These players are not in the standings: %(numbers)s."),
                numbers - standing,
            ),
            (
                "unknown_in_standing",
                _(
                    "These players are in the standings but not among the players to "
                    "seat: %(numbers)s."
                ),
                standing - numbers,
            ),
            (
                "twice_in_standing",
                _("These players are in the standings twice: %(numbers)s."),
                repeated,
            ),
        )
        if wrong
    ]


def _plan(request: Request, budget: Budget) -> Drawn:
    if request.locked:
        rounds = continued(request, redrawn(request), budget)
        plan = _with_winds(request, rounds)
        house = set(request.fillers).intersection(players_in_plan(plan))
        return Drawn(plan, tuple(sorted(house)), "redrawn by search")
    rounds, fillers, source = _without_played_rounds(request, budget)
    if request.played:
        rounds = continued(request, rounds, budget)
        source = "search after the rounds played"
    return Drawn(_with_winds(request, rounds), fillers, source)


def _with_winds(request: Request, rounds: Rounds) -> Plan:
    demands = request.demands
    return balanced(
        rounds, request.played, from_east=demands.shortens, size=demands.size
    )


def _without_played_rounds(
    request: Request, budget: Budget
) -> tuple[Rounds, tuple[int, ...], str]:
    """Return the remaining rounds, the numbers of the house players, and a description
    of the source. The played rounds are ignored."""
    past = len(request.played)
    entrants = [
        replace(
            entrant,
            first=max(entrant.first - past, 1),
            last=None if entrant.last is None else entrant.last - past,
            away=tuple(round_ - past for round_ in entrant.away if round_ > past),
        )
        for entrant in request.entrants
    ]
    always = all(entrant.plays_all(request.rounds) for entrant in entrants)
    fill = request.demands.uneven == Uneven.FILLERS
    size = request.demands.size
    missing = -len(entrants) % size
    if not always or (missing and not fill) or len(entrants) + missing < 2 * size:
        return _uneven(request, entrants, budget)
    fillers = house_numbers(request, missing)
    entrants += map(SeatingPlayer, fillers)
    indices, source = whole_plan(
        entrants, request.rounds, request.demands, request.seed, budget
    )
    rounds: Rounds = [
        [
            [None if player is None else entrants[player].number for player in table]
            for table in tables
        ]
        for tables in indices
    ]
    return rounds, fillers, source


def _uneven(
    request: Request, entrants: Sequence[SeatingPlayer], budget: Budget
) -> tuple[Rounds, tuple[int, ...], str]:
    seating = uneven_plan(
        entrants, request.rounds, request.demands, request.seed, budget
    )
    fillers = house_numbers(request, len(seating.fillers))
    renumbered = dict(zip(seating.fillers, fillers, strict=True))
    rounds: Rounds = [
        [
            [
                None if player is None else renumbered.get(player, player)
                for player in table
            ]
            for table in tables
        ]
        for tables in seating.rounds
    ]
    return rounds, fillers, seating.source


def _random(request: Request, budget: Budget) -> Drawn:
    """Return random rounds that avoid repeats. The rounds are generated one by one."""
    plan = request.played
    fillers: set[int] = set()
    for turn in range(request.rounds):
        seed = f"{request.seed}/{len(plan) + 1}"
        order = shuffled_by_seed(
            seed, sorted(entrant.number for entrant in request.entrants)
        )
        draft = request.draft[turn:]
        one = replace(
            request, played=plan, standing=tuple(order), seed=seed, draft=draft
        )
        drawn = _ranked(one, budget)
        plan += drawn.plan
        fillers.update(drawn.fillers)
    source = "lots, repeats avoided"
    return Drawn(plan[len(request.played) :], tuple(sorted(fillers)), source)


#: Cost, in rematches, of a player's seat at a short table while others sat at short
#: tables less often.
_OUT_OF_TURN = 5


def _present(request: Request, kept: Kept) -> Attendance:
    """Return the players to seat at the tables that are not kept."""
    return attendance(
        request, request.standing, len(request.played) + 1, sorted(kept.people)
    )


def _ranked(request: Request, budget: Budget) -> Drawn:
    kept = kept_tables(request)
    present = _present(request, kept)
    rest = replace(request, entrants=kept.others(request.entrants))
    chairs: Sequence[Sequence[SeatOrEmpty]] = [
        [None if number in present.nobody else number for number in table]
        for table in _free_tables(rest, present, budget)
    ]
    demands = request.demands
    round_ = kept.with_free(levelled(chairs) if demands.shortens else chairs)
    from_east = demands.shortens or demands.size < SEATS_PER_TABLE
    plan = (best_winds(round_, request.played, from_east=from_east),)
    house = kept.people.intersection(request.fillers).union(present.fillers)
    return Drawn(plan, tuple(sorted(house)), request.method.value)


def _free_tables(
    request: Request, present: Attendance, budget: Budget
) -> Sequence[Sequence[int]]:
    if not present.people:
        return ()
    if request.method in (Method.SWISS, Method.RANDOM):
        return _searched(request, present, budget)
    return _by_rank(request, present)


def _by_rank(request: Request, present: Attendance) -> Sequence[Sequence[int]]:
    """Return the tables that the standings alone determine: snake, intervals or
    ranks."""
    people, options = present.people, request.options
    size = request.demands.size
    if request.method == Method.SNAKE:
        return random_and_snake_rounds.snake_tables(
            people, entrants=request.entrants, size=size
        )
    if request.method == Method.INTERVALS:
        interval = options.interval
        return random_and_snake_rounds.interval_tables(
            people, interval, entrants=request.entrants, size=size
        )
    template = options.template
    return random_and_snake_rounds.template_tables(
        people, template, entrants=request.entrants, size=size
    )


def _searched(
    request: Request, present: Attendance, budget: Budget
) -> Sequence[Sequence[int]]:
    """Return the tables that a search finds: random or Swiss."""
    if request.demands.size < SEATS_PER_TABLE:
        return _searched_in_threes(request, present, budget)
    people, nobody = present.people, present.nobody
    chance = Chance(request.seed, request.method.value)
    apart = {pair(one, other) for one in nobody for other in nobody if one != other}
    demands = replace(request.demands, never=(*request.demands.never, *sorted(apart)))
    entrants = [*request.entrants, *map(SeatingPlayer, nobody)]
    played = _beside_nobody(request.played, nobody, people)
    if request.method == Method.RANDOM:
        return random_and_snake_rounds.random_tables(
            people,
            played,
            entrants=entrants,
            demands=demands,
            chance=chance,
            budget=budget,
        )
    return swiss_round(
        people,
        played,
        entrants=entrants,
        demands=demands,
        block=request.options.block,
        order=request.options.order,
        chance=chance,
        budget=budget,
    )


def _searched_in_threes(
    request: Request, present: Attendance, budget: Budget
) -> Sequence[Sequence[int]]:
    """Return tables of 3, found by the search for tables of 4.

    In the standings given to the search, each three players are followed by a number
    that represents an empty seat. These numbers are kept apart, so that each table has
    one of them.
    """
    size = request.demands.size
    people = present.people
    tables = len(people) // size
    numbers = [*people, *players_in_plan(request.played)]
    numbers += [one.number for one in request.entrants]
    above = max(numbers) + 1
    nobody = tuple(range(above, above + tables))
    order = tuple(
        number
        for table, none in enumerate(nobody)
        for number in (*people[size * table : size * (table + 1)], none)
    )
    demands = replace(request.demands, size=SEATS_PER_TABLE)
    apart = [pair(one, other) for one in nobody for other in nobody if one < other]
    demands = replace(demands, never=(*demands.never, *apart))
    filled = replace(
        request,
        entrants=(*request.entrants, *map(SeatingPlayer, nobody)),
        demands=demands,
    )
    tables_found = _searched(filled, replace(present, people=order), budget)
    return [
        [number for number in table if number not in nobody] for table in tables_found
    ]


def _beside_nobody(played: Plan, nobody: Sequence[int], people: Sequence[int]) -> Plan:
    """Return the played rounds, with additional meetings of players who sat at short
    tables.

    Each such player counts as having met all numbers that represent empty seats.
    Another seat at a short table then costs as much as a repeat meeting. It costs far
    more if other players in `people` have sat at short tables less often.
    """
    short = [_at_short_tables(round_) for round_ in played]
    times = Counter(chain.from_iterable(short))
    least = min(times[number] for number in people if number not in nobody)
    return tuple(
        (
            *round_,
            *(
                (number, none, None, None)
                for number in sat
                for none in nobody
                for _meeting in range(_OUT_OF_TURN if times[number] > least else 1)
            ),
        )
        for round_, sat in zip(played, short, strict=True)
    )


def _at_short_tables(round_: Round) -> Sequence[int]:
    tables = map(seated, round_)
    return [
        number
        for people in tables
        if len(people) < SEATS_PER_TABLE
        for number in people
    ]


def _repair(request: Request, budget: Budget) -> Drawn:
    mended = repair(
        (*request.played, *request.draft),
        len(request.played),
        request.entrants,
        request.demands,
        request.seed,
        budget,
        fillers=request.fillers,
    )
    size = request.demands.size
    plan = touched_winds(mended.plan, mended.disturbance.touched, size)
    source = "repair of the plan"
    later = plan[len(request.played) :]
    if request.demands.shortens:
        later = tuple(tuple(map(closed_up, round_)) for round_ in later)
    return Drawn(later, mended.fillers, source)


METHODS: Mapping[Method, Callable[[Request, Budget], Drawn]] = {
    Method.PLAN: _plan,
    Method.RANDOM: _random,
    Method.REPAIR: _repair,
    **dict.fromkeys(RANKED, _ranked),
}
