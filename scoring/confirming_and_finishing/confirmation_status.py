"""Confirmations and disputes of results, and tables that lack them. For lists of
tables, players are known by id only, so that no rows are loaded for them. Reads
only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from rules.ledger_entries import CANCELLED
from scoring.models import Confirmation
from scoring.wording.next_hand_and_seat_wording import seats_in_order
from tournaments.models import (
    ConfirmationNeeded,
    Entry,
    RoundState,
    Seat,
    Session,
    Tournament,
)

CONFIRM, DISPUTE = Confirmation.Kind.CONFIRM, Confirmation.Kind.DISPUTE


class ConfirmationState(StrEnum):
    """A player's answer to the current result."""

    NOTHING = "nothing"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    #: A referee settled the dispute without correcting the result.
    ANSWERED = "answered"


#: States that need no further answer.
SETTLED = frozenset({ConfirmationState.CONFIRMED, ConfirmationState.ANSWERED})

#: State of a player's answer, and the answer.
Answer = tuple[ConfirmationState, Confirmation | None]


@dataclass(frozen=True)
class SignOff:
    """Confirmations and disputes of a table's result after the ledger entry `sequence`.

    `settled`: number of its `players` with a final answer; `disputes`: open ones, also
    of older results; `is_final`: the round is closed, so no more answers are accepted.
    """

    needed: ConfirmationNeeded
    sequence: int
    is_over: bool
    is_final: bool
    referee: Confirmation | None
    disputes: tuple[Confirmation, ...]
    settled: int
    players: int

    @property
    def asks(self) -> bool:
        """Return whether confirmation is required and still possible."""
        return self.needed != ConfirmationNeeded.NONE and not self.is_final

    @property
    def lacks(self) -> bool:
        """Return whether a required confirmation is missing."""
        return self.asks and not self._is_complete

    @property
    def has_every_word(self) -> bool:
        """Return whether no required confirmation is missing, also after the round is
        closed."""
        return self.needed == ConfirmationNeeded.NONE or self._is_complete

    @property
    def _is_complete(self) -> bool:
        if not self.is_over or self.disputes:
            return False
        if self.needed == ConfirmationNeeded.REFEREE:
            return self.referee is not None
        return self.settled == self.players

    @property
    def badge(self) -> str:
        """Return the state as a short text for the control room; "" if there is
        none."""
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
            "all": self.players,
        }


def sign_offs(
    tournament: Tournament,
    sessions: Sequence[Session],
    seated: Mapping[int, Sequence[int]],
) -> Mapping[int, SignOff]:
    """Return the confirmation state of each game by id, with one query. Rounds and
    sheets of the games must be loaded. `seated`: player ids by game id."""
    needed, answers = (
        ConfirmationNeeded(tournament.confirmation),
        confirmations_by_game(sessions),
    )
    return {
        session.pk: sign_off_of(
            needed, session, answers[session.pk], seated.get(session.pk, ())
        )
        for session in sessions
    }


def confirmations_by_game(
    sessions: Iterable[Session],
) -> Mapping[int, list[Confirmation]]:
    """Return all confirmations and disputes by game id."""
    answers: dict[int, list[Confirmation]] = defaultdict(list)
    for answer in Confirmation.objects.filter(session__in=sessions):
        answers[answer.session_id].append(answer)
    return answers


def sign_off_of(
    needed: ConfirmationNeeded,
    session: Session,
    answers: Sequence[Confirmation],
    entries: Sequence[int],
) -> SignOff:
    sheet = getattr(session, "sheet", None)
    sequence = sheet.sequence if sheet else 0
    if sheet and sheet.over == CANCELLED:
        needed = ConfirmationNeeded.NONE
    by_referees = (
        answer
        for answer in answers
        if answer.sequence == sequence
        and answer.kind == CONFIRM
        and answer.entry_id is None
    )
    return SignOff(
        needed=needed,
        sequence=sequence,
        is_over=bool(sheet and sheet.over),
        is_final=session.round.state == RoundState.CLOSED,
        referee=next(by_referees, None),
        disputes=tuple(answer for answer in answers if _is_open(answer)),
        settled=_settled(answers, entries, sequence) if answers else 0,
        players=len(entries),
    )


def confirmation_state(answers: Sequence[Confirmation], sequence: int) -> Answer:
    """Return a player's answer to the result after the ledger entry `sequence`, and its
    state.

    `answers`: all answers of the player at the table. An open dispute, even of an older
    result, comes before a confirmation; a confirmation comes before a settled dispute.
    """
    for answer in answers:
        if _is_open(answer):
            return ConfirmationState.DISPUTED, answer
    now = [answer for answer in answers if answer.sequence == sequence]
    for answer in now:
        if answer.kind == CONFIRM:
            return ConfirmationState.CONFIRMED, answer
    return (
        (ConfirmationState.ANSWERED, now[-1])
        if now
        else (ConfirmationState.NOTHING, None)
    )


