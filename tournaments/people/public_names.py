"""Players under the name that they chose for the public."""

from __future__ import annotations

from tournaments.models import Entry, Player, ShownAs


def under_public_name(entry: Entry) -> Entry:
    """The entry, whose player has the public name in place of the full one. Everything
    read for the public goes through here; the entry must not be saved afterwards."""
    if entry.shown_as != ShownAs.FULL:
        player = entry.player
        entry.player = Player(
            pk=player.pk,
            last_name=entry.public_name,
            country=player.country,
            club=player.club,
        )
        # The name that is there now is to be shown as it is.
        entry.shown_as = ShownAs.FULL
    return entry
