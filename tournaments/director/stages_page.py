"""The page of a tournament's stages, and its forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from zlib import crc32

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import (
    CarryRule,
    CutRule,
    DrawMethod,
    EndPolicy,
    FinalSeats,
    GroupingRule,
    KeptApart,
    LeaverTables,
    StageKind,
    Tournament,
)
from tournaments.refusals import sentence
from tournaments.rounds.outdated_seating_marks import Marker
from tournaments.rounds.stages.stage_outlook import outlook
from tournaments.rounds.stages.stage_settings import (
    MOST_STAGES,
    StagePlan,
    as_stages,
    fraction_of,
    plan_of,
    set_stages,
    stages_of,
)
from tournaments.seating.files.pasted_tables import MOST_ROUNDS
from tournaments.seating_drafts.seating_request_data import seated_plan
from tournaments.web.form_fields_and_types import Sent, whole_number
from tournaments.web.request_types_and_form_faults import AccountRequest

#: Number of empty stages offered.
EMPTY_STAGES = 2
MOST_PLAYERS = 9999

#: Seating methods that a director can choose.
METHODS = [
    (method.value, method.label)
    for method in DrawMethod
    if method not in (DrawMethod.IMPORT, DrawMethod.REPAIR)
]


class StageForm(forms.Form):
    """Form for a stage: its length, its players and the points carried over."""

    kind = forms.ChoiceField(label=_("Stage"), choices=[("", "–"), *StageKind.choices])
    name = forms.CharField(
        label=pgettext_lazy("name of a thing", "Name"), max_length=60, required=False
    )
    rounds = whole_number(
        1,
        MOST_ROUNDS,
        label=pgettext_lazy("number", "Rounds"),
        required=False,
        help_text=_("A consolation has the same rounds as the stage before it."),
    )
    cut = forms.ChoiceField(
        label=_("Players"), choices=CutRule.choices, initial=CutRule.EVERYBODY
    )
    cut_size = whole_number(
        0, MOST_PLAYERS, label=_("Players who qualify (per group)"), required=False
    )
    cut_rest = whole_number(
        0,
        MOST_PLAYERS,
        label=_("Additional qualifiers (best of all others)"),
        required=False,
    )
    carry = forms.ChoiceField(
        label=_("Points carried over"),
        choices=CarryRule.choices,
        initial=CarryRule.EVERYTHING,
    )
    fraction = forms.CharField(
        label=_("Fraction"),
        max_length=9,
        required=False,
        initial="1/2",
        help_text=_("For example 1/2."),
    )
    bonuses = forms.CharField(
        label=_("Bonus by place"),
        max_length=200,
        required=False,
        help_text=_("For example: 3 2 1. Leave empty for no bonus."),
    )
    groups = whole_number(
        0, 30, label=_("Groups"), required=False, help_text=_("Enter 0 for no groups.")
    )
    grouping = forms.ChoiceField(
        label=_("How to form groups"),
        choices=GroupingRule.choices,
        initial=GroupingRule.SNAKE,
    )
    movers = whole_number(
        0,
        MOST_PLAYERS,
        label=_("Promoted and relegated"),
        required=False,
        help_text=_("Players per group."),
    )
    apart = forms.ChoiceField(
        label=_("Spread over groups"), choices=KeptApart.choices, required=False
    )
    minutes = whole_number(
        1,
        600,
        label=_("Minutes"),
        required=False,
        help_text=_("Leave empty to use the tournament setting."),
    )
    end_policy = forms.ChoiceField(
        label=_("At the gong"),
        choices=[("", _("Tournament setting")), *EndPolicy.choices],
        required=False,
    )
    method = forms.ChoiceField(
        label=_("Seating method"),
        choices=[("", _("Choose each time")), *METHODS],
        required=False,
    )
    seats = forms.ChoiceField(
        label=_("Choice of seats"), choices=FinalSeats.choices, required=False
    )

    series = whole_number(
        0,
        MOST_ROUNDS,
        label=_("Series: games to win"),
        required=False,
        help_text=_(
            "For 4 players. The first to win this number of games wins the series. "
            "Enter 0 for no series."
        ),
    )
    leavers = forms.ChoiceField(
        label=_("Tables with withdrawn players"),
        choices=LeaverTables.choices,
        required=False,
        help_text=_("How the results of the other 3 players count."),
    )

    #: Folded groups of fields, by heading.
    FOLDED: Sequence[tuple[Promise, tuple[str, ...]]] = (
        (_("Groups"), ("groups", "grouping", "movers", "apart")),
        (
            _("Clock and seating"),
            ("minutes", "end_policy", "method", "seats"),
        ),
        (_("Series and withdrawals"), ("series", "leavers")),
    )

    def clean_fraction(self) -> Fraction:
        text = self.cleaned_data["fraction"].strip()
        fraction = fraction_of(text) if text else Fraction(1, 2)
        if fraction is None or not 0 < fraction < 1 or fraction.denominator > 1000:
            raise ValidationError(_("Enter a fraction between 0 and 1, such as 1/2."))
        return fraction

    def clean_bonuses(self) -> tuple[str, ...]:
        return tuple(self.cleaned_data["bonuses"].replace(",", " ").split())

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        is_beside = data.get("kind") == StageKind.CONSOLATION
        if is_beside:
            data["cut"] = CutRule.REST
        elif not data.get("rounds"):
            self.add_error("rounds", _("Enter the number of rounds."))
        return data

    @property
    def folded(self) -> list[tuple[Promise, list[forms.BoundField], bool]]:
        """Return the groups of fields that the page folds: title, fields, and whether
        any field has a value."""
        return [
            (heading, [self[name] for name in names], any(map(self._is_filled, names)))
            for heading, names in self.FOLDED
        ]

    def _is_filled(self, name: str) -> bool:
        if self[name].errors:
            return True
        value = self[name].value()
        usual = self.fields[name].initial
        return value not in (None, "", 0, "0", usual)

    def plan(self) -> StagePlan:
        """Return the stage's settings from the valid form. Values that do not apply are
        left out."""
        data = self.cleaned_data
        chooses = data["cut"] in (CutRule.TOP, CutRule.PER_GROUP)
        is_part = data["carry"] == CarryRule.FRACTION
        of_groups = data["cut"] == CutRule.PER_GROUP
        groups = data["groups"] or 0
        return StagePlan(
            kind=data["kind"],
            rounds=data["rounds"] or 1,
            name=data["name"].strip(),
            minutes=data["minutes"],
            end_policy=data["end_policy"],
            method=data["method"],
            cut=data["cut"],
            cut_size=(data["cut_size"] or 0) if chooses else 0,
            cut_rest=(data["cut_rest"] or 0) if of_groups else 0,
            carry=data["carry"],
            carry_numerator=data["fraction"].numerator if is_part else 1,
            carry_denominator=data["fraction"].denominator if is_part else 1,
            bonuses=data["bonuses"],
            groups=groups,
            grouping=data["grouping"] if groups else GroupingRule.SNAKE,
            movers=(data["movers"] or 0) if groups else 0,
            apart=data["apart"] if groups else KeptApart.NOBODY,
            seats=data["seats"],
            series=data["series"] or 0,
            leavers=data["leavers"],
        )


def stage_forms(
    plans: Sequence[StagePlan], data: Sent | None = None
) -> forms.BaseFormSet[StageForm]:
    """Return the forms of all stages with their current values; with `data`, with the
    values sent."""
    formset = forms.formset_factory(
        StageForm,
        extra=EMPTY_STAGES,
        can_delete=True,
        max_num=MOST_STAGES,
        absolute_max=MOST_STAGES,
    )
    if data is not None:
        return formset(data, prefix="stage")
    return formset(initial=[_initial(plan) for plan in plans], prefix="stage")


def _initial(plan: StagePlan) -> dict[str, object]:
    fraction = f"{plan.carry_numerator}/{plan.carry_denominator}"
    return asdict(plan) | {
        "fraction": fraction if plan.carry == CarryRule.FRACTION else "1/2",
        "bonuses": " ".join(plan.bonuses),
    }


def starters(tournament: Tournament) -> dict[str, tuple[Promise, list[StagePlan]]]:
    """Return ready-made formats of stages, by their name in the address: label and
    settings."""
    rounds = tournament.planned_rounds
    first = max(rounds - 1, 1)
    table = tournament.rules.players
    final = StagePlan(
        "final", 1, cut="top", cut_size=2 * table, method="ranks", seats="east"
    )
    return {
        "final": (
            _("Qualifying and a final"),
            [StagePlan("qualifying", first), final],
        ),
        "half": (
            _("Qualifying, final with half the points, consolation"),
            [
                StagePlan("qualifying", first),
                replace(
                    final,
                    seats="",
                    carry=CarryRule.FRACTION,
                    carry_numerator=1,
                    carry_denominator=2,
                ),
                StagePlan("consolation", 1, cut="rest"),
            ],
        ),
        "groups": (
            _("Groups and a final"),
            [
                StagePlan("groups", first, groups=2),
                StagePlan("final", 1, cut="per_group", cut_size=table, carry="nothing"),
            ],
        ),
    }


HERE = "director:stages"


@for_helpers(Ability.SETUP)
@require_http_methods(["GET", "HEAD", "POST"])
def stages(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render all stages for editing. POST saves them.

    If there are no stages yet, ?as= fills the form with a ready-made format.
    """
    if request.method == "POST":
        filled = stage_forms((), request.POST)
        if filled.is_valid() and _stored(request, tournament, filled):
            return redirect(HERE, tournament.slug)
        return _page(request, tournament, filled, status=422)
    plans = [plan_of(stage) for stage in stages_of(tournament)]
    starter = starters(tournament).get(request.GET.get("as", ""))
    if starter and not plans:
        return _page(request, tournament, stage_forms(starter[1]), starter=starter)
    return _page(request, tournament, stage_forms(plans))


