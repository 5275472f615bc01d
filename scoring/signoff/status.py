"""Who has confirmed or disputed which result, and what tables lack before their
round is closed. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _

from rules.entries import CANCELLED
from scoring.models import Confirmation
from scoring.wording.seat_order import seats_in_order
from tournaments.models import (
    ConfirmationNeeded,
    Entry,
    RoundState,
    Seat,
    Session,
    Tournament,
)

CONFIRM, DISPUTE = Confirmation.Kind.CONFIRM, Confirmation.Kind.DISPUTE


class Say(StrEnum):
    """What a player says of a result as it is."""

    NOTHING = "nothing"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    #: A referee answered their dispute, and the result was not corrected.
    ANSWERED = "answered"


@dataclass(frozen=True)
class Voice:
    """What the player of a seat says of the result; `said`: where it is written, and
    `before` what they said last of an older one."""

    seat: Seat
    say: Say
    said: Confirmation | None = None
    before: Confirmation | None = None

    @property
    def is_of_older(self) -> bool:
        """Whether all they confirmed is an older result."""
        before = self.before
        return self.say is Say.NOTHING and bool(before and before.kind == CONFIRM)

    @property
    def words(self) -> str:
        if self.is_of_older:
            return _("confirmed an older result")
        return {
            Say.NOTHING: _("not confirmed yet"),
            Say.CONFIRMED: _("confirmed"),
            Say.DISPUTED: _("disputed"),
            Say.ANSWERED: _("decided by a referee"),
        }[self.say]

    @property
    def is_settled(self) -> bool:
        return self.say in (Say.CONFIRMED, Say.ANSWERED)


@dataclass(frozen=True)
class Closing:
    """What is said of a table's result as it stands after the line `sequence`.
    `voices` in the order E S W N; `disputes`: those that are open, of older results
    too; `is_final`: its round is closed, and nobody is asked any more."""

    needed: ConfirmationNeeded
    sequence: int
    is_over: bool
    voices: tuple[Voice, ...]
    referee: Confirmation | None
    disputes: tuple[Confirmation, ...]
    is_final: bool = False

    @property
    def asks(self) -> bool:
        """Whether anybody is asked for their word."""
        return self.needed != ConfirmationNeeded.NONE and not self.is_final

    @property
    def is_spoken_of(self) -> bool:
        """Whether anybody is asked, or a player has said something, also of an older
        result."""
        return self.asks or any(
            voice.say != Say.NOTHING or voice.is_of_older for voice in self.voices
        )

    @property
    def settled(self) -> int:
        """How many players have nothing more to say."""
        return sum(voice.is_settled for voice in self.voices)

    @property
    def lacks(self) -> bool:
        """Whether something its round needs is missing."""
        return self.asks and not self._is_complete

    @property
    def has_every_word(self) -> bool:
        """Whether nobody's word is missing, also of a round that was closed without."""
        return self.needed == ConfirmationNeeded.NONE or self._is_complete

    @property
    def _is_complete(self) -> bool:
        if not self.is_over or self.disputes:
            return False
        if self.needed == ConfirmationNeeded.REFEREE:
            return self.referee is not None
        return self.settled == len(self.voices)

    @property
    def badge(self) -> str:
        """What the hall shows of it in a few words; "" if it is nothing."""
        if self.disputes:
            return _("Disputed")
        if not self.is_over or self.needed == ConfirmationNeeded.NONE:
            return ""
        if self._is_complete:
            return _("Confirmed")
        if self.is_final:
            return ""
        if self.needed == ConfirmationNeeded.REFEREE:
            return _("Not confirmed")
        return _("%(count)s of %(all)s confirmed") % {
            "count": self.settled,
            "all": len(self.voices),
        }

    def voice_of(self, entry: Entry) -> Voice:
        """What somebody says who sits there."""
        return next(v for v in self.voices if v.seat.entry_id == entry.pk)


def closings(
    tournament: Tournament, sessions: Sequence[Session]
) -> Mapping[int, Closing]:
    """What is said of each session's result, by its id. The sessions come with
    their rounds, seats and sheets."""
    needed = ConfirmationNeeded(tournament.confirmation)
    said: dict[int, list[Confirmation]] = defaultdict(list)
    for word in Confirmation.objects.filter(session__in=sessions):
        said[word.session_id].append(word)
    return {
        session.pk: _closing(needed, session, said[session.pk]) for session in sessions
    }


def closing_of(tournament: Tournament, session: Session) -> Closing:
    return closings(tournament, [session])[session.pk]


def lacking(tournament: Tournament, round_id: int) -> list[Session]:
    """The tables of a round where something is missing that it needs."""
    sessions = list(with_seats(Session.objects.filter(round=round_id)))
    found = lacking_among(tournament, sessions)
    return [session for session in sessions if session.pk in found]


def lacking_among(tournament: Tournament, sessions: Sequence[Session]) -> set[int]:
    """The ids of those sessions where something is missing that their round needs.
    The sessions come with their rounds and sheets."""
    if tournament.confirmation == ConfirmationNeeded.NONE:
        return set()
    seats = Seat.objects.select_related("entry__player")
    prefetch_related_objects(sessions, Prefetch("seats", seats))
    found = closings(tournament, sessions)
    return {pk for pk, closing in found.items() if closing.lacks}


def with_seats(sessions: QuerySet[Session]) -> QuerySet[Session]:
    """Sessions with what `closings` needs of them."""
    seats = Seat.objects.select_related("entry__player")
    chosen = sessions.select_related("sheet", "round")
    return chosen.prefetch_related(Prefetch("seats", seats))


def disputes_of(tournament: Tournament) -> QuerySet[Confirmation]:
    """Every dispute of a tournament, those first that wait the longest; open ones
    have no `settled_at`."""
    return (
        Confirmation.objects.filter(kind=DISPUTE, session__round__tournament=tournament)
        .select_related("session__round", "entry__player")
        .order_by("at", "pk")
    )


def _closing(
    needed: ConfirmationNeeded, session: Session, said: Iterable[Confirmation]
) -> Closing:
    sheet = getattr(session, "sheet", None)
    sequence = sheet.sequence if sheet else 0
    said = list(said)
    now = [word for word in said if word.sequence == sequence]
    disputes = [word for word in said if _is_open(word)]
    by_referees = (w for w in now if w.kind == CONFIRM and w.entry_id is None)
    if sheet and sheet.over == CANCELLED:
        needed = ConfirmationNeeded.NONE
    return Closing(
        needed,
        sequence,
        bool(sheet and sheet.over),
        tuple(_voice(seat, said, sequence) for seat in seats_in_order(session)),
        next(by_referees, None),
        tuple(disputes),
        is_final=session.round.state == RoundState.CLOSED,
    )


def _voice(seat: Seat, said: Iterable[Confirmation], sequence: int) -> Voice:
    """An open dispute, also one of an older result, before a confirmation; that
    before a dispute that was answered."""
    own = [word for word in said if word.entry_id == seat.entry_id]
    now = [word for word in own if word.sequence == sequence]
    before = next((word for word in reversed(own) if word not in now), None)
    for word in own:
        if _is_open(word):
            return Voice(seat, Say.DISPUTED, word, before)
    for word in now:
        if word.kind == CONFIRM:
            return Voice(seat, Say.CONFIRMED, word, before)
    if now:
        return Voice(seat, Say.ANSWERED, now[-1], before)
    return Voice(seat, Say.NOTHING, before=before)


def _is_open(word: Confirmation) -> bool:
    return word.kind == DISPUTE and not word.settled_at
