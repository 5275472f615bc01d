"""Recorded riichi games for the command `replay`: scores and final points.

In:  {"preset", "initial_scores", "hands": [{"riichi": [1], "outcome": {"type": "ron",
     "winners": [{"seat": 1, "from_seat": 2, "hand": {...}}]}}, ...]}; seats are
     numbers, 0 the first East.
Out: {"valid": true, "hands": [{"dealer", "honba", "sticks", "score_changes",
     "scores_after"}, ...], "final_scores", "final_points", "end_reason"}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from rules.faults import Fault, RuleError, faults_within
from rules.ledger_replay import follow
from rules.riichi.entries import ABORTIVE_REASONS, AbortiveDraw, ExhaustiveDraw, Win
from rules.riichi.ruleset_and_value_of_wins import Riichi
from rules.rule_option_types import plain_number
from rules.ruleset_and_table_state import Line, Position, TableState
from rules.sanma import Sanma
from rules.strict_reader import MOST_AMOUNT, Reader
from rules.translation_marks import _
from rules.winds import NO_SCORES, WINDS, Scores, Wind

Raw = dict[str, object]

_MOST_WINNERS = 3


def entry_of_hand(hand: object) -> Raw:
    """Return the ledger entry, as JSON, made from the `riichi` and `outcome` of a hand.

    Raises RuleError with every fault of form; the content of the entry is not checked.
    """
    if not isinstance(hand, Mapping):
        raise RuleError(Fault("not_a_group", _("Enter an object.")))
    reader = Reader(hand)
    riichi = _seats(reader, "riichi")
    outcome = reader.group("outcome")
    with outcome.within("outcome"):
        entry = _BY_TYPE[outcome.text("type", tuple(_BY_TYPE))](outcome)
    if reader.faults:
        raise RuleError(*reader.faults)
    return {**entry, "riichi": riichi}


def _win_on_discard(outcome: Reader) -> Raw:
    return _win(outcome, drawn=False)


def _self_drawn_win(outcome: Reader) -> Raw:
    return _win(outcome, drawn=True)


def _win(outcome: Reader, *, drawn: bool) -> Raw:
    winners, discarders = [], []
    for inner in outcome.groups("winners", most=_MOST_WINNERS):
        winners.append(
            {
                "winner": _seat(inner, "seat"),
                "pao": _seat(inner, "pao_seat", optional=True),
                **_value(inner),
            }
        )
        discarders.append(_seat(inner, "from_seat", optional=drawn))
    if len(set(discarders)) > 1 or (drawn and any(discarders)):
        outcome.fault(
            "discarders",
            _("All winners must have the same discarder, or none."),
            "winners",
        )
    discarder = discarders[0] if discarders else None
    return {"kind": Win.kind, "from": discarder, "winners": winners}


def _value(winner: Reader) -> Raw:
    """Return the value of a recorded win: the tiles if recorded, otherwise han, fu and
    yakuman."""
    if winner.peek("hand") is not None:
        return {"hand": winner.peek("hand")}
    return {name: winner.peek(name) for name in ("han", "fu", "yakuman")}


def _exhaustive_draw(outcome: Reader) -> Raw:
    return {
        "kind": ExhaustiveDraw.kind,
        "tenpai": _seats(outcome, "tenpai"),
        "nagashi": _seats(outcome, "nagashi"),
    }


def _nagashi_mangan(outcome: Reader) -> Raw:
    entry = _exhaustive_draw(outcome)
    if not entry["nagashi"] and not outcome.faults:
        outcome.fault("missing", _("Enter the players with nagashi."), "nagashi")
    return entry


def _abortive_draw(outcome: Reader) -> Raw:
    reason = outcome.text("reason", ABORTIVE_REASONS)
    return {"kind": AbortiveDraw.kind, "reason": reason}


_BY_TYPE: Mapping[str, Callable[[Reader], Raw]] = {
    "ron": _win_on_discard,
    "tsumo": _self_drawn_win,
    ExhaustiveDraw.kind: _exhaustive_draw,
    AbortiveDraw.kind: _abortive_draw,
    "nagashi_mangan": _nagashi_mangan,
}


def _seats(reader: Reader, field: str) -> list[Wind]:
    values = reader.sequence(field, most=len(WINDS))
    inner = Reader({f"{field}[{n}]": value for n, value in enumerate(values)})
    inner.faults = reader.faults
    seats = [_seat(inner, f"{field}[{n}]") for n in range(len(values))]
    return [seat for seat in seats if seat]


def _seat(reader: Reader, field: str, *, optional: bool = False) -> Wind | None:
    """Return the seat whose number is in `field`; None if it is optional and missing.
    Adds a fault for an invalid number."""
    if optional and reader.peek(field) is None:
        reader.take(field)
        return None
    number = reader.integer(field, low=0, high=len(WINDS) - 1)
    return WINDS[number]


Row = Mapping[str, object]

_MOST_HANDS = 1000
_MOST_SCORE = 1_000_000
#: A row's names -> the names of the options.
_OPTIONS = {"preset": "preset", "red_fives": "red_fives", "open_tanyao": "kuitan"}
_ROUNDING = {"none": "none", "half_away_from_zero": "half_away"}
#: The name of a Tenhou game begins with the hour the game started. Final points were
#: rounded at least until 2018, and no longer by 2024.
_TENHOU_YEAR = re.compile(r"(\d{4})\d{6}gm-", re.ASCII)
_NOT_ROUNDED_FROM = "2024"


def replay_game(row: Row) -> dict[str, object]:
    """Return the scores and final points of the recorded game in a row.

    Raises RuleError with every fault of the row. If a hand is faulty, raises the faults
    of the first faulty hand, with its number.
    """
    rules = _rules(row)
    reader = Reader(row)
    scores = rules.opening_scores()
    if reader.peek("initial_scores") is not None:
        limits = {"low": -_MOST_SCORE, "high": _MOST_SCORE}
        initial = reader.integers("initial_scores", count=rules.players, **limits)
        scores = {**NO_SCORES, **dict(zip(rules.options.seats, initial, strict=True))}
    hands = reader.sequence("hands", most=_MOST_HANDS)
    if reader.faults:
        raise RuleError(*reader.faults)
    state = TableState(rules.opening(), scores)
    for number, hand in enumerate(hands):
        with faults_within(f"hands[{number}]"):
            state = follow(rules, state, rules.read_entry(entry_of_hand(hand)))
    return _answer(rules, state)


def _rules(row: Row) -> Riichi:
    """Return the riichi rules that the row names, for four players or for three."""
    options = _options(row)
    if row.get("ruleset") == Sanma.id:
        return Sanma.from_options(options)
    return Riichi.from_options(options)


def _answer(rules: Riichi, state: TableState) -> dict[str, object]:
    placings = rules.rank(state)
    return {
        "valid": True,
        "hands": [_hand(line) for line in state.lines],
        "final_scores": [placings[seat].score for seat in rules.options.seats],
        "final_points": [
            plain_number(placings[seat].table_points) for seat in rules.options.seats
        ],
        "end_reason": state.over,
    }


def _hand(line: Line) -> dict[str, object]:
    return {
        "dealer": WINDS.index(line.before.dealer),
        "honba": line.before.repeats,
        "sticks": line.before.sticks,
        "score_changes": _in_order(line.settlement.changes, line.before),
        "scores_after": _in_order(line.scores, line.before),
    }


def _in_order(scores: Scores, position: Position) -> list[int]:
    return [scores[seat] for seat in position.seats]


def _options(row: Row) -> dict[str, object]:
    """Return the rule options in the row: the preset, the changes and the rules for
    final points. Raises RuleError with the faults of the options."""
    options = row.get("options") or {}
    if not isinstance(options, Mapping):
        raise RuleError(Fault("not_a_group", _("Enter an object."), "options"))
    own = {option: row[name] for name, option in _OPTIONS.items() if name in row}
    return {**own, **_final_points(row), **options}


def _final_points(row: Row) -> dict[str, object]:
    """Return the options for final points that the row names.

    Without them, games from Tenhou after the change of its rounding are not rounded.
    Raises RuleError with the faults of `final_points_rule`.
    """
    raw_rule = row.get("final_points_rule")
    if raw_rule is None:
        begun = _TENHOU_YEAR.match(str(row.get("id")))
        unrounded = begun is not None and begun[1] >= _NOT_ROUNDED_FROM
        return {"point_rounding": "none"} if unrounded else {}
    if not isinstance(raw_rule, Mapping):
        raise RuleError(
            Fault("not_a_group", _("Enter an object."), "final_points_rule")
        )
    rule = Reader(raw_rule)
    limits = {"low": -MOST_AMOUNT, "high": MOST_AMOUNT}
    unit = rule.integer("unit", 1, low=1, high=1000)
    options: dict[str, object] = {}
    if rule.peek("uma") is not None:
        uma = rule.integers("uma", count=len(WINDS), **limits)
        options["uma"] = [unit * bonus for bonus in uma]
    for name, option in (("return_points", "target"), ("oka", "oka")):
        if rule.peek(name) is not None:
            options[option] = rule.integer(name, **limits)
    if rule.peek("rounding") is not None:
        options["point_rounding"] = _ROUNDING[rule.text("rounding", tuple(_ROUNDING))]
    if rule.faults:
        raise RuleError(*(fault.within("final_points_rule") for fault in rule.faults))
    return options
