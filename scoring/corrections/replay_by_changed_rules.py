"""Recompute a table by other rules. Reads only; `change_rules` stores the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace

from django.db import models
from django.utils.translation import gettext_noop as _

from rules.dead_hands_and_tile_count import refuse_dead_wins
from rules.faults import Fault, RuleError
from rules.ledger_entries import Entry
from rules.ledger_replay import follow_seated
from rules.ruleset_and_table_state import TableState
from rules.tables_of_two_or_three import at_size
from rules.winds import Wind
from scoring.ledger import stored_results
from scoring.ledger.gong_in_ledger import end_of_resumed_play
from scoring.ledger.table_ledger import TableLedger
from scoring.models import RETRACTION, LedgerEntry, Result
from tournaments.models import Game, RoundState, Tournament

#: Stored fields that distinguish one result of a table from another.
OF_SHEET = ("hands_played", "hand", "prevailing", "dealer", "is_last_hand", "over")
OF_RESULT = ("score", "penalties", "place", "parts", "hands_won", "overall")

ENDS_OTHERWISE = _(
    "A false win ends the hand under only one of these rulesets, so later hands "
    "would be renumbered. Remove the false win at the table, change the rules, then "
    "enter it again."
)


@dataclass(frozen=True)
class Obstacle:
    """A reason why a table is invalid under the new rules.

    `line`: sequence number of the refused ledger entry, None for a waiting entry or for
    a win with a dead hand. `hand`: hand number of the entry. If both are None, the
    table has a number of players that the rules do not allow.
    """

    game: Game
    faults: tuple[Fault, ...]
    hand: int | None = None
    line: int | None = None


@dataclass(frozen=True)
class Recounted:
    """A table recomputed under the new rules: its state, its `results` by seat, and its
    results `before`.

    `was_over`: why play was over, "" if it was not. `changed`: the results differ.
    `ends`: entry that must end play, because play was over only under the old rules;
    None if not needed. `is_logged`: the ledger must record the rule change.
    """

    ledger: TableLedger
    state: TableState
    results: Mapping[Wind, Result]
    before: Mapping[Wind, Result]
    was_over: str
    changed: bool
    ends: Entry | None
    is_logged: bool


def under(ledger: TableLedger, tournament: Tournament) -> TableLedger:
    """Return the same ledger under the rules of `tournament`, a copy of the ledger's
    tournament with other options."""
    game = copy(ledger.game)
    game.round = copy(game.round)
    game.round.tournament = tournament
    return TableLedger(game, ledger.lines)


def recount(ledger: TableLedger, tournament: Tournament) -> Recounted | list[Obstacle]:
    """Return the table under the rules of `tournament`, or the obstacles: all
    unreadable entries, otherwise the first entry that no longer fits, or the number of
    players. Seats, results, sheet and extension of the game must be loaded.
    """
    # Read first: new results and sheets replace these on the same objects.
    if wrong := other_size(ledger, tournament):
        return wrong
    before, sheet = kept_results(ledger.game), getattr(ledger.game, "sheet", None)
    was_over = sheet.over if sheet else ""
    then = under(ledger, tournament)
    if unreadable := list(_unreadable(then)):
        return unreadable
    replayed = _replayed(then)
    if isinstance(replayed, Obstacle):
        return [replayed]
    then.state = replayed
    try:
        refuse_dead_wins(_before(ledger, replayed), replayed)
    except RuleError as error:
        hand = int(str(error.faults[0].params["hand"]))
        return [Obstacle(ledger.game, error.faults, hand)]
    end = end_of_resumed_play(then) if was_over else None
    ends = end.entry if end else None
    state = follow_seated(then.rules, replayed, ends) if ends else replayed
    results = {
        Wind(row.seat.wind): row for row in stored_results.results_of(then.game, state)
    }
    now = stored_results.sheet_of(then.game, state, len(then.lines))
    changed = _values(sheet, OF_SHEET) != _values(now, OF_SHEET)
    changed = changed or _are_others(before, results)
    is_logged = changed or ends is not None or _has_unreadable(then)
    return Recounted(then, state, results, before, was_over, changed, ends, is_logged)


def other_size(ledger: TableLedger, tournament: Tournament) -> list[Obstacle]:
    """Return an obstacle if the round's seating is published and the rules of
    `tournament` do not allow the table's number of players. Empty otherwise.
    """
    if ledger.game.round.state == RoundState.DRAFT:
        return []
    try:
        at_size(tournament.rules, ledger.game.players)
    except RuleError as error:
        faults = tuple(replace(fault, field="") for fault in error.faults)
        return [Obstacle(ledger.game, faults)]
    return []


def kept_results(game: Game) -> dict[Wind, Result]:
    """Return the stored results of a game by seat."""
    results: dict[Wind, Result] = {}
    for seat in game.seats.all():
        if result := getattr(seat, "result", None):
            result.seat = seat
            results[Wind(seat.wind)] = result
    return results


def _unreadable(ledger: TableLedger) -> Iterator[Obstacle]:
    """Yield an obstacle for each entry that is unreadable under these rules, or for
    which the rules differ on whether it ends the hand.
    """
    for line in ledger.live:
        try:
            if ledger.entry_of(line).settles_hand != line.settles_hand:
                raise RuleError(Fault("ends_otherwise", ENDS_OTHERWISE))
        except RuleError as error:
            yield _at(ledger, line, error)


def _replayed(ledger: TableLedger) -> TableState | Obstacle:
    """Return the state after all entries, or an obstacle if an entry does not fit."""
    rules = ledger.rules
    state = TableState(rules.opening(), rules.opening_scores())
    for line in ledger.live:
        try:
            state = follow_seated(rules, state, ledger.entry_of(line))
        except RuleError as error:
            return _at(ledger, line, error)
    return state


def _at(ledger: TableLedger, line: LedgerEntry, error: RuleError) -> Obstacle:
    faults = tuple(replace(fault, field="") for fault in error.faults)
    return Obstacle(ledger.game, faults, line.hand, line.sequence)


def _before(ledger: TableLedger, after: TableState) -> TableState:
    """Return the state under the old rules, for comparing dead hands.

    The ledger is replayed only if there are dead hands; otherwise an empty state is
    returned.
    """
    if any(line.settlement.dead for line in after.lines):
        return ledger.state
    return TableState(after.position)


def _are_others(before: Mapping[Wind, Result], after: Mapping[Wind, Result]) -> bool:
    return before.keys() != after.keys() or any(
        _values(before[seat], OF_RESULT) != _values(after[seat], OF_RESULT)
        for seat in after
    )


def _values(row: models.Model | None, fields: tuple[str, ...]) -> list[object]:
    return [getattr(row, field) for field in fields] if row else []


def _has_unreadable(ledger: TableLedger) -> bool:
    """Return whether the new rules cannot read a superseded entry.

    The ledger must then record the old rules.
    """
    dead = {line.pk for line in ledger.lines} - {line.pk for line in ledger.live}
    return any(
        line.pk in dead and line.kind != RETRACTION and not _is_readable(ledger, line)
        for line in ledger.lines
    )


def _is_readable(ledger: TableLedger, line: LedgerEntry) -> bool:
    try:
        ledger.entry_of(line)
    except RuleError:
        return False
    return True


def waiting_unreadable(
    tournament: Tournament, waiting: Iterator[tuple[Game, int, Mapping[str, object]]]
) -> Iterator[Obstacle]:
    """Yield obstacles for waiting entries that are invalid under the rules of
    `tournament`. `waiting`: game, hand number and entry."""
    for game, hand, offered in waiting:
        try:
            at_size(tournament.rules, game.players).read_entry(offered)
        except RuleError as error:
            faults = tuple(replace(fault, field="") for fault in error.faults)
            yield Obstacle(game, faults, hand)
