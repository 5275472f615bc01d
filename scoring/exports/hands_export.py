"""Exports of hands and payments. Only a few tables are in memory at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from rules.ruleset_and_table_state import Payment
from rules.winds import WINDS, Wind
from scoring.exports.export_columns_and_values import (
    Column,
    ColumnKind,
    Export,
    Selection,
    Value,
    under_known_names,
)
from scoring.exports.played_hand import PlayedHand
from scoring.exports.seating_export import SEATS, public_tables_of
from scoring.ledger.table_ledger import TableLedger
from scoring.wording import ledger_entry_wording
from tournaments.models import Player, Seat, Tournament

#: Number of tables loaded together.
CHUNK = 20


@dataclass(frozen=True)
class HandPayment:
    """A payment in a hand.

    The properties `payer` and `payee` are players, None if the table pays or receives.
    """

    hand: PlayedHand
    payment: Payment

    @property
    def payer(self) -> Player | None:
        return self.hand.seats.get(self.payment.payer) if self.payment.payer else None

    @property
    def payee(self) -> Player | None:
        return self.hand.seats.get(self.payment.payee) if self.payment.payee else None


def _place_columns() -> Iterator[Column[PlayedHand]]:
    yield Column(
        "round", _("Round"), ColumnKind.WHOLE, lambda row: row.game.round.number
    )
    yield Column("table", _("Table"), ColumnKind.WHOLE, lambda row: row.game.table)
    yield Column(
        "hand",
        pgettext("one deal", "Hand"),
        ColumnKind.WHOLE,
        lambda row: row.line.hand,
    )


def _columns(_tournament: Tournament | None) -> Sequence[Column[PlayedHand]]:
    return [
        *_place_columns(),
        Column("kind", _("Kind"), ColumnKind.TEXT, lambda row: row.line.kind),
        Column("what", _("What happened"), ColumnKind.TEXT, lambda row: row.text),
        *(
            Column(
                name,
                _("%(seat)s: points") % {"seat": seat.value},
                ColumnKind.WHOLE,
                _change(seat),
            )
            for name, seat in zip(SEATS, WINDS, strict=True)
        ),
        Column(
            "at",
            pgettext("time of day", "Time"),
            ColumnKind.TIME,
            lambda row: row.entered.at,
        ),
        Column(
            "by",
            pgettext("changed by", "By"),
            ColumnKind.TEXT,
            lambda row: row.entered.by,
            private=True,
        ),
        *_outcome_columns(),
        *_position_columns(),
        *_version_columns(),
    ]


def _outcome_columns() -> Iterator[Column[PlayedHand]]:
    text, whole = ColumnKind.TEXT, ColumnKind.WHOLE
    yield Column(
        "winners", pgettext("of a hand", "Winners"), text, lambda row: row.winners
    )
    # Translators: the player whose discard completes the winning hand.
    yield Column("discarder", _("Discarder"), whole, lambda row: row.discarder)
    self_draw = _("Self-draw")
    yield Column("self_draw", self_draw, ColumnKind.FLAG, lambda row: row.is_self_draw)
    yield Column("value", _("Value"), text, lambda row: row.value)
    # Translators: how many fan of a hand are flower tiles.
    yield Column("flowers", _("Flowers"), text, lambda row: row.flowers)
    yield Column("patterns", _("Patterns"), text, lambda row: row.patterns)
    yield Column("tiles", _("Tiles"), text, lambda row: row.tiles)
    yield Column("deposits", _("Riichi sticks placed"), text, lambda row: row.deposits)
    yield Column("tenpai", _("Tenpai"), text, lambda row: row.tenpai)
    yield Column("penalised", _("Penalised"), whole, lambda row: row.penalised)


def _position_columns() -> Iterator[Column[PlayedHand]]:
    whole = ColumnKind.WHOLE
    yield Column("dealer", _("Dealer"), whole, lambda row: row.dealer)
    prevailing = _("Prevailing wind")
    yield Column(
        "prevailing", prevailing, ColumnKind.TEXT, lambda row: row.before.prevailing
    )
    yield Column(
        "repeats",
        pgettext("counters (honba)", "Counters (honba)"),
        whole,
        lambda row: row.before.repeats,
    )
    yield Column("sticks", _("Riichi sticks"), whole, lambda row: row.before.sticks)
    yield Column("carried", _("Carried over"), whole, lambda row: row.before.carried)


def _version_columns() -> Iterator[Column[PlayedHand]]:
    yield Column(
        # Translators: the number of an entry in the score sheet.
        "entry",
        _("Entry"),
        ColumnKind.WHOLE,
        lambda row: row.entered.sequence,
    )
    yield Column("corrects", _("Corrects"), ColumnKind.TEXT, lambda row: row.corrects)
    yield Column(
        "first_at",
        _("Time of the first entry"),
        ColumnKind.TIME,
        lambda row: row.first_entered.at,
    )
    yield Column(
        "first_by",
        _("Author of the first entry"),
        ColumnKind.TEXT,
        lambda row: row.first_entered.by,
        private=True,
    )


def _change(seat: Wind) -> Callable[[PlayedHand], int]:
    return lambda row: row.change(seat)


def _payment_columns(_tournament: Tournament | None) -> Sequence[Column[HandPayment]]:
    return [
        *(
            Column(column.key, column.heading, column.kind, _of_hand(column))
            for column in _place_columns()
        ),
        Column("payer", _("Payer"), ColumnKind.WHOLE, lambda row: _number(row.payer)),
        Column(
            "payer_name", _("Payer: name"), ColumnKind.TEXT, lambda r: _name(r.payer)
        ),
        Column("payee", _("Payee"), ColumnKind.WHOLE, lambda row: _number(row.payee)),
        Column(
            "payee_name", _("Payee: name"), ColumnKind.TEXT, lambda r: _name(r.payee)
        ),
        Column("amount", _("Amount"), ColumnKind.WHOLE, lambda row: row.payment.amount),
        # Translators: the reason for a change.
        Column("why", _("Reason"), ColumnKind.TEXT, _why),
    ]


def _of_hand(column: Column[PlayedHand]) -> Callable[[HandPayment], Value]:
    return lambda row: column.value(row.hand)


def _number(player: Player | None) -> int | None:
    return player.number if player else None


def _name(player: Player | None) -> str:
    return str(player) if player else ""


def _why(row: HandPayment) -> str:
    return ledger_entry_wording.of_payment(row.payment.reason)


def _hands(selection: Selection) -> Iterator[PlayedHand]:
    games = public_tables_of(selection).select_related("round__tournament")
    seats = Seat.objects.select_related("player__person")
    tables = games.prefetch_related("ledger", Prefetch("seats", seats))
    for game in tables[selection.part].iterator(CHUNK):
        under_known_names(selection, (seat.player for seat in game.seats.all()))
        yield from _hands_of(TableLedger(game))


def _count(selection: Selection) -> int:
    return public_tables_of(selection).count()


def _hands_of(ledger: TableLedger) -> Iterator[PlayedHand]:
    seats = {Wind(seat.wind): seat.player for seat in ledger.game.seats.all()}
    for line, replayed in zip(ledger.live, ledger.state.lines, strict=False):
        yield PlayedHand(ledger, line, replayed, seats)


def _payments(selection: Selection) -> Iterator[HandPayment]:
    for hand in _hands(selection):
        for payment in hand.replayed.settlement.payments:
            yield HandPayment(hand, payment)


HANDS = Export(
    "hands",
    pgettext_lazy("deals", "Hands"),
    _columns,
    _hands,
    by_round=True,
    of_results=True,
    counts=_count,
    of_tables=True,
    is_long=True,
)
PAYMENTS = Export(
    "payments",
    gettext_lazy("Payments"),
    _payment_columns,
    _payments,
    by_round=True,
    of_results=True,
    counts=_count,
    of_tables=True,
    is_long=True,
)
