"""The log of a club as sentences, in the active language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, gettext_noop

from tournaments.models import ClubLog, Person, Role
from tournaments.web.list_wording import joined_with_and

SENTENCES: Mapping[str, str] = {
    "created": gettext_noop("Club created. Owner: %(account)s."),
    "described": gettext_noop("Public page changed."),
    "published": gettext_noop("Page published."),
    "hidden": gettext_noop("Page hidden from the public."),
    "tournament_added": gettext_noop("Tournament added: %(tournament)s."),
    "tournament_removed": gettext_noop("Tournament removed: %(tournament)s."),
    "series_added": gettext_noop("Series added: %(series)s."),
    "series_removed": gettext_noop("Series removed: %(series)s."),
    "series_deleted": gettext_noop("Series deleted: %(series)s."),
    "members_added": gettext_noop("Members added: %(names)s."),
    "member_changed": gettext_noop("Membership changed: %(names)s."),
    "member_removed": gettext_noop("Membership removed: %(names)s."),
    "members_only": gettext_noop(
        "Only results of members count in the club's series, records and statistics."
    ),
    "everyone_counts": gettext_noop(
        "Results of all players count in the club's series, records and statistics."
    ),
    "role_given": gettext_noop("Role assigned to %(account)s: %(role)s."),
    "role_removed": gettext_noop("Role of %(account)s removed: %(role)s."),
}


def lines_of(entries: Sequence[ClubLog]) -> list[tuple[ClubLog, str]]:
    """Return each log entry with its sentence.

    Entries store the keys of persons. Their names are read now, so that an erased name
    appears nowhere.
    """
    keys = {key for entry in entries for key in entry.data.get("persons", ())}
    persons = Person.objects.in_bulk(keys)
    return [(entry, _in_words(entry, persons)) for entry in entries]


def _in_words(entry: ClubLog, persons: Mapping[int, Person]) -> str:
    """Return the sentence about a log entry. If there is no sentence, return the kind
    of the entry."""
    sentence = SENTENCES.get(entry.kind)
    if sentence is None:
        return entry.kind
    data = dict(entry.data)
    if "role" in data:
        data["role"] = str(Role(data["role"]).label)
    keys = data.pop("persons", ())
    data["names"] = joined_with_and(
        [str(persons[key]) for key in keys if key in persons]
    )
    return gettext(sentence) % data
