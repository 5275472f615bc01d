"""The page on which an event's results are checked before a federation gets them, with
what they will count in its ranking. Reads only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.exports.federation import Finding, Layout, Report, check
from scoring.pages.finish_page import MOST_LINKS, Link
from tournaments.models import Tournament
from tournaments.web.form_fields_and_types import Context


@dataclass(frozen=True)
class Shown:
    """A finding in words, with the ways to mend it; `more`: how many more there are."""

    words: str
    blocks: bool
    links: tuple[Link, ...]
    more: int


def federation_page(report: Report, layout: Layout, *, guests: bool) -> Context:
    """What is wrong, whether the workbook may leave, and the preview of what counts.
    `guests`: who has no number is no member of the federation."""
    lines = {
        line.entry.number: row
        for row, line in enumerate(report.lines, layout.first_player_row)
    }
    found = [
        _shown(each, report.tournament, lines) for each in check(report, guests=guests)
    ]
    return {
        "tournament": report.tournament,
        "layout": layout,
        "report": report,
        "findings": found,
        "may_leave": not any(finding.blocks for finding in found),
    }


def _shown(finding: Finding, tournament: Tournament, lines: Mapping[int, int]) -> Shown:
    links = list(_links(finding, tournament, lines))
    return Shown(
        _(finding.message),
        finding.blocks,
        tuple(links[:MOST_LINKS]),
        len(links[MOST_LINKS:]),
    )


def _links(
    finding: Finding, tournament: Tournament, lines: Mapping[int, int]
) -> Iterator[Link]:
    slug = tournament.slug
    if finding.where == "event":
        yield Link(_("Details"), reverse("director:event", args=[slug]))
    if finding.where == "finish":
        yield Link(_("Finish tournament"), reverse("director:finish", args=[slug]))
    for entry in finding.entries:
        url = reverse("director:player", args=[slug, entry.number])
        words = _("Line %(line)s: %(number)s %(player)s")
        said = {
            "line": lines[entry.number],
            "number": entry.number,
            "player": entry,
        }
        yield Link(words % said, url)
    for session in finding.sessions:
        number = session.round.number
        words = _("Round %(round)s, table %(table)s")
        url = reverse("table:entries", args=[slug, number, session.table])
        yield Link(words % {"round": number, "table": session.table}, url)
