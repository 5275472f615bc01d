"""Cards that show the players at a table what staff have changed. Reads only.

A cookie stores which cards a device has dismissed: the last ledger entry and the last
answer to a dispute.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules.ledger_entries import Gong, PlayEnded, Reseat, RulesChanged
from rules.winds import WINDS, Wind
from scoring.ledger.table_ledger import TableLedger
from scoring.models import RETRACTION, Confirmation, LedgerEntry
from scoring.table.table_diagram import short_names
from scoring.table.table_page_access import address_of, at_table_or_its_device
from scoring.wording import ledger_entry_wording, stored_reasons
from tournaments.access.page_access import is_device_name
from tournaments.models import Game, Seat
from tournaments.templatetags.score_figures import signed
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.request_types_and_form_faults import TableRequest

#: Reason keys of entries that remove or insert a hand. Later hands are entered again
#: with the same key.
REMOVED, INSERTED = "hand_removed", "hand_inserted"
#: Entries about the end of play, which need no card.
OF_THE_CLOCK = (Gong.kind, PlayEnded.kind)


class DismissedCards(NamedTuple):
    """The newest cards that a device has dismissed.

    `line`: number of a ledger entry; `answer`: id of a settled dispute.
    """

    line: int = 0
    answer: int = 0

    def __str__(self) -> str:
        return f"{self.line}.{self.answer}"

    @classmethod
    def read(cls, cookie: str) -> DismissedCards:
        """Return the contents of the cookie; (0, 0) if it is malformed."""
        parts = cookie.split(".")
        if len(parts) != len(cls._fields):
            return cls()
        if not all(part.isascii() and part.isdecimal() for part in parts):
            return cls()
        return cls(*(int(part[:9]) for part in parts))

    def with_(self, card: DismissedCards) -> DismissedCards:
        """Return the dismissed cards with one more card."""
        return DismissedCards(max(self.line, card.line), max(self.answer, card.answer))


@dataclass(frozen=True)
class SeatAfterChange:
    """A player's current seat. `moved`: the change gave the player this seat."""

    wind: Wind
    seat: Seat
    moved: bool


@dataclass(frozen=True)
class Card:
    """A change: its title, the state `before` and `now` ("" if there was or is none),
    author, time and reason.

    `mark`: identifies the card when it is dismissed. `paid`: the payments after the
    change, as text. `dispute`: text of the settled dispute. `others`: number of further
    cards. `sits`: all players, if seats changed.
    """

    mark: DismissedCards
    title: str
    before: str
    now: str
    by: str
    at: object
    why: str
    sits: tuple[SeatAfterChange, ...] = ()
    paid: str = ""
    dispute: str = ""
    others: int = 0

    @property
    def moved(self) -> set[Wind]:
        """Return the seats whose player sat elsewhere before."""
        return {player.wind for player in self.sits if player.moved}


def first_card(ledger: TableLedger, dismissed: DismissedCards) -> Card | None:
    """Return the oldest card that the device has not dismissed, or None.

    Disputes are only read if play is over, or was over before a change, because only
    then can results be disputed.
    """
    cards = list(cards_of(ledger, dismissed))
    if not cards:
        return None
    return Card(**(vars(cards[0]) | {"others": len(cards) - 1}))


def cards_of(ledger: TableLedger, dismissed: DismissedCards) -> Iterator[Card]:
    """Yield the cards that the device has not dismissed, oldest first."""
    for line in ledger.lines:
        if line.sequence > dismissed.line and _is_a_change(ledger, line):
            yield _card_of_line(ledger, line)
    if ledger.state.over or any(map(_can_reopen, ledger.lines)):
        yield from _answers(ledger, dismissed)


def _can_reopen(line: LedgerEntry) -> bool:
    """Return whether the entry may resume play that was over."""
    return bool(line.supersedes_id) or line.kind == RulesChanged.kind


def _is_a_change(ledger: TableLedger, line: LedgerEntry) -> bool:
    """Return whether staff wrote the entry and did more than enter the current hand."""
    if line.moved_from_id or is_device_name(line.by) or line.kind in OF_THE_CLOCK:
        return False
    if line.reason_key == REMOVED:
        before = _replaced_entry(ledger, line)
        own = bool(before and before.settles_hand)
        return own and line.hand == line.reason_values["hand"]
    if line.reason_key == INSERTED:
        return line.kind != RETRACTION
    if line not in ledger.heads:
        return False
    if line.supersedes_id or not line.settles_hand:
        return True
    return any(
        before.settles_hand and before.hand >= line.hand
        for before in ledger.lines
        if before.sequence < line.sequence
    )


