"""Read the value and the liability of a winning hand from JSON values, and calculate
its base points (EMA 2025, 4.1)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from rules.faults import Fault, RuleError
from rules.hand_in_entry import read_entered_hand
from rules.hand_of_tiles import DOUBLE_RIICHI, RIICHI
from rules.riichi.base_points import (
    LIMITS,
    MOST_FU,
    MOST_HAN,
    YAKUMAN,
    check_han_fu,
    worth,
    yakuman_worth,
)
from rules.riichi.entries import Seats, Value, Winner
from rules.riichi.options import RiichiOptions
from rules.riichi.payments_of_base import total
from rules.strict_reader import Reader
from rules.translation_marks import _, listed

MOST_YAKUMAN = 6
LEAST_MANGAN_HAN = 5
_SOME_FU = 30
_MOST_COUNTED_HAN = 13


def base_of(
    value: Value, options: RiichiOptions, *, dealer: bool, self_draw: bool
) -> int:
    """Return the base points of a value that was not entered by tiles.

    Raises RuleError for points that no hand won in this way can have.
    """
    if value.yakuman or value.limit == YAKUMAN:
        return yakuman_worth(value.yakuman or 1, options).base
    if value.limit:
        return LIMITS[value.limit]
    if value.han:
        return worth(value.han, value.fu or _SOME_FU, options).base
    return base_of_points(
        value.points or 0, options, dealer=dealer, self_draw=self_draw
    )


def base_of_points(
    points: int, options: RiichiOptions, *, dealer: bool, self_draw: bool
) -> int:
    """Return the base points of a hand whose payments add up to `points`.

    Raises RuleError if no hand is worth `points`. If several base points fit, their
    payments are the same.
    """
    for base in _bases(options, self_draw):
        paid = options.payments(base, dealer=dealer, self_draw=self_draw)
        if total(paid, options.players) == points:
            return base
    sentences = {
        (True, True): _(
            "%(points)s points is not possible for a self-draw by the dealer."
        ),
        (True, False): _(
            "%(points)s points is not possible for a win by the dealer on a discard."
        ),
        (False, True): _(
            "%(points)s points is not possible for a self-draw by a non-dealer."
        ),
        (False, False): _(
            "%(points)s points is not possible for a win by a non-dealer on a discard."
        ),
    }
    sentence = sentences[dealer, self_draw]
    raise RuleError(Fault("no_such_points", sentence, "points", {"points": points}))


@lru_cache(maxsize=64)
def _bases(options: RiichiOptions, self_draw: bool) -> tuple[int, ...]:
    """Return all base points that a hand can have, in order."""
    fu_and_han = product(range(20, MOST_FU + 1, 5), range(1, _MOST_COUNTED_HAN + 1))
    bases = {
        worth(han, fu, options).base
        for fu, han in fu_and_han
        if not check_han_fu(han, fu, self_draw=self_draw)
    }
    stacked = range(1, MOST_YAKUMAN + 1)
    bases.update(yakuman_worth(number, options).base for number in stacked)
    return tuple(sorted(bases))


#: Ways to enter the value of a hand.
_WAYS = ("han", "limit", "yakuman", "points", "hand")
_MOST_POINTS = 500_000


def read_winner(
    reader: Reader, options: RiichiOptions, riichi: Seats, *, self_draw: bool
) -> Winner | None:
    """Return the winner; None if the seat is missing. Adds faults to `reader`."""
    seat = reader.seat("winner")
    value = _value(reader, options, self_draw=self_draw)
    liable = reader.seat("pao", optional=True)
    share = _optional(reader, "pao_yakuman", 1, MOST_YAKUMAN)
    if share and not liable:
        reader.fault("nobody_liable", _("Choose the liable player."), "pao")
    if not seat:
        return None
    winner = Winner(seat, value, liable, share)
    _refuse_liable(reader, winner, options)
    _refuse_riichi(reader, winner, riichi)
    return winner


def _value(reader: Reader, options: RiichiOptions, *, self_draw: bool) -> Value:
    value = Value(
        han=_optional(reader, "han", 1, MOST_HAN),
        fu=_optional(reader, "fu", 0, MOST_FU),
        limit=_limit(reader),
        yakuman=_optional(reader, "yakuman", 1, MOST_YAKUMAN),
        points=_optional(reader, "points", 1, _MOST_POINTS),
        hand=read_entered_hand(reader, "hand", self_draw=self_draw),
    )
    _refuse_ways(reader)
    _refuse_han_and_fu(reader, value, options, self_draw=self_draw)
    if value.yakuman and value.yakuman > 1 and not options.yakuman_stack:
        reader.fault(
            "one_yakuman", _("These rules allow at most 1 yakuman per hand."), "yakuman"
        )
    return value


def _limit(reader: Reader) -> str | None:
    if reader.peek("limit") is None:
        reader.take("limit")
        return None
    return reader.text("limit", tuple(LIMITS))


def _refuse_ways(reader: Reader) -> None:
    """Add a fault unless the value was entered in exactly one way. The limit "yakuman"
    may have a number."""
    entered = [way for way in _WAYS if reader.peek(way) is not None]
    if entered == ["limit", "yakuman"] and reader.peek("limit") == YAKUMAN:
        return
    if not entered and reader.peek("fu") is None:
        reader.fault(
            "no_value",
            _("Enter the hand value: han and fu, a limit, points, or the tiles."),
            "han",
        )
    if len(entered) > 1:
        reader.fault(
            "several_values",
            _("Enter the hand value in only one way. Entered here: %(given)s."),
            entered[-1],
            given=listed(entered),
        )


def _refuse_han_and_fu(
    reader: Reader, value: Value, options: RiichiOptions, *, self_draw: bool
) -> None:
    if {"han", "fu"} & {fault.field for fault in reader.faults}:
        return
    if value.han is None:
        _refuse_fu_alone(reader, value)
    elif value.fu is not None:
        reader.faults.extend(check_han_fu(value.han, value.fu, self_draw=self_draw))
    elif value.han < LEAST_MANGAN_HAN and options.uses_fu:
        reader.fault("missing_fu", _("Enter the fu."), "fu")


def _refuse_fu_alone(reader: Reader, value: Value) -> None:
    if value.fu is None:
        return
    if any(reader.peek(way) is not None for way in _WAYS):
        reader.fault(
            "fu_without_han", _("Fu are only used with han. Do not enter fu."), "fu"
        )
    else:
        reader.fault("missing_han", _("Enter the han."), "han")


def _refuse_liable(reader: Reader, winner: Winner, options: RiichiOptions) -> None:
    value, share = winner.value, winner.liable_yakuman
    if not winner.liable:
        return
    if winner.liable is winner.seat:
        reader.fault(
            "winner_liable", _("The winner cannot be the liable player."), "pao"
        )
    if not options.pao:
        reader.fault("no_liability", _("These rules have no liability."), "pao")
    if value.han or value.limit not in (None, YAKUMAN):
        reader.fault(
            "liable_below_yakuman",
            _("A player can only be liable for a yakuman."),
            "pao",
        )
    if share and not value.hand and not value.points and share > (value.yakuman or 1):
        reader.fault(
            "liable_for_too_many",
            _("The hand has fewer yakuman than the number entered here (%(share)s)."),
            "pao_yakuman",
            share=share,
        )


def _refuse_riichi(reader: Reader, winner: Winner, riichi: Seats) -> None:
    """Add a fault if the tiles and the riichi sticks contradict each other about the
    winner's riichi."""
    entered = winner.value.hand
    if not entered:
        return
    declared = bool(entered.hand.flags & {RIICHI, DOUBLE_RIICHI})
    if declared and winner.seat not in riichi:
        reader.fault(
            "winner_without_deposit",
            _("The hand has riichi. Enter the winner's riichi."),
            "riichi",
        )
    if not declared and winner.seat in riichi:
        reader.fault(
            "winner_with_deposit",
            _("The winner declared riichi, but the hand has no riichi."),
            "hand",
        )


def _optional(reader: Reader, field: str, low: int, high: int) -> int | None:
    if reader.peek(field) is None:
        reader.take(field)
        return None
    return reader.integer(field, low=low, high=high)
