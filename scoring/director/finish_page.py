"""The page that finishes or reopens a tournament and shows its final standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scoring.all_pages.public_rounds_and_tables import PODIUM
from scoring.confirming_and_finishing import (
    finish_reopen_and_publish_results,
    prize_giving,
)
from scoring.confirming_and_finishing.missing_before_finishing import Missing, missing
from scoring.models import FinalPlace
from scoring.rulesets.presenter_registry import presenter_of
from scoring.standings import final_standings
from scoring.standings.criteria_columns import until_decided
from scoring.standings.rank_players import ranking_of
from scoring.standings.standings_rows import Placed, Standing
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import Tournament
from tournaments.rounds.rounds_with_hidden_results import hides_last_rounds
from tournaments.seating_drafts import confirm_draft
from tournaments.seating_drafts.confirm_draft import idle_rounds
from tournaments.templatetags.score_figures import table_points, total
from tournaments.web.form_fields_and_types import Context, ReasonForm
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

#: Maximum number of links for one finding; the others are only counted.
MOST_LINKS = 40


@dataclass(frozen=True)
class Link:
    """A link to a page where something can be fixed."""

    label: str
    url: str


@dataclass(frozen=True)
class Lack:
    """A missing item as text, with links to fix it.

    `more`: number of links not shown.
    """

    missing: Missing
    sentence: str
    links: tuple[Link, ...]
    more: int


@dataclass(frozen=True)
class Change:
    """A row of the final standings as text.

    `was`: as stored; `now`: as it would be with the current data.
    """

    number: int
    was: str
    now: str


def finish_page(tournament: Tournament) -> Context:
    """Return the content of the page.

    For a running tournament: missing results and the current standings. For a finished
    tournament: the final standings and later changes.
    """
    final = final_standings.final_of(tournament)
    ranking = final.ranking if final else ranking_of(tournament)
    lacks = (
        [] if final else [_lack(lacking, tournament) for lacking in missing(tournament)]
    )
    return {
        "tournament": tournament,
        "final": final.row if final else None,
        "held_back": final is not None
        and final_standings.awaits_prize_giving(final.row),
        "lacks": lacks,
        "idle_rounds": [] if final else idle_rounds(tournament),
        "blocked": any(lack.missing.blocks for lack in lacks),
        "needs_reason": any(lack.missing.needs_reason for lack in lacks),
        "rows": ranking.placed,
        "columns": until_decided(
            tournament.ruleset,
            final_standings.tie_breaks_of(tournament, final),
            [row.line for row in ranking.placed],
        ),
        "unranked": ranking.unranked,
        "podium": _podium(ranking.placed),
        "changes": _changes(final, tournament) if final else [],
        "for_ema": bool(presenter_of(tournament.ruleset).ema_rules),
    }


def _podium(placed: Sequence[Placed[Standing]]) -> list[Placed[Standing]]:
    """Return the rows of the places on the podium; [] if all players are tied."""
    if not placed or placed[-1].place == 1:
        return []
    return [row for row in placed if row.place <= PODIUM]


def _lack(lacking: Missing, tournament: Tournament) -> Lack:
    links = list(_links(lacking, tournament))
    shown = tuple(links[:MOST_LINKS])
    return Lack(lacking, _(lacking.message), shown, len(links) - len(shown))


def _links(lacking: Missing, tournament: Tournament) -> Iterator[Link]:
    slug = tournament.slug
    for number in lacking.rounds:
        label = _("Round %(number)s") % {"number": number}
        if lacking.blocks:
            yield Link(label, f"{reverse('director:hall', args=[slug])}?round={number}")
        else:
            yield Link(label, reverse("director:seating_round", args=[slug, number]))
    for number, table in lacking.tables:
        label = _("Round %(round)s, table %(table)s")
        url = reverse("table:session", args=[slug, number, table])
        yield Link(label % {"round": number, "table": table}, url)
    for dispute in lacking.disputes:
        game = dispute.game
        label = _("Round %(round)s, table %(table)s: %(name)s") % {
            "round": game.round.number,
            "table": game.table,
            "name": dispute.player,
        }
        yield Link(label, reverse("director:dispute", args=[slug, dispute.pk]))
    for player in lacking.players:
        url = reverse("director:player", args=[slug, player.number])
        yield Link(f"{player.number} {player}", url)


def _changes(final: final_standings.Final, tournament: Tournament) -> list[Change]:
    return [
        Change(
            change.number,
            _standing_text(change.was, tournament.ruleset),
            _standing_text(change.now, tournament.ruleset),
        )
        for change in final_standings.changed_since(final.row, tournament)
    ]


def _standing_text(row: FinalPlace | None, ruleset: str) -> str:
    """Return place, name, points and score of a row as text; “–” without a row."""
    if row is None:
        return "–"
    line = final_standings.standing_in(row)
    place = f"{row.place}. " if row.place else ""
    points = table_points(line.table_points, ruleset)
    return f"{place}{line.player}: {points}, {total(line.score, ruleset)}"


TEMPLATE = "director/finish.html"


class FinishForm(forms.Form):
    """Form that finishes a tournament. `revision`: revision of the tournament when the
    page was shown."""

    revision = forms.IntegerField(
        widget=forms.HiddenInput, min_value=0, max_value=2**63 - 1
    )
    reason = forms.CharField(
        # The page shows the field only if a reason is needed.
        label=gettext_lazy("Reason (required)"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("Reason for finishing with missing results."),
    )
    held_back = forms.BooleanField(
        label=gettext_lazy("Hide the final standings until the prize giving"),
        required=False,
        help_text=gettext_lazy(
            "Table results are also hidden, until first place is revealed."
        ),
    )


@for_helpers(Ability.ROUNDS)
@require_http_methods(["GET", "HEAD", "POST"])
def finish(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the standings and everything that is missing.

    POST finishes the tournament.
    """
    if request.method != "POST":
        form = FinishForm(initial={"revision": tournament.revision})
        return render(request, TEMPLATE, _page(tournament, form))
    form = FinishForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            finish_reopen_and_publish_results.finish(
                tournament,
                by=request.user.get_username(),
                now=timezone.now(),
                **form.cleaned_data,
            )
            messages.success(request, _("Tournament finished."))
            return redirect("director:finish", tournament.slug)
    # The page now shows the current state, so the form must refer to it.
    form.data = request.POST.copy()
    form.data["revision"] = str(tournament.revision)
    return refused(request, TEMPLATE, _page(tournament, form))


