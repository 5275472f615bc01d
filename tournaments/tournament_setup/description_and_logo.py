"""What an event says of itself: read it, change it, and its logo."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import partial

from django.db import transaction

from tournaments.files import stored_logos
from tournaments.files.read_in_child_process import small_logo
from tournaments.models import EventDescription, Tournament
from tournaments.models.description import SAID

#: What is said in words: all but the logo.
IN_WORDS = tuple(name for name in SAID if name != "logo")


def description_of(tournament: Tournament) -> EventDescription:
    """What the event says of itself; an empty one that is not saved, if nothing."""
    found = EventDescription.objects.filter(tournament=tournament).first()
    return found or EventDescription(tournament=tournament)


@transaction.atomic
def describe(
    tournament: Tournament,
    said: Mapping[str, object],
    *,
    by: str,
    title: str | None = None,
) -> None:
    """Set the event's description and title to `said`, by the names in `IN_WORDS`; the
    log keeps the difference."""
    current = Tournament.objects.select_for_update().get(pk=tournament.pk)
    description = description_of(current)
    changes = {
        name: [_plain(old), _plain(new)]
        for name, new in said.items()
        if (old := getattr(description, name)) != new
    }
    if changes:
        for name in changes:
            setattr(description, name, said[name])
        description.save()
    if title is not None and title != current.title:
        changes["title"] = [current.title, title]
        tournament.title = title
        tournament.save(update_fields=["title"])
    if changes:
        tournament.record("described", by=by, changes=changes)


def give_logo(tournament: Tournament, picture: bytes, *, by: str) -> None:
    """Let the event have this picture as its logo. Raises Refused if it is none."""
    # Before the transaction: a large picture takes a second, and all tables would wait.
    name = stored_logos.keep(small_logo(picture))
    with transaction.atomic():
        _set_logo(tournament, name)
        tournament.record("logo_given", by=by)


@transaction.atomic
def take_logo_away(tournament: Tournament, *, by: str) -> None:
    """The event has no logo any more."""
    _set_logo(tournament, "")
    tournament.record("logo_removed", by=by)


def _set_logo(tournament: Tournament, name: str) -> None:
    """A file whose row is not written after all is swept away by the worker."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    description = description_of(tournament)
    before, description.logo = description.logo, name
    description.save()
    if before:
        transaction.on_commit(partial(stored_logos.discard, before), robust=True)


def sweep_logos() -> None:
    """Delete the files of logos that no event names any more."""
    named = set(EventDescription.objects.values_list("logo", flat=True))
    for name in stored_logos.forgotten(named):
        stored_logos.discard(name)


def _plain(value: object) -> object:
    """As the log keeps it."""
    return value.isoformat() if isinstance(value, date) else value
