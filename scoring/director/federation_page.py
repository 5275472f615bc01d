"""The page that checks a tournament's results for a federation and offers its workbook.
Reads only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from scoring.director.finish_page import MOST_LINKS, Link
from scoring.director.tournament_and_personal_data_downloads import XLSX, file_answer
from scoring.exports.federation_workbook_and_layouts import (
    Finding,
    Layout,
    Report,
    check,
    layouts,
    report_of,
    written,
)
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import Tournament
from tournaments.web.form_fields_and_types import Context
from tournaments.web.request_types_and_form_faults import AccountRequest


@dataclass(frozen=True)
class ShownFinding:
    """A finding as text, with links to fix it. `more`: number of links not shown."""

    sentence: str
    blocks: bool
    links: tuple[Link, ...]
    more: int


def federation_page(report: Report, layout: Layout, *, guests: bool) -> Context:
    """Return the findings, whether the workbook can be downloaded, and the preview.

    `guests`: report players without an EMA number as non-members.
    """
    lines = {
        line.player.number: row
        for row, line in enumerate(report.lines, layout.first_player_row)
    }
    findings = [
        _shown_finding(problem, report.tournament, lines)
        for problem in check(report, guests=guests)
    ]
    return {
        "tournament": report.tournament,
        "layout": layout,
        "report": report,
        "findings": findings,
        "may_leave": not any(finding.blocks for finding in findings),
    }


def _shown_finding(
    finding: Finding, tournament: Tournament, lines: Mapping[int, int]
) -> ShownFinding:
    links = list(_links(finding, tournament, lines))
    return ShownFinding(
        _(finding.message),
        finding.blocks,
        tuple(links[:MOST_LINKS]),
        len(links[MOST_LINKS:]),
    )


def _links(
    finding: Finding, tournament: Tournament, lines: Mapping[int, int]
) -> Iterator[Link]:
    slug = tournament.slug
    if finding.page == "event":
        yield Link(_("Details"), reverse("director:event", args=[slug]))
    if finding.page == "finish":
        yield Link(_("Finish tournament"), reverse("director:finish", args=[slug]))
    for player in finding.players:
        url = reverse("director:player", args=[slug, player.number])
        label = _("Line %(line)s: %(number)s %(player)s")
        values = {
            "line": lines[player.number],
            "number": player.number,
            "player": player,
        }
        yield Link(label % values, url)
    for game in finding.games:
        number = game.round.number
        label = _("Round %(round)s, table %(table)s")
        url = reverse("table:entries", args=[slug, number, game.table])
        yield Link(label % {"round": number, "table": game.table}, url)


TEMPLATE = "director/federation.html"


class QualificationForm(forms.Form):
    """Form for facts about the tournament that only the director knows."""

    qualification = forms.BooleanField(
        label=gettext_lazy("Qualification was required"), required=False
    )
    guests = forms.BooleanField(
        label=gettext_lazy("Report players without an EMA number as non-members"),
        required=False,
    )


@for_helpers(Ability.ROUNDS)
@require_safe
def page(
    request: AccountRequest, tournament: Tournament, federation: str
) -> HttpResponse:
    """Render the findings and the preview. Raises Http404 for an unknown federation."""
    layout, form = _layout(federation), _form(request)
    context = _page(_report(tournament, form), layout, form)
    return render(request, TEMPLATE, context | {"form": form})


@for_helpers(Ability.ROUNDS)
@require_safe
def workbook(
    request: AccountRequest, tournament: Tournament, federation: str
) -> HttpResponse:
    """Return the workbook as a download.

    If findings block it, render the page with status 422. Raises Http404 for an unknown
    federation.
    """
    layout, form = _layout(federation), _form(request)
    report = _report(tournament, form)
    context = _page(report, layout, form)
    if not context["may_leave"]:
        context |= {"form": form, "refused": True}
        return render(request, TEMPLATE, context, status=422)
    name = f"{tournament.slug}-{federation}.xlsx"
    return file_answer(written(report, layout), XLSX, name)


def _layout(key: str) -> Layout:
    if key not in layouts():
        raise Http404
    return layouts()[key]


def _form(request: AccountRequest) -> QualificationForm:
    form = QualificationForm(request.GET)
    form.is_valid()
    return form


def _page(report: Report, layout: Layout, form: QualificationForm) -> Context:
    return federation_page(report, layout, guests=form.cleaned_data["guests"])


def _report(tournament: Tournament, form: QualificationForm) -> Report:
    return report_of(
        tournament, needed_qualification=form.cleaned_data["qualification"]
    )
