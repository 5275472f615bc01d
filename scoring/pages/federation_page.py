"""The page on which an event's results are checked before a federation gets them, with
what they will count in its ranking. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.federation import Finding, Layout, Report, check
from scoring.pages.finish_page import MOST_LINKS, Link
from scoring.pages.public_pages import Context
from tournaments.models import Tournament


@dataclass(frozen=True)
class Shown:
    """A finding in words, with the ways to mend it; `more`: how many more there are."""

    words: str
    blocks: bool
    links: tuple[Link, ...]
    more: int


def federation_page(report: Report, layout: Layout) -> Context:
    """What is wrong, whether the workbook may leave, and the preview of what counts."""
    found = [_shown(each, report.tournament) for each in check(report)]
    return {
        "tournament": report.tournament,
        "layout": layout,
        "report": report,
        "findings": found,
        "may_leave": not any(finding.blocks for finding in found),
    }


def _shown(finding: Finding, tournament: Tournament) -> Shown:
    links = list(_links(finding, tournament))
    return Shown(
        _(finding.message),
        finding.blocks,
        tuple(links[:MOST_LINKS]),
        len(links[MOST_LINKS:]),
    )


def _links(finding: Finding, tournament: Tournament) -> Iterator[Link]:
    slug = tournament.slug
    if finding.where == "event":
        yield Link(_("Event"), reverse("director:event", args=[slug]))
    if finding.where == "finish":
        yield Link(_("Finish the event"), reverse("director:finish", args=[slug]))
    for entry in finding.entries:
        url = reverse("director:player", args=[slug, entry.number])
        yield Link(f"{entry.number} {entry}", url)
    for session in finding.sessions:
        number = session.round.number
        words = _("Round %(round)s, table %(table)s")
        url = reverse("table:entries", args=[slug, number, session.table])
        yield Link(words % {"round": number, "table": session.table}, url)
