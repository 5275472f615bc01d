"""The link that opens a player's own page in a tournament: what it opens, and how it
is replaced.

A link names an entry and a version, and is signed; the database says whether that
version still counts. Nothing of a link is stored.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core import signing
from django.db import transaction
from django.db.models import QuerySet

from tournaments.models import Entry, PlayerLink, Tournament, not_in_bin

_LINKS = signing.Signer(salt="tournaments.player_link")


@dataclass(frozen=True)
class Holder:
    """The player of a link that was signed here. `counts`: it was not replaced."""

    entry: Entry
    counts: bool


def token_of(entry: Entry) -> str:
    """The words of the player's link that counts now."""
    return _LINKS.sign(f"{entry.pk}.{version_of(entry)}")


def holder_of(token: str) -> Holder | None:
    """The player of a link; None if it was not signed here, or the player is not
    registered any more."""
    try:
        words = _LINKS.unsign(token)
    except signing.BadSignature:
        return None
    entry_id, version = map(int, words.split("."))
    entry = with_links().filter(pk=entry_id).first()
    return Holder(entry, version == version_of(entry)) if entry else None


def with_links() -> QuerySet[Entry]:
    """Entries with all that their links and their owners' pages are made of: none of
    what lies in the bin."""
    there = Entry.objects.filter(not_in_bin("tournament"))
    return there.select_related("tournament", "player", "team", "link")


@transaction.atomic
def renew(entry: Entry, *, by: str) -> PlayerLink:
    """A new link for a player. Old links show nothing any more, and their devices get
    no more messages."""
    Tournament.objects.select_for_update().get(pk=entry.tournament_id)
    link, _made = PlayerLink.objects.get_or_create(entry=entry)
    link.version += 1
    link.save()
    entry.push_subscriptions.all().delete()
    entry.tournament.record("player_link_renewed", by=by, number=entry.number)
    return link


def version_of(entry: Entry) -> int:
    """The version of the player's link that counts now."""
    link = getattr(entry, "link", None)
    return link.version if link else 1
