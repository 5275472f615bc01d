"""A win's value at its table: what only the position and the tiles can say."""

from __future__ import annotations

import dataclasses

from rules.faults import RuleError, faults_within
from rules.riichi.base_points import LIMITS, YAKUMAN
from rules.riichi.entered_values import base_of, base_of_points
from rules.riichi.entries import Value, Win, Winner
from rules.riichi.liability import liability_faults, liable_yakuman
from rules.riichi.options import RiichiOptions
from rules.riichi.score import kept_score
from rules.riichi.settlement import paid_winners
from rules.table import Position


def valued_win(win: Win, position: Position, options: RiichiOptions) -> Win:
    """`win` with the base points of every winner who is paid.

    Raises RuleError with every fault: points no hand is worth here, tiles that do
    not win or are worth no yakuman somebody could be liable for.
    """
    paid = paid_winners(win, options)
    winners, faults = [], []
    for number, winner in enumerate(win.winners):
        if winner not in paid:
            winners.append(winner)
            continue
        try:
            winners.append(_valued(winner, win, position, options))
        except RuleError as error:
            where = f"winners[{number}]" if len(win.winners) > 1 else ""
            faults += [each.within(where) if where else each for each in error.faults]
    if faults:
        raise RuleError(*faults)
    return dataclasses.replace(win, winners=tuple(winners))


def _valued(
    winner: Winner, win: Win, position: Position, options: RiichiOptions
) -> Winner:
    dealer = winner.seat is position.dealer
    self_draw = win.discarder is None
    if winner.value.hand is None:
        base = base_of(winner.value, options, dealer=dealer, self_draw=self_draw)
        valued = dataclasses.replace(
            winner, value=dataclasses.replace(winner.value, base=base)
        )
    else:
        valued = _by_tiles(winner, position, options)
    if faults := list(liability_faults(valued)):
        raise RuleError(*faults)
    return valued


def _by_tiles(winner: Winner, position: Position, options: RiichiOptions) -> Winner:
    entered = winner.value.hand
    assert entered is not None
    hand = entered.at(position.winds[winner.seat], position.prevailing)
    with faults_within("hand"):
        score = kept_score(hand, options)
    base = base_of_points(
        score.points,
        options,
        dealer=winner.seat is position.dealer,
        self_draw=hand.self_draw,
    )
    value = Value(
        han=score.han,
        fu=score.fu,
        limit=score.limit or None,
        yakuman=score.yakuman or None,
        points=score.points,
        hand=entered,
        base=base,
    )
    share = winner.liable_yakuman
    if winner.liable and share is None:
        liable = position.winds[winner.liable]
        share = min(liable_yakuman(score, liable, options), base // LIMITS[YAKUMAN])
    return dataclasses.replace(winner, value=value, liable_yakuman=share)
