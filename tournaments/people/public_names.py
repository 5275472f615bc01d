"""Players as everybody may know them: by the name they asked to be shown under."""

from __future__ import annotations

from tournaments.models import Entry, Player, ShownAs


def as_told(entry: Entry) -> Entry:
    """The entry, whose player has no other name any more than everybody may be told.
    What is read for the public goes through here; the entry is never saved after."""
    if entry.shown_as != ShownAs.FULL:
        player = entry.player
        entry.player = Player(
            pk=player.pk,
            last_name=entry.public_name,
            country=player.country,
            club=player.club,
        )
    return entry
