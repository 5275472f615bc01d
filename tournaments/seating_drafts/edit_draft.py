"""Change drafts manually, with a reason.

A change is a value, so its effect can be shown before it is applied (`consequences`).
The new plan is calculated without a lock. It is saved only if the draft has not changed
since it was shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Draw
from tournaments.refusals import Refused, refusal
from tournaments.seating import seating_plan
from tournaments.seating.seating_plan import Plan, Round
from tournaments.seating.winds.wind_balance import balanced
from tournaments.seating_drafts.draft_state_and_judgement import (
    change_draft,
    judged_now,
    plan_of,
    request_of,
    unchanged,
)


@dataclass(frozen=True)
class Swap:
    """A swap of two players in a round. One of the players may have a bye."""

    round: int
    one: int
    other: int

    kind = "swap"

    def as_data(self) -> dict[str, object]:
        return {"round": self.round, "numbers": [self.one, self.other]}


@dataclass(frozen=True)
class Replace:
    """The replacement of player `old` by player `new` in `rounds`.

    If `rounds` is None, the player is replaced in all rounds of the draft.
    """

    old: int
    new: int
    rounds: tuple[int, ...] | None = None

    kind = "replace"

    def as_data(self) -> dict[str, object]:
        rounds = None if self.rounds is None else list(self.rounds)
        return {"rounds": rounds, "numbers": [self.old, self.new]}


@dataclass(frozen=True)
class BalanceWinds:
    """A new assignment of winds. Players keep their tables."""

    kind = "balance_winds"

    def as_data(self) -> dict[str, object]:
        return {}


Change: TypeAlias = Swap | Replace | BalanceWinds

#: New player numbers by the numbers they replace in a round.
Moves: TypeAlias = Mapping[int, int]


def swap(
    draw: Draw,
    round_: int,
    one: int,
    other: int,
    *,
    version: int,
    reason: str,
    by: str,
) -> Draw:
    """Swap two players in a round. Return the draft.

    Raises Refused if both players have no seat in the round, the table of a player is
    locked, or the draft has changed since `version`.
    """
    change = Swap(round_, one, other)
    return make(draw, change, version=version, reason=reason, by=by)


def replace(
    draw: Draw,
    rounds: Sequence[int] | None,
    old: int,
    new: int,
    *,
    version: int,
    reason: str,
    by: str,
) -> Draw:
    """Replace a player by another player in these rounds, or in all rounds if `rounds`
    is None. Return the draft.

    The new player must have no seat in these rounds. Raises Refused as `swap` does.
    """
    change = Replace(old, new, None if rounds is None else tuple(rounds))
    return make(draw, change, version=version, reason=reason, by=by)


def balance_winds(draw: Draw, *, version: int, reason: str = "", by: str) -> Draw:
    """Assign the winds again, as evenly as possible. Return the draft.

    The winds at locked tables may change too, because their players stay.
    """
    return make(draw, BalanceWinds(), version=version, reason=reason, by=by)


def make(draw: Draw, change: Change, *, version: int, reason: str, by: str) -> Draw:
    """Apply a change to the draft as its next version, with a new report and a log
    entry. Return the draft.

    Raises Refused if the change is impossible or the draft has changed since `version`.
    """
    current = unchanged(draw, version)
    plan = changed_plan(current, change)
    fillers = house_players_in_plan(current, plan)
    report = judged_now(current, plan, fillers).as_data()
    edit = {
        "kind": change.kind,
        **change.as_data(),
        "reason": reason,
        "by": by,
        "at": timezone.now().isoformat(),
    }
    with transaction.atomic():
        changed = change_draft(
            current,
            version,
            plan=seating_plan.as_data(plan),
            report=report,
            fillers=fillers,
            edits=[*current.edits, edit],
        )
        changed.tournament.record(
            f"draft_{change.kind}",
            by=by,
            reason=reason,
            draw=changed.number,
            **change.as_data(),
        )
    return changed


@transaction.atomic
def lock(
    draw: Draw, tables: Iterable[tuple[int, int]], *, version: int, by: str
) -> Draw:
    """Lock exactly these tables, as (round, table). Return the draft.

    Locked tables are kept when the other tables are generated again, and their players
    cannot be swapped. Raises Refused for a table that is not in the plan, and if the
    draft has changed since `version`.
    """
    current = unchanged(draw, version)
    plan = plan_of(current)
    kept = sorted(set(tables))
    for round_, table in kept:
        if not 1 <= table <= len(_seats(current, plan, round_)):
            raise refusal(
                "no_such_table",
                _("Round %(round)s has no table %(table)s."),
                round=round_,
                table=table,
            )
    changed = change_draft(current, version, locked=[list(table) for table in kept])
    changed.tournament.record(
        "draft_locked", by=by, draw=changed.number, tables=changed.locked
    )
    return changed


def changed_plan(draw: Draw, change: Change) -> Plan:
    """Return the plan of the draft after `change`. Raises Refused if the change is
    impossible."""
    plan = plan_of(draw)
    if isinstance(change, BalanceWinds):
        return balanced(plan, request_of(draw).played, from_east=True)
    moves = (
        _swapped(draw, plan, change)
        if isinstance(change, Swap)
        else _replaced(draw, plan, change)
    )
    for round_, places in moves.items():
        _refuse_locked(draw, plan, round_, places)
        _refuse_absent(draw, plan, round_, places)
    return tuple(
        _moved(round_, moves.get(number, {}))
        for number, round_ in zip(draw.round_numbers, plan, strict=True)
    )


def house_players_in_plan(draw: Draw, plan: Plan) -> list[int]:
    """Return the numbers of the house players in a plan, in ascending order."""
    fillers = draw.tournament.players.filter(is_filler=True)
    known = {*draw.fillers, *fillers.values_list("number", flat=True)}
    return [number for number in seating_plan.players_in_plan(plan) if number in known]


def _swapped(draw: Draw, plan: Plan, change: Swap) -> dict[int, Moves]:
    one, other = change.one, change.other
    if one == other:
        raise refusal("same_player", _("Choose two different players."), "other")
    seated = _numbers_in(draw, plan, change.round)
    if not seated & {one, other}:
        raise _not_seated(one, change.round, "one")
    return {change.round: {one: other, other: one}}


def _replaced(draw: Draw, plan: Plan, change: Replace) -> dict[int, Moves]:
    old, new = change.old, change.new
    if old == new:
        raise refusal("same_player", _("Choose two different players."), "new")
    rounds = change.rounds
    if rounds is None:
        rounds = tuple(
            number
            for number in draw.round_numbers
            if old in _numbers_in(draw, plan, number)
        )
    if not rounds:
        raise refusal(
            "not_seated",
            _("Player %(number)s is not seated in this draft."),
            "old",
            number=old,
        )
    for number in rounds:
        seated = _numbers_in(draw, plan, number)
        if old not in seated:
            raise _not_seated(old, number, "old")
        if new in seated:
            raise refusal(
                "seated_already",
                _(
                    "Player %(number)s is already seated in round %(round)s. Swap the "
                    "players."
                ),
                "new",
                number=new,
                round=number,
            )
    return {number: {old: new} for number in rounds}


def _moved(round_: Round, places: Moves) -> Round:
    return tuple(
        tuple(chair if chair is None else places.get(chair, chair) for chair in table)  # type: ignore[misc]
        for table in round_
    )


def _seats(draw: Draw, plan: Plan, round_: int) -> Round:
    """Return the tables of a round. Raises Refused if the round is not in the draft."""
    if round_ not in draw.round_numbers:
        raise refusal(
            "no_such_round",
            _("Round %(round)s is not in this draft."),
            "round",
            round=round_,
        )
    return plan[round_ - draw.first_round]


def _numbers_in(draw: Draw, plan: Plan, round_: int) -> set[int]:
    return {
        number
        for table in _seats(draw, plan, round_)
        for number in seating_plan.seated(table)
    }


def _not_seated(number: int, round_: int, field: str) -> Refused:
    return refusal(
        "not_seated",
        _("Player %(number)s is not seated in round %(round)s."),
        field,
        number=number,
        round=round_,
    )


def _refuse_locked(draw: Draw, plan: Plan, round_: int, places: Moves) -> None:
    for place, table in enumerate(_seats(draw, plan, round_), start=1):
        if [round_, place] in draw.locked and places.keys() & set(table):
            raise refusal(
                "table_locked",
                _("Table %(table)s of round %(round)s is locked. Unlock it first."),
                table=place,
                round=round_,
            )


def _refuse_absent(draw: Draw, plan: Plan, round_: int, places: Moves) -> None:
    """Raise Refused if a player with a new seat does not exist or is absent in the
    round."""
    new = set(places.values()) - _numbers_in(draw, plan, round_) - set(draw.fillers)
    players = draw.tournament.players.filter(number__in=new)
    present = {player.number for player in players if player.plays(round_)}
    for number in sorted(new - present):
        raise refusal(
            "not_there",
            _("No player present in round %(round)s has number %(number)s."),
            number=number,
            round=round_,
        )
