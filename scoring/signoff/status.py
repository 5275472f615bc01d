"""Who has confirmed or disputed which result, and what tables lack before their
round is closed. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from scoring.models import Confirmation
from scoring.signoff.sign_off import (
    CONFIRM,
    DISPUTE,
    SETTLED,
    Say,
    SignOff,
    answer_of,
    sign_off_of,
    sign_offs,
    words_by,
)
from scoring.wording.seat_order import seats_in_order
from tournaments.models import ConfirmationNeeded, Entry, Seat, Session, Tournament


@dataclass(frozen=True)
class Voice:
    """The answer of the player of a seat to the result; `said`: the row with it, and
    `before` their last answer to an older result."""

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
            return _("confirmed an earlier result")
        return {
            Say.NOTHING: _("not confirmed yet"),
            Say.CONFIRMED: _("confirmed"),
            Say.DISPUTED: _("disputed"),
            Say.ANSWERED: _("decided by a referee"),
        }[self.say]

    @property
    def is_settled(self) -> bool:
        return self.say in SETTLED


@dataclass(frozen=True)
class Closing(SignOff):
    """The answers to a table's result: `voices` in the order E S W N."""

    voices: tuple[Voice, ...]

    @property
    def is_spoken_of(self) -> bool:
        """Whether players have to answer, or one has answered, also to an older
        result."""
        is_referees = self.needed == ConfirmationNeeded.REFEREE
        return (self.asks and not is_referees) or any(
            voice.say != Say.NOTHING or voice.is_of_older for voice in self.voices
        )

    def voice_of(self, entry: Entry) -> Voice:
        """What somebody says who sits there."""
        return next(v for v in self.voices if v.seat.entry_id == entry.pk)


def closings(
    tournament: Tournament, sessions: Sequence[Session]
) -> Mapping[int, Closing]:
    """The answers to each session's result, by its id. The sessions come with their
    rounds, seats and sheets."""
    needed, said = ConfirmationNeeded(tournament.confirmation), words_by(sessions)
    return {
        session.pk: _closing(needed, session, said[session.pk]) for session in sessions
    }


def closing_of(tournament: Tournament, session: Session) -> Closing:
    return closings(tournament, [session])[session.pk]


def lacking_among(tournament: Tournament, sessions: Sequence[Session]) -> set[int]:
    """The ids of those sessions where something is missing that their round needs.
    The sessions come with their rounds and sheets."""
    if tournament.confirmation == ConfirmationNeeded.NONE:
        return set()
    seated: dict[int, list[int]] = defaultdict(list)
    seats = Seat.objects.filter(session__in=sessions)
    for session, entry in seats.values_list("session", "entry"):
        seated[session].append(entry)
    found = sign_offs(tournament, sessions, seated)
    return {pk for pk, sign_off in found.items() if sign_off.lacks}


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
    needed: ConfirmationNeeded, session: Session, said: Sequence[Confirmation]
) -> Closing:
    seats = seats_in_order(session)
    sign_off = sign_off_of(needed, session, said, [seat.entry_id for seat in seats])
    voices = tuple(_voice(seat, said, sign_off.sequence) for seat in seats)
    return Closing(**vars(sign_off), voices=voices)


def _voice(seat: Seat, said: Iterable[Confirmation], sequence: int) -> Voice:
    own = [word for word in said if word.entry_id == seat.entry_id]
    older = (word for word in reversed(own) if word.sequence != sequence)
    say, where = answer_of(own, sequence)
    return Voice(seat, say, where, before=next(older, None))
