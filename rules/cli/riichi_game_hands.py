"""Hands of recorded games as ledger entries: seats are numbers, 0 the first East."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.faults import Fault, RuleError
from rules.reading import Reader
from rules.riichi.entries import ABORTIVE_REASONS, AbortiveDraw, ExhaustiveDraw, Win
from rules.text import _
from rules.winds import WINDS, Wind

Raw = dict[str, object]

_MOST_WINNERS = 3


def entry_of_hand(hand: object) -> Raw:
    """The ledger entry, as JSON, of a hand's row: its `riichi` and its `outcome`.

    Raises RuleError with every fault of form; what the entry says is not checked.
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
                "hand": inner.peek("hand"),
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
    """The seat with this number; None with a fault, or if it may be left out."""
    if optional and reader.peek(field) is None:
        reader.take(field)
        return None
    number = reader.integer(field, low=0, high=len(WINDS) - 1)
    return WINDS[number]
