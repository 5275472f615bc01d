"""Practice tournaments: creating one, bots, incidents and reset."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from random import Random

from django import forms
from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

import rules
from scoring.models import BotPlay, Incident
from scoring.practice import next_step_of_staff, start_and_stop_bots, start_incidents
from scoring.practice.incident_catalogue import KINDS
from scoring.practice.make_practice_tournament import (
    PracticePlan,
    make_practice,
    rehearse,
)
from scoring.practice.practice_players_and_formats import WITH_FINAL, Format
from scoring.practice.reset_practice import reset
from scoring.practice.start_and_stop_bots import SPEEDS, playing_tables
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import (
    for_beginners_of_events,
    for_helpers,
)
from tournaments.models import Tournament
from tournaments.tournament_setup.archive_and_bin import gone_at
from tournaments.tournament_setup.offered_rulesets_and_presets import presets
from tournaments.web.form_fields_and_types import Cleaned
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

FEWEST, MOST = 6, 400
MOST_ROUNDS = 20
BEFORE, MIDDLE, LAST, FINAL = "before", "middle", "last", "final"
POINTS, TILES = "points", "tiles"
USUAL_SPEED = 10
#: Default values of the form.
USUAL: Mapping[str, object] = {
    "players": 72,
    "rounds": 5,
    "format": Format.ONE,
    "stands": MIDDLE,
    "round": 1,
}


class PracticeForm(forms.Form):
    """Form for a practice tournament: rules, players, rounds, and the state at the
    start.
    """

    players = forms.IntegerField(
        label=_("Players"),
        min_value=FEWEST,
        max_value=MOST,
        help_text=_("Enter a multiple of 4, or of 3 for tables of 3."),
    )
    rounds = forms.IntegerField(
        label=pgettext_lazy("number", "Rounds"), min_value=1, max_value=MOST_ROUNDS
    )
    format = forms.ChoiceField(
        label=_("Format"),
        choices=[
            (Format.ONE, _("All players play every round")),
            (Format.FINAL, _("A cut and a final in the last round")),
            (Format.GROUPS, _("Two groups and a final")),
            (
                Format.LEAGUE,
                _("League: match days of 2 rounds"),
            ),
        ],
    )
    stands = forms.ChoiceField(
        label=_("Starting point"),
        choices=[
            (BEFORE, _("Before the round below")),
            (MIDDLE, _("During the round below")),
            (LAST, _("Before the last round")),
            (FINAL, _("Before the cut for the final")),
        ],
    )
    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=MOST_ROUNDS)

    def __init__(self, data: Mapping[str, object] | None = None) -> None:
        """Fill missing values of `data` with the defaults."""
        offered = {key: str(preset.name) for key, preset in presets().items()}
        usual = {"preset": next(iter(offered)), **USUAL}
        values = None if data is None else {**usual, **data}
        super().__init__(values, initial=usual)
        self.fields["preset"] = forms.ChoiceField(
            label=_("Rules"), choices=list(offered.items())
        )
        self.order_fields(["preset"])

    def _refuse_incomplete_tables(self) -> None:
        """Add an error unless the players fill at least 2 tables completely."""
        players = self.cleaned_data.get("players")
        preset = presets().get(self.cleaned_data.get("preset", ""))
        if players is None or preset is None:
            return
        table = rules.ruleset(preset.ruleset, preset.options).players
        if players % table or players < 2 * table:
            message = _(
                "Enter a multiple of %(table)s, at least %(least)s, such as "
                "%(example)s."
            )
            values = {"table": table, "least": 2 * table, "example": 6 * table}
            self.add_error("players", message % values)

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        self._refuse_incomplete_tables()
        rounds, round_ = data.get("rounds"), data.get("round")
        format_ = data.get("format")
        if data.get("stands") == FINAL and format_ == Format.ONE:
            format_ = data["format"] = Format.FINAL
        if format_ in WITH_FINAL and rounds == 1:
            self.add_error("rounds", _("A final needs at least 1 round before it."))
        if data.get("stands") == FINAL and format_ == Format.LEAGUE:
            self.add_error("stands", _("This league has no final."))
        if data.get("stands") in (LAST, FINAL) or rounds is None or round_ is None:
            return data
        if round_ > rounds:
            self.add_error("round", _("This tournament has fewer rounds."))
        return data

    def plan(self, seed: int) -> PracticePlan:
        """Return the plan from a valid form. `seed`: random seed of the plan."""
        data = self.cleaned_data
        rounds = data["rounds"]
        return PracticePlan(
            preset=presets()[data["preset"]],
            players=data["players"],
            rounds=rounds,
            round=rounds if data["stands"] in (LAST, FINAL) else data["round"],
            in_the_middle=data["stands"] == MIDDLE,
            seed=seed,
            format=Format(data["format"]),
        )


class BotsForm(forms.Form):
    """Form for the speed of the bots, and for how they enter hands."""

    speed = forms.TypedChoiceField(
        label=_("Speed"),
        coerce=int,
        choices=[
            (each, _("Normal speed") if each == 1 else f"{each}×") for each in SPEEDS
        ],
    )
    hands = forms.ChoiceField(
        label=_("How bots enter hands"),
        choices=[(POINTS, _("Hand values")), (TILES, _("Tiles"))],
        widget=forms.RadioSelect,
    )

    incidents = forms.BooleanField(label=_("Random incidents"), required=False)

    runs_rounds = forms.BooleanField(
        label=_("Bots also generate seating, and start and close rounds"),
        required=False,
    )

    @classmethod
    def of(cls, play: BotPlay | None) -> BotsForm:
        """Return the form with the current or last settings of the bots; with defaults
        if no bots have played.
        """
        if play is None:
            return cls(initial={"speed": USUAL_SPEED, "hands": POINTS})
        hands = TILES if play.by_tiles else POINTS
        initial = {"speed": play.speed, "hands": hands, "incidents": play.incidents}
        return cls(initial=initial | {"runs_rounds": play.runs_rounds})

    def arguments(self) -> Cleaned:
        """Return the arguments of a valid form for `start_and_stop_bots.start`."""
        data = self.cleaned_data
        return {
            "speed": data["speed"],
            "by_tiles": data["hands"] == TILES,
            "incidents": data["incidents"],
            "runs_rounds": data["runs_rounds"],
        }


class IncidentForm(forms.Form):
    """Form for the kind and the table of an incident."""

    kind = forms.ChoiceField(
        label=_("Incident"),
        choices=[(key, each.name) for key, each in KINDS.items()],
    )
    table = forms.IntegerField(
        label=_("Table"),
        required=False,
        min_value=1,
        max_value=999,
        help_text=_("Leave empty for a random table."),
    )


class ResetForm(forms.Form):
    """Form for the round to reset the tournament to."""

    round = forms.IntegerField(
        label=_("Before round"), min_value=1, max_value=MOST_ROUNDS
    )
    sure = forms.BooleanField(
        label=_("Delete this round and all later rounds. This cannot be undone.")
    )


PAGE = require_http_methods(["GET", "HEAD", "POST"])


@for_beginners_of_events
@PAGE
def new(request: AccountRequest) -> HttpResponse:
    """Create a practice tournament.

    Missing values get their defaults. GET renders the form.
    """
    template = "director/practice_new.html"
    if request.method != "POST":
        return render(request, template, {"form": PracticeForm()})
    form = PracticeForm(request.POST.dict())
    if not form.is_valid():
        return refused(request, template, {"form": form})
    plan = form.plan(seed=secrets.randbelow(2**31))
    made = make_practice(plan, director=request.user, now=timezone.now())
    return redirect("director:practice_desk", made.slug)


@for_helpers(Ability.SETUP)
@PAGE
def rehearse_event(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Create a practice tournament from this tournament.

    GET redirects to the tournament's details.
    """
    if request.method != "POST":
        return redirect("director:event", tournament.slug)
    with faults_shown(request):
        seed = secrets.randbelow(2**31)
        made = rehearse(tournament, director=request.user, seed=seed)
        messages.success(
            request,
            gettext("Practice tournament created. Generate the seating."),
        )
        return redirect("director:practice_desk", made.slug)
    return redirect("director:event", tournament.slug)


