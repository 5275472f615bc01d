"""Automatic emails to players with their seats and final places, for tournaments that
have turned these emails on.

The log is the queue, as for other notifications. Each tournament stores the last log
entry that was handled, so no email is lost or sent twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from celery import shared_task
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.notifications.happenings_in_log import KINDS
from scoring.notifications.notify_destinations import MOST_ENTRIES, NEWS, news
from scoring.standings.live_and_official_standings import official_of
from scoring.standings.who_sees_hidden_results import visible_to_public
from tournaments.deliveries import mail_server
from tournaments.models import (
    HIDDEN_STATES,
    Happening,
    LogEvent,
    Player,
    PlayerMails,
    Seat,
)
from tournaments.people.mail_to_players import Letter, mail_to_players
from tournaments.web.list_wording import labelled
from tournaments.web.wind_names import wind_name

#: Kinds of log entries that can make the final standings public.
FINAL = frozenset(kind for kind, what in KINDS.items() if Happening.FINAL in what)


def due() -> list[int]:
    """Return the keys of tournaments with log entries that were not handled yet.

    Empty without a mail server.
    """
    if not mail_server.is_configured():
        return []
    return list(_behind().values_list("pk", flat=True))


def _behind() -> QuerySet[PlayerMails]:
    chosen = PlayerMails.objects.filter(Q(seating=True) | Q(result=True))
    return chosen.filter(
        revision__lt=F("tournament__revision"),
        tournament__mirrored_at=None,
        tournament__binned_at=None,
        tournament__archived_at=None,
    )


@shared_task(name="scoring.tasks.mail_players")
def mail_players(pk: int) -> None:
    """Queue the emails of a tournament (Celery task)."""
    mail(pk, timezone.now())


@transaction.atomic
def mail(pk: int, now: datetime) -> int:
    """Queue the emails for at most `MOST_ENTRIES` new log entries, oldest first, and
    return the number of emails."""
    behind = _behind().select_for_update(of=("self",), no_key=True)
    chosen = behind.select_related("tournament").filter(pk=pk).first()
    if chosen is None:
        return 0
    tournament = chosen.tournament
    entries = tournament.log.filter(revision__gt=chosen.revision)
    events = list(entries.order_by("revision")[:MOST_ENTRIES])
    chosen.revision = events[-1].revision if events else tournament.revision
    recent = news(events, now)
    queued = _mail_seats(chosen, recent) if chosen.seating else 0
    queued += _mail_results(chosen, recent) if chosen.result else 0
    chosen.save(update_fields=["revision", "results_sent"])
    return queued


def _mail_seats(chosen: PlayerMails, events: Iterable[LogEvent]) -> int:
    """Queue an email to each player of newly published rounds, with the player's seats
    in these rounds. Return the number of emails.
    """
    numbers = {
        event.data.get("round") for event in events if event.kind == "round_published"
    }
    if not numbers:
        return 0
    rounds = chosen.tournament.rounds.filter(number__in=numbers)
    seats = Seat.objects.filter(game__round__in=rounds.exclude(state__in=HIDDEN_STATES))
    seats_of: dict[Player, list[Seat]] = defaultdict(list)
    rows = seats.select_related("player", "game__round")
    for seat in rows.order_by("game__round__number"):
        seats_of[seat.player].append(seat)

    def write(player: Player) -> Letter:
        return _about_seats(seats_of[player])

    return _queue(chosen, seats_of, write)


def _about_seats(seats: Sequence[Seat]) -> Letter:
    subject = pgettext("mail to a player", "Your seats")
    if len(seats) == 1:
        number = {"number": seats[0].game.round.number}
        subject = _("Your seat in round %(number)s") % number
    lines = [
        _("Round %(number)s: table %(table)s, %(wind)s.")
        % {
            "number": seat.game.round.number,
            "table": seat.game.table,
            "wind": wind_name(seat.wind),
        }
        for seat in seats
    ]
    return Letter(subject, "\n".join(lines))


def _mail_results(chosen: PlayerMails, events: Iterable[LogEvent]) -> int:
    """Queue an email with the place to each ranked player once the final standings are
    public. Return the number of emails. The emails are sent only once, even after a
    correction.
    """
    tournament = chosen.tournament
    if chosen.results_sent or not any(event.kind in FINAL for event in events):
        return 0
    if not (tournament.is_finished and visible_to_public(tournament).everything):
        return 0
    chosen.results_sent = True
    places = {row.number: row.place for row in official_of(tournament).ranked}

    def write(player: Player) -> Letter:
        subject = pgettext("mail to a player", "Your result")
        text = _("Place %(place)s of %(count)s.")
        place = {"place": places[player.number], "count": len(places)}
        return Letter(subject, text % place)

    # Players in the final standings are copies, which queries cannot use.
    return _queue(chosen, tournament.players.filter(number__in=places), write)


def _queue(
    chosen: PlayerMails, players: Iterable[Player], write: Callable[[Player], Letter]
) -> int:
    """Queue emails with the tournament's title in the subject, and return the number of
    emails. `write`: returns the email to a player.
    """

    def write_with_title(player: Player) -> Letter:
        letter = write(player)
        return Letter(labelled(chosen.tournament.title, letter.subject), letter.text)

    return mail_to_players(
        chosen.tournament, players, write_with_title, site=chosen.site, valid=NEWS
    )
