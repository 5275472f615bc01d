"""Import a tournament that may already exist here. Only newer data replaces it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, models, transaction
from django.urls import reverse
from django.utils.translation import gettext_noop as _

from tournaments.files import generated_file_cache
from tournaments.installation_transfer.transfer_keys import NAMED_BY_LINKS, Renumbered
from tournaments.installation_transfer.transfer_rows import Rows
from tournaments.installation_transfer.write_transfer_file import About, key_fingerprint
from tournaments.models import (
    ClubTournament,
    LogEvent,
    Membership,
    PlayerMails,
    PushSent,
    PushSubscription,
    RefusedMail,
    Role,
    Tournament,
)
from tournaments.models.related_rows import Model, rows_of
from tournaments.models.tournament import NOTIFY_CHANNEL
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.tournament_setup import delete_tournaments

#: Tournaments that count in a season. Apps further up own the model.
SEASON_TOURNAMENT: Model = apps.get_model("scoring", "SeasonTournament")
OF_TOURNAMENT = SEASON_TOURNAMENT._meta.get_field("tournament")

#: Rows that a replaced tournament leaves for its replacement.
Left = list[models.Model]


def existing_tournament(about: About) -> Tournament | None:
    """Return the tournament of this database that the file contains, locked; None if
    there is no such tournament.

    Raises Refused if a different tournament has the same address.
    """
    tournament = Tournament.objects.filter(slug=about.slug).first()
    if tournament is None:
        return None
    if tournament.created_at.isoformat() != about.created_at:
        raise refusal(
            "other_event",
            _(
                "Another tournament here, “%(title)s”, has the address "
                "%(address)s. Change one of the two addresses."
            ),
            title=tournament.title,
            address=reverse("public:tournament", args=[about.slug]),
        )
    return lock_with_rounds(tournament)


def has_same_log(event: Tournament, rows: Rows) -> bool:
    """Return whether both logs are equal; false if the file's log continues the log
    here.

    Raises Refused if the log here continues the file's log, or if the logs differ.
    """
    ours = [_fingerprint(line) for line in event.log.order_by("revision")]
    file_log = [_fingerprint(line) for line in rows.get(LogEvent, [])]  # type: ignore[arg-type]
    file_log.sort()
    common = min(len(ours), len(file_log))
    if ours[:common] != file_log[:common]:
        first = next(a for a, b in zip(ours, file_log, strict=False) if a != b)
        raise refusal(
            "apart",
            _(
                "“%(title)s” was changed on both installations since revision "
                "%(revision)s. Nothing was imported. Decide which copy counts, and "
                "move the other copy to the bin."
            ),
            title=event.title,
            revision=first[0],
        )
    if len(ours) > common:
        raise refusal(
            "newer_here",
            _(
                "“%(title)s” was changed here, and these changes (%(count)s) are "
                "missing from the file. Nothing was imported."
            ),
            title=event.title,
            count=len(ours) - common,
        )
    return len(file_log) == common


def _fingerprint(line: LogEvent) -> tuple[int, str, str, str]:
    return line.revision, line.at.isoformat(), line.kind, line.by


def clear(event: Tournament) -> Left:
    """Delete all rows of the tournament, and return the rows that are needed
    afterwards: rows for `restore_local_rows`, and rows that links refer to."""
    kept: Left = list(Membership.objects.filter(tournament=event))
    kept += ClubTournament.objects.filter(tournament=event)
    kept += SEASON_TOURNAMENT._base_manager.filter(tournament=event.pk)
    kept += PlayerMails.objects.filter(tournament=event)
    kept += RefusedMail.objects.filter(tournament=event)
    kept += PushSubscription.objects.filter(player__tournament=event)
    kept += PushSent.objects.filter(round__tournament=event)
    for model, to_event in rows_of(Tournament):
        if model in NAMED_BY_LINKS:
            kept += model._base_manager.filter(**{to_event: event.pk})
    transaction.on_commit(partial(generated_file_cache.forget, event.pk), robust=True)
    delete_tournaments.delete_rows_of(event)
    return kept


def refuse_dead_links(
    about: About, rows: Rows, renumbered: Renumbered, kept: Left, *, although: bool
) -> None:
    """Raise Refused if an existing link, from the other installation or from here,
    would become invalid. With `although`, do nothing."""
    gone = any(
        _keys(kept, model) - _keys(rows.get(model, ()), model)
        for model in NAMED_BY_LINKS
    )
    other_key = about.key != key_fingerprint(settings.SECRET_KEY)
    if although or not (other_key or gone or renumbered.keys() & set(NAMED_BY_LINKS)):
        return
    raise refusal(
        "dead_links",
        _(
            "Printed links and QR codes of tables and players would stop "
            "working here: %(why)s. To import anyway, use --new-links and "
            "print them again."
        ),
        why=(
            "this installation has another secret key (SECRET_KEY)"
            if other_key
            else "their numbers belong to another tournament here"
        ),
    )


def _keys(rows: Sequence[models.Model], model: Model) -> set[object]:
    return {row.pk for row in rows if type(row) is model}


def restore_local_rows(kept: Left, event: Tournament) -> None:
    """Restore the rows of a tournament that belong to this installation: roles, club,
    seasons, choice of emails, refused addresses and push subscriptions."""
    for row in kept:
        if isinstance(row, ClubTournament):
            ClubTournament.objects.create(tournament=event, club_id=row.club_id)
        elif isinstance(row, SEASON_TOURNAMENT):
            setattr(row, OF_TOURNAMENT.name, event)
            row.save(force_insert=True)
        elif isinstance(row, PlayerMails):
            row.tournament = event
            row.save(force_insert=True)
        elif isinstance(row, RefusedMail):
            # Refusals from here and from there both hold.
            event.refused_mails.get_or_create(digest=row.digest)
    roles = [row for row in kept if isinstance(row, Membership)]
    for role in roles:
        role.tournament = event
    Membership.objects.bulk_create(roles)
    players = set(event.players.values_list("pk", flat=True))
    rounds = set(event.rounds.values_list("pk", flat=True))
    subscriptions = [
        row
        for row in kept
        if isinstance(row, PushSubscription) and row.player_id in players
    ]
    PushSubscription.objects.bulk_create(subscriptions)
    subscribed = {row.pk for row in subscriptions}
    PushSent.objects.bulk_create(
        row
        for row in kept
        if isinstance(row, PushSent)
        and row.subscription_id in subscribed
        and row.round_id in rounds
    )


def give_ownership(event: Tournament, owner: User | None) -> None:
    """Make an account the owner of a tournament that is new here. Has no effect if
    `owner` is None."""
    if owner is not None:
        Membership.objects.create(user=owner, tournament=event, role=Role.OWNER)


def notify_pages(event: Tournament) -> None:
    """Notify open pages of the tournament's new state. Needed on PostgreSQL only."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            payload = f"{event.pk}:{event.revision}"
            cursor.execute("SELECT pg_notify(%s, %s)", [NOTIFY_CHANNEL, payload])
