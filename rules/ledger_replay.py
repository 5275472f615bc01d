"""The replay: calculate a table's state from its ledger alone.

`replay` takes a ruleset and the ledger's entries in order. It finds the dealer, winds,
payments and scores for each entry, and returns the final state. It uses only the
methods of `rules.ruleset_and_table_state.Ruleset`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from rules.entries_with_seats_exchanged import exchanged
from rules.faults import Fault, RuleError
from rules.ledger_entries import (
    CANCELLED,
    HANDS_AFTER_GONG,
    Entry,
    Follow,
    Gong,
    Penalty,
    PlayEnded,
    Reseat,
    RulesChanged,
    Substituted,
    Target,
    Totals,
)
from rules.ruleset_and_table_state import (
    Ending,
    Line,
    Payment,
    Placing,
    Position,
    Ruleset,
    Settlement,
    TableState,
)
from rules.tables_of_two_or_three import refuse_empty_seats
from rules.translation_marks import _
from rules.winds import NO_SCORES, WINDS, Scores, Wind


def replay(rules: Ruleset, entries: Iterable[Entry]) -> TableState:
    """Return the state of a table after `entries`, in the order of the ledger.

    A reseat exchanges the seats of earlier entries. Raises RuleError at the first entry
    that is impossible after the entries before it.
    """
    state = TableState(rules.opening(), rules.opening_scores())
    for entry in entries:
        state = follow(rules, state, entry)
    return state


def replay_seated(rules: Ruleset, entries: Iterable[Entry]) -> TableState:
    """Return the state of a table after `entries` that already have the real seats.

    Accepts an end of play even after play is over, because a correction can cause this.
    Raises RuleError as `replay` does.
    """
    state = TableState(rules.opening(), rules.opening_scores())
    for entry in entries:
        state = follow_seated(rules, state, entry)
    return state


def follow(rules: Ruleset, state: TableState, entry: Entry) -> TableState:
    """Return the state after one more entry. Raises RuleError if the entry is
    impossible in this state."""
    if isinstance(entry, Reseat) and entry.follow is Follow.PLAYERS:
        moved = (exchanged(line.entry, entry.seats) for line in state.lines)
        state = replay_seated(rules, moved)
    if isinstance(entry, PlayEnded) and state.over:
        raise RuleError(_play_is_over(state))
    return follow_seated(rules, state, entry)


def follow_seated(rules: Ruleset, state: TableState, entry: Entry) -> TableState:
    """Return the state after one more entry that already has the real seats.

    Raises RuleError if the entry is impossible in this state.
    """
    refuse_empty_seats(entry, rules.players)
    match entry:
        case Gong():
            return _after_gong(state, entry)
        case PlayEnded():
            return _after_end(rules, state, entry)
        case Totals():
            return _after_totals(state, entry)
        case Penalty():
            return _after_penalty(state, entry)
        case Reseat() | RulesChanged() | Substituted():
            return _with(state, entry, Settlement())
    if state.over:
        raise RuleError(_play_is_over(state))
    settlement = rules.settle(entry, state.position, state.scores)
    entry = settlement.entry or entry
    after = _with(state, entry, settlement)
    if settlement.ends_hand:
        return _next_hand(rules, after, entry)
    return _dealt_again(after) if entry.redeals else after


def placings(rules: Ruleset, state: TableState) -> Mapping[Wind, Placing]:
    """Return each player's place, score and table points, including penalties on table
    points."""
    unit = rules.catalogue.points_a_table_point
    fines = penalties_on(state, Target.TABLE_POINTS)
    return {
        seat: Placing(
            placed.place,
            placed.score,
            placed.table_points + Fraction(fines[seat], unit),
        )
        for seat, placed in rules.rank(state).items()
    }


def penalties_on(state: TableState, target: Target) -> Scores:
    """Return the points that each seat gained or lost by penalties on `target`."""
    sums = dict(NO_SCORES)
    for line in state.lines:
        if isinstance(line.entry, Penalty) and line.entry.target is target:
            for seat, amount in line.entry.amounts.items():
                sums[seat] += amount
    return sums


def _with(
    state: TableState,
    entry: Entry,
    settlement: Settlement,
    *,
    scores: Scores | None = None,
    hands_played: int | None = None,
    hands_left: int | None = None,
    over: Ending | None = None,
) -> TableState:
    """Return `state` with one more line. Parameters that are None leave their value
    unchanged; `scores` then change by the settlement."""
    if scores is None:
        changes = settlement.changes
        scores = {seat: state.scores[seat] + changes[seat] for seat in WINDS}
    return TableState(
        position=_marked(state.position, settlement),
        scores=scores,
        lines=(*state.lines, Line(entry, state.position, settlement, scores)),
        hands_played=state.hands_played if hands_played is None else hands_played,
        hands_left=state.hands_left if hands_left is None else hands_left,
        over=over or state.over,
    )


def _marked(position: Position, settlement: Settlement) -> Position:
    """Return the position with the dead hands and ready declarations of a
    settlement."""
    if settlement.dead:
        position = replace(position, dead=_joined(position.dead, settlement.dead))
    if settlement.ready:
        position = replace(position, ready=_joined(position.ready, settlement.ready))
    return position


def _joined(one: tuple[Wind, ...], other: tuple[Wind, ...]) -> tuple[Wind, ...]:
    return tuple(seat for seat in WINDS if seat in one or seat in other)


def _next_hand(rules: Ruleset, state: TableState, entry: Entry) -> TableState:
    position = rules.advance(entry, state.position, state.scores)
    if position.dead or position.ready:
        position = replace(position, dead=(), ready=())
    over = rules.ending(entry, position, state.scores)
    limit = rules.options.hands_limit
    if limit is not None and state.hands_played + 1 >= limit:
        over = over or Ending.ALL_HANDS
    left = state.hands_left
    if left is not None:
        left -= 1
        over = over or (Ending.TIME if left == 0 else None)
    return TableState(
        position=position,
        scores=state.scores,
        lines=state.lines,
        hands_played=state.hands_played + 1,
        hands_left=left,
        over=over,
    )


def _dealt_again(state: TableState) -> TableState:
    return replace(state, position=replace(state.position, dead=(), ready=()))


def _after_penalty(state: TableState, entry: Penalty) -> TableState:
    dead = (entry.dead_hand,) if entry.dead_hand else ()
    return _with(state, entry, Settlement(_penalty_payments(entry), dead=dead))


def _after_gong(state: TableState, entry: Gong) -> TableState:
    left = HANDS_AFTER_GONG[entry.policy]
    if state.over:
        return _with(state, entry, Settlement())
    over = Ending.TIME if left == 0 else None
    return _with(state, entry, Settlement(), hands_left=left, over=over)


def _after_end(rules: Ruleset, state: TableState, entry: PlayEnded) -> TableState:
    if state.over:
        return _with(state, entry, Settlement())
    left = state.hands_left or 0
    if entry.why == Ending.TIME and left > 1:
        return _with(state, entry, Settlement(), hands_left=left - 1)
    scores = rules.opening_scores() if entry.why == CANCELLED else None
    return _with(state, entry, Settlement(), scores=scores, over=Ending(entry.why))


def _after_totals(state: TableState, entry: Totals) -> TableState:
    return _with(
        state, entry, Settlement(), scores=dict(entry.scores), over=Ending.TOTALS
    )


def _penalty_payments(entry: Penalty) -> tuple[Payment, ...]:
    """Return the payments of a penalty on scores; empty for other penalties.

    The offender pays the players who gain points. Other amounts go to or come from no
    one.
    """
    if entry.target is not Target.SCORE:
        return ()
    left = dict(entry.amounts)
    payments = []
    if entry.offender:
        for seat, amount in entry.amounts.items():
            if seat is not entry.offender and amount:
                payments.append(Payment(entry.offender, seat, amount, "penalty"))
                left[seat] = 0
                left[entry.offender] += amount
    payments += [
        Payment(seat, None, -amount, "penalty")
        if amount < 0
        else Payment(None, seat, amount, "penalty")
        for seat, amount in left.items()
        if amount
    ]
    return tuple(payments)


def _play_is_over(state: TableState) -> Fault:
    return Fault(
        "play_is_over",
        _("This game ended after hand %(hands)s. No entries can be added."),
        params={"hands": state.hands_played},
    )
