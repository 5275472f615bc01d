"""Create practice tournaments: copies of a tournament, or ready-made at a
chosen round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

from rules.ruleset_and_table_state import Ruleset
from scoring.practice.bots_directing_rounds import come_to, cut
from scoring.practice.practice_players_and_formats import (
    MOST_PEOPLE,
    Format,
    invented_people,
    pools_of,
    seats_by_rank,
    seats_of,
    set_format,
)
from scoring.practice.simulated_games import MOST_HANDS, game
from scoring.tournament_folder import copy_tournament
from scoring.tournament_folder.column_types_and_table_points import Key
from scoring.tournament_folder.store_imported_tournament import (
    TableToWrite,
    table_to_write,
    write_ledgers,
)
from scoring.wording.stored_reasons import NONE
from tournaments.models import Game, RoundState, Tournament
from tournaments.people import register_players
from tournaments.people.register_players import PlayerRow
from tournaments.refusals import refusal
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.rounds.match_days import days_of
from tournaments.rounds.seating_files import TableRow
from tournaments.rounds.stages.stage_settings import stages_of
from tournaments.tournament_setup import create_and_change_tournament
from tournaments.tournament_setup.offered_rulesets_and_presets import Preset

#: Number of players for a tournament without registered players.
USUAL_PEOPLE = 16
LONGEST_TITLE = 200


@transaction.atomic
def rehearse(tournament: Tournament, *, director: User, seed: int) -> Tournament:
    """Create a practice tournament with the settings, stages and match days of
    `tournament`, and return it.

    Invented players take the numbers, teams and groups of the registered players. There
    is no seating, because generating a seating is part of the exercise. Raises Refused
    if there are more players than invented names, and RuleError for old settings that
    the ruleset no longer has.
    """
    rows = _invented(tournament, Random(seed))
    title = gettext("Practice: %(title)s") % {"title": tournament.title}
    made = copy_tournament.practice_after(
        tournament, title=title[:LONGEST_TITLE], director=director
    )
    by = director.get_username()
    register_players.register(made, rows, by=by)
    made.record("practice_built", by=by, round=1, players=len(rows), seed=seed)
    return made


def _invented(tournament: Tournament, chance: Random) -> list[PlayerRow]:
    """Return an invented player for each player who has not withdrawn; a default number
    if there are no players. Raises Refused if there are more players than invented
    names.
    """
    present = tournament.players.filter(last_round=None, is_substitute=False)
    players = list(present.select_related("team").order_by("number"))
    people = len(players) or USUAL_PEOPLE
    if people > MOST_PEOPLE:
        raise refusal(
            "too_many_to_invent",
            _("Practice tournaments have at most %(most)s players."),
            most=MOST_PEOPLE,
        )
    invented = invented_people(people, chance)
    if not players:
        return [
            PlayerRow(first_name=first, last_name=last, club=club)
            for first, last, club in invented
        ]
    return [
        PlayerRow(
            first_name=first,
            last_name=last,
            club=club,
            number=player.number,
            team=player.team.name if player.team else "",
            group=player.group,
            fixed_table=player.fixed_table,
            is_filler=player.is_filler,
        )
        for player, (first, last, club) in zip(players, invented, strict=True)
    ]


#: Author of ledger entries that were generated.
BUILDER = "practice"
#: Least and most hands of a game in progress.
IN_THE_MIDDLE = (3, 8)


@dataclass(frozen=True)
class PracticePlan:
    """Settings of a practice tournament.

    The tournament starts before round `round`, or during that round with
    `in_the_middle`. `players`: number of players; it must fill every table. A final is
    seated only if the tournament starts during it. Players are checked in only for
    match days up to `round`.
    """

    preset: Preset
    players: int
    rounds: int
    round: int
    in_the_middle: bool
    seed: int
    format: Format = Format.ONE


def make_practice(plan: PracticePlan, *, director: User, now: datetime) -> Tournament:
    """Create a practice tournament that only `director` sees, and return it.

    Earlier games are simulated outside the transaction that saves them.
    """
    chance = Random(plan.seed)
    by = director.get_username()
    with transaction.atomic():
        tournament = _set_up(plan, chance, director=director)
        seats = _seated(tournament, plan, by=by)
    played = dict(_played(plan, tournament.rules, seats, chance))
    with transaction.atomic():
        _write(tournament, played)
        before = tournament.rounds.filter(number__lt=plan.round)
        before.update(state=RoundState.CLOSED)
    if plan.in_the_middle and plan.round > max(row.round for row in seats):
        with transaction.atomic():
            final = _final(tournament, plan, chance, by=by)
        with transaction.atomic():
            _write(tournament, dict(_played(plan, tournament.rules, final, chance)))
    with transaction.atomic():
        _let_it_stand(tournament, plan, now=now, by=by)
    return tournament


def _set_up(plan: PracticePlan, chance: Random, *, director: User) -> Tournament:
    """Create the tournament with its players, without seating, and return it."""
    preset = plan.preset
    setup = create_and_change_tournament.Plan(
        title=gettext("Practice tournament"),
        ruleset=preset.ruleset,
        planned_rounds=plan.rounds,
        minutes=preset.minutes,
        end_policy=preset.end_policy,
        options=preset.options,
        is_practice=True,
        language=get_language() or settings.LANGUAGE_CODE,
    )
    tournament = create_and_change_tournament.create_tournament(
        setup, director=director
    )
    by = director.get_username()
    set_format(tournament, plan.format, players=plan.players, rounds=plan.rounds, by=by)
    rows = [
        register_players.PlayerRow(first_name=first, last_name=last, club=club)
        for first, last, club in invented_people(plan.players, chance)
    ]
    register_players.register(tournament, rows, by=by)
    tournament.refresh_from_db()
    return tournament


def _seated(tournament: Tournament, plan: PracticePlan, *, by: str) -> list[TableRow]:
    """Assign groups, seat all rounds whose players are known, and return the tables.

    These rounds end before the cut, or with the current match day.
    """
    seed = str(plan.seed)
    stages = stages_of(tournament)
    if stages and stages[0].groups:
        cut(tournament, stages[0], seed=seed, by=by)
    seats: list[TableRow] = []
    size = tournament.rules.players
    if days := days_of(tournament):
        for day in days:
            if seats and day.first_round > plan.round:
                break
            pools = [come_to(tournament, day, seed=seed, by=by)]
            seats += seats_of(pools, range(day.first_round, day.last_round + 1), size)
    else:
        rounds = stages[0].rounds if stages else plan.rounds
        seats += seats_of(pools_of(tournament), range(1, rounds + 1), size)
    seat_rounds_and_exchange_seats.seat_rounds(tournament, seats, by=by)
    return seats


def _final(
    tournament: Tournament, plan: PracticePlan, chance: Random, *, by: str
) -> list[TableRow]:
    """Make the cuts, seat the final, and return its tables."""
    number = stages_of(tournament)[-1].number
    for stage in stages_of(tournament):
        if stage.needs_deciding and not stage.is_decided:
            cut(tournament, stage, seed=str(plan.seed), by=by)
    final = next(
        candidate for candidate in stages_of(tournament) if candidate.number == number
    )
    seats = list(seats_by_rank(final, chance))
    seat_rounds_and_exchange_seats.seat_rounds(tournament, seats, by=by)
    return seats


def _played(
    plan: PracticePlan, rules: Ruleset, seats: Sequence[TableRow], chance: Random
) -> Iterator[tuple[Key, TableToWrite]]:
    """Yield the simulated games, each with its round and table number."""
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
    games = (
        Game.objects.filter(round__tournament=tournament)
        .select_related("round__tournament")
        .prefetch_related("seats")
    )
    by_key = {(game.round.number, game.table): game for game in games}
    write_ledgers(by_key, played)


def _let_it_stand(
    tournament: Tournament, plan: PracticePlan, *, now: datetime, by: str
) -> None:
    standing = tournament.rounds.filter(number=plan.round).first()
    if standing:
        publish_seating.publish(standing.pk, by=by)
    tournament.record(
        "practice_built",
        by=by,
        round=plan.round,
        players=plan.players,
        seed=plan.seed,
    )
    if standing and plan.in_the_middle:
        began = now - timedelta(minutes=tournament.minutes) / 3
        round_clock.start(standing.pk, by=by, now=began)
