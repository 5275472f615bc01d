"""The command `replay`: replay all entries of the ledger of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.cli.json_lines_in_and_out import Answer, net_as_data, payments_as_data
from rules.cli.row_names import game_in
from rules.cli.rules_named_in_row import rules_at_table
from rules.entering import read_new_entry
from rules.faults import Fault, RuleError, faults_within
from rules.hand_as_json import Row
from rules.ledger_replay import follow, placings
from rules.ruleset_and_table_state import Line, Position, Ruleset, TableState
from rules.translation_marks import _
from rules.winds import WINDS


def replay_row(row: Row) -> Answer:
    """Return the table after the `entries` of a row, or the result of its recorded game
    (`hands`).

    Raises RuleError with the faults of the first impossible entry or hand.
    """
    if replay_game := game_in(row):
        return replay_game(row)
    rules = rules_at_table(row)
    state = _replayed(rules, _entries(row))
    return {
        "valid": True,
        "hands": [_line_as_data(line) for line in state.lines],
        "hands_played": state.hands_played,
        **_placings(rules, state),
        "end_reason": state.over,
        "next": None if state.over else _position_as_data(state.position),
    }


def _entries(row: Row) -> Sequence[Mapping[str, object]]:
    entries = row.get("entries")
    if not isinstance(entries, list) or not all(
        isinstance(entry, Mapping) for entry in entries
    ):
        raise RuleError(
            Fault("not_a_list", _("Enter a list of objects."), "entries"),
        )
    return entries


def _replayed(rules: Ruleset, entries: Sequence[Mapping[str, object]]) -> TableState:
    state = TableState(rules.opening(), rules.opening_scores())
    for number, raw in enumerate(entries):
        with faults_within(f"entries[{number}]"):
            state = follow(rules, state, read_new_entry(rules, raw))
    return state


def _line_as_data(line: Line) -> dict[str, object]:
    return {
        **_position_as_data(line.before),
        "kind": line.entry.kind,
        "payments": payments_as_data(line.settlement),
        "score_changes": net_as_data(line.settlement),
        "scores_after": line.scores,
    }


def _position_as_data(position: Position) -> dict[str, object]:
    return {
        "hand": position.hand,
        "prevailing": position.prevailing,
        "deal": position.deal,
        "dealer": position.dealer,
        "winds": position.winds,
        "repeats": position.repeats,
        "streak": position.streak,
        "sticks": position.sticks,
        "carried": position.carried,
        **({"kitty": position.kitty} if position.kitty else {}),
        **({"goulash": True} if position.goulash else {}),
    }


def _placings(rules: Ruleset, state: TableState) -> dict[str, object]:
    """Return scores, places and table points as if play ended in `state`.

    Table points are exact: a third is "1/3".
    """
    placed = placings(rules, state)
    return {
        "final_scores": {seat: placed[seat].score for seat in WINDS if seat in placed},
        "places": {seat: placed[seat].place for seat in WINDS if seat in placed},
        "table_points": {
            seat: str(placed[seat].table_points) for seat in WINDS if seat in placed
        },
    }
