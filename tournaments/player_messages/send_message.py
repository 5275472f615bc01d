"""Send a director's message to players: to their personal pages, subscribed devices and
email addresses."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from hashlib import sha256

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.check_in.check_in_marks import state_of
from tournaments.live.push_messages import push_player_message
from tournaments.models import (
    CheckInState,
    MessageTo,
    Player,
    PlayerMessage,
    PushSubscription,
    Tournament,
)
from tournaments.people.mail_to_players import Letter, mail_to_players
from tournaments.people.presence_in_rounds import has_left, reached
from tournaments.refusals import refusal
from tournaments.rounds.start_checks import refuse_read_only

#: Maximum number of messages in an hour: to several players, and to one player.
MOST_TO_MANY, MOST_TO_ONE = 6, 60
AN_HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Wanted:
    """A message as entered.

    `number`: round or player number, if `to` needs one. `key`: id of the form.
    """

    to: MessageTo
    number: int | None
    text: str
    key: str

    @property
    def needed_number(self) -> int | None:
        return self.number if self.to in (MessageTo.ROUND, MessageTo.ONE) else None

    @property
    def digest(self) -> str:
        """Return a hash that is the same if the same form is sent again with the same
        content."""
        content = [self.key, self.to, self.needed_number, self.text.strip()]
        return sha256(json.dumps(content).encode()).hexdigest()


@transaction.atomic
def send(
    tournament: Tournament, wanted: Wanted, *, site: str, by: str
) -> PlayerMessage:
    """Send a message, and return it. If the same form was already sent with the same
    content, return the existing message.

    `site`: address of this installation. Raises Refused if there are no recipients, or
    if too many messages were sent within an hour.
    """
    tournaments = Tournament.objects.select_for_update(no_key=True)
    tournament = tournaments.get(pk=tournament.pk)
    refuse_read_only(tournament)
    sent = tournament.player_messages.filter(key=wanted.digest).first()
    if sent is not None:
        return sent
    _refuse_too_many(tournament, wanted.to)
    players = list(recipients(tournament, wanted.to, wanted.number))
    if not players:
        raise refusal(
            "nobody_gets_it",
            _("This message has no recipients. Choose other players."),
            "to",
        )
    message = PlayerMessage.objects.create(
        tournament=tournament,
        by=by,
        to=wanted.to,
        number=wanted.needed_number,
        text=wanted.text.strip(),
        key=wanted.digest,
    )
    message.players.set(players)
    message.devices = PushSubscription.objects.filter(player__in=players).count()
    message.mails = _queue_mails(message, players, site=site)
    message.save(update_fields=["devices", "mails"])
    if message.devices:
        # robust: without a broker, devices get nothing, but pages and emails still have
        # the message.
        transaction.on_commit(
            partial(push_player_message.delay, message.pk), robust=True
        )
    tournament.record(
        "players_messaged",
        by=by,
        to=message.to,
        number=message.number,
        players=len(players),
    )
    return message


def recipients(
    tournament: Tournament, to: MessageTo, number: int | None
) -> Iterable[Player]:
    """Return the recipients of a message.

    A message to one player also reaches a withdrawn player; messages to several players
    do not. House players get no messages.
    """
    rows = tournament.players.filter(is_filler=False)
    rows = rows.select_related("person", "check_in")
    if to is MessageTo.ONE:
        return rows.filter(number=number or 0)
    if to is MessageTo.ROUND:
        rows = rows.filter(seats__round__number=number or 0).distinct()
    now = reached(tournament)
    staying = [player for player in rows if not has_left(player, now)]
    if to is MessageTo.MISSING:
        return [one for one in staying if state_of(one) != CheckInState.HERE]
    return staying


def messages_of(player: Player) -> QuerySet[PlayerMessage]:
    """Return a player's messages, newest first."""
    return player.messages.all()


def _refuse_too_many(tournament: Tournament, to: MessageTo) -> None:
    recent = tournament.player_messages.filter(at__gt=timezone.now() - AN_HOUR)
    to_one = to is MessageTo.ONE
    recent = recent.filter(to=to) if to_one else recent.exclude(to=MessageTo.ONE)
    most = MOST_TO_ONE if to_one else MOST_TO_MANY
    if recent.count() >= most:
        raise refusal(
            "too_many_messages",
            _("%(most)s messages were sent within an hour. Wait before the next one."),
            most=most,
        )


def _queue_mails(message: PlayerMessage, players: list[Player], *, site: str) -> int:
    """Queue an email to each player who has an address, and return the number of
    emails."""

    def write(_player: Player) -> Letter:
        subject = gettext("Message from the organisers: %(title)s")
        title = {"title": message.tournament.title}
        return Letter(subject % title, message.text)

    return mail_to_players(message.tournament, players, write, site=site)
