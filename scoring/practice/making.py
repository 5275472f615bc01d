"""Make a practice event that stands where a crew wants to rehearse from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext

from rules.table import Ruleset
from scoring.event_folder.line_columns import Key
from scoring.event_folder.storing import TableToWrite, table_to_write, write_ledgers
from scoring.practice.games import MOST_HANDS, game
from scoring.practice.people import invented_people
from scoring.wording.reasons import NONE
from tournaments.events.rulesets import Preset
from tournaments.events.setup import tournament_setup
from tournaments.models import RoundState, Session, Tournament
from tournaments.people import registration
from tournaments.rounds import clock, publishing, round_seats
from tournaments.rounds.round_seats import TableRow
from tournaments.rounds.stages.stage_list import StagePlan, set_stages

#: Whoever enters what was played before anybody looked.
BUILDER = "practice"
#: Hands that tables have played in the middle of a round.
IN_THE_MIDDLE = (3, 8)


@dataclass(frozen=True)
class PracticePlan:
    """What a practice event is to be: `round` is the one it stands before or, with
    `in_the_middle`, in. `players` sit in fours. `final`: so many are to go on to a
    final, the last round, which nobody has a seat in yet; 0: there is none."""

    preset: Preset
    players: int
    rounds: int
    round: int
    in_the_middle: bool
    seed: int
    final: int = 0


def make_practice(plan: PracticePlan, *, director: User, now: datetime) -> Tournament:
    """A practice event as planned, for `director` alone. What was played before is
    worked out before the transaction that writes it."""
    chance = Random(plan.seed)  # noqa: S311
    people = invented_people(plan.players, chance)
    seats = list(seats_of(plan.players, plan.rounds - bool(plan.final)))
    preset = plan.preset
    setup = tournament_setup.Plan(
        title=gettext("Practice event"),
        ruleset=preset.ruleset,
        planned_rounds=plan.rounds,
        minutes=preset.minutes,
        end_policy=preset.end_policy,
        options=preset.options,
        is_practice=True,
    )
    with transaction.atomic():
        tournament = tournament_setup.create_tournament(setup, director=director)
        by = director.get_username()
        if plan.final:
            set_stages(tournament, _stages(plan), by=by)
        rows = [
            registration.PlayerRow(first_name=first, last_name=last, club=club)
            for first, last, club in people
        ]
        registration.register(tournament, rows, by=by)
        round_seats.seat_rounds(tournament, seats, by=by)
    played = dict(_played(plan, tournament.rules, seats, chance))
    with transaction.atomic():
        _write(tournament, played)
        _set_states(tournament, plan, now=now, by=by)
    return tournament


def _stages(plan: PracticePlan) -> list[StagePlan]:
    """A qualifying, and a final of one round from half the points, East to the
    first."""
    final = StagePlan(
        "final",
        1,
        cut="top",
        cut_size=plan.final,
        carry="fraction",
        carry_denominator=2,
        method="ranks",
        seats="east",
    )
    return [StagePlan("qualifying", plan.rounds - 1), final]


def seats_of(players: int, rounds: int) -> Iterator[TableRow]:
    """Who sits where: four columns of players, each of which goes on by another number
    of tables from round to round, and another wind comes first. Nobody meets anybody
    twice while there are at least three times as many tables as rounds."""
    tables = players // 4
    for round_ in range(rounds):
        for table in range(tables):
            numbers = [
                column * tables + (table + column * round_) % tables + 1
                for column in range(4)
            ]
            turn = round_ % 4
            east, south, west, north = numbers[turn:] + numbers[:turn]
            yield TableRow(round_ + 1, table + 1, (east, south, west, north))


def _played(
    plan: PracticePlan, rules: Ruleset, seats: list[TableRow], chance: Random
) -> Iterator[tuple[Key, TableToWrite]]:
    """What the tables have played, by round and table."""
    for row in seats:
        if row.round < plan.round:
            yield (row.round, row.table), _table(rules, chance, MOST_HANDS)
        elif row.round == plan.round and plan.in_the_middle:
            some = chance.randint(*IN_THE_MIDDLE)
            yield (row.round, row.table), _table(rules, chance, some)


def _table(rules: Ruleset, chance: Random, most: int) -> TableToWrite:
    hands, state = game(rules, chance, most=most)
    rows = [(hand.number, hand.raw, NONE) for hand in hands]
    return table_to_write(rules, rows, state, by=BUILDER)


def _write(tournament: Tournament, played: dict[Key, TableToWrite]) -> None:
    sessions = (
        Session.objects.filter(round__tournament=tournament)
        .select_related("round__tournament")
        .prefetch_related("seats")
    )
    by_key = {(each.round.number, each.table): each for each in sessions}
    write_ledgers(by_key, played)


def _set_states(
    tournament: Tournament, plan: PracticePlan, *, now: datetime, by: str
) -> None:
    before = tournament.rounds.filter(number__lt=plan.round)
    before.update(state=RoundState.CLOSED)
    standing = tournament.rounds.filter(number=plan.round).first()
    if standing:
        publishing.publish(standing.pk, by=by)
    tournament.record(
        "practice_built",
        by=by,
        round=plan.round,
        players=plan.players,
        seed=plan.seed,
    )
    if standing and plan.in_the_middle:
        began = now - timedelta(minutes=tournament.minutes) / 3
        clock.start(standing.pk, by=by, now=began)
