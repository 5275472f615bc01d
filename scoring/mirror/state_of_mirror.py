"""Texts on the state of a tournament's mirror, for pages and commands. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.faults import RuleError
from scoring.ledger.table_ledger import TableLedger
from scoring.mirror.mirror_problems import Problem
from scoring.mirror.unseen_entries import Unseen, read_entries
from scoring.wording import ledger_entry_wording
from tournaments.models import Game, LogEvent, Mirror, Tournament
from tournaments.tournament_time.dates_in_words import date_in_words

#: After this time without a sign of home, its mirror shows that there is no connection.
SILENT = timedelta(seconds=30)


@dataclass(frozen=True)
class Waiting:
    """Changes that the other installation does not have.

    `changes`: their number; `hands`: number of entered hands among the changes;
    `since`: time of the first change.
    """

    changes: int
    hands: int
    since: datetime


def mirror_of(tournament: Tournament) -> Mirror | None:
    """Return the tournament's mirror; None without one."""
    return Mirror.objects.filter(tournament=tournament).first()


def waiting_in(mirror: Mirror) -> Waiting | None:
    """Return the changes that wait to be sent; None if there are none, or if the first
    copy was not sent yet.
    """
    if mirror.revision is None:
        return None
    log = LogEvent.objects.filter(
        tournament=mirror.tournament_id, revision__gt=mirror.revision
    )
    first = log.order_by("revision").first()
    if first is None:
        return None
    return Waiting(log.count(), log.filter(kind="entered").count(), first.at)


def state_in_words(mirror: Mirror) -> str:
    """Return a sentence on the state.

    At home, it contains the number of changes that wait to be sent, and the time of the
    first change; at the mirror, the age of its pages.
    """
    if not mirror.is_home:
        return age_in_words(mirror, timezone.now())
    if mirror.revision is None:
        return _("The mirror needs a complete copy. It will be sent next.")
    waiting = waiting_in(mirror)
    if waiting is None:
        return _("The mirror has all changes.")
    since = date_in_words(timezone.localtime(waiting.since), "TIME_FORMAT")
    message = ngettext(
        "%(count)s change has been waiting for the mirror since %(since)s.",
        "%(count)s changes have been waiting for the mirror since %(since)s.",
        waiting.changes,
    )
    return message % {"count": waiting.changes, "since": since}


def age_in_words(mirror: Mirror, now: datetime) -> str:
    """Return a sentence on the age of the mirror's pages."""
    if mirror.heard_at is None:
        return _("Nothing has arrived from the hall yet.")
    age = now - mirror.heard_at
    if age > SILENT or age < -SILENT:
        since = timezone.localtime(mirror.heard_at)
        is_today = since.date() == timezone.localtime(now).date()
        shown = date_in_words(since, "TIME_FORMAT" if is_today else "DATETIME_FORMAT")
        return _("No connection to the hall since %(since)s.") % {"since": shown}
    seconds = max(int(age.total_seconds()), 0)
    return _("Live from the hall, updated %(seconds)s s ago.") % {"seconds": seconds}


def problem_in_words(mirror: Mirror) -> str:
    """Return a sentence on the problem of the last exchange and its remedy; "" if the
    exchange succeeded.
    """
    known = mirror.problem in Problem.values
    return str(Problem(mirror.problem).label) if known else ""


def left_over_in_words(mirror: Mirror) -> Iterator[str]:
    """Yield the entries of a former home that directors must enter themselves,
    as text.
    """
    for entry in read_entries(mirror.left_over):
        yield _(
            "Round %(round)s, table %(table)s, hand %(hand)s: %(entry)s (%(by)s)"
        ) % {
            "round": entry.round,
            "table": entry.table,
            "hand": entry.hand,
            "entry": _words_of(mirror, entry),
            "by": entry.by,
        }


def _words_of(mirror: Mirror, entry: Unseen) -> str:
    games = Game.objects.filter(
        round__tournament=mirror.tournament_id,
        round__number=entry.round,
        table=entry.table,
    )
    game = games.select_related("round__tournament").first()
    if game is None:
        return entry.kind
    try:
        read = game.rules.read_entry(entry.raw)
    except RuleError:
        return entry.kind
    return ledger_entry_wording.of_entry(read, TableLedger(game).names)
