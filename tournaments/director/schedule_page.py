"""The schedule page and its forms: edit all lines, make a new schedule, and set the
time zone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Unpack

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.shortcuts import render as render_page
from django.utils import timezone, translation
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import PlanKind, RoundState, Tournament
from tournaments.refusals import sentence
from tournaments.rounds import round_clock
from tournaments.tournament_setup import schedule_changes
from tournaments.tournament_setup.change_time_zone import choose_time_zone
from tournaments.tournament_setup.description_and_logo import description_of
from tournaments.tournament_setup.schedule_changes import MOST_ITEMS, Item
from tournaments.tournament_setup.schedule_templates import Pattern, made
from tournaments.tournament_setup.time_zones_of_country import country_in_other_zones
from tournaments.tournament_time.dates_in_words import (
    date_in_words,
    days_in_words,
    weekday_and_day,
)
from tournaments.tournament_time.time_zone_and_years import (
    zone_names,
)
from tournaments.web.form_fields_and_types import (
    FormArguments,
    Sent,
    offer,
    whole_number,
)
from tournaments.web.local_time_field import LocalTimeField, date_field, which_of_two
from tournaments.web.request_types_and_form_faults import AccountRequest, faults_in

#: Number of empty lines offered.
EMPTY_LINES = 3
MOST_MINUTES = 1440


class ItemForm(forms.Form):
    """Form for a line of the schedule. `what` is a round number, or a kind such as a
    break. A round without minutes gets the minutes of the tournament's rounds.
    """

    what = forms.ChoiceField(label=_("Type"))
    title = forms.CharField(
        label=pgettext_lazy("name of a thing", "Name"), max_length=80, required=False
    )
    start = LocalTimeField(label=pgettext_lazy("time", "Start"))
    minutes = whole_number(1, MOST_MINUTES, label=_("Minutes"), required=False)
    least_minutes = whole_number(
        0, MOST_MINUTES, label=_("Minimum minutes"), required=False
    )

    def __init__(
        self,
        data: Sent | None = None,
        *,
        tournament: Tournament,
        **arguments: Unpack[FormArguments],
    ) -> None:
        super().__init__(data, **arguments)
        self._minutes_of_round = tournament.minutes
        numbers = (
            (str(number), gettext("Round %(number)s") % {"number": number})
            for number in range(1, tournament.planned_rounds + 1)
        )
        kinds = ((str(kind), kind.label) for kind in (PlanKind.BREAK, PlanKind.OTHER))
        offer(self, "what", [("", "–"), *numbers, *kinds])

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        kind = data.get("what")
        if kind in (PlanKind.BREAK, PlanKind.OTHER) and not data.get("title"):
            self.add_error("title", _("Enter a name."))
        if kind and "minutes" in data and data["minutes"] is None:
            if kind.isdecimal():
                data["minutes"] = self._minutes_of_round
            else:
                self.add_error("minutes", _("Enter the minutes."))
        least, minutes = data.get("least_minutes"), data.get("minutes")
        if kind == PlanKind.BREAK and least and minutes and least >= minutes:
            message = _(
                "The minimum minutes must be less than the minutes of the break."
            )
            self.add_error("least_minutes", message)
        return data

    def item(self) -> Item:
        """Return the item of a valid form. Rounds have no title, and only breaks have a
        minimum length."""
        data = self.cleaned_data
        kind, is_round = data["what"], data["what"].isdecimal()
        return Item(
            kind=PlanKind.ROUND if is_round else kind,
            start=data["start"],
            minutes=data["minutes"],
            number=int(kind) if is_round else None,
            title="" if is_round else data["title"],
            least_minutes=data["least_minutes"] if kind == PlanKind.BREAK else None,
        )


ItemFormSet = forms.formset_factory(
    ItemForm,
    extra=EMPTY_LINES,
    can_delete=True,
    max_num=MOST_ITEMS,
    absolute_max=MOST_ITEMS,
)


def lines_of(
    items: Iterable[Item], tournament: Tournament, data: object = None
) -> forms.BaseFormSet[ItemForm]:
    """Return the forms of the schedule's lines, with their current values or the values
    sent.
    """
    initial = [asdict(item) | {"what": str(item.number or item.kind)} for item in items]
    arguments = {"form_kwargs": {"tournament": tournament}, "prefix": "line"}
    if data is None:
        return ItemFormSet(initial=initial, **arguments)  # type: ignore[arg-type]
    return ItemFormSet(data, **arguments)  # type: ignore[arg-type]


class PatternForm(forms.Form):
    """Form for the settings of a new schedule."""

    first_day = date_field(_("First day"))
    first_start = forms.TimeField(
        label=_("Start of the first round each day"),
        widget=forms.TimeInput({"type": "time"}, "%H:%M"),
    )
    which = which_of_two()
    rounds_a_day = whole_number(1, 99, label=_("Rounds per day"))
    minutes = whole_number(
        1,
        MOST_MINUTES,
        label=_("Minutes per round"),
        help_text=_("Include time to finish last hands and record results."),
    )
    gap = whole_number(0, MOST_MINUTES, label=_("Minutes between rounds"))
    break_after = whole_number(
        0, 99, label=_("Rounds before lunch"), help_text=_("Enter 0 for no lunch.")
    )
    break_minutes = whole_number(1, MOST_MINUTES, label=_("Minutes for lunch"))

    @classmethod
    def for_tournament(
        cls, tournament: Tournament, data: Sent | None = None
    ) -> PatternForm:
        initial = {
            "first_day": description_of(tournament).starts_on,
            "first_start": "10:00",
            "rounds_a_day": min(tournament.planned_rounds, 4),
            "minutes": tournament.minutes,
            "gap": 15,
            "break_after": 2,
            "break_minutes": 60,
        }
        return cls(data, initial=initial, prefix="new")

    def pattern(self, rounds: int, language: str) -> Pattern:
        """Return the pattern of a valid form. Its break has a name in `language`."""
        with translation.override(language):
            lunch = gettext("Lunch")
        return Pattern(rounds=rounds, break_title=lunch, **self.cleaned_data)


class ZoneForm(forms.Form):
    time_zone = forms.ChoiceField(label=_("Time zone"))
    which = which_of_two()

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **arguments)
        named = ((name, name.replace("_", " ")) for name in zone_names())
        offer(self, "time_zone", named)


PAGE = require_http_methods(["GET", "HEAD", "POST"])
HERE = "director:plan"


@for_helpers(Ability.SETUP)
@PAGE
def plan(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render all lines of the schedule for editing. POST saves them."""
    if request.method != "POST":
        return _page(request, tournament)
    lines, days = lines_of((), tournament, request.POST), _days_of(tournament)
    if lines.is_valid() and _stored(request, tournament, lines):
        messages.success(request, gettext("Schedule saved."))
        _message_about_days(request, tournament, days)
        _message_about_start(request, tournament)
        return redirect(HERE, tournament.slug)
    return _page(request, tournament, lines=lines)


