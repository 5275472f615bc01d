"""Score a hand in sanma: the yaku of riichi, with Norths and the payments of three
players."""

from __future__ import annotations

from functools import lru_cache

from rules.faults import RuleError
from rules.hand_of_tiles import Hand
from rules.hand_score_and_patterns import KEPT_SCORES
from rules.riichi.mahjong_package import Refusal, Value, value
from rules.riichi.options import ScoringOptions
from rules.riichi.score import RiichiScore, base_and_limit, best_value, score_of
from rules.sanma.dora_and_norths import NORTH, counted_dora
from rules.sanma.hand_checks import sanma_faults
from rules.sanma.options import YAKUHAI, SanmaOptions
from rules.sanma.patterns import YAKUHAI_NORTH, played
from rules.sanma.replaced_tiles import (
    different_pairs,
    north_as_dragon,
    north_as_own_wind,
)
from rules.tiles import RED, WHITE, counts
from rules.winds import Wind

_PUNG = 3


def score_hand(hand: Hand, options: SanmaOptions) -> RiichiScore:
    """Return the score of `hand` in the reading that pays most.

    Raises RuleError with every fault, also for tiles that are not a winning hand, and
    for a hand without a yaku.
    """
    if faults := sanma_faults(hand, options):
        raise RuleError(*faults)
    won, hand_value = best_value(hand, options, _value)
    base, _limit = base_and_limit(hand_value, options)
    dealer = hand.seat_wind is Wind.EAST
    paid = options.payments(base, dealer=dealer, self_draw=hand.self_draw)
    return score_of(won, hand_value, paid, options, played(options))


#: Cached `score_hand`, for replays of a ledger.
kept_score = lru_cache(maxsize=KEPT_SCORES)(score_hand)


def _value(
    hand: Hand, options: ScoringOptions, *, renhou: bool = False
) -> Value | Refusal:
    """Return the value of a checked hand, or the reason why the hand has no value."""
    assert isinstance(options, SanmaOptions)
    dora = counted_dora(hand, options)
    pairs = different_pairs(hand) if options.four_alike_are_two_pairs else None
    hand_value = _with_norths(hand, options, sum(dora.values()), renhou=renhou)
    if pairs:
        other = _with_norths(pairs, options, sum(dora.values()), renhou=renhou)
        hand_value = _better(hand_value, other, options)
    if isinstance(hand_value, Refusal):
        return hand_value
    yaku = tuple((name, han) for name, han in hand_value.yaku if name != "dora")
    if not hand_value.yakuman:
        yaku += tuple(dora.items())
    return hand_value._replace(yaku=yaku)


def _better(
    one: Value | Refusal, other: Value | Refusal, options: SanmaOptions
) -> Value | Refusal:
    if isinstance(one, Refusal) or isinstance(other, Refusal):
        return other if isinstance(one, Refusal) else one
    worth_more = base_and_limit(other, options).base > base_and_limit(one, options).base
    return other if worth_more else one


def _with_norths(
    hand: Hand, options: SanmaOptions, dora: int, *, renhou: bool
) -> Value | Refusal:
    """Return the value of a hand, counting North as the options require; or the reason
    why the hand has no value."""
    norths = counts(hand.tiles)[NORTH] if options.north == YAKUHAI else 0
    if norths < _PUNG - 1:
        return value(hand, options, renhou=renhou, dora=dora)
    exchanged = north_as_dragon(hand)
    if norths < _PUNG:
        valued = north_as_own_wind(hand) if exchanged is hand else exchanged
        return value(valued, options, renhou=renhou, dora=dora)
    if exchanged is not hand:
        hand_value = value(exchanged, options, renhou=renhou, dora=dora)
        return _renamed(hand_value, hand)
    # The hand has a yaku of dragons or winds: North adds its han like a dora.
    hand_value = value(hand, options, renhou=renhou, dora=dora + 1)
    if isinstance(hand_value, Refusal) or hand_value.yakuman:
        return hand_value
    return hand_value._replace(yaku=(*hand_value.yaku, (YAKUHAI_NORTH, 1)))


def _renamed(hand_value: Value | Refusal, hand: Hand) -> Value | Refusal:
    """Return the value with the yaku of North instead of the yaku of the dragon that
    replaced North."""
    if isinstance(hand_value, Refusal):
        return hand_value
    held = counts(hand.tiles)
    yaku = tuple(
        (YAKUHAI_NORTH, han) if held[_DRAGON_OF.get(name, NORTH)] == 0 else (name, han)
        for name, han in hand_value.yaku
    )
    return hand_value._replace(yaku=yaku)


_DRAGON_OF = {"yakuhai_red": RED, "yakuhai_white": WHITE}
