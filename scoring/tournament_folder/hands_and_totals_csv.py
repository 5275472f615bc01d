"""A table's game as rows of hands.csv and totals.csv."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.ledger_entries import Totals
from rules.ledger_replay import placings
from rules.ruleset_and_table_state import Ending, Line
from rules.winds import NO_SCORES, WINDS, Scores, Wind
from scoring.ledger.table_ledger import TableLedger
from scoring.rulesets.any_ruleset.hands_csv_columns import Columns, Numbers
from scoring.rulesets.presenter_registry import presenter_of
from scoring.tournament_folder.column_types_and_table_points import Key, write_figure
from scoring.tournament_folder.ledger_from_csv import final_scores, start_sum
from scoring.wording.stored_reasons import NO_HANDS
from tournaments.files.formula_safe_csv_writing import Cell

Cells = Sequence[Cell]


class TableRows:
    """The rows of one table in the files. `numbers`: player numbers by seat."""

    def __init__(self, ledger: TableLedger, key: Key, numbers: Numbers) -> None:
        self.key = key
        self.numbers = numbers
        self._rules = ledger.rules
        self._state = ledger.state
        presenter = presenter_of(ledger.rules.id)
        self._columns: Columns = presenter.columns
        self._outcomes: dict[int, Line] = {}
        self._penalties: dict[int, Scores] = {}
        self._totals_only = False
        for line, replayed in zip(ledger.live, ledger.state.lines, strict=True):
            if line.settles_hand:
                self._outcomes[line.hand] = replayed
            if isinstance(replayed.entry, presenter.faults_of_play):
                self._add_penalty(line.hand, replayed.settlement.changes)
            if isinstance(replayed.entry, Totals):
                self._totals_only = line.reason_key != NO_HANDS.key

    @property
    def is_over(self) -> bool:
        """Return whether the table has a result. A cancelled table has none."""
        return self._state.over not in (None, Ending.CANCELLED)

    def hand_rows(self) -> Iterator[Cells]:
        """Yield a row for each hand with an outcome or penalties."""
        for hand in sorted(self._outcomes.keys() | self._penalties.keys()):
            outcome = self._outcome(self._outcomes.get(hand))
            penalties = self._penalties.get(hand, NO_SCORES)
            if any(penalties.values()):
                yield [*self.key, hand, *outcome, *_in_order(penalties)]
            elif hand in self._outcomes:
                yield [*self.key, hand, *outcome, "", "", "", ""]

    def totals_row(self) -> Cells:
        """Return the cells of totals.csv: scores and table points.

        The last cell is the sum of the scores, if it does not follow from hands.csv.
        """
        placed = placings(self._rules, self._state)
        points = {
            wind: write_figure(placing.table_points) for wind, placing in placed.items()
        }
        penalties = sum(sum(amounts.values()) for amounts in self._penalties.values())
        scores = final_scores(self._rules, self._state)
        total = sum(scores.values())
        return [
            *self.key,
            *_in_order(scores),
            *_in_order(points),
            int(self._totals_only),
            total if total != start_sum(self._rules) + penalties else "",
        ]

    def _outcome(self, line: Line | None) -> Cells:
        """Return the cells for the outcome of a hand; without an outcome, for an
        unfinished hand.
        """
        columns = self._columns
        cells = columns.write(line, self.numbers) if line else columns.unfinished
        return [cells.get(name, "") for name in self._columns.names]

    def _add_penalty(self, hand: int, changes: Scores) -> None:
        sums = self._penalties.get(hand, NO_SCORES)
        self._penalties[hand] = {wind: sums[wind] + changes[wind] for wind in WINDS}


def as_written(cells: Cells) -> tuple[str, ...]:
    """Return cells as text without surrounding spaces, as they are read from a file."""
    return tuple(str(cell).strip() for cell in cells)


def _in_order(by_wind: Mapping[Wind, Cell]) -> list[Cell]:
    """Return the cells in the order E S W N; "" for an empty seat."""
    return [by_wind.get(wind, "") for wind in WINDS]