@for_helpers(Ability.SETUP)
@PAGE
def make(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Replace the schedule by one that is made from the settings in the form. GET
    redirects to the schedule."""
    if request.method != "POST":
        return redirect(HERE, tournament.slug)
    form = PatternForm.for_tournament(tournament, request.POST)
    if form.is_valid():
        items = made(
            form.pattern(tournament.planned_rounds, tournament.first_language),
            tournament.zone,
        )
        days = _days_of(tournament)
        with faults_in(form):
            schedule_changes.write(
                tournament,
                items,
                by=request.user.get_username(),
                now=timezone.now(),
                seen=request.POST.get("seen", ""),
                fills_days=True,
            )
            messages.success(request, gettext("Schedule created."))
            _message_about_days(request, tournament, days)
            _message_about_start(request, tournament)
            return redirect(HERE, tournament.slug)
    return _page(request, tournament, pattern=form)


@for_helpers(Ability.SETUP)
@PAGE
def zone(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Set the tournament's time zone. GET redirects to the schedule."""
    if request.method != "POST":
        return redirect(HERE, tournament.slug)
    form = ZoneForm(request.POST)
    if form.is_valid():
        name = form.cleaned_data["time_zone"]
        by = request.user.get_username()
        with faults_in(form):
            choice = form.cleaned_data["which"]
            choose_time_zone(tournament, name, by=by, now=timezone.now(), choice=choice)
            message = gettext("Time zone changed to %(zone)s.")
            messages.success(request, message % {"zone": name})
            _message_about_start(request, tournament)
            return redirect(HERE, tournament.slug)
    return _page(request, tournament, zone=form)


def _days_of(tournament: Tournament) -> str:
    """Return the days of the tournament in words; "" if they are unknown."""
    days = description_of(tournament)
    return days_in_words(days.starts_on, days.ends_on) if days.starts_on else ""


def _message_about_days(
    request: HttpRequest, tournament: Tournament, before: str
) -> None:
    """Show a message with the days of the tournament if they are not as `before`."""
    if (days := _days_of(tournament)) != before:
        message = gettext("Dates of the tournament: %(days)s.")
        messages.info(request, message % {"days": days})


def _message_about_start(request: HttpRequest, tournament: Tournament) -> None:
    """Show a message with the time when the next published round starts automatically,
    or a warning that its scheduled time has passed."""
    published = tournament.rounds.filter(state=RoundState.PUBLISHED)
    round_ = published.order_by("number").first()
    if round_ is None:
        return
    if round_.starts_at:
        at = timezone.localtime(round_.starts_at, tournament.zone)
        message = gettext("Round %(number)s starts on %(day)s at %(time)s.")
        values = {
            "day": weekday_and_day(at),
            "time": date_in_words(at, "TIME_FORMAT"),
        }
        messages.info(request, message % {"number": round_.number, **values})
    elif round_clock.missed_start(round_, timezone.now()):
        message = gettext(
            "The scheduled start of round %(number)s has passed. Start it manually."
        )
        messages.warning(request, message % {"number": round_.number})


def _stored(
    request: AccountRequest, tournament: Tournament, lines: forms.BaseFormSet[ItemForm]
) -> bool:
    """Save the lines of the schedule, and return whether that succeeded. Each fault is
    added to its line. The first schedule fills empty days of the tournament."""
    filled = [
        form
        for form in lines.forms
        if form.has_changed() and form not in lines.deleted_forms
    ]
    try:
        schedule_changes.write(
            tournament,
            [form.item() for form in filled],
            by=request.user.get_username(),
            now=timezone.now(),
            seen=request.POST.get("seen", ""),
            fills_days=not tournament.day_plan.exists(),
        )
    except RuleError as error:
        for fault in error.faults:
            place, _dot, field = fault.field.partition(".")
            if place:
                filled[int(place)].add_error(field, sentence(fault))
            else:
                lines.non_form_errors().append(sentence(fault))
        return False
    return True


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    lines: forms.BaseFormSet[ItemForm] | None = None,
    pattern: PatternForm | None = None,
    zone: ZoneForm | None = None,
) -> HttpResponse:
    """Render the page, with status 422 if a form was refused.

    The page keeps the checksum of the schedule that the user saw (`seen`), so that
    saving does not overwrite later changes by others.
    """
    refused = lines or pattern or zone
    items = schedule_changes.items_of(tournament)
    context: dict[str, object] = {
        "tournament": tournament,
        "items": items,
        "lines": lines or lines_of(items, tournament),
        "pattern": pattern or PatternForm.for_tournament(tournament),
        "zone": zone or ZoneForm(initial={"time_zone": tournament.time_zone}),
        "country_elsewhere": country_in_other_zones(tournament),
        "seen": request.POST.get("seen") or schedule_changes.mark_of(items),
    }
    status = 422 if refused else 200
    return render_page(request, "director/plan.html", context, status=status)
