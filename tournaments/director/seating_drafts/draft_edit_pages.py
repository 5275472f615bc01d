"""Pages that edit a seating draft or change its state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import replace as with_values

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournaments.access.page_access import hidden_still
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.director.seating_drafts.draft_pages import draw_numbered
from tournaments.director.seating_drafts.draft_report_and_edits_wording import (
    changed_seats_in_words,
    disturbed,
)
from tournaments.director.seating_drafts.draft_tables_and_players import (
    DrawnPlan,
    PlannedRound,
    people_of,
)
from tournaments.models import (
    HIDDEN_STATES,
    Draw,
    DrawMethod,
    DrawState,
    Tournament,
)
from tournaments.people.problems_of_published_seats import seat_problems
from tournaments.rounds.late_start import ask_start
from tournaments.rounds.outdated_seating_marks import Mark, Marker
from tournaments.rounds.standings_choice_forms import StandingForm
from tournaments.seating.constraints import SeatingPlayer
from tournaments.seating_drafts import confirm_draft, edit_draft
from tournaments.seating_drafts.draft_actions_and_forms import ACTIONS
from tournaments.seating_drafts.draft_edit_preview_and_forms import (
    ChangeForm,
    LockForm,
    ReplaceForm,
    SwapForm,
    consequences,
    with_numbers,
)
from tournaments.seating_drafts.draft_state_and_judgement import (
    plan_of,
    request_of,
    unchanged,
)
from tournaments.seating_drafts.edit_draft import Change, Replace, Swap
from tournaments.seating_drafts.seating_request_data import seated_plan
from tournaments.web.form_fields_and_types import Cleaned, Context
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

PAGE = require_http_methods(["GET", "HEAD", "POST"])


@dataclass(frozen=True)
class ByHand:
    """A manual change of a draft, with its form and texts. The page previews the change
    as soon as the field `target` is set."""

    name: str
    form: type[forms.Form]
    target: str
    change: Callable[[Cleaned], Change]
    heading: Promise
    question: Promise
    button: Promise
    done: Promise


SWAP = ByHand(
    "draw_swap",
    SwapForm,
    "other",
    lambda values: Swap(values["round"], values["one"], values["other"]),
    gettext_lazy("Swap two players"),
    gettext_lazy("Effect of this swap"),
    gettext_lazy("Swap players"),
    gettext_lazy("Players swapped."),
)

REPLACE = ByHand(
    "draw_replace",
    ReplaceForm,
    "new",
    lambda values: Replace(
        values["old"], values["new"], (values["round"],) if values["round"] else None
    ),
    gettext_lazy("Replace a player"),
    gettext_lazy("Effect of this change"),
    gettext_lazy("Replace player"),
    gettext_lazy("Player replaced."),
)


@for_helpers(Ability.DRAW)
@PAGE
def act(
    request: AccountRequest, tournament: Tournament, number: int, action: str
) -> HttpResponse:
    """Render the confirmation page of an action on a draft. POST carries out the
    action."""
    draw = draw_numbered(tournament, number)
    form_class = ACTIONS[action].form
    if request.method != "POST":
        initial: Context = {
            "version": draw.version,
            "round": request.GET.get("round", ""),
        }
        if action == "publish":
            initial |= _late(draw)
        mark = Marker(tournament).of_draw(draw)
        if mark:
            initial |= {"changed": mark.is_open, "seen": mark.seen}
        context = _question(draw, action, form_class(initial=initial), mark)
        return render(request, "director/draw_action.html", context)
    form = form_class(request.POST)
    if form.is_valid():
        by = request.user.get_username()
        with faults_in(form):
            after = ACTIONS[action].change(draw, form.cleaned_data, by)
            message = str(ACTIONS[action].done) % {"number": after.number}
            hidden = (
                hidden_still(tournament, beside_button=True)
                if action == "publish"
                else ""
            )
            messages.success(request, f"{message} {hidden}".strip())
            return redirect("director:draw", tournament.slug, after.number)
    context = _question(draw, action, form, Marker(tournament).of_draw(draw))
    context["problems"] = seat_problems(tournament)
    return refused(request, "director/draw_action.html", context)


@for_helpers(Ability.DRAW)
@PAGE
def swap(request: AccountRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Render a preview of swapping two players in a round. POST with confirmation swaps
    them. The draft's page sends both players as `player`."""
    draw = draw_numbered(tournament, number)
    data = request.POST or request.GET
    players = dict(zip(("one", "other"), data.getlist("player"), strict=False))
    return _by_hand(request, draw, SWAP, data.dict() | players)


@for_helpers(Ability.DRAW)
@PAGE
def replace(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Render a preview of replacing a player by another. POST with confirmation
    replaces the player."""
    draw = draw_numbered(tournament, number)
    return _by_hand(request, draw, REPLACE, (request.POST or request.GET).dict())


@for_helpers(Ability.DRAW)
@PAGE
def lock(request: AccountRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Lock the selected tables of a round. GET redirects to the draft."""
    draw = draw_numbered(tournament, number)
    if request.method != "POST":
        return redirect("director:draw", tournament.slug, number)
    form = LockForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("The draft has changed. Reload the page."))
        return redirect("director:draw", tournament.slug, number)
    round_ = form.cleaned_data["round"]
    others = [place for place in map(tuple, draw.locked) if place[0] != round_]
    ticked = [(round_, table) for table in form.cleaned_data["table"]]
    with faults_shown(request):
        edit_draft.lock(
            draw,
            [*others, *ticked],
            version=form.cleaned_data["version"],
            by=request.user.get_username(),
        )
        messages.success(request, _("Ticked tables are kept."))
    return _to_round(draw, round_)


