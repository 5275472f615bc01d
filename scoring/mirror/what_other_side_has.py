"""Store what the other installation of a tournament has, so that only changes are sent.

`Mirror.revision` and `digests` describe the data that arrived there, `sent_revision`
and `sent_digests` the data that was sent.
"""

from __future__ import annotations

from django.utils import timezone

from scoring.mirror.make_batch import Changes
from tournaments.models import Mirror


def note_sent(mirror: Mirror, changes: Changes) -> None:
    """Store the changes as sent. Call this before sending, because the answer may be
    lost."""
    mirror.sent_revision = changes.batch.about.revision
    mirror.sent_digests = dict(changes.digests)
    _store(mirror, sent_revision=mirror.sent_revision, sent_digests=mirror.sent_digests)


def note_received(mirror: Mirror, revision: int | None, **values: object) -> None:
    """Store the revision that the other installation has, and further `values`.

    If this installation does not know the revision, a complete copy is sent next.
    """
    digests = {}
    if revision is not None and revision == mirror.sent_revision:
        digests = mirror.sent_digests
    elif revision is not None and revision == mirror.revision:
        digests = mirror.digests
    mirror.revision = revision if digests else None
    mirror.digests = digests
    _store(mirror, revision=mirror.revision, digests=digests, **values)


def note_connected(mirror: Mirror) -> None:
    """Store the current time as the last sign of the other installation."""
    _store(mirror, heard_at=timezone.now())


def note_entries_arrived(mirror: Mirror) -> None:
    """Store that the other installation has all entries of this former home."""
    _store(mirror, unseen_since=None)


def _store(mirror: Mirror, **values: object) -> None:
    Mirror.objects.filter(pk=mirror.pk).update(**values)
