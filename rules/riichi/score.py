"""Score a hand in riichi: yaku and dora, han and fu, points and payments.

EMA 2025, chapter 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Protocol

from rules.faults import Fault, RuleError
from rules.hand_faults import not_a_win
from rules.hand_of_tiles import EARTHLY, Hand
from rules.hand_score_and_patterns import KEPT_SCORES, HandScore, LeftOut, Scored
from rules.riichi.base_points import (
    LIMITS,
    MANGAN,
    Worth,
    worth,
    yakuman_paid,
    yakuman_worth,
)
from rules.riichi.detect_yaku_and_waits import FORMS, formed, readings
from rules.riichi.fu_reasons import Fu
from rules.riichi.hand_checks import hand_faults
from rules.riichi.mahjong_package import Refusal, Value, fu_of, value
from rules.riichi.options import ScoringOptions
from rules.riichi.patterns import Yaku, played
from rules.riichi.payments_of_base import Payments, payments, total
from rules.riichi.why_not_counted import left_out
from rules.translation_marks import _
from rules.winds import Wind
from rules.winning_arrangements import Arrangement

#: Patterns that count once for each tile.
_DORA = frozenset(("dora", "ura_dora", "aka_dora", "nukidora"))
_RENHOU_HAN = 5


@dataclass(frozen=True)
class RiichiScore(HandScore):
    """The score of a hand.

    For yakuman, `han` is None, and `yakuman` is the number paid. `points`: the sum of
    all payments; `payments`: the payment of each payer; both without counters and
    riichi sticks. `limit`: the name of the limit, "" below mangan. `base`: the base
    points. `hand`: the scored hand with its winning tile.
    """

    han: int | None
    fu: int
    yakuman: int
    limit: str
    points: int
    base: int
    payments: Payments
    hand: Hand
    value: Value
    options: ScoringOptions

    @property
    def fu_details(self) -> tuple[Fu, ...]:
        """Return the reasons for the fu of the hand. Their sum, rounded up to 10, is
        `fu`.
        """
        return self.value.fu_details

    @cached_property
    def left_out(self) -> tuple[LeftOut, ...]:
        return tuple(left_out(self.hand, self.arrangement, self.value, self.options))

    def figures(self) -> Mapping[str, object]:
        return {
            "han": self.han,
            "fu": self.fu,
            "yakuman": self.yakuman,
            "limit": self.limit,
            "points": self.points,
            "payments": dict(self.payments),
            "fu_details": [detail.as_data() for detail in self.fu_details],
        }


def score_hand(hand: Hand, options: ScoringOptions) -> RiichiScore:
    """Return the score of `hand` in the reading that pays most.

    Raises RuleError with every fault, also for tiles that are not a winning hand, and
    for a hand without a yaku.
    """
    if faults := hand_faults(hand, options):
        raise RuleError(*faults)
    won, hand_value = best_value(hand, options, value)
    base, _limit = base_and_limit(hand_value, options)
    dealer = hand.seat_wind is Wind.EAST
    paid = payments(base, dealer=dealer, self_draw=hand.self_draw)
    return score_of(won, hand_value, paid, options, played(options))


def score_of(
    won: Hand,
    hand_value: Value,
    paid: Payments,
    options: ScoringOptions,
    patterns: Mapping[str, Yaku],
) -> RiichiScore:
    """Return the score of a hand from its value and its payments.

    `patterns` are the yaku that these rules use, in order.
    """
    base, limit = base_and_limit(hand_value, options)
    points = total(paid, options.players)
    return RiichiScore(
        total=points,
        patterns=_scored(hand_value, patterns),
        arrangement=_arrangement(won, hand_value, options),
        meets_minimum=True,
        han=None if hand_value.yakuman else hand_value.han,
        fu=hand_value.fu,
        yakuman=yakuman_paid(hand_value.yakuman, options),
        limit=limit,
        points=points,
        base=base,
        payments=paid,
        hand=won,
        value=hand_value,
        options=options,
    )


#: Cached `score_hand`, for replays of a ledger.
kept_score = lru_cache(maxsize=KEPT_SCORES)(score_hand)


class Valuing(Protocol):
    """A function that values a checked hand, like `mahjong_package.value`."""

    def __call__(
        self, hand: Hand, options: ScoringOptions, *, renhou: bool = False
    ) -> Value | Refusal: ...


def best_value(
    hand: Hand, options: ScoringOptions, value: Valuing
) -> tuple[Hand, Value]:
    """Return the hand with its winning tile, and its value.

    In a heavenly hand, any tile may be the winning tile; the most valuable one is
    chosen. Raises RuleError if the tiles may not win.
    """
    best: tuple[Hand, Value] | None = None
    refusal = Refusal.NOT_A_WIN
    for won in _ways_to_win(hand):
        hand_value = _value(won, options, value)
        if isinstance(hand_value, Refusal):
            refusal = hand_value
        elif best is None or hand_value.yakuman > best[1].yakuman:
            best = won, hand_value
    if best is None:
        raise RuleError(not_a_win() if refusal is Refusal.NOT_A_WIN else _no_yaku())
    return best


def _ways_to_win(hand: Hand) -> Iterator[Hand]:
    if hand.winning_tile is not None:
        yield hand
        return
    for place, tile in enumerate(hand.concealed):
        rest = hand.concealed[:place] + hand.concealed[place + 1 :]
        yield replace(hand, concealed=rest, winning_tile=tile)


def _value(hand: Hand, options: ScoringOptions, value: Valuing) -> Value | Refusal:
    early = EARTHLY in hand.flags and not hand.self_draw
    if not early or options.renhou == "none":
        return value(hand, options)
    added = value(hand, options, renhou=True)
    if isinstance(added, Refusal) or options.renhou in ("cumulative", "yakuman"):
        return added
    own = value(hand, options)
    if (
        options.renhou == "mangan_or_hand"
        and isinstance(own, Value)
        and base_and_limit(own, options).base >= LIMITS[MANGAN]
    ):
        return own
    return added._replace(han=_RENHOU_HAN, yaku=(("renhou", _RENHOU_HAN),), yakuman=0)


def base_and_limit(hand_value: Value, options: ScoringOptions) -> Worth:
    """Return the base points and the limit of a hand with this value."""
    if hand_value.yakuman:
        return yakuman_worth(hand_value.yakuman, options)
    return worth(hand_value.han, hand_value.fu, options)


def _scored(hand_value: Value, patterns: Mapping[str, Yaku]) -> tuple[Scored, ...]:
    names = list(patterns)
    return tuple(
        Scored(patterns[name], 1, number)
        if name in _DORA
        else Scored(patterns[name], number)
        for name, number in sorted(
            hand_value.yaku, key=lambda yaku: names.index(yaku[0])
        )
    )


def _arrangement(
    hand: Hand, hand_value: Value, options: ScoringOptions
) -> Arrangement | None:
    """Return the reading with this value's yaku and fu. If no reading fits, return the
    first; None for a hand without readings."""
    all_readings = tuple(readings(hand, alike=options.pairs_may_be_alike))
    if len(all_readings) > 1:
        by_tiles = {name for name, _value in hand_value.yaku} & FORMS.keys()
        fu = sorted(hand_value.fu_details)
        for reading in all_readings:
            if by_tiles <= set(formed(hand, reading)) and any(
                sorted(details) == fu for details in fu_of(hand, reading, options)
            ):
                return reading
    return all_readings[0]


def _no_yaku() -> Fault:
    return Fault(
        "no_yaku",
        _("This hand has no yaku and cannot win. Dora are not yaku."),
        "concealed",
    )
