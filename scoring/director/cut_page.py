"""The page of a stage's cut: qualified players, ties to decide, groups, and undo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Unpack

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring.standings.make_cut import make_cut
from scoring.standings.proposed_cut import (
    Candidate,
    ProposedCut,
    proposed_cut,
    would_differ,
)
from scoring.standings.standings_used_by_seating import (
    can_be_seeded,
    cut_basis,
    uses_standing,
)
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import Player, Stage, Tournament
from tournaments.rounds.outdated_seating_marks import Marker, keep_cut
from tournaments.rounds.seeding_lists import Account
from tournaments.rounds.stages import stage_and_group_players
from tournaments.rounds.stages.qualifying import Tie
from tournaments.rounds.stages.stage_outlook import Finding, met_so_far
from tournaments.rounds.stages.stage_settings import (
    before,
    beside,
    members_of,
    stages_of,
)
from tournaments.rounds.standings_choice_forms import KeepForm, SeedingForm
from tournaments.seating_drafts.seating_request_data import seated_plan
from tournaments.seating_drafts.submit_draft import new_seed
from tournaments.web.form_fields_and_types import (
    Context,
    FormArguments,
    ReasonForm,
    Sent,
    offer,
    whole_number,
)
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    refused,
)


@dataclass(frozen=True)
class CutLine:
    """A candidate.

    `fate`: "through", "out", "tied", or "gone" if withdrawn; `is_last`: the last
    candidate who qualifies.
    """

    candidate: Candidate
    fate: str
    is_last: bool


@dataclass(frozen=True)
class Group:
    """The players of a group in order of rank. `number`: 0 for a group of all
    players."""

    number: int
    players: tuple[Player, ...]


def stage_page(tournament: Tournament, stage: Stage) -> Context:
    """Return the content of the page: `cut` and `lines` before the cut is made,
    `groups` afterwards.
    """
    stages = stages_of(tournament)
    waits = not stage.is_decided
    cut = proposed_cut(tournament, stage) if waits else None
    consolation = beside(stages, stage)
    # Old cuts have no stored standings, so only the players can be compared.
    is_old = not waits and not stage.basis
    more, fewer = would_differ(tournament, stage) if is_old else ([], [])
    seated = tournament.rounds.filter(number__in=stage.round_numbers)
    people = {player.number: player for player in _people(tournament, more, fewer)}
    return {
        "tournament": tournament,
        "stage": stage,
        "earlier": before(stages, stage),
        "consolation": consolation,
        "cut": cut,
        "lines": list(_lines(cut)) if cut else [],
        "groups": [] if waits else _groups(stage),
        "others": _groups(consolation) if consolation and not waits else [],
        "mark": Marker(tournament).of_stage(stage),
        "basis": cut_basis(cut)
        if cut and stage.number > 1 and uses_standing(stage)
        else None,
        "would_come": [people[number] for number in more],
        "would_go": [people[number] for number in fewer],
        "is_seated": seated.exists(),
        "met": _met_finding(tournament, stages, stage),
        "next_round": stage.first_round,
    }


def _met_finding(
    tournament: Tournament, stages: list[Stage], stage: Stage
) -> Finding | None:
    rounds = tournament.rounds.filter(number__lt=stage.first_round)
    numbers = rounds.order_by("number").values_list("number", flat=True)
    return met_so_far(tournament, stages, stage, seated_plan(tournament, numbers))


def _lines(cut: ProposedCut) -> Iterator[CutLine]:
    through = set(cut.qualified.through)
    tied = {number for tie in cut.ties for number in tie.numbers}
    fates = []
    for candidate in cut.candidates:
        number = candidate.player.number
        fate = "through" if number in through else "tied" if number in tied else "out"
        fates.append((candidate, fate if candidate.is_there else "gone"))
    last = max(
        (at for at, (_each, fate) in enumerate(fates) if fate == "through"), default=-1
    )
    for at, (candidate, fate) in enumerate(fates):
        yield CutLine(candidate, fate, at == last)


def _groups(stage: Stage) -> list[Group]:
    members = members_of(stage)
    numbers = sorted({place.group for place in members})
    return [
        Group(
            number, tuple(member.player for member in members if member.group == number)
        )
        for number in numbers
    ]


def _people(tournament: Tournament, more: list[int], fewer: list[int]) -> list[Player]:
    if not more and not fewer:
        return []
    players = tournament.players.filter(number__in=[*more, *fewer])
    return list(players.select_related("person"))


TEMPLATE = "director/stage.html"
PAGE = require_http_methods(["GET", "HEAD", "POST"])


class CutForm(SeedingForm):
    """Form that makes a cut. `seen`: fingerprint of the cut that was shown; `decided`:
    players chosen from a tie; `seed`: random seed of the groups."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=20)
    decided = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Players who qualify"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("For example, a random draw or a play-off."),
    )
    seed = forms.CharField(
        label=gettext_lazy("Random seed for the groups"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Leave empty for a random one."),
    )

    def __init__(
        self,
        data: Sent | None = None,
        *,
        people: dict[int, str],
        **options: Unpack[FormArguments],
    ) -> None:
        super().__init__(data, **options)
        named = ((number, f"{number} {name}") for number, name in people.items())
        offer(self, "decided", named)


class GroupsForm(forms.Form):
    """Form for the group of each player, in fields named `group-<number>`."""

    def __init__(
        self,
        data: Sent | None = None,
        *,
        stage: Stage,
        **options: Unpack[FormArguments],
    ) -> None:
        super().__init__(data, **options)
        for place in members_of(stage):
            field = whole_number(
                1, stage.groups, label=f"{place.player.number} {place.player}"
            )
            field.initial = place.group
            self.fields[f"group-{place.player.number}"] = field

    @property
    def groups(self) -> dict[int, int]:
        return {
            int(name.partition("-")[2]): group
            for name, group in self.cleaned_data.items()
        }


@for_helpers(Ability.ROUNDS)
@PAGE
def stage(request: AccountRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the cut or the stage's players; POST makes the cut."""
    chosen = _stage(tournament, number)
    if request.method != "POST":
        page = _page(tournament, chosen)
        _ask_seeding(page["form"], chosen, request.user)
        return render(request, TEMPLATE, page)
    form = CutForm(request.POST, people=_tied(tournament, chosen))
    _ask_seeding(form, chosen, request.user)
    if form.is_valid():
        with faults_in(form):
            make_cut(
                tournament,
                number,
                decided=form.cleaned_data["decided"],
                seed=form.cleaned_data["seed"] or new_seed(),
                seen=form.cleaned_data["seen"],
                seeding=form.chosen_seeding(tournament, request.user),
                reason=form.cleaned_data["reason"],
                by=request.user.get_username(),
            )
            message = _("Players chosen for “%(stage)s”.")
            messages.success(request, message % {"stage": chosen})
            return redirect("director:stage", tournament.slug, number)
    # The page now shows the current state, so the form must refer to it.
    form.data = request.POST.copy()
    form.data["seen"] = proposed_cut(tournament, chosen).fingerprint
    return refused(request, TEMPLATE, _page(tournament, chosen, form=form))


@for_helpers(Ability.ROUNDS)
@PAGE
def groups(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Assign players to groups and redirect to the stage.

    If the form is invalid, render the page again with the errors.
    """
    chosen = _stage(tournament, number)
    if request.method != "POST" or not chosen.groups:
        return redirect("director:stage", tournament.slug, number)
    form = GroupsForm(request.POST, stage=chosen)
    if form.is_valid():
        with faults_in(form):
            stage_and_group_players.set_groups(
                chosen, form.groups, by=request.user.get_username()
            )
            messages.success(request, _("Groups saved."))
            return redirect("director:stage", tournament.slug, number)
    return refused(request, TEMPLATE, _page(tournament, chosen, by_hand=form))


@for_helpers(Ability.ROUNDS)
@PAGE
def take_back(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Undo the cut, with a reason, and redirect to the stage.

    If the form is invalid, render the page again with the errors.
    """
    chosen = _stage(tournament, number)
    if request.method != "POST":
        return redirect("director:stage", tournament.slug, number)
    form = ReasonForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            stage_and_group_players.take_back(
                chosen,
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
            message = _("The choice of players for “%(stage)s” was undone.")
            messages.success(request, message % {"stage": chosen})
            return redirect("director:stage", tournament.slug, number)
    return refused(request, TEMPLATE, _page(tournament, chosen, back=form))


@for_helpers(Ability.ROUNDS)
@PAGE
def keep(request: AccountRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Keep the players of a cut, with a reason, although the standings behind the cut
    have changed. Redirect to the stage, or render the page again with the errors of the
    form.
    """
    chosen = _stage(tournament, number)
    if request.method != "POST":
        return redirect("director:stage", tournament.slug, number)
    form = KeepForm(request.POST, auto_id="keep_%s")
    if form.is_valid():
        with faults_in(form):
            keep_cut(
                chosen,
                seen=form.cleaned_data["seen"],
                reason=form.cleaned_data["reason"],
                by=request.user.get_username(),
            )
            message = _("The players of “%(stage)s” stay the same.")
            messages.success(request, message % {"stage": chosen})
            return redirect("director:stage", tournament.slug, number)
    return refused(request, TEMPLATE, _page(tournament, chosen, keeping=form))


def _ask_seeding(form: object, stage: Stage, account: Account) -> None:
    if isinstance(form, CutForm) and can_be_seeded(stage):
        form.ask_seeding(stage.tournament, account)


def _stage(tournament: Tournament, number: int) -> Stage:
    """Return the stage with this number.

    Raises Http404 if there is no such stage, or if neither a cut nor groups decide its
    players.
    """
    for stage in stages_of(tournament):
        if stage.number == number and stage.needs_deciding and not stage.is_beside:
            stage.tournament = tournament
            return stage
    raise Http404


def _tied(tournament: Tournament, stage: Stage) -> dict[int, str]:
    """Return the names of players tied at the cut, by player number."""
    cut = proposed_cut(tournament, stage)
    return _names(cut.ties, {c.player.number: str(c.player) for c in cut.candidates})


def _names(ties: tuple[Tie, ...], people: dict[int, str]) -> dict[int, str]:
    return {number: people[number] for tie in ties for number in tie.numbers}


def _page(
    tournament: Tournament,
    stage: Stage,
    *,
    form: CutForm | None = None,
    by_hand: GroupsForm | None = None,
    back: ReasonForm | None = None,
    keeping: KeepForm | None = None,
) -> dict[str, object]:
    context = stage_page(tournament, stage)
    cut = context["cut"]
    if cut is not None and form is None:
        people = {
            candidate.player.number: str(candidate.player)
            for candidate in cut.candidates
        }
        tied = _names(cut.ties, people)
        form = CutForm(people=tied, initial={"seen": cut.fingerprint})
    if stage.is_decided and stage.groups and by_hand is None:
        by_hand = GroupsForm(stage=stage)
    return context | {
        "form": form,
        "by_hand": by_hand,
        "keeping": keeping or KeepForm(auto_id="keep_%s"),
        "back": back or ReasonForm(auto_id="back_%s"),
    }
