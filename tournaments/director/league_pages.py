"""The pages of a league: settings of its match days, and attendance of one match
day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods

from tournaments.access.roles_and_permissions import Ability
from tournaments.check_in import match_day_attendance
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import FineKind, MatchDay, Tournament
from tournaments.people.presence_in_rounds import reached
from tournaments.rounds import match_day_fines, match_day_pattern
from tournaments.rounds.match_days import (
    MOST_POINTS,
    DayPlan,
    LeaguePlan,
    days_of,
    plan_of,
    set_league,
)
from tournaments.seating.files.pasted_tables import MOST_ROUNDS
from tournaments.seating.seating_request import Method
from tournaments.web.form_fields_and_types import Cleaned, whole_number
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

PAGE = require_http_methods(["GET", "HEAD", "POST"])
#: Number of match days offered while there are none.
DAYS_OFFERED = 10

#: Seating methods for a match day, with labels.
WAYS = (
    (Method.PLAN, gettext_lazy("Fewest repeat opponents")),
    (Method.RANDOM, gettext_lazy("Random")),
    (Method.RANKS, gettext_lazy("By the standings: 1–4, 5–8 …")),
)


class LeagueForm(forms.Form):
    """Form for the settings that decide how match days count."""

    best_days = whole_number(
        0,
        MOST_ROUNDS,
        label=gettext_lazy("Best match days counted per player"),
        help_text=gettext_lazy("Enter 0 for all days."),
    )
    least_days = whole_number(
        0,
        MOST_ROUNDS,
        label=gettext_lazy("Match days needed to be ranked"),
        help_text=gettext_lazy("Enter 0 if one game is enough."),
    )
    late_points = whole_number(
        0, MOST_POINTS, label=gettext_lazy("Deduction for being late")
    )
    forfeit_points = whole_number(
        0,
        MOST_POINTS,
        label=gettext_lazy("Deduction for a no-show"),
        help_text=gettext_lazy("In penalty points. Enter 0 for no deduction."),
    )


class DayForm(forms.Form):
    """Form for a match day: its date and number of rounds."""

    date = forms.DateField(
        label=gettext_lazy("Date"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    rounds = whole_number(
        1, MOST_ROUNDS, label=pgettext_lazy("number", "Rounds"), required=False
    )


class FillForm(forms.Form):
    """Form for the total number of match days, to fill in the dates of later match
    days."""

    count = whole_number(
        2,
        MOST_ROUNDS,
        label=gettext_lazy("Total number of match days"),
        help_text=gettext_lazy(
            "Enter the first dates above. The other dates follow the same pattern, "
            "such as every 2 weeks or every first Friday."
        ),
        initial=10,
    )


Days = forms.formset_factory(
    DayForm, extra=2, max_num=MOST_ROUNDS, absolute_max=MOST_ROUNDS
)


class WalkInForm(forms.Form):
    """Form to register a player who arrives unregistered on a match day."""

    first_name = forms.CharField(
        label=gettext_lazy("First name"), max_length=100, required=False
    )
    last_name = forms.CharField(label=gettext_lazy("Last name"), max_length=100)
    group = whole_number(0, 30, label=gettext_lazy("Group"), required=False)


@for_helpers(Ability.SETUP)
@PAGE
def league(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the match days and their settings. POST saves them, or fills in further
    dates."""
    if request.method != "POST":
        return render(request, "director/league.html", _page(tournament))
    form, days = LeagueForm(request.POST), Days(request.POST, prefix="day")
    if "fill" in request.POST:
        return _filled(request, tournament, form, days)
    if form.is_valid() and days.is_valid():
        with faults_in(form):
            plan = _plan(form.cleaned_data, days)
            set_league(tournament, plan, by=request.user.get_username())
            message = (
                _("League saved.")
                if plan.days
                else _("This tournament is not a league.")
            )
            messages.success(request, message)
            return redirect("director:league", tournament.slug)
    return refused(request, "director/league.html", _page(tournament, form, days))


def _filled(
    request: AccountRequest,
    tournament: Tournament,
    form: LeagueForm,
    days: forms.BaseFormSet[DayForm],
) -> HttpResponse:
    """Render the form with the dates of later match days filled in but not saved."""
    fill = FillForm(request.POST)
    if days.is_valid() and fill.is_valid():
        rows = [row.cleaned_data for row in days.forms]
        dated = list(takewhile(lambda row: row.get("date"), rows))
        with faults_in(fill):
            dates = match_day_pattern.continued(
                [row["date"] for row in dated], fill.cleaned_data["count"]
            )
            rounds = [row.get("rounds") or 1 for row in dated]
            rounds += rounds[-1:] * (len(dates) - len(dated))
            initial = [
                {"date": day, "rounds": count}
                for day, count in zip(dates, rounds, strict=False)
            ]
            page = _page(tournament, form, Days(prefix="day", initial=initial), fill)
            page["is_filled"] = True
            return render(request, "director/league.html", page)
    return refused(request, "director/league.html", _page(tournament, form, days, fill))


