"""Confirmations and disputes of results, and tables where a confirmation is missing.

Lists of tables use only the ids of players, so that no player rows are loaded. Reads
only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.ledger_entries import CANCELLED
from scoring.models import Confirmation
from scoring.wording.next_hand_and_seat_wording import seats_in_order
from tournaments.models import (
    ConfirmationNeeded,
    Game,
    Player,
    RoundState,
    Seat,
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

    `settled`: number of its `players` with a final answer. `disputes`: open disputes,
    also of older results. `is_final`: the round is closed, so no more answers are
    accepted.
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
        """Return whether a confirmation is required and still possible."""
        return self.needed != ConfirmationNeeded.NONE and not self.is_final

    @property
    def lacks(self) -> bool:
        """Return whether a required confirmation is missing and still possible."""
        return self.asks and not self._is_complete

    @property
    def has_every_word(self) -> bool:
        """Return whether no required confirmation is missing, even if the round is
        closed.
        """
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
        """Return the state as a short text for the control room; "" if there is nothing
        to show.
        """
        if self.disputes:
            return _("Disputed")
        if not self.is_over or self.needed == ConfirmationNeeded.NONE:
            return ""
        if self._is_complete:
            return pgettext("result", "Confirmed")
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
    games: Sequence[Game],
    seated: Mapping[int, Sequence[int]],
) -> Mapping[int, SignOff]:
    """Return the confirmation state of each game by id, with one query. Rounds and
    sheets of the games must be loaded. `seated`: player ids by game id."""
    needed, answers = (
        ConfirmationNeeded(tournament.confirmation),
        confirmations_by_game(games),
    )
    return {
        game.pk: sign_off_of(needed, game, answers[game.pk], seated.get(game.pk, ()))
        for game in games
    }


def confirmations_by_game(
    games: Iterable[Game],
) -> Mapping[int, list[Confirmation]]:
    """Return all confirmations and disputes by game id."""
    answers: dict[int, list[Confirmation]] = defaultdict(list)
    for answer in Confirmation.objects.filter(game__in=games):
        answers[answer.game_id].append(answer)
    return answers


def sign_off_of(
    needed: ConfirmationNeeded,
    game: Game,
    answers: Sequence[Confirmation],
    players: Sequence[int],
) -> SignOff:
    sheet = getattr(game, "sheet", None)
    sequence = sheet.sequence if sheet else 0
    if sheet and sheet.over == CANCELLED:
        needed = ConfirmationNeeded.NONE
    by_referees = (
        answer
        for answer in answers
        if answer.sequence == sequence
        and answer.kind == CONFIRM
        and answer.player_id is None
    )
    return SignOff(
        needed=needed,
        sequence=sequence,
        is_over=bool(sheet and sheet.over),
        is_final=game.round.state == RoundState.CLOSED,
        referee=next(by_referees, None),
        disputes=tuple(answer for answer in answers if _is_open(answer)),
        settled=_settled(answers, players, sequence) if answers else 0,
        players=len(players),
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
    answers: Sequence[Confirmation], players: Iterable[int], sequence: int
) -> int:
    """Return the number of `players` with a final answer to the result."""
    by_player = (
        [answer for answer in answers if answer.player_id == player]
        for player in players
    )
    return sum(
        confirmation_state(own_answers, sequence)[0] in SETTLED
        for own_answers in by_player
    )


def _is_open(answer: Confirmation) -> bool:
    return answer.kind == DISPUTE and not answer.settled_at


@dataclass(frozen=True)
class PlayerConfirmation:
    """A player's answer to the current result. `before`: the player's last answer to an
    older result."""

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


@dataclass(frozen=True)
class TableSignOff(SignOff):
    """The answers to a table's result by player. `voices`: answers in the order E S W
    N."""

    voices: tuple[PlayerConfirmation, ...]

    @property
    def is_spoken_of(self) -> bool:
        """Return whether the answers are shown: players must confirm, or a player has
        answered, even to an older result.
        """
        is_referees = self.needed == ConfirmationNeeded.REFEREE
        return (self.asks and not is_referees) or any(
            voice.state != ConfirmationState.NOTHING or voice.is_of_older
            for voice in self.voices
        )

    def voice_of(self, player: Player) -> PlayerConfirmation:
        """Return the answer of a player at the table.

        Raises StopIteration for a player of another table.
        """
        return next(v for v in self.voices if v.seat.player_id == player.pk)


def table_sign_offs(
    tournament: Tournament, games: Sequence[Game]
) -> Mapping[int, TableSignOff]:
    """Return the answers to each game's result by game id. Rounds, seats and sheets of
    the games must be loaded."""
    needed, answers = (
        ConfirmationNeeded(tournament.confirmation),
        confirmations_by_game(games),
    )
    return {game.pk: _table_sign_off(needed, game, answers[game.pk]) for game in games}


def table_sign_off(tournament: Tournament, game: Game) -> TableSignOff:
    return table_sign_offs(tournament, [game])[game.pk]


def unconfirmed_among(tournament: Tournament, games: Sequence[Game]) -> set[int]:
    """Return the ids of games with missing confirmations. Rounds and sheets of the
    games must be loaded."""
    if tournament.confirmation == ConfirmationNeeded.NONE:
        return set()
    seated: dict[int, list[int]] = defaultdict(list)
    seats = Seat.objects.filter(game__in=games)
    for game, player in seats.values_list("game", "player"):
        seated[game].append(player)
    states = sign_offs(tournament, games, seated)
    return {pk for pk, sign_off in states.items() if sign_off.lacks}


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return the games with the related rows that `table_sign_offs` needs."""
    seats = Seat.objects.select_related("player__person")
    chosen = games.select_related("sheet", "round")
    return chosen.prefetch_related(Prefetch("seats", seats))


def disputes_of(tournament: Tournament) -> QuerySet[Confirmation]:
    """Return all disputes of a tournament, oldest first. Open ones have no
    `settled_at`."""
    return (
        Confirmation.objects.filter(kind=DISPUTE, game__round__tournament=tournament)
        .select_related("game__round", "player__person")
        .order_by("at", "pk")
    )


def _table_sign_off(
    needed: ConfirmationNeeded, game: Game, answers: Sequence[Confirmation]
) -> TableSignOff:
    seats = seats_in_order(game)
    sign_off = sign_off_of(needed, game, answers, [seat.player_id for seat in seats])
    voices = tuple(_confirmation(seat, answers, sign_off.sequence) for seat in seats)
    return TableSignOff(**vars(sign_off), voices=voices)


def _confirmation(
    seat: Seat, answers: Iterable[Confirmation], sequence: int
) -> PlayerConfirmation:
    own = [answer for answer in answers if answer.player_id == seat.player_id]
    older = (answer for answer in reversed(own) if answer.sequence != sequence)
    state, latest = confirmation_state(own, sequence)
    return PlayerConfirmation(seat, state, latest, before=next(older, None))
