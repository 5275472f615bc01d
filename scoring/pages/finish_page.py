"""The page on which an event is finished: what lacks and where it is mended, then the
podium and the final standings. Reads only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.models import FinalPlace
from scoring.pages.public_pages import PODIUM
from scoring.rulesets.registry import presenter_of
from scoring.signoff.finishing.missing import Missing, missing
from scoring.standings import frozen
from scoring.standings.lines import Placed, Standing
from scoring.standings.ranking import ranking_of
from tournaments.models import Tournament
from tournaments.seating_drafts.confirm_draft import idle_rounds
from tournaments.templatetags.score_figures import table_points, total
from tournaments.web.form_fields_and_types import Context

#: So many links of one kind are shown; the others are counted.
MOST_LINKS = 40


@dataclass(frozen=True)
class Link:
    """Where something is mended."""

    words: str
    url: str


@dataclass(frozen=True)
class Lack:
    """Something that lacks, in words, with the ways to mend it; `more`: how many more
    there are."""

    missing: Missing
    words: str
    links: tuple[Link, ...]
    more: int


@dataclass(frozen=True)
class Change:
    """A line of the final standings as it was, and as it would be now."""

    number: int
    was: str
    now: str


def finish_page(tournament: Tournament) -> Context:
    """What lacks of an event that goes on, with its standings as they are; of a
    finished one its final standings, and what would be another now."""
    final = frozen.final_of(tournament)
    ranking = final.ranking if final else ranking_of(tournament)
    lacks = [] if final else [_lack(each, tournament) for each in missing(tournament)]
    return {
        "tournament": tournament,
        "final": final.row if final else None,
        "held_back": final is not None and frozen.is_held_back(final.row),
        "lacks": lacks,
        "idle_rounds": [] if final else idle_rounds(tournament),
        "blocked": any(lack.missing.blocks for lack in lacks),
        "needs_reason": any(lack.missing.needs_reason for lack in lacks),
        "rows": ranking.placed,
        "unranked": ranking.unranked,
        "podium": _podium(ranking.placed),
        "changes": _changes(final, tournament) if final else [],
        "for_ema": bool(presenter_of(tournament.ruleset).ema_rules),
    }


def _podium(placed: Sequence[Placed[Standing]]) -> list[Placed[Standing]]:
    """The first places, where anybody is ahead of anybody."""
    if not placed or placed[-1].place == 1:
        return []
    return [row for row in placed if row.place <= PODIUM]


def _lack(each: Missing, tournament: Tournament) -> Lack:
    links = list(_links(each, tournament))
    shown = tuple(links[:MOST_LINKS])
    return Lack(each, _(each.message), shown, len(links) - len(shown))


def _links(each: Missing, tournament: Tournament) -> Iterator[Link]:
    slug = tournament.slug
    for number in each.rounds:
        words = _("Round %(number)s") % {"number": number}
        if each.blocks:
            yield Link(words, f"{reverse('director:hall', args=[slug])}?round={number}")
        else:
            yield Link(words, reverse("director:seating_round", args=[slug, number]))
    for number, table in each.tables:
        words = _("Round %(round)s, table %(table)s")
        url = reverse("table:session", args=[slug, number, table])
        yield Link(words % {"round": number, "table": table}, url)
    for dispute in each.disputes:
        session = dispute.session
        words = _("Round %(round)s, table %(table)s: %(name)s") % {
            "round": session.round.number,
            "table": session.table,
            "name": dispute.entry,
        }
        yield Link(words, reverse("director:dispute", args=[slug, dispute.pk]))
    for entry in each.entries:
        url = reverse("director:player", args=[slug, entry.number])
        yield Link(f"{entry.number} {entry}", url)


def _changes(final: frozen.Final, tournament: Tournament) -> list[Change]:
    return [
        Change(
            each.number,
            _in_words(each.was, tournament.ruleset),
            _in_words(each.now, tournament.ruleset),
        )
        for each in frozen.changed_since(final.row, tournament)
    ]


def _in_words(row: FinalPlace | None, ruleset: str) -> str:
    """Place, name and points of a line."""
    if row is None:
        return "–"
    line = frozen.standing_in(row)
    place = f"{row.place}. " if row.place else ""
    points = table_points(line.table_points, ruleset)
    return f"{place}{line.entry.player}: {points}, {total(line.score, ruleset)}"