def _settled(
    answers: Sequence[Confirmation], entries: Iterable[int], sequence: int
) -> int:
    """Return the number of players with a final answer."""
    by_player = (
        [answer for answer in answers if answer.entry_id == entry] for entry in entries
    )
    return sum(
        confirmation_state(own_answers, sequence)[0] in SETTLED
        for own_answers in by_player
    )


def _is_open(answer: Confirmation) -> bool:
    return answer.kind == DISPUTE and not answer.settled_at


@dataclass(frozen=True)
class PlayerConfirmation:
    """A player's answer to the result. `before`: the last answer to an older result."""

    seat: Seat
    state: ConfirmationState
    answer: Confirmation | None = None
    before: Confirmation | None = None

    @property
    def is_of_older(self) -> bool:
        """Return whether the player confirmed only an older result."""
        before = self.before
        return self.state is ConfirmationState.NOTHING and bool(
            before and before.kind == CONFIRM
        )

    @property
    def text(self) -> str:
        if self.is_of_older:
            return _("confirmed an earlier result")
        return {
            ConfirmationState.NOTHING: _("not confirmed yet"),
            ConfirmationState.CONFIRMED: _("confirmed"),
            ConfirmationState.DISPUTED: _("disputed"),
            ConfirmationState.ANSWERED: _("decided by a referee"),
        }[self.state]

    @property
    def is_settled(self) -> bool:
        return self.state in SETTLED


@dataclass(frozen=True)
class TableSignOff(SignOff):
    """The answers to a table's result by player; `voices` in the order E S W N."""

    voices: tuple[PlayerConfirmation, ...]

    @property
    def is_spoken_of(self) -> bool:
        """Return whether players must confirm, or a player has answered, also to an
        older result."""
        is_referees = self.needed == ConfirmationNeeded.REFEREE
        return (self.asks and not is_referees) or any(
            voice.state != ConfirmationState.NOTHING or voice.is_of_older
            for voice in self.voices
        )

    def voice_of(self, entry: Entry) -> PlayerConfirmation:
        """Return the answer of a player at the table."""
        return next(v for v in self.voices if v.seat.entry_id == entry.pk)


def table_sign_offs(
    tournament: Tournament, sessions: Sequence[Session]
) -> Mapping[int, TableSignOff]:
    """Return the answers to each game's result by game id. Rounds, seats and sheets of
    the games must be loaded."""
    needed, answers = (
        ConfirmationNeeded(tournament.confirmation),
        confirmations_by_game(sessions),
    )
    return {
        session.pk: _table_sign_off(needed, session, answers[session.pk])
        for session in sessions
    }


def table_sign_off(tournament: Tournament, session: Session) -> TableSignOff:
    return table_sign_offs(tournament, [session])[session.pk]


def unconfirmed_among(tournament: Tournament, sessions: Sequence[Session]) -> set[int]:
    """Return the ids of games with missing confirmations. Rounds and sheets of the
    games must be loaded."""
    if tournament.confirmation == ConfirmationNeeded.NONE:
        return set()
    seated: dict[int, list[int]] = defaultdict(list)
    seats = Seat.objects.filter(session__in=sessions)
    for session, entry in seats.values_list("session", "entry"):
        seated[session].append(entry)
    states = sign_offs(tournament, sessions, seated)
    return {pk for pk, sign_off in states.items() if sign_off.lacks}


def with_seats(sessions: QuerySet[Session]) -> QuerySet[Session]:
    """Return the games with the related rows that `table_sign_offs` needs."""
    seats = Seat.objects.select_related("entry__player")
    chosen = sessions.select_related("sheet", "round")
    return chosen.prefetch_related(Prefetch("seats", seats))


def disputes_of(tournament: Tournament) -> QuerySet[Confirmation]:
    """Return all disputes of a tournament, oldest first. Open ones have no
    `settled_at`."""
    return (
        Confirmation.objects.filter(kind=DISPUTE, session__round__tournament=tournament)
        .select_related("session__round", "entry__player")
        .order_by("at", "pk")
    )


def _table_sign_off(
    needed: ConfirmationNeeded, session: Session, answers: Sequence[Confirmation]
) -> TableSignOff:
    seats = seats_in_order(session)
    sign_off = sign_off_of(needed, session, answers, [seat.entry_id for seat in seats])
    voices = tuple(_confirmation(seat, answers, sign_off.sequence) for seat in seats)
    return TableSignOff(**vars(sign_off), voices=voices)


def _confirmation(
    seat: Seat, answers: Iterable[Confirmation], sequence: int
) -> PlayerConfirmation:
    own = [answer for answer in answers if answer.entry_id == seat.entry_id]
    older = (answer for answer in reversed(own) if answer.sequence != sequence)
    state, latest = confirmation_state(own, sequence)
    return PlayerConfirmation(seat, state, latest, before=next(older, None))
