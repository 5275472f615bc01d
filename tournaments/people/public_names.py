"""Changes of public names. A choice applies in all of a person's tournaments, so the
others log it too. They then render their stored pages again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tournaments.models import Entry, Player, Tournament

#: Kind of the log entry.
CHANGED = "choice_changed_elsewhere"


@contextmanager
def logged_elsewhere(
    tournament: Tournament, players: Iterable[Player], *, by: str
) -> Iterator[None]:
    """Log changes of public names in the persons' other tournaments.

    The block changes the choices and is part of a transaction.
    """
    keys = [player.pk for player in players]
    before = _choices(keys)
    yield
    after = _choices(keys)
    changed = [key for key in keys if before.get(key) != after.get(key)]
    if not changed:
        return
    entries = Entry.objects.filter(player__in=changed).exclude(tournament=tournament)
    numbers: dict[Tournament, list[int]] = {}
    for entry in entries.select_related("tournament").order_by("tournament", "number"):
        numbers.setdefault(entry.tournament, []).append(entry.number)
    for other, changed_numbers in numbers.items():
        other.record(CHANGED, by=by, numbers=changed_numbers)


def _choices(keys: Iterable[int]) -> dict[int, str]:
    return dict(Player.objects.filter(pk__in=keys).values_list("pk", "shown_as"))