def _by_hand(
    request: AccountRequest, draw: Draw, kind: ByHand, data: Mapping[str, object]
) -> HttpResponse:
    """Render the form of a manual change, then a preview of the change. Carry out the
    change if it was confirmed."""
    if kind.target not in data:
        form = kind.form(initial=dict(data))
        return render(request, "director/draw_change.html", _page(draw, kind, form))
    form = kind.form(data)
    sent = request.method == "POST"
    why = ChangeForm(request.POST) if sent else None
    effects: list[str] | None = None
    if form.is_valid():
        with faults_in(form):
            change = kind.change(with_numbers(draw.tournament, form.cleaned_data))
            is_confirmed = draw.state == DrawState.CONFIRMED
            shown = draw if is_confirmed else unchanged(draw, None)
            effects = consequences(shown, change)
            if why and why.is_valid():
                make = (
                    confirm_draft.change_confirmed if is_confirmed else edit_draft.make
                )
                after = make(
                    draw,
                    change,
                    version=why.cleaned_data["version"],
                    reason=why.cleaned_data["reason"],
                    by=request.user.get_username(),
                )
                messages.success(request, str(kind.done))
                return _to_round(after, form.cleaned_data["round"])
    page = _page(draw, kind, form, consequences=effects, why=why)
    if sent or form.errors:
        return refused(request, "director/draw_change.html", page)
    return render(request, "director/draw_change.html", page)


def _page(
    draw: Draw,
    kind: ByHand,
    form: forms.Form,
    *,
    consequences: list[str] | None = None,
    why: ChangeForm | None = None,
) -> dict[str, object]:
    """Return the context of the page. `consequences` is None if the players are not
    chosen or the change is impossible."""
    people = people_of(draw.tournament)
    return {
        "tournament": draw.tournament,
        "draw": draw,
        "round": _round_shown(draw, form, people),
        "heading": kind.heading,
        "question": kind.question,
        "button": kind.button,
        "address": reverse(
            f"director:{kind.name}", args=[draw.tournament.slug, draw.number]
        ),
        "form": form,
        "consequences": consequences,
        "change": why or ChangeForm(auto_id="why_%s"),
        "version": draw.version,
        "people": people,
    }


def _round_shown(
    draw: Draw, form: forms.Form, people: list[SeatingPlayer]
) -> PlannedRound | None:
    """Return the round chosen in the form, to show its tables. None if the draft has no
    such round."""
    typed = str(form["round"].value())
    number = next((one for one in draw.round_numbers if str(one) == typed), None)
    if number is None or not draw.plan:
        return None
    return DrawnPlan(draw, people).round(number)


def _question(
    draw: Draw, action: str, form: forms.Form, mark: Mark | None
) -> dict[str, object]:
    wording = ACTIONS[action]
    if isinstance(form, StandingForm):
        form.ask_standing(draw.tournament, draw.first_round)
    return {
        "mark": mark,
        "plain": action in ("keep", "generate"),
        "tournament": draw.tournament,
        "draw": draw,
        "heading": wording.heading,
        "words": wording.explanation,
        "button": wording.button,
        "danger": wording.danger,
        "address": reverse(
            f"director:draw_{action}", args=[draw.tournament.slug, draw.number]
        ),
        "form": form,
        "changes": _changes(draw) if action == "confirm" else "",
        "rounds_beyond": action == "confirm"
        and draw.last_round > draw.tournament.planned_rounds,
    }


def _changes(draw: Draw) -> str:
    """Return a sentence about the seats that a repair changes; "" for other drafts.

    Compares the rounds that are seated now with the draft, including its manual
    changes.
    """
    if draw.method != DrawMethod.REPAIR or not draw.plan:
        return ""
    seated = tuple(sorted(draw.tournament.rounds.values_list("number", flat=True)))
    if not set(draw.round_numbers) <= set(seated):
        return ""
    request = with_values(
        request_of(draw), draft=seated_plan(draw.tournament, draw.round_numbers)
    )
    return changed_seats_in_words(disturbed(request, plan_of(draw)))


def _late(draw: Draw) -> Cleaned:
    """Return the form's initial values if the next round's scheduled start has passed
    and the director must choose a start; otherwise empty."""
    hidden = draw.seated_rounds.filter(state__in=HIDDEN_STATES)
    return ask_start(hidden.order_by("number").first(), timezone.now())


def _to_round(draw: Draw, round_: int | None) -> HttpResponse:
    address = reverse("director:draw", args=[draw.tournament.slug, draw.number])
    return redirect(f"{address}?round={round_}#plan" if round_ else address)