def _stored(
    request: AccountRequest,
    tournament: Tournament,
    filled: forms.BaseFormSet[StageForm],
) -> bool:
    """Save the stages, and return whether that succeeded. Each fault is added to its
    stage."""
    used = [
        form
        for form in filled.forms
        if form.has_changed() and form not in filled.deleted_forms
    ]
    if request.POST.get("seen") != _mark(tournament):
        filled.non_form_errors().append(
            gettext("The stages have changed. Reload the page.")
        )
        return False
    try:
        plans = [form.plan() for form in used]
        set_stages(tournament, plans, by=request.user.get_username())
    except RuleError as error:
        for fault in error.faults:
            place = fault.field.partition(".")[2]
            if place.isdecimal():
                used[int(place) - 1].add_error(None, sentence(fault))
            else:
                filled.non_form_errors().append(sentence(fault))
        return False
    if plans:
        messages.success(request, gettext("Stages saved."))
    else:
        messages.success(request, gettext("The tournament has no stages."))
    return True


def _mark(tournament: Tournament) -> str:
    """Return a checksum of the stages."""
    plans = [plan_of(stage) for stage in stages_of(tournament)]
    return f"{crc32(repr(plans).encode()):08x}"


def _page(
    request: AccountRequest,
    tournament: Tournament,
    filled: forms.BaseFormSet[StageForm],
    *,
    starter: tuple[Promise, list[StagePlan]] | None = None,
    status: int = 200,
) -> HttpResponse:
    current = stages_of(tournament)
    shown = as_stages(tournament, starter[1]) if starter else current
    seated = tournament.rounds.order_by("number").values_list("number", flat=True)
    context = {
        "tournament": tournament,
        "stages": current,
        "marks": [
            mark
            for mark in Marker(tournament).of_cuts(current).values()
            if mark.is_changed
        ],
        "forms": filled,
        "offered": starter[0] if starter else "",
        "outlook": outlook(tournament, shown, seated_plan(tournament, seated))
        if shown
        else None,
        "starters": [] if current else starters(tournament).items(),
        "seen": request.POST.get("seen") or _mark(tournament),
    }
    return render(request, "director/stages.html", context, status=status)
