"""A tournament becomes an event folder.

The same tournament always gives the same bytes, and so does the tournament that
is made by reading them.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from django.db import transaction
from django.utils.translation import gettext_noop as _

from rules.entries import Entry, FalseWin, Penalty, Totals, Washout
from rules.mcr import Mcr, Win
from rules.table import Ending, placings
from rules.winds import NO_SCORES, WINDS, Scores, Wind
from scoring.book import Book
from scoring.event_folder.layout import (
    COLUMNS,
    EVENT,
    HANDS,
    PLAYERS,
    RULESETS,
    SEATING,
    STANDINGS,
    TOTALS,
)
from scoring.event_folder.ledgers import NO_HANDS
from scoring.event_folder.recorded import write_figure
from scoring.event_folder.source import Files
from scoring.standings import standings
from tournaments.models import HIDDEN_STATES, Tournament
from tournaments.refusals import Refused, refusal

T = TypeVar("T")
Cells = Sequence[str | int]


def write_folder(tournament: Tournament, path: Path) -> None:
    """Write the tournament's event folder to `path`, which may exist already."""
    files = files_of(tournament)
    path.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (path / name).write_bytes(content)


@transaction.atomic
def files_of(tournament: Tournament) -> Files:
    """The tournament as the files of an event folder, by name.

    Nobody can change the tournament meanwhile, so the files fit each other. Raises
    Refused for a ruleset whose hands the files cannot tell.
    """
    if tournament.ruleset not in RULESETS:
        raise _no_columns(tournament)
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    tables = [
        _Table(book)
        for book in Book.all_of(tournament)
        if len(book.session.seats.all()) == len(WINDS)
    ]
    seating = ([*table.key, *_in_order(table.numbers)] for table in tables)
    hands = (row for table in tables for row in table.hand_rows())
    totals = [table.totals_row() for table in tables if table.is_over]
    return {
        EVENT: _event(tournament),
        PLAYERS: _optional_last(COLUMNS[PLAYERS], list(_players(tournament))),
        SEATING: _csv(COLUMNS[SEATING], seating),
        HANDS: _csv(COLUMNS[HANDS], hands),
        TOTALS: _optional_last(COLUMNS[TOTALS], totals),
        STANDINGS: _csv(COLUMNS[STANDINGS], _standings(tournament)),
    }


def _no_columns(tournament: Tournament) -> Refused:
    return refusal(
        "ruleset_not_in_folders",
        _("An event folder can only tell events of MCR so far, not of %(ruleset)s."),
        ruleset=tournament.ruleset_name,
    )


