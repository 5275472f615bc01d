"""The match days of a league: read and set them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import NOT_BEGUN, League, MatchDay, Tournament
from tournaments.refusals import refusal
from tournaments.rounds.rounds_with_hidden_results import plan_rounds
from tournaments.rounds.row_locks_and_finished_check import (
    lock_with_rounds,
    refuse_if_finished,
)
from tournaments.seating.files.pasted_tables import MOST_ROUNDS

MOST_POINTS = 1_000_000


@dataclass(frozen=True)
class DayPlan:
    """Settings of a match day: number of rounds, and date if known."""

    rounds: int
    date: date | None = None


@dataclass(frozen=True)
class LeaguePlan:
    """Settings of a league: the fields of `League` by name, and its match days in
    order. Without days, the tournament is not a league."""

    days: tuple[DayPlan, ...]
    best_days: int = 0
    least_days: int = 0
    late_points: int = 1
    forfeit_points: int = 2


def league_of(tournament: Tournament) -> League | None:
    """Return the tournament's league settings; None, without a query, if it is not a
    league."""
    if not tournament.is_league:
        return None
    return League.objects.filter(tournament=tournament).first()


def days_of(tournament: Tournament) -> list[MatchDay]:
    """Return the match days in order; empty if the tournament is not a league."""
    if not tournament.is_league:
        return []
    return list(tournament.match_days.order_by("number"))


def day_at(days: Iterable[MatchDay], number: int) -> MatchDay | None:
    """Return the match day that contains the round; None if there is none."""
    return next((day for day in days if number in day.round_numbers), None)


def plan_of(tournament: Tournament) -> LeaguePlan:
    """Return the current settings of the league; settings without days if the
    tournament is not a league."""
    league = league_of(tournament)
    days = tuple(DayPlan(day.rounds, day.date) for day in days_of(tournament))
    if league is None:
        return LeaguePlan(())
    return LeaguePlan(
        days,
        league.best_days,
        league.least_days,
        league.late_points,
        league.forfeit_points,
    )


@transaction.atomic
def set_league(tournament: Tournament, plan: LeaguePlan, *, by: str) -> None:
    """Save the league settings, and log the old and the new settings. Without days, the
    tournament is no longer a league. Equal settings change nothing.

    Without stages, the tournament then has the rounds of all days, and after them as
    many rounds as were planned after the previous last day. Rounds with seating are
    kept. With stages, the stages set the number of rounds.

    Raises Refused if the tournament is finished, if the days do not fit the tournament,
    or if a started round or a day with deductions would change.
    """
    current = lock_with_rounds(tournament)
    refuse_if_finished(current)
    before = plan_of(current)
    if before == plan:
        return
    _refuse_unfit(current, plan)
    old = {day.number: day for day in days_of(current)}
    new = [
        MatchDay(tournament=tournament, number=number, first_round=first, **values)
        for number, (first, values) in enumerate(_laid_out(plan.days), 1)
    ]
    _refuse_late(current, list(old.values()), new)
    # Two days may not have the same first round, not even while they are saved.
    stays = {new_day.number: new_day for new_day in new}
    for number, was in old.items():
        now = stays.get(number)
        if now is None or _span(now) != _span(was):
            was.delete()
    for day in new:
        before_day = old.get(day.number)
        if before_day is not None and _span(day) == _span(before_day):
            MatchDay.objects.filter(pk=before_day.pk).update(date=day.date)
        else:
            day.save()
    _keep(tournament, plan)
    tournament.is_league = bool(plan.days)
    tournament.save(update_fields=["is_league"])
    tournament.record(
        "league_set", by=by, league=_as_logged(plan), before=_as_logged(before)
    )
    if plan.days and not current.is_staged:
        seated = max(current.rounds.values_list("number", flat=True), default=0)
        beyond = current.planned_rounds - sum(day.rounds for day in before.days)
        final = beyond if before.days else 0
        plan_rounds(tournament, max(seated, new[-1].last_round + final), by=by)


def _laid_out(days: Sequence[DayPlan]) -> Iterable[tuple[int, Mapping[str, object]]]:
    first = 1
    for day in days:
        yield first, {"rounds": day.rounds, "date": day.date}
        first += day.rounds


def _keep(tournament: Tournament, plan: LeaguePlan) -> None:
    if not plan.days:
        League.objects.filter(tournament=tournament).delete()
        return
    League.objects.update_or_create(
        tournament=tournament,
        defaults={
            "best_days": plan.best_days,
            "least_days": plan.least_days,
            "late_points": plan.late_points,
            "forfeit_points": plan.forfeit_points,
        },
    )


def check_plan(plan: LeaguePlan) -> None:
    """Raise Refused if the settings contradict each other."""
    rounds = sum(day.rounds for day in plan.days)
    if rounds > MOST_ROUNDS or any(day.rounds < 1 for day in plan.days):
        raise refusal(
            "bad_rounds",
            _("Enter 1 to %(most)s rounds in total."),
            "rounds",
            most=MOST_ROUNDS,
        )
    for name in ("best_days", "least_days"):
        if plan.days and getattr(plan, name) > len(plan.days):
            raise refusal(
                "too_many_days",
                _("Enter at most %(days)s, the number of match days."),
                name,
                days=len(plan.days),
            )
    dates = [day.date for day in plan.days if day.date]
    if dates != sorted(dates):
        raise refusal(
            "not_in_order",
            _("Enter the dates of the match days in order."),
            "days",
        )


def _refuse_unfit(tournament: Tournament, plan: LeaguePlan) -> None:
    check_plan(plan)
    rounds = sum(day.rounds for day in plan.days)
    if tournament.is_staged and rounds > tournament.planned_rounds:
        raise refusal(
            "more_than_stages",
            _(
                "The stages have %(rounds)s rounds in total. The match days cannot "
                "have more rounds than that."
            ),
            "rounds",
            rounds=tournament.planned_rounds,
        )


def _refuse_late(
    tournament: Tournament, old: Sequence[MatchDay], new: Sequence[MatchDay]
) -> None:
    """Raise Refused if a started round or a day with deductions would change.

    A tournament may become a league after it has started.
    """
    begun = tournament.rounds.exclude(state__in=NOT_BEGUN)
    for number in begun.values_list("number", flat=True):
        was, now = day_at(old, number), day_at(new, number)
        if was is None:
            continue
        if now is None or now.number != was.number:
            raise refusal(
                "day_begun",
                _("Round %(round)s has started. It stays on match day %(day)s."),
                "days",
                round=number,
                day=was.number,
            )
    spans = {day.number: _span(day) for day in new}
    for day in old:
        if spans.get(day.number) != _span(day) and day.fines.exists():
            raise refusal(
                "day_has_fines",
                _("Match day %(day)s has point deductions and cannot change."),
                "days",
                day=day.number,
            )


def _span(day: MatchDay) -> tuple[int, int]:
    return day.first_round, day.rounds


def _as_logged(plan: LeaguePlan) -> dict[str, object]:
    if not plan.days:
        return {}
    return {
        "days": len(plan.days),
        "rounds": sum(day.rounds for day in plan.days),
        "best": plan.best_days,
        "least": plan.least_days,
    }