def _plan(values: Cleaned, days: forms.BaseFormSet[DayForm]) -> LeaguePlan:
    """Return the settings with the match days that have rounds. Days without rounds are
    left out."""
    filled = (row.cleaned_data for row in days.forms)
    played_days = tuple(
        DayPlan(row["rounds"], row.get("date")) for row in filled if row.get("rounds")
    )
    return LeaguePlan(played_days, **values) if played_days else LeaguePlan(())


def _page(
    tournament: Tournament,
    form: LeagueForm | None = None,
    days: object = None,
    fill: FillForm | None = None,
) -> dict[str, object]:
    plan = plan_of(tournament)
    if form is None:
        initial = [{"date": day.date, "rounds": day.rounds} for day in plan.days]
        usual = [{"rounds": 2}] * DAYS_OFFERED
        days = Days(prefix="day", initial=initial or usual)
        form = LeagueForm(
            initial={name: getattr(plan, name) for name in LeagueForm.base_fields}
        )
    return {
        "tournament": tournament,
        "form": form,
        "days": days,
        "fill": fill or FillForm(),
        "match_days": days_of(tournament),
    }


@for_helpers(Ability.CHECK_IN)
@PAGE
def evening_of(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Render the attendance of a match day, filtered by ?q=.

    POST carries out one action: `open` check-in, mark a player `here` or `away`, deduct
    points for `late` or `forfeit`, cancel a deduction (`give_back`), or register a new
    player.
    """
    day = _day(tournament, number)
    if request.method != "POST":
        return render(request, "director/evening.html", _evening(request, day))
    if "last_name" in request.POST:
        return _walked_in(request, day)
    with faults_shown(request):
        messages.success(request, _done(request, day))
    back = reverse("director:evening", args=[tournament.slug, number])
    search = request.POST.get("q", "")[:100]
    return redirect(f"{back}?q={search}" if search else back)


def _done(request: AccountRequest, day: MatchDay) -> str:
    """Carry out the action in the POST, and return a sentence about the result. Raises
    Refused if the action is not possible, and Http404 for an unknown action."""
    by, tournament = request.user.get_username(), day.tournament
    if "open" in request.POST:
        match_day_attendance.open_day(tournament, day.number, by=by)
        return _("Tap each player who is present.")
    actions: Mapping[str, Callable[[int], str]] = {
        "here": lambda number: (
            _("%(name)s checked in.")
            % {
                "name": match_day_attendance.set_attendance(
                    tournament, day.number, number, here=True, by=by
                )
            }
        ),
        "away": lambda number: (
            _("%(name)s is no longer checked in.")
            % {
                "name": match_day_attendance.set_attendance(
                    tournament, day.number, number, here=False, by=by
                )
            }
        ),
        "late": lambda number: _fined(day, number, FineKind.LATE, by),
        "forfeit": lambda number: _fined(day, number, FineKind.FORFEIT, by),
        "give_back": lambda key: (
            _("Deduction of %(name)s cancelled.")
            % {"name": match_day_fines.take_back(tournament, key, by=by)}
        ),
    }
    for name, act in actions.items():
        value = request.POST.get(name, "")
        if value.isascii() and value.isdecimal() and len(value) <= 9:
            return act(int(value))
    raise Http404


def _fined(day: MatchDay, number: int, kind: FineKind, by: str) -> str:
    row = match_day_fines.fine(day, number, kind, by=by)
    return _("%(name)s: −%(points)s.") % {"name": row.player, "points": row.points}


def _walked_in(request: AccountRequest, day: MatchDay) -> HttpResponse:
    form = WalkInForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            player = match_day_attendance.walk_in(
                day.tournament,
                day.number,
                first_name=form.cleaned_data["first_name"],
                last_name=form.cleaned_data["last_name"],
                group=form.cleaned_data["group"] or 0,
                by=request.user.get_username(),
            )
            message = _("%(name)s registered as player %(number)s.")
            messages.success(
                request, message % {"name": player, "number": player.number}
            )
            return redirect("director:evening", day.tournament.slug, day.number)
    return refused(request, "director/evening.html", _evening(request, day, form))


def _evening(
    request: AccountRequest, day: MatchDay, form: WalkInForm | None = None
) -> dict[str, object]:
    attendance = match_day_attendance.attendance_of(day.tournament, day)
    text = request.GET.get("q", "")[:100].casefold().strip()
    return {
        "tournament": day.tournament,
        "evening": attendance,
        "day": day,
        "match_days": days_of(day.tournament),
        "comers": [
            player
            for player in attendance.comers
            if text in f"{player.player.number} {player.player}".casefold()
        ],
        "text": text,
        "form": form or WalkInForm(),
        "ways": WAYS,
        "next_round": attendance.unseated[0] if attendance.unseated else None,
    }


@for_helpers(Ability.CHECK_IN)
@require_http_methods(["GET", "HEAD"])
def tonight(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Redirect to the current or next match day; if all rounds have started, to the
    last match day. Raises Http404 if there are no match days."""
    days, now = days_of(tournament), reached(tournament)
    day = match_day_attendance.current_day(days, now.begun)
    if day is None:
        raise Http404
    return redirect("director:evening", tournament.slug, day.number)


def _day(tournament: Tournament, number: int) -> MatchDay:
    for day in days_of(tournament):
        if day.number == number:
            day.tournament = tournament
            return day
    raise Http404