class _Table:
    """A session as the files tell it: outcomes and sums of penalties by hand."""

    def __init__(self, book: Book) -> None:
        self.key = (book.session.round.number, book.session.table)
        self.rules = book.rules
        self.state = book.state
        self.numbers = {
            Wind(seat.wind): seat.entry.number for seat in book.session.seats.all()
        }
        self.outcomes: dict[int, Entry] = {}
        self.penalties: dict[int, Scores] = {}
        self.totals_only = False
        for line, replayed in zip(book.live, book.state.lines, strict=True):
            match replayed.entry:
                case Win() | Washout():
                    self.outcomes[line.hand] = replayed.entry
                case FalseWin() | Penalty():
                    self._add_penalty(line.hand, replayed.settlement.changes)
                case Totals():
                    self.totals_only = line.reason != NO_HANDS

    @property
    def is_over(self) -> bool:
        """Whether there is a result; a table that was cancelled has none."""
        return self.state.over not in (None, Ending.CANCELLED)

    def hand_rows(self) -> Iterator[Cells]:
        """One row for every hand with an outcome or with penalties."""
        for hand in sorted(self.outcomes.keys() | self.penalties.keys()):
            outcome = self._outcome(self.outcomes.get(hand))
            penalties = self.penalties.get(hand, NO_SCORES)
            if any(penalties.values()):
                yield [*self.key, hand, *outcome, *_in_order(penalties)]
            elif hand in self.outcomes:
                yield [*self.key, hand, *outcome, "", "", "", ""]

    def totals_row(self) -> Cells:
        """Scores and table points, at last what the scores sum to if the rows of
        hands.csv do not say it."""
        placed = placings(self.rules, self.state)
        points = (write_figure(placed[wind].table_points) for wind in WINDS)
        due = sum(sum(amounts.values()) for amounts in self.penalties.values())
        total = sum(self.state.scores.values())
        return [
            *self.key,
            *_in_order(self.state.scores),
            *points,
            int(self.totals_only),
            total if total != due else "",
        ]

    def _outcome(self, entry: Entry | None) -> Cells:
        """Winner, discarder, points, chicken_hand; no points for a hand that was
        not finished."""
        match entry:
            case Win():
                discarder = self.numbers[entry.discarder] if entry.discarder else ""
                winner = self.numbers[entry.winner]
                return [winner, discarder, entry.points, int(entry.chicken)]
            case Washout():
                return ["", "", 0, 0]
        return ["", "", "", 0]

    def _add_penalty(self, hand: int, changes: Scores) -> None:
        sums = self.penalties.get(hand, NO_SCORES)
        self.penalties[hand] = {wind: sums[wind] + changes[wind] for wind in WINDS}


#: Options written out even where they are as in the preset.
ALWAYS_WRITTEN = ("hands_limit", "false_win")


def _event(tournament: Tournament) -> bytes:
    ruleset = tournament.rules
    if not isinstance(ruleset, Mcr):
        raise _no_columns(tournament)
    options = ruleset.options.as_data()
    changes = ruleset.options.changes()
    drafts = tournament.rounds.filter(state__in=HIDDEN_STATES)
    values: dict[str, object] = {
        "title": tournament.title.strip(),
        "ruleset": tournament.ruleset,
        "rounds": tournament.planned_rounds,
        "preset": changes.pop("preset"),
        "hands_limit": options["hands_limit"],
        "minutes": tournament.minutes,
        "end_policy": tournament.end_policy,
        "false_win": options["false_win"],
        **{name: changes[name] for name in changes if name not in ALWAYS_WRITTEN},
        "tie_breaks": tournament.tie_breaks,
    }
    if numbers := [round_.number for round_ in drafts.order_by("number")]:
        values["drafts"] = numbers
    return (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode()


def _players(tournament: Tournament) -> Iterator[Cells]:
    for entry in tournament.entries.select_related("player", "team").order_by("number"):
        player = entry.player
        yield [
            entry.number,
            player.first_name,
            player.last_name,
            player.country,
            player.club,
            entry.team.name if entry.team else "",
            player.ema_number,
            1 if entry.is_filler else "",
        ]


def _standings(tournament: Tournament) -> Iterator[Cells]:
    for placed in standings(tournament):
        figure = write_figure(placed.line.table_points)
        # Sums have a decimal, as organisers' files have.
        points = figure if set(figure) & set("./") else f"{figure}.0"
        yield [placed.place, placed.line.entry.number, points, placed.line.score]


def _optional_last(columns: Sequence[str], rows: Sequence[Cells]) -> bytes:
    """CSV without its last column where that is empty in every row."""
    if not any(row[-1] != "" for row in rows):
        columns = columns[:-1]
    return _csv(columns, (row[: len(columns)] for row in rows))


def _csv(columns: Sequence[str], rows: Iterable[Cells]) -> bytes:
    """CSV as spreadsheets write it (RFC 4180): lines end with CR LF."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    # Reading strips cells, so what is read back must be stripped already.
    writer.writerows([str(cell).strip() for cell in row] for row in rows)
    return text.getvalue().encode()


def _in_order(by_wind: Mapping[Wind, T]) -> list[T]:
    return [by_wind[wind] for wind in WINDS]
