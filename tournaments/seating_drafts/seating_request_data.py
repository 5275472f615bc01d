"""Read the input of the seating engine from the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from rules.translation_marks import listed
from rules.winds import WINDS
from tournaments.models import NOT_BEGUN, Player, Seat, Tournament
from tournaments.people.player_list_and_kept_apart import never_meet
from tournaments.refusals import refusal
from tournaments.rounds.stages.groups_and_team_matches import playing_in
from tournaments.seating import seating_plan
from tournaments.seating.constraints import Constraints, SeatingPlayer
from tournaments.seating.files.pasted_tables import MOST_ROUNDS
from tournaments.seating.seating_plan import SEATS_PER_TABLE, Plan
from tournaments.seating.seating_request import RANKED, Method, Options, Request

#: Index of each wind at a table of a plan.
PLACES = {wind.value: place for place, wind in enumerate(WINDS)}


def request_for(
    tournament: Tournament,
    *,
    method: Method,
    first_round: int,
    rounds: int,
    demands: Constraints,
    options: Options | None = None,
    standing: Sequence[int] = (),
    seed: str = "",
    draft: Plan = (),
    locked: Iterable[tuple[int, int]] = (),
) -> Request:
    """Return the complete request for these rounds from the current data.

    Pairs to keep apart are added to `demands`. `standing` contains player numbers, best
    first. Only the players to seat are used, and missing players are added at the end.
    Raises Refused if these rounds cannot be generated now.
    """
    refuse_rounds(tournament, first_round, rounds)
    last_round = first_round + rounds - 1
    entrants = seating_players_of(tournament, first_round, last_round)
    numbers = [entrant.number for entrant in entrants]
    playing = playing_in(tournament, first_round, last_round, numbers)
    entrants = tuple(player for player in entrants if player.number in playing.numbers)
    _refuse_few(tournament, entrants)
    _refuse_short_tables(tournament, demands)
    numbers = [entrant.number for entrant in entrants]
    return Request(
        entrants=entrants,
        rounds=rounds,
        seed=seed,
        method=method,
        demands=replace(
            demands,
            never=_never(tournament, demands, numbers),
            size=tournament.rules.players,
        ),
        played=seated_plan(tournament, range(1, first_round)),
        standing=_standing(standing, numbers) if method in RANKED else (),
        options=options or Options(),
        fillers=house_players_of(tournament),
        draft=draft,
        locked=tuple(sorted(locked)),
        pools=playing.pools,
    )


def refuse_rounds(tournament: Tournament, first_round: int, rounds: int) -> None:
    """Raise Refused if one of these rounds has started, an earlier round has no
    seating, or a number is not valid."""
    last_round = first_round + rounds - 1
    if first_round < 1 or rounds < 1 or last_round > MOST_ROUNDS:
        raise refusal(
            "bad_rounds",
            _("Enter a round from 1 to %(most)s."),
            "rounds",
            most=MOST_ROUNDS,
        )
    states = dict(tournament.rounds.values_list("number", "state"))
    for number in range(first_round, last_round + 1):
        if number in states and states[number] not in NOT_BEGUN:
            raise refusal(
                "round_started",
                _("Round %(round)s has started. Its seating cannot change."),
                "first_round",
                round=number,
            )
    for number in range(1, first_round):
        if number not in states:
            raise refusal(
                "not_seated_yet",
                _("Round %(round)s has no seating. Generate it first."),
                "first_round",
                round=number,
            )


def seating_players_of(
    tournament: Tournament, first_round: int = 1, last_round: int | None = None
) -> tuple[SeatingPlayer, ...]:
    """Return the players who play in any of these rounds, in the order of player
    numbers, without house players.

    If `last_round` is None, return the players of `first_round` and all later rounds.
    """
    players = tournament.players.filter(is_filler=False).select_related(
        "person", "team"
    )
    last = MOST_ROUNDS if last_round is None else last_round
    return tuple(
        seating_player_of(player)
        for player in players.order_by("number")
        if any(player.plays(round_) for round_ in range(first_round, last + 1))
    )


def seating_player_of(player: Player) -> SeatingPlayer:
    return SeatingPlayer(
        number=player.number,
        name=str(player),
        team=player.team.name if player.team else "",
        country=player.person.country,
        club=player.person.club,
        group=player.group,
        table=player.fixed_table,
        first=player.first_round,
        last=_last_of(player),
        away=player.away,
    )


def _last_of(player: Player) -> int | None:
    """Return the player's last round, considering withdrawals and cuts. Return None if
    the player stays until the end."""
    ends = [end for end in (player.last_round, player.cut_after) if end is not None]
    return min(ends, default=None)


def house_players_of(tournament: Tournament) -> tuple[int, ...]:
    """Return the numbers of the house players in ascending order."""
    fillers = tournament.players.filter(is_filler=True).order_by("number")
    return tuple(fillers.values_list("number", flat=True))


def seated_plan(tournament: Tournament, rounds: Iterable[int]) -> Plan:
    """Return the seating of these existing rounds, in the given order.

    Tables are in the order of their numbers. Seats without a player are None.
    """
    tables: dict[int, dict[int, list[int | None]]] = {}
    numbers = list(rounds)
    seats = Seat.objects.filter(
        round__tournament=tournament, round__number__in=numbers
    ).order_by("round__number", "game__table")
    for round_, table, wind, start in seats.values_list(
        "round__number", "game__table", "wind", "player__number"
    ):
        chairs = tables.setdefault(round_, {}).setdefault(
            table, [None] * SEATS_PER_TABLE
        )
        chairs[PLACES[wind]] = start
    return tuple(
        tuple(
            (east, south, west, north)
            for east, south, west, north in tables.get(number, {}).values()
        )
        for number in numbers
    )


def remaining_rounds(tournament: Tournament) -> list[int]:
    """Return the consecutive seated rounds after the last round that has started.

    Raises Refused if there is no such round.
    """
    states = list(tournament.rounds.order_by("number").values_list("number", "state"))
    begun = [number for number, state in states if state not in NOT_BEGUN]
    last = max(begun, default=0)
    to_come = [number for number, _state in states if number > last]
    if to_come:
        return [n for place, n in enumerate(to_come) if n == to_come[0] + place]
    raise refusal("nothing_to_repair", _("No seated round is left to repair."))


def house_players_in(tournament: Tournament, plan: Plan) -> list[int]:
    """Return the numbers in a plan that belong to no player. They are the numbers of
    house players.

    Raises Refused if more than three of the numbers are new, because no round needs
    more house players.
    """
    players = tournament.players.filter(is_filler=False)
    nobody = set(seating_plan.players_in_plan(plan)) - set(
        players.values_list("number", flat=True)
    )
    if (
        len(unknown := sorted(nobody - set(house_players_of(tournament))))
        >= SEATS_PER_TABLE
    ):
        raise refusal(
            "unknown_player",
            _("The plan contains unknown player numbers: %(numbers)s."),
            "plan",
            numbers=listed(unknown),
        )
    return sorted(nobody)


def _never(
    tournament: Tournament, demands: Constraints, numbers: Sequence[int]
) -> tuple[seating_plan.Pair, ...]:
    pairs = never_meet(tournament) | {seating_plan.pair(*two) for two in demands.never}
    known = set(numbers)
    return tuple(sorted(two for two in pairs if known.issuperset(two)))


def _standing(standing: Sequence[int], numbers: Sequence[int]) -> tuple[int, ...]:
    known = set(numbers)
    ranked = dict.fromkeys(number for number in standing if number in known)
    return (*ranked, *(number for number in numbers if number not in ranked))


def _refuse_few(tournament: Tournament, entrants: Sequence[SeatingPlayer]) -> None:
    least = tournament.rules.fewest_players
    if len(entrants) < least:
        raise refusal(
            "too_few",
            ngettext(
                "Only %(count)s player is present. A table needs %(least)s.",
                "Only %(count)s players are present. A table needs %(least)s.",
                len(entrants),
            ),
            count=len(entrants),
            least=least,
        )


def _refuse_short_tables(tournament: Tournament, demands: Constraints) -> None:
    fewest = tournament.rules.fewest_players
    if demands.uneven.fewest < fewest:
        raise refusal(
            "needs_four",
            _("The rules require %(least)s players at each table."),
            "demands.uneven",
            least=fewest,
        )
