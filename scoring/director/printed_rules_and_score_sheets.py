"""Printed rules and score sheets.

Rule sheets list each option with its value. Score sheets have names, winds, empty
lines, and the QR code of the table's page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.functional import Promise

from rules.rule_option_types import Sort
from rules.rule_sheet import written
from rules.winds import WINDS, Wind
from scoring.director.printed_lists import Sheet, dealt
from scoring.rulesets.presenter_registry import presenter_of
from scoring.standings.criteria_and_tie_breaks import measures_of
from scoring.table.table_card_codes import TableCard, cards_of_round
from scoring.wording.next_hand_and_seat_wording import seats_in_order
from tournaments.models import Game, Round, Seat, Tournament
from tournaments.rule_texts import translated
from tournaments.tournament_setup.rule_option_fields import figures
from tournaments.tournament_setup.rule_option_groups import shown

#: Sentences on a sheet; some take two lines.
SENTENCES = 26


@dataclass(frozen=True)
class RuleLine:
    """An option and its value. `changed`: the value differs from the preset."""

    sentence: str
    value: str
    changed: bool


def rule_sheets(tournament: Tournament) -> list[Sheet]:
    """Return sheets with the tournament's rules, changed options first.

    Tables of hand values are left out; the rules pages show them.
    """
    options = tournament.rules.options
    changed = {difference.name for difference in options.differences()}
    lines = [
        RuleLine(
            translated(kind.text),
            figures(written(options, name, kind), tournament.ruleset),
            name in changed,
        )
        for name, kind in shown(type(options))
        if kind.sort is not Sort.TABLE
    ]
    lines.sort(key=lambda line: not line.changed)
    return [Sheet("paper/_rules.html", part) for part in dealt(lines, SENTENCES)]


#: Lines for hands in rules where the dealer may stay; hands have no printed number.
LINES = 17
#: Hands under each prevailing wind in other rules.
HANDS = len(WINDS)


@dataclass(frozen=True)
class ScoreSheet:
    """A table's score sheet.

    `winds`: the prevailing winds with their hand numbers, () if players write both on
    the empty `lines`.
    """

    game: Game
    seats: tuple[Seat, ...]
    card: TableCard
    columns: Sequence[Promise]
    note: Promise | str
    points: str
    winds: tuple[tuple[Wind, tuple[int, ...]], ...]
    lines: range
    counts_lines: bool = False

    @property
    def table(self) -> int:
        return self.game.table

    @property
    def before(self) -> int:
        """Return the number of columns to the left of the players' columns."""
        return len(self.columns) + (2 if self.winds else 0)


def score_sheets(request: HttpRequest, round_: Round) -> list[Sheet]:
    """Return a score sheet for each table of a round, by table."""
    presenter = presenter_of(round_.tournament.ruleset)
    cards = {card.table: card for card in cards_of_round(request, round_)}
    measures = measures_of(round_.tournament.ruleset)
    points = str(measures["table_points"].name)
    numbered = presenter.hands_are_numbered
    return [
        Sheet(
            "paper/_score_sheet.html",
            ScoreSheet(
                game,
                seats_in_order(game),
                cards[game.table],
                presenter.paper_columns,
                presenter.paper_note,
                points,
                _winds() if numbered else (),
                range(0 if numbered else _lines(round_.tournament)),
                presenter.lines_are_numbered,
            ),
        )
        for game in round_.games.prefetch_related("seats__player__person").order_by(
            "table"
        )
    ]


def _lines(tournament: Tournament) -> int:
    """Return the number of empty lines: one for each hand if the rules limit
    the hands.
    """
    hands = tournament.rules.options.hands_limit
    counts = presenter_of(tournament.ruleset).lines_are_numbered
    return hands if counts and hands and hands <= LINES else LINES


def _winds() -> tuple[tuple[Wind, tuple[int, ...]], ...]:
    return tuple(
        (wind, tuple(range(n * HANDS + 1, (n + 1) * HANDS + 1)))
        for n, wind in enumerate(WINDS)
    )
