"""Automatic emails to players with their seats and final places, for tournaments that
have turned them on.

The log is the queue, as for other notifications. Each tournament stores the last log
entry that was handled, so no email is lost or sent twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from celery import shared_task
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.notifications.notify_destinations import MOST_ENTRIES, NEWS
from scoring.standings.live_and_official_standings import official_of
from scoring.standings.who_sees_hidden_results import visible_to_public
from tournaments.access.player_links import token_of
from tournaments.deliveries import mail_server
from tournaments.deliveries.queue_and_retry import queue_mail
from tournaments.models import (
    HIDDEN_STATES,
    LogEvent,
    Player,
    PlayerMails,
    Round,
    Seat,
    Tournament,
)
from tournaments.people.mail_addresses import addresses_of, page_at, path_to_refuse
from tournaments.web.wind_names import wind_name

#: Kinds of log entries after which the final standings may be public.
FINAL = ("finished", "final_shown", "standings_told")


def due() -> list[int]:
    """Return the keys of tournaments with log entries that were not handled yet."""
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
    """Queue the emails for new log entries, and return how many."""
    chosen = _behind().select_for_update(of=("self",)).filter(pk=pk).first()
    if chosen is None:
        return 0
    tournament = chosen.tournament
    events = list(
        tournament.log.filter(revision__gt=chosen.revision).order_by("revision")[
            :MOST_ENTRIES
        ]
    )
    chosen.revision = events[-1].revision if events else tournament.revision
    chosen.save(update_fields=["revision"])
    news = [event for event in events if event.at >= now - NEWS]
    with (
        translation.override(tournament.first_language),
        timezone.override(tournament.zone),
    ):
        queued = _seatings(chosen, news) if chosen.seating else 0
        return queued + (_results(chosen, news) if chosen.result else 0)


def _seatings(chosen: PlayerMails, events: Iterable[LogEvent]) -> int:
    """Queue an email with the seat to each player of newly published rounds; return how
    many."""
    numbers = {
        event.data.get("round") for event in events if event.kind == "round_published"
    }
    rounds = Round.objects.filter(tournament=chosen.tournament, number__in=numbers)
    return sum(
        _seating(chosen, round_) for round_ in rounds.exclude(state__in=HIDDEN_STATES)
    )


def _seating(chosen: PlayerMails, round_: Round) -> int:
    seats = Seat.objects.filter(game__round=round_).select_related("player", "game")
    by_player = {seat.player: seat for seat in seats}
    subject = _("Your seat in round %(number)s") % {"number": round_.number}
    for player, address in (addresses := addresses_of(by_player)).items():
        seat = by_player[player]
        place = {
            "number": round_.number,
            "table": seat.game.table,
            "wind": wind_name(seat.wind),
        }
        text = _("Round %(number)s: table %(table)s, %(wind)s.") % place
        _queue(chosen, player, address, subject, text)
    return len(addresses)


def _results(chosen: PlayerMails, events: Iterable[LogEvent]) -> int:
    """Queue an email with the place to each ranked player once the final standings are
    public; return how many."""
    tournament = chosen.tournament
    if not any(event.kind in FINAL for event in events):
        return 0
    if not (tournament.is_finished and visible_to_public(tournament).everything):
        return 0
    if tournament.deliveries.filter(key=RESULT).exists():
        return 0
    places = {row.number: row.place for row in official_of(tournament).ranked}
    # Players in the final standings are copies, which queries cannot use.
    players = tournament.players.filter(number__in=places)
    subject = pgettext("mail to a player", "Your result")
    for player, address in (addresses := addresses_of(players)).items():
        text = _("Place %(place)s of %(count)s.") % {
            "place": places[player.number],
            "count": len(places),
        }
        _queue(chosen, player, address, subject, text, key=RESULT)
    return len(addresses)


#: Key of deliveries with final places. They are sent only once, even after a
#: correction.
RESULT = "player-result"


def _queue(
    chosen: PlayerMails,
    player: Player,
    address: str,
    subject: str,
    text: str,
    *,
    key: str = "",
) -> None:
    tournament: Tournament = chosen.tournament
    link = page_at(chosen.site, reverse("me:page", args=[token_of(player)]))
    own = _("Your page: %(link)s") % {"link": link}
    queue_mail(
        address,
        subject=f"{tournament.title}: {subject}",
        body=f"{text}\n\n{own}",
        tournament=tournament,
        sign_up=getattr(player, "sign_up", None),
        key=key,
        refuse_at=page_at(chosen.site, path_to_refuse(tournament, address)),
    )
