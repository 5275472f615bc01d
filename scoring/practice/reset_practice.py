"""Reset a practice tournament to an earlier round; later play is deleted."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from rules.ledger_entries import Reseat
from rules.winds import WINDS
from scoring.models import Incident, LedgerEntry
from scoring.practice import start_and_stop_bots
from scoring.practice.practice_players_and_formats import pools_of, seats_of
from tournaments.models import (
    LeagueFine,
    MatchDay,
    Person,
    Player,
    Round,
    Seat,
    Tournament,
)
from tournaments.people.namesakes import mark_namesakes
from tournaments.refusals import refusal
from tournaments.rounds import publish_seating, seat_rounds_and_exchange_seats
from tournaments.rounds.late_start import Late, LateStart
from tournaments.rounds.match_days import days_of
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.rounds.seating_files import TableRow
from tournaments.rounds.stages import stage_and_group_players
from tournaments.rounds.stages.stage_settings import stages_of
from tournaments.seating.files.pasted_tables import MOST_ROUNDS
from tournaments.seating.seating_plan import seated
from tournaments.tournament_setup import delete_tournaments


@transaction.atomic
def reset(tournament: Tournament, number: int, *, by: str) -> Round:
    """Reset the tournament to the start of round `number` and return that round.

    The round's seating is published; later rounds keep their seating unpublished.
    Players who have withdrawn since then play again. Bots stop, and the log is kept.
    Raises Refused unless the tournament is an unfinished practice tournament with this
    round.
    """
    start_and_stop_bots.refuse_real(tournament)
    current = lock_with_rounds(tournament)
    rounds = list(current.rounds.filter(number__gte=number))
    if not rounds or rounds[0].number != number:
        raise refusal("no_round", _("This round does not exist."), "round")
    if current.is_finished:
        raise refusal(
            "finished", _("The results are final. Reopen the tournament first.")
        )
    start_and_stop_bots.stop(tournament, by=by)
    last = _last_seated(current, number)
    plans = {
        round_.number: (_seats_before(round_), round_.draw)
        for round_ in rounds
        if round_.number <= last
    }
    Incident.objects.filter(game__round__in=rounds).delete()
    delete_tournaments.delete_rounds(current, rounds)
    seated = {
        person
        for rows, _draw in plans.values()
        for row in rows
        for person in row.numbers
    }
    _have_everybody_back(current, number, seated)
    _forget_stages(current, number, by=by)
    _forget_days(current, number)
    players = {player.number: player for player in current.players.all()}
    for round_, (rows, draw) in plans.items():
        seat_rounds_and_exchange_seats.replace_round(
            current, round_, rows, players, draw
        )
    current.record("practice_reset", by=by, round=number)
    standing = current.rounds.get(number=number)
    return publish_seating.publish(
        standing.pk, by=by, although=True, late=LateStart(Late.BY_HAND)
    )


def _last_seated(tournament: Tournament, number: int) -> int:
    """Return the last round whose players are known at the start of round `number`.

    A later cut or match day decides who plays after it.
    """
    following = [
        *(
            period.first_round
            for period in stages_of(tournament)
            if period.needs_deciding
        ),
        *(period.first_round for period in days_of(tournament)),
    ]
    later = (first for first in following if first > number)
    return min(later, default=MOST_ROUNDS + 1) - 1


def _forget_stages(tournament: Tournament, number: int, *, by: str) -> None:
    """Undo the cuts after that round, the last cut first."""
    for stage in reversed(stages_of(tournament)):
        if stage.first_round > number and stage.is_decided and not stage.is_beside:
            stage.tournament = tournament
            stage_and_group_players.take_back(stage, by=by, reason="")


def _forget_days(tournament: Tournament, number: int) -> None:
    """Undo the check-in of later match days, and delete players who joined on those
    days. Does nothing without match days.
    """
    later = [day for day in days_of(tournament) if day.first_round > number]
    if not later:
        return
    rounds = {number for day in later for number in day.round_numbers}
    players = list(tournament.players.filter(is_filler=False))
    for player in players:
        player.away = set(player.away) - rounds
    Player.objects.bulk_update(players, ["away_rounds"])
    pks = [day.pk for day in later]
    MatchDay.objects.filter(pk__in=pks).update(opened_at=None)
    LeagueFine.objects.filter(day__in=pks).delete()
    _forget_people(
        tournament.players.filter(
            first_round__gte=later[0].first_round, seats=None, is_filler=False
        )
    )


def _seats_before(round_: Round) -> list[TableRow]:
    """Return the seating as it was generated: the current seating, unless players were
    reseated or substituted since then.
    """
    moved = LedgerEntry.objects.filter(game__round=round_, kind=Reseat.kind).exists()
    stands_in = round_.seats.filter(player__is_substitute=True).exists()
    if (moved or stands_in) and (drawn := _as_drawn(round_)):
        return drawn
    seats: dict[int, dict[str, int]] = {}
    for table, wind, number in Seat.objects.filter(round=round_).values_list(
        "game__table", "wind", "player__number"
    ):
        seats.setdefault(table, {})[wind] = number
    return [
        TableRow(
            round_.number,
            table,
            tuple(by_wind[wind] for wind in WINDS if wind in by_wind),
        )
        for table, by_wind in sorted(seats.items())
    ]


def _as_drawn(round_: Round) -> list[TableRow]:
    """Return the seating as in its draft, or as the practice tournament was created; []
    if neither is known.
    """
    if round_.draw:
        first = round_.draw.first_round
        tables = round_.draw.plan[round_.number - first]
        return [
            TableRow(round_.number, table, tuple(people))
            for table, chairs in enumerate(tables, start=1)
            if (people := seated(chairs))
        ]
    if not round_.tournament.log.filter(kind="practice_built").exists():
        return []
    numbers = range(round_.number, round_.number + 1)
    size = round_.tournament.rules.players
    made = list(seats_of(pools_of(round_.tournament), numbers, size))
    # The built-in plan does not apply to leagues, where attendance varies, or to
    # finals.
    here = Seat.objects.filter(round=round_).count()
    return made if len(made) * size == here else []


def _have_everybody_back(
    tournament: Tournament, number: int, seated: Collection[int]
) -> None:
    """Undo withdrawals and substitutions in the deleted rounds.

    Substitutes with a seat remain. `seated`: player numbers with a seat.
    """
    gone = tournament.players.filter(last_round__gte=number - 1)
    gone.update(last_round=None)
    came = tournament.players.filter(is_substitute=True, seats=None)
    _forget_people(came.exclude(number__in=seated))
    mark_namesakes(tournament)


def _forget_people(players: QuerySet[Player]) -> None:
    people = list(players.values_list("person", flat=True))
    players.delete()
    Person.objects.filter(pk__in=people, players=None).delete()
