"""Read and change the description and the logo of a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import partial

from django.db import transaction

from tournaments.files import stored_logos
from tournaments.files.read_in_child_process import small_logo
from tournaments.models import EventDescription, Tournament
from tournaments.models.description import DESCRIPTION_FIELDS
from tournaments.tournament_time.dates_in_words import days_in_words

#: Fields of the description without the logo.
IN_WORDS = tuple(name for name in DESCRIPTION_FIELDS if name != "logo")


def description_of(tournament: Tournament) -> EventDescription:
    """Return the tournament's description, or an unsaved empty description if there is
    none."""
    description = EventDescription.objects.filter(tournament=tournament).first()
    return description or EventDescription(tournament=tournament)


def where_and_when(description: EventDescription) -> str:
    """Return the dates and the place in words. Unknown parts are left out."""
    first = description.starts_on
    when = days_in_words(first, description.ends_on) if first else ""
    return " · ".join(filter(None, (when, description.says_where)))


@transaction.atomic
def describe(
    tournament: Tournament,
    values: Mapping[str, object],
    *,
    by: str,
    title: str | None = None,
) -> None:
    """Set values of the description by the names in `IN_WORDS`, and the title unless
    `title` is None. The log keeps the differences."""
    current = Tournament.objects.select_for_update().get(pk=tournament.pk)
    description = description_of(current)
    changes = {
        name: [_plain(old), _plain(new)]
        for name, new in values.items()
        if (old := getattr(description, name)) != new
    }
    if changes:
        for name in changes:
            setattr(description, name, values[name])
        description.save()
    if title is not None and title != current.title:
        changes["title"] = [current.title, title]
        tournament.title = title
        tournament.save(update_fields=["title"])
    if changes:
        tournament.record("described", by=by, changes=changes)


def give_logo(tournament: Tournament, picture: bytes, *, by: str) -> None:
    """Set the tournament's logo. Raises Refused if the file is not an image."""
    # Done before the transaction: a large image takes a second, and all tables would
    # wait.
    name = stored_logos.keep(small_logo(picture))
    with transaction.atomic():
        _set_logo(tournament, name)
        tournament.record("logo_given", by=by)


@transaction.atomic
def take_logo_away(tournament: Tournament, *, by: str) -> None:
    """Remove the tournament's logo."""
    _set_logo(tournament, "")
    tournament.record("logo_removed", by=by)


def _set_logo(tournament: Tournament, name: str) -> None:
    """Set the file name of the logo, and delete the old file after the transaction."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    description = description_of(tournament)
    before, description.logo = description.logo, name
    description.save()
    if before:
        transaction.on_commit(partial(stored_logos.discard, before), robust=True)


def sweep_logos() -> None:
    """Delete logo files that no tournament uses and that are older than a day."""
    named = set(EventDescription.objects.values_list("logo", flat=True))
    for name in stored_logos.forgotten(named):
        stored_logos.discard(name)


def _plain(value: object) -> object:
    """Return the value in the form stored in the log: dates as ISO text, other values
    unchanged."""
    return value.isoformat() if isinstance(value, date) else value
