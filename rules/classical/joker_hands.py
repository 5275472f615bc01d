"""Of the hands that the jokers of a Classical hand can make, the one worth the most."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace

from rules.classical.calling import calling_for, may_be_calling, or_calling
from rules.classical.convention import Convention
from rules.classical.counting import Outcome
from rules.classical.facts import Facts
from rules.classical.jokers import play_of, waits_with_jokers
from rules.classical.minimum import meets_minimum
from rules.faults import RuleError
from rules.hand_faults import not_a_win
from rules.hands import Hand
from rules.jokers.best import best_of
from rules.jokers.hands import possible_hands
from rules.jokers.losers import losing_hands
from rules.tile_masks import DRAGON_MASK, ENDS_MASK
from rules.tiles import HONORS, JOKER, TERMINALS, Tile, wind_tile

Value = Callable[[Facts, Convention], Outcome]


def best_hand(
    hand: Hand, convention: Convention, value: Value
) -> tuple[Facts, Outcome]:
    """The best hand that the jokers of `hand`, its melds settled, can make, and what
    that is worth by `value`: a winner's hand that may win goes before others.

    Raises RuleError if the jokers make no winning hand of a winner's.
    """
    played = convention.with_jokers
    if not hand.winner:
        return _losing(hand, played, value)
    made = _winning(hand, waits_with_jokers(hand, convention), played, value)
    if made is None:
        raise RuleError(not_a_win())
    return made, value(made, played)


def _winning(
    hand: Hand, waits: tuple[Tile, ...], played: Convention, value: Value
) -> Facts | None:
    cap = None if played.options.roof_off else played.options.limit

    def rank(made: Hand) -> tuple[int, ...]:
        facts = Facts(made, waits)
        outcome = value(facts, played)
        return meets_minimum(facts, outcome, played), *outcome.rank

    made = best_of(
        possible_hands(hand, play_of(hand, played)),
        rank,
        lambda its: cap is not None and its >= (True, cap),
    )
    return None if made is None else Facts(made, waits)


def _losing(hand: Hand, played: Convention, value: Value) -> tuple[Facts, Outcome]:
    """Pairs and pungs; what the hand is calling for is what it would be with one joker
    more that was drawn."""
    own, round_wind = wind_tile(hand.seat_wind), wind_tile(hand.prevailing_wind)

    def class_of(kind: Tile) -> Hashable:
        if kind in (own, round_wind):
            return kind
        if kind in HONORS:
            return "dragon" if DRAGON_MASK >> kind & 1 else "wind"
        return bool(ENDS_MASK >> kind & 1)

    copies = played.options.copies_with_jokers
    alone = played.without_calling
    made = best_of(
        losing_hands(hand, (*HONORS, *TERMINALS), class_of, copies),
        lambda each: value(Facts(each), alone).rank,
        lambda _its: False,
    )
    facts = Facts(made or hand)
    called = tuple(_called(hand, played, value))
    return facts, or_calling(value(facts, alone), called, played)


def _called(hand: Hand, played: Convention, value: Value) -> Iterator[str]:
    if not may_be_calling(hand, played):
        return
    complete = replace(
        hand, winning_tile=JOKER, self_draw=True, winner=True, flags=frozenset()
    )
    if made := _winning(complete, (), played, value):
        yield from calling_for(value(made, played), played)
