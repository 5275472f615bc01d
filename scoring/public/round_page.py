"""The public page of a round: progress and leader of each table, as far as results are
visible.
"""

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
from scoring.all_pages.seats_of_round_by_name import sittings
from scoring.all_pages.wall_of_tiles_drawing import AROUND_A_NUMBER, Wall
from scoring.standings import who_sees_hidden_results
from tournaments.models import Game, Round, Seat, Tournament
from tournaments.rounds.stages.stage_and_group_names import table_labels
from tournaments.web.form_fields_and_types import Context

#: Tables per page (100 players).
PAGE = 25
#: Number of tables up to which there is no index, and up to which the index is drawn.
NO_INDEX, DRAWN = 12, 100
#: Filters of tables; addresses use the names, the stream the numbers.
SHOWS = ("", "playing", "over")
ALL = 0


@dataclass(frozen=True)
class RoundTable:
    """A table of the round.

    `tells`: whether its scores are visible; `label`: its group or stage if tables
    differ, otherwise "".
    """

    card: TableCard
    tells: bool
    label: str = ""

    @property
    def game(self) -> Game:
        return self.card.game

    @property
    def wall(self) -> Wall:
        is_over = self.card.progress.is_over
        return AROUND_A_NUMBER.of_table(self.game, is_over=is_over, tells=self.tells)

    @property
    def state(self) -> str:
        """Return the filter that shows the table: "over", "playing" or "waiting"."""
        if self.card.progress.is_over:
            return "over"
        return "playing" if self.game.round.is_open else "waiting"

    @property
    def seats(self) -> list[tuple[Seat, int | None, bool]]:
        """Return each seat with its score (None if unknown or hidden) and whether the
        player leads.
        """
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
class IndexRow:
    """A table in the index.

    `address`: address of the table's row; `at`: position in the full list, None if it
    is not needed.
    """

    table: RoundTable
    address: str
    at: int | None


@dataclass(frozen=True)
class FoundPlayer:
    """A player found by a search, with the table and the address of the table's row."""

    name: str
    table: int
    address: str


def round_page(
    tournament: Tournament, number: int, page: int = 1, show: int = ALL
) -> Context:
    """Return a page of the round's tables that pass the filter `show`, and an index of
    all tables. Raises PublicPageNotFound for a round that is not public, or an unknown
    page.
    """
    round_ = public_round(tournament, number)
    visible = who_sees_hidden_results.visible_to_public(tournament)
    labels = table_labels(round_)
    tables = [
        RoundTable(card, visible.tells(number), labels.get(card.game.table, ""))
        for card in tables_of(round_, with_seats=True)
    ]
    show = show if round_.is_open else ALL
    chosen = [table for table in tables if show == ALL or table.state == SHOWS[show]]
    # The list of playing tables gets shorter while its last page is open.
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
        "held_back": "" if visible.tells(number) else visible.notice,
        "round": round_,
        "headline_words": _headline(round_, tables),
    }


def index_of(tables: Sequence[RoundTable], *, is_whole: bool) -> list[IndexRow]:
    """Return an index row for every table. `is_whole`: the page lists all tables."""
    in_pages = len(tables) > PAGE
    return [
        IndexRow(
            table,
            address_of(table.game.table, at if in_pages or not is_whole else None),
            at if in_pages and is_whole else None,
        )
        for at, table in enumerate(tables)
    ]


def address_of(table: int, at: int | None = None) -> str:
    """Return the address of a table's row on the page of its round.

    `at`: position in the full list, None if all tables are on one page.
    """
    page = "" if at is None else f"?page={at // PAGE + 1}"
    return f"{page}#table-{table}"


def found_in(tournament: Tournament, number: int, query: str) -> list[FoundPlayer]:
    """Return the tables of players whose name or number matches `query`.

    Raises PublicPageNotFound for a round that is not public.
    """
    round_ = public_round(tournament, number)
    tables = round_.games.order_by("table").values_list("table", flat=True)
    places = {table: at for at, table in enumerate(tables)}
    return [
        FoundPlayer(sitting.person.name, table, address_of(table, places[table]))
        for sitting in sittings(tournament, round_, query)
        if sitting.is_match and sitting.place and (table := sitting.place.table)
    ]


def _headline(round_: Round, tables: Sequence[RoundTable]) -> str:
    """Return a sentence on how many tables are playing; "" if the round is not open."""
    over = sum(table.state == "over" for table in tables)
    playing = len(tables) - over
    if not round_.is_open:
        return ""
    if not playing:
        return _("All tables have finished.")
    sentence = ngettext(
        "%(playing)s of %(tables)s table is playing.",
        "%(playing)s of %(tables)s tables are playing.",
        len(tables),
    )
    return sentence % {"playing": playing, "tables": len(tables)}
