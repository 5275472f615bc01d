"""A player's own page: their seats, and their tables with what they can confirm or
dispute. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.models import Result
from scoring.pages import table_news
from scoring.pages.public_pages import Context, NotThere, seats_shown
from scoring.signoff.status import Closing, Say, Voice, closings
from scoring.signoff.table_states import Progress, progress_at
from scoring.wording.seat_order import seats_in_order
from tournaments.models import (
    HIDDEN_STATES,
    ConfirmationNeeded,
    Entry,
    RoundState,
    Seat,
    Session,
)


@dataclass(frozen=True)
class OwnTable:
    """A table of the player's; `others` sit there too, in the order E S W N."""

    seat: Seat
    result: Result | None
    progress: Progress
    others: tuple[Seat, ...]
    closing: Closing
    voice: Voice

    @property
    def is_ahead(self) -> bool:
        """Whether the player is to go there, or sits there now."""
        return not self.progress.is_over and self.seat.round.state != RoundState.CLOSED

    @property
    def waits_to_begin(self) -> bool:
        return self.seat.round.state == RoundState.PUBLISHED

    @property
    def shows_voice(self) -> bool:
        """Whether what the player says of the result is worth showing."""
        return self.waits_for_word or self.voice.say is not Say.NOTHING

    @property
    def waits_for_word(self) -> bool:
        """Whether the round needs the player's word, and they have not given it."""
        return (
            self.closing.asks
            and self.closing.needed == ConfirmationNeeded.PLAYERS
            and self.closing.is_over
            and self.voice.say is Say.NOTHING
        )


def own_page(entry: Entry) -> Context:
    """The player's tables in the order of the rounds, those that are public."""
    seats = seats_shown(entry)
    sessions = [seat.session for seat in seats]
    found = closings(entry.tournament, sessions)
    states = progress_at(sessions, {pk for pk in found if found[pk].lacks})
    tables = [
        _table(seat, entry, found[seat.session_id], states[seat.session_id])
        for seat in seats
    ]
    ahead = [table for table in tables if table.is_ahead]
    return {
        "entry": entry,
        "tournament": entry.tournament,
        "ahead": ahead,
        "next_to_begin": next((table for table in ahead if table.waits_to_begin), None),
        "live_url": table_news.of_player(
            entry, ahead[0].seat.session if ahead else None
        ),
        "to_confirm": [table for table in tables if table.waits_for_word],
        "tables": tables,
    }


def own_session(entry: Entry, number: int) -> Session:
    """The player's table of a round. Raises NotThere if they have none in it, or it
    is not public."""
    session = (
        Session.objects.filter(seats__entry=entry, round__number=number)
        .exclude(round__state__in=HIDDEN_STATES)
        .select_related("round__tournament")
        .first()
    )
    if session is None:
        raise NotThere
    return session


def _table(seat: Seat, entry: Entry, closing: Closing, progress: Progress) -> OwnTable:
    others = seats_in_order(seat.session)
    return OwnTable(
        seat,
        getattr(seat, "result", None),
        progress,
        tuple(other for other in others if other.pk != seat.pk),
        closing,
        closing.voice_of(entry),
    )
