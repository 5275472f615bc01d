"""A person's choice of a public name holds in all their tournaments: the others hear of
a change, so that no page kept there shows the name any longer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tournaments.models import Entry, Player, Tournament

#: The kind of the log.
CHANGED = "choice_changed_elsewhere"


@contextmanager
def told_elsewhere(
    tournament: Tournament, players: Iterable[Player], *, by: str
) -> Iterator[None]:
    """Log in the other tournaments of these people that the block, a part of a
    transaction, changed how everyone may read them."""
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
    for other, theirs in numbers.items():
        other.record(CHANGED, by=by, numbers=theirs)


def _choices(keys: Iterable[int]) -> dict[int, str]:
    return dict(Player.objects.filter(pk__in=keys).values_list("pk", "shown_as"))
