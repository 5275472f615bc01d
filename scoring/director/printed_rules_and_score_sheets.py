"""The rules of an event on paper: every option in its sentence, with what is chosen.

Score sheets to lay on the tables of a round: names and winds printed, lines for a
pencil, and the code that opens the same table on a phone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.functional import Promise

from rules.rule_option_types import Sort
from rules.rule_sheet import in_words, written
from rules.winds import WINDS, Wind
from scoring.director.printed_lists import Sheet, dealt
from scoring.rulesets.presenter_registry import presenter_of
from scoring.standings.criteria_and_tie_breaks import measures_of
from scoring.table.table_card_codes import TableCard, cards_of_round
from scoring.wording.next_hand_and_seat_wording import seats_in_order
from tournaments.models import Round, Seat, Session, Tournament
from tournaments.tournament_setup.rule_option_groups import shown

#: Sentences on a sheet: some take two lines.
SENTENCES = 26


@dataclass(frozen=True)
class RuleLine:
    """`changed`: not as the preset has it."""

    sentence: str
    value: str
    changed: bool


def rule_sheets(tournament: Tournament) -> list[Sheet]:
    """What this event plays, first what is not as its preset has it. Values of
    patterns stand on the pages of rules."""
    options = tournament.rules.options
    changed = {difference.name for difference in options.differences()}
    lines = [
        RuleLine(kind.text, in_words(written(options, name, kind)), name in changed)
        for name, kind in shown(type(options))
        if kind.sort is not Sort.TABLE
    ]
    lines.sort(key=lambda line: not line.changed)
    return [Sheet("paper/_rules.html", part) for part in dealt(lines, SENTENCES)]


#: Lines for hands where the deal may be repeated, so that no number is printed.
LINES = 17
#: Hands under each prevailing wind where none is.
HANDS = len(WINDS)


@dataclass(frozen=True)
class ScoreSheet:
    """A table's sheet. `winds`: each prevailing wind with the numbers of its hands;
    none where the table writes them itself, on `lines`."""

    session: Session
    seats: tuple[Seat, ...]
    card: TableCard
    columns: Sequence[Promise]
    note: Promise | str
    points: str
    winds: tuple[tuple[Wind, tuple[int, ...]], ...]
    lines: range

    @property
    def table(self) -> int:
        return self.session.table

    @property
    def before(self) -> int:
        """How many columns stand before those of the players."""
        return len(self.columns) + (2 if self.winds else 0)


def score_sheets(request: HttpRequest, round_: Round) -> list[Sheet]:
    """A sheet for each table of a round, by table."""
    presenter = presenter_of(round_.tournament.ruleset)
    cards = {card.table: card for card in cards_of_round(request, round_)}
    measures = measures_of(round_.tournament.ruleset)
    points = str(measures["table_points"].name)
    numbered = presenter.hands_are_numbered
    return [
        Sheet(
            "paper/_score_sheet.html",
            ScoreSheet(
                session,
                seats_in_order(session),
                cards[session.table],
                presenter.paper_columns,
                presenter.paper_note,
                points,
                _winds() if numbered else (),
                range(0 if numbered else LINES),
            ),
        )
        for session in round_.sessions.prefetch_related(
            "seats__entry__player"
        ).order_by("table")
    ]


def _winds() -> tuple[tuple[Wind, tuple[int, ...]], ...]:
    return tuple(
        (wind, tuple(range(n * HANDS + 1, (n + 1) * HANDS + 1)))
        for n, wind in enumerate(WINDS)
    )
