"""Swap two players between tables of a round, to record where they really sat.

Entries stay with the seat, because they were made for the player who really sat there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_noop as _

from rules.ledger_entries import Follow, Reseat
from rules.winds import Wind
from scoring.ledger import why_ledger_takes_nothing
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LaidDeposit, LateHand, Result
from scoring.wording.stored_reasons import Reason
from tournaments.models import Game, Player, Seat
from tournaments.refusals import refusal
from tournaments.rounds.seat_rounds_and_exchange_seats import exchange_between
from tournaments.web.request_types_and_form_faults import new_device_key


@dataclass(frozen=True)
class Place:
    """A seat of a round with its score."""

    table: int
    wind: Wind
    score: int


@dataclass(frozen=True)
class Changing:
    """A swapped player. `was`: recorded seat; `sat`: real seat."""

    player: Player
    was: Place
    sat: Place


@dataclass(frozen=True)
class ExchangePreview:
    """Effect of a swap. `entered`: at least one table has entries."""

    players: tuple[Changing, Changing]
    entered: bool


def preview(game: Game, number: int, other_number: int) -> ExchangePreview:
    """Return the effect of swapping player `number` of this table with player
    `other_number` of another table in the round. Raises Refused if one of the players
    sits elsewhere now, or a conflict or late hand is undecided at one of the tables.
    """
    seats = _seats(game, number, other_number)
    ledgers = [TableLedger.as_now(seat.game) for seat in seats]
    _refuse(ledgers)
    one, other = (
        Place(
            ledger.game.table,
            Wind(seat.wind),
            ledger.final_scores()[Wind(seat.wind)],
        )
        for seat, ledger in zip(seats, ledgers, strict=True)
    )
    players = (
        Changing(seats[0].player, one, other),
        Changing(seats[1].player, other, one),
    )
    return ExchangePreview(players, any(ledger.last_entered for ledger in ledgers))


@transaction.atomic
def exchange_players(
    game_id: int,
    number: int,
    other_number: int,
    *,
    by: str,
    reason: str,
    since_the_start: bool = False,
) -> tuple[Seat, Seat]:
    """Swap player `number` of this table with player `other_number` of another table in
    the round. Return their new seats.

    If a table has entries, `since_the_start` must confirm that the players sat there
    from the start. Raises Refused without this confirmation, without a reason, if one
    of the players sits elsewhere now, or if a conflict or late hand is undecided at one
    of the tables.
    """
    game = Game.objects.get(pk=game_id)
    tables = [seat.game_id for seat in _seats(game, number, other_number)]
    list(Game.objects.select_for_update().filter(pk__in=tables).order_by("pk"))
    one, other = _seats(game, number, other_number)
    ledgers = [TableLedger.as_now(seat.game) for seat in (one, other)]
    _refuse(ledgers)
    if not reason.strip():
        raise refusal("no_reason", _("Enter a reason for the swap."), "reason")
    if any(ledger.last_entered for ledger in ledgers) and not since_the_start:
        raise refusal(
            "not_since_the_start",
            _(
                "These tables have entries. Swap the players only if both have sat "
                "there since the first hand."
            ),
            "since",
        )
    was = [(seat.game, Wind(seat.wind)) for seat in (one, other)]
    exchange_between(one, other)
    for (table, wind), newcomer, from_ in zip(
        was, (other, one), reversed(was), strict=True
    ):
        _write(table, wind, newcomer, from_[0].table, by=by, reason=reason)
    game.round.tournament.record(
        "players_exchanged",
        by=by,
        reason=reason,
        round=game.round.number,
        one=number,
        table_of_one=was[0][0].table,
        other=other_number,
        table_of_other=was[1][0].table,
    )
    return one, other


def _write(
    table: Game, wind: Wind, newcomer: Seat, from_: int, *, by: str, reason: str
) -> None:
    """Store the effect at one table: new results, and a ledger entry if the table has a
    ledger. Riichi sticks stay with the seat. `from_`: the newcomer's former table.
    """
    sticks = LaidDeposit.objects.filter(game=table).exclude(player__seats__game=table)
    sticks.update(player=newcomer.player_id)
    Result.objects.filter(seat=newcomer).delete()
    ledger = TableLedger.as_now(table)
    if not ledger.lines:
        return
    raw = {
        "kind": Reseat.kind,
        "seats": {},
        "follow": Follow.SEATS,
        "tables": {wind: from_},
    }
    draft = ledger.draft(ledger.rules.read_entry(raw), Reason(reason))
    ledger.write(draft, device_key=new_device_key(), by=by)


def _seats(game: Game, number: int, other_number: int) -> tuple[Seat, Seat]:
    """Return the seat of player `number` at this table and of player `other_number` at
    another table. Raises Refused if either player sits elsewhere.
    """
    seats = Seat.objects.filter(
        round=game.round_id, player__number__in=[number, other_number]
    ).select_related("game", "player__person")
    by_number = {seat.player.number: seat for seat in seats}
    one, other = by_number.get(number), by_number.get(other_number)
    if one is None or one.game_id != game.pk:
        raise refusal(
            "sits_elsewhere",
            _("This player's seat has changed. Reload the page."),
            "who",
        )
    if other is None:
        raise refusal(
            "sits_nowhere", _("This player has no seat in this round."), "whom"
        )
    if other.game_id == game.pk:
        raise refusal(
            "same_table",
            _("Both players sit at this table. Reseat them there instead."),
            "whom",
        )
    return one, other


def _refuse(ledgers: Iterable[TableLedger]) -> None:
    """Raise Refused if seats of these tables cannot be swapped now."""
    for ledger in ledgers:
        why_ledger_takes_nothing.refuse_before_the_start(ledger)
        why_ledger_takes_nothing.refuse_while_versions_wait(ledger)
        waiting = LateHand.objects.filter(game=ledger.game, decision="", line=None)
        if waiting.exists():
            raise refusal(
                "late_hand_waits",
                _("Table %(table)s has a late hand. Decide first whether it counts."),
                table=ledger.game.table,
            )