@for_helpers(Ability.ROUNDS)
@require_safe
def desk(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the page of a practice tournament.

    Raises Http404 for another tournament.
    """
    return render(request, "director/practice.html", _desk(tournament))


@for_helpers(Ability.ROUNDS)
@require_POST
def let_bots_play(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Start the bots and redirect to the control room, or stop them (`act` = stop) and
    redirect to the practice desk. If the form is invalid, render the desk again with
    the errors.
    """
    form = BotsForm(request.POST)
    context = _desk(tournament, bots=form)
    by = request.user.get_username()
    if request.POST.get("act") == "stop":
        start_and_stop_bots.stop(tournament, by=by)
        messages.success(request, gettext("Bots stopped."))
        return redirect("director:practice_desk", tournament.slug)
    if form.is_valid():
        with faults_in(form):
            start_and_stop_bots.start(tournament, **form.arguments(), by=by)
            messages.success(request, gettext("Bots started."))
            return redirect("director:hall", tournament.slug)
    return refused(request, "director/practice.html", context)


@for_helpers(Ability.ROUNDS)
@require_POST
def begin_incident(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Start an incident at a table or in the hall and redirect to the practice desk.

    If the form is invalid, render the desk again with the errors.
    """
    form = IncidentForm(request.POST)
    context = _desk(tournament, incident=form)
    if form.is_valid():
        data = form.cleaned_data
        with faults_in(form):
            incident = start_incidents.begin(
                tournament,
                data["kind"],
                table=data["table"],
                by=request.user.get_username(),
                chance=Random(),
            )
            messages.success(request, _incident_message(incident))
            return redirect("director:practice_desk", tournament.slug)
    return refused(request, "director/practice.html", context)


@for_helpers(Ability.ROUNDS)
@require_POST
def set_back(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Reset the tournament to the start of a round and redirect to the control room.

    If the form is invalid, render the practice desk again with the errors.
    """
    form = ResetForm(request.POST)
    context = _desk(tournament, reset=form)
    if form.is_valid():
        with faults_in(form):
            by = request.user.get_username()
            reset(tournament, form.cleaned_data["round"], by=by)
            messages.success(
                request, gettext("The tournament is back at the start of this round.")
            )
            return redirect("director:hall", tournament.slug)
    return refused(request, "director/practice.html", context)


def _incident_message(incident: Incident) -> str:
    """Return a message that states when the incident starts.

    Most incidents start only while bots are running.
    """
    if incident.begun_at:
        return gettext("Incident started. See below.")
    playing = BotPlay.objects.filter(tournament=incident.tournament_id)
    if playing.filter(is_running=True).exists():
        return gettext("The incident starts soon. See below.")
    return gettext("Start the bots to start the incident.")


def _desk(tournament: Tournament, **forms: Form) -> dict[str, object]:
    """Return the content of the page, with rejected `forms` by name.

    Raises Http404 unless it is a practice tournament.
    """
    if not tournament.is_practice:
        raise Http404
    play = BotPlay.objects.filter(tournament=tournament).first()
    playing = playing_tables(tournament.pk).count()
    return {
        "tournament": tournament,
        "gone_at": gone_at(tournament),
        "play": play,
        "playing": playing,
        "next": None if playing else next_step_of_staff.in_words(tournament),
        "incidents": start_incidents.shown(tournament),
        "bots": BotsForm.of(play),
        "incident": IncidentForm(),
        "reset": ResetForm(),
        **forms,
    }
