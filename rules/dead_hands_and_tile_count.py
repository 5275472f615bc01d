"""Dead hands: a false win, a ruling or a wrong number of tiles can bar a player from
winning the current hand.

Replays of old ledgers accept wins of dead hands; new wins of dead hands are refused.
"""

from __future__ import annotations

from dataclasses import replace

from rules.faults import Fault, RuleError
from rules.ledger_entries import TOO_FEW_TILES, TOO_MANY_TILES
from rules.penalty_catalogue import Catalogue, Offence
from rules.rule_option_types import number
from rules.ruleset_and_table_state import TableState
from rules.translation_marks import _, cited
from rules.winds import Wind


def refuse_dead_wins(before: TableState, after: TableState) -> None:
    """Raise RuleError for each dead hand that wins in `after` but does not win in
    `before`.
    """
    won = _dead_wins(after)
    if won:
        won = [win for win in won if win not in _dead_wins(before)]
    if won:
        raise RuleError(*(_fault(hand, seat) for hand, seat in won))


def _dead_wins(state: TableState) -> list[tuple[int, Wind]]:
    """Return the hand number and the seat of each win by a dead hand."""
    return [
        (line.before.hand, seat)
        for line in state.lines
        for seat in line.settlement.winners
        if seat in line.before.dead
    ]


def _fault(hand: int, seat: Wind) -> Fault:
    return Fault(
        "dead_hand_won",
        _("%(seat)s has a dead hand and cannot win hand %(hand)s."),
        "winner",
        {"seat": seat, "hand": hand},
    )


_SOURCE = cited("house rules: cannot win, is worth nothing, or costs points")


def wrong_tile_count() -> int:
    """Declare the option for penalty points for a wrong number of tiles, in addition to
    the dead hand."""
    return number(
        0,
        0,
        10_000,
        _("Penalty points for too many or too few tiles, in addition to the dead hand"),
        cited("only the dead hand; other programs: also penalty points"),
    )


def with_tile_counts(catalogue: Catalogue, points: int) -> Catalogue:
    """Return the catalogue; if `points` is not 0, add the offences of having too many
    or too few tiles."""
    if not points:
        return catalogue
    offences = (
        Offence(TOO_MANY_TILES, _("Too many tiles: dead hand"), points, source=_SOURCE),
        Offence(TOO_FEW_TILES, _("Too few tiles: dead hand"), points, source=_SOURCE),
    )
    return replace(catalogue, offences=(*catalogue.offences, *offences))
