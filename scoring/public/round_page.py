"""The tables of a round for everybody: how far each is, and who leads there as far as
that is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.all_pages.paged_lists_and_name_search import page_of
from scoring.all_pages.public_rounds_and_tables import (
    TableCard,
    public_round,
    tables_of,
)
from scoring.all_pages.seats_of_round_by_name import Person, sittings
from scoring.all_pages.wall_of_tiles_drawing import AROUND_A_NUMBER, Wall
from scoring.standings import who_sees_hidden_results
from tournaments.models import Round, Seat, Session, Tournament
from tournaments.rounds.stages.table_labels import table_labels
from tournaments.web.form_fields_and_types import Context

#: So many tables come at once: a hundred players.
PAGE = 25
#: So few tables need no index; up to so many are drawn in it as the wall around each.
NO_INDEX, DRAWN = 12, 100
#: Which tables somebody wants to see: addresses name them, the stream numbers them.
SHOWS = ("", "playing", "over")
ALL = 0


@dataclass(frozen=True)
class RoundTable:
    """A table of the round; `tells`: what is scored there may be seen. `label`: the
    group or stage that is played there, where not all tables are of the same."""

    card: TableCard
    tells: bool
    label: str = ""

    @property
    def session(self) -> Session:
        return self.card.session

    @property
    def wall(self) -> Wall:
        is_over = self.card.progress.is_over
        return AROUND_A_NUMBER.of_table(self.session, is_over=is_over, tells=self.tells)

    @property
    def state(self) -> str:
        """Which of the page's filters it belongs to."""
        if self.card.progress.is_over:
            return "over"
        return "playing" if self.session.round.is_open else "waiting"

    @property
    def seats(self) -> list[tuple[Seat, int | None, bool]]:
        """Who sits there with their score, as far as there is one and it is told, and
        whether they lead."""
        scores = [
            seat.result.score if self.tells and hasattr(seat, "result") else None
            for seat in self.card.seats
        ]
        known = [score for score in scores if score is not None]
        best = max(known, default=0)
        leads = best if known and best > min(known) else None
        return [
            (seat, score, score is not None and score == leads)
            for seat, score in zip(self.card.seats, scores, strict=True)
        ]


@dataclass(frozen=True)
class InIndex:
    """A table in the index of its round, and where its row is; `at`: in the list that
    the page has a part of."""

    table: RoundTable
    address: str
    at: int | None


@dataclass(frozen=True)
class FoundAt:
    """Somebody who was looked for, their table, and where its row is."""

    name: str
    table: int
    address: str


def round_page(
    tournament: Tournament, number: int, page: int = 1, show: int = ALL
) -> Context:
    """The tables of a round, a page of those that are to be shown, and an index of all.
    Raises NotThere for a round that is not public, and a page there is not."""
    round_ = public_round(tournament, number)
    told = who_sees_hidden_results.visible_to_public(tournament)
    labels = table_labels(round_)
    tables = [
        RoundTable(card, told.tells(number), labels.get(card.session.table, ""))
        for card in tables_of(round_, with_seats=True)
    ]
    show = show if round_.is_open else ALL
    chosen = [table for table in tables if show == ALL or table.state == SHOWS[show]]
    # The list of those that play becomes shorter while somebody looks at its end.
    last = max(1, -(-len(chosen) // PAGE))
    shown = page_of(chosen, page if show == ALL else min(page, last), PAGE)
    return {
        **shown,
        "tables": shown["rows"],
        "shows": SHOWS[show],
        "index": index_of(tables, is_whole=show == ALL)
        if len(tables) > NO_INDEX
        else [],
        "index_is_drawn": len(tables) <= DRAWN,
        "held_back": "" if told.tells(number) else told.words,
        "round": round_,
        "headline_words": _headline(round_, tables),
    }


def index_of(tables: Sequence[RoundTable], *, is_whole: bool) -> list[InIndex]:
    """Every table with the way to its row; `is_whole`: the page's list has them all."""
    in_pages = len(tables) > PAGE
    return [
        InIndex(
            table,
            address_of(table.session.table, at if in_pages or not is_whole else None),
            at if in_pages and is_whole else None,
        )
        for at, table in enumerate(tables)
    ]


def address_of(table: int, at: int | None = None) -> str:
    """Of a table's row on the page of its round, where it is the one `at` this place
    among all."""
    page = "" if at is None else f"?page={at // PAGE + 1}"
    return f"{page}#table-{table}"


def found_in(tournament: Tournament, number: int, query: str) -> list[FoundAt]:
    """At which tables of the round they sit whom a name or number means. Raises
    NotThere for a round that is not public."""
    round_ = public_round(tournament, number)
    tables = round_.sessions.order_by("table").values_list("table", flat=True)
    places = {table: at for at, table in enumerate(tables)}
    return [
        FoundAt(_told_apart(each.person), table, address_of(table, places[table]))
        for each in sittings(tournament, round_, query)
        if each.found and each.place and (table := each.place.table)
    ]


def _told_apart(person: Person) -> str:
    """The name, with the number where somebody else has the same."""
    if not person.has_namesake:
        return person.name
    words = _("%(name)s, number %(number)s")
    return words % {"name": person.name, "number": person.number}


def _headline(round_: Round, tables: Sequence[RoundTable]) -> str:
    """The round in a sentence."""
    over = sum(table.state == "over" for table in tables)
    playing = len(tables) - over
    if not round_.is_open:
        return ""
    if not playing:
        return _("All tables have finished.")
    words = ngettext(
        "%(playing)s of %(tables)s table is playing.",
        "%(playing)s of %(tables)s tables are playing.",
        len(tables),
    )
    return words % {"playing": playing, "tables": len(tables)}