def _card_of_line(ledger: TableLedger, line: LedgerEntry) -> Card:
    entry = None if line.kind == RETRACTION else ledger.entry_of(line)
    titles = {
        RETRACTION: _("Hand %(hand)s was undone"),
        Reseat.kind: _("Players were reseated"),
        RulesChanged.kind: _("The rules were changed"),
    }
    usual = _("Hand %(hand)s was changed")
    if not line.settles_hand:
        usual = _("A referee's entry, hand %(hand)s")
    elif line.reason_key == INSERTED or not line.supersedes_id:
        usual = _("Hand %(hand)s was inserted")
    before = _replaced_entry(ledger, line)
    if before is not None and before.kind == Reseat.kind:
        titles[RETRACTION] = _("Reseating was undone")
    return Card(
        DismissedCards(line=line.sequence),
        titles.get(line.kind, usual) % {"hand": line.hand},
        _words(ledger, before) if before else "",
        _words(ledger, line) if entry else "",
        line.by,
        line.at,
        str(stored_reasons.of_line(line)),
        _new_seats(ledger, line, before),
        _paid(ledger, line),
    )


def _replaced_entry(ledger: TableLedger, line: LedgerEntry) -> LedgerEntry | None:
    """Return the entry that `line` replaced.

    Return None if `line` replaced no entry or a retraction, or inserts a forgotten
    hand.
    """
    if line.reason_key == INSERTED:
        return None
    before = (earlier for earlier in ledger.lines if earlier.pk == line.supersedes_id)
    return next((earlier for earlier in before if earlier.kind != RETRACTION), None)


def _words(ledger: TableLedger, line: LedgerEntry) -> str:
    names = ledger.names_for(line, ledger.names)
    return ledger_entry_wording.of_entry(ledger.entry_of(line), names)


def _paid(ledger: TableLedger, line: LedgerEntry) -> str:
    """Return a text on the points that each player wins or loses by an entry; "" if it
    moves no points or does not count.
    """
    if line not in ledger.live:
        return ""
    changes = ledger.state.lines[ledger.live.index(line)].settlement.changes
    seats = ledger.game.seats_by_wind()
    names = ledger.names_for(line, short_names(list(seats.values())))
    amounts = sorted(changes.items(), key=lambda change: -change[1])
    return joined_with_commas(
        f"{names[seat]} {signed(by)}" for seat, by in amounts if by
    )


def _new_seats(
    ledger: TableLedger, line: LedgerEntry, before: LedgerEntry | None
) -> tuple[SeatAfterChange, ...]:
    """Return all players' seats if the change was a reseat, otherwise ()."""
    reseat = next(
        (change for change in (line, before) if change and change.kind == Reseat.kind),
        None,
    )
    if reseat is None:
        return ()
    moved: Mapping[str, str] = reseat.data["seats"]
    seats = ledger.game.seats_by_wind()
    came: Mapping[str, int] = reseat.data.get("tables", {})
    gone = {Wind(wind) for wind in (*moved.keys(), *moved.values(), *came)}
    winds = ledger.state.position.winds
    by_wind = sorted(seats, key=lambda seat: WINDS.index(winds[seat]))
    return tuple(SeatAfterChange(seat, seats[seat], seat in gone) for seat in by_wind)


def _answers(ledger: TableLedger, dismissed: DismissedCards) -> Iterator[Card]:
    settled = Confirmation.objects.filter(
        game=ledger.game,
        kind=Confirmation.Kind.DISPUTE,
        settled_at__isnull=False,
        pk__gt=dismissed.answer,
    ).select_related("player__person")
    for dispute in settled.order_by("settled_at"):
        if dispute.settled_by == dispute.by:
            continue
        yield Card(
            DismissedCards(answer=dispute.pk),
            _("Dispute by %(name)s resolved") % {"name": dispute.player},
            "",
            str(stored_reasons.of_answer(dispute)),
            dispute.settled_by,
            dispute.settled_at,
            "",
            dispute=dispute.text,
        )


#: Cookie name; `static/put-away-notice-cards.js` writes it too, for use offline.
COOKIE = "put_away"
#: Cookie lifetime in seconds: the longest time a device stays at one table.
MAX_AGE = 14 * 24 * 3600


def dismissed_cards_of(request: TableRequest) -> DismissedCards:
    """Return the newest cards that this device has dismissed at this table."""
    return DismissedCards.read(request.COOKIES.get(COOKIE, ""))


@require_POST
@at_table_or_its_device
def put_away(request: TableRequest, game: Game) -> HttpResponse:
    """Dismiss the card named by `card` on this device, and redirect to the table."""
    card = DismissedCards.read(request.POST.get("card", ""))
    address = address_of(game)
    response = redirect(address)
    read = dismissed_cards_of(request).with_(card)
    response.set_cookie(
        COOKIE,
        str(read),
        max_age=MAX_AGE,
        path=address,
        secure=request.is_secure(),
        samesite="Lax",
    )
    return response