@for_helpers(Ability.ROUNDS)
@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Reopen a finished tournament, with a reason.

    GET redirects to the page of the final standings.
    """
    if request.method != "POST":
        return redirect("director:finish", tournament.slug)
    form = ReasonForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            finish_reopen_and_publish_results.reopen(
                tournament,
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
            messages.success(request, _("Tournament reopened."))
            return redirect("director:hall", tournament.slug)
    page = _page(tournament, FinishForm(initial={"revision": tournament.revision}))
    return refused(request, TEMPLATE, {**page, "why": form})


@for_helpers(Ability.DRAW)
@require_POST
def leave_out(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Delete the seating of unpublished rounds, so that the tournament can end before
    these rounds. Redirect to the page for finishing.
    """
    with faults_shown(request):
        confirm_draft.leave_out(tournament, by=request.user.get_username())
        messages.success(request, _("Seating of these rounds deleted."))
    return redirect("director:finish", tournament.slug)


@for_helpers(Ability.ROUNDS)
@require_POST
def show_everybody(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Publish final standings that are hidden until the prize giving.

    Redirect to the page for finishing.
    """
    with faults_shown(request):
        prize_giving.show_everybody(tournament, by=request.user.get_username())
        in_hall = _("Hall screens show the final standings.")
        everywhere = _("The final standings are public.")
        messages.success(request, everywhere if tournament.is_public else in_hall)
    return redirect("director:finish", tournament.slug)


def _page(tournament: Tournament, form: FinishForm) -> dict[str, object]:
    page = finish_page(tournament)
    if hides_last_rounds(tournament):
        form.fields.pop("held_back", None)
    if not page["needs_reason"]:
        form.fields["reason"].widget = forms.HiddenInput()
    return {**page, "form": form, "why": ReasonForm(auto_id="why_%s")}
