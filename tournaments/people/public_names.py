"""Log changes of public names in all tournaments of a person, because the choice
applies in all of them. Their stored pages are then rendered again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tournaments.models import Person, Player, Tournament
from tournaments.people.namesakes import mark_namesakes
from tournaments.people.records_of_person import with_merged

#: Kind of the log entry.
CHANGED = "choice_changed_elsewhere"


@contextmanager
def logged_elsewhere(
    tournament: Tournament | None, persons: Iterable[Person], *, by: str
) -> Iterator[None]:
    """Log changes of public names in all tournaments of the persons except
    `tournament`.

    The block changes the choices and must be in a transaction. A choice applies to all
    merged records of a person. Afterwards, the marks of namesakes are stored again.
    """
    keys = with_merged([person.pk for person in persons])
    before = _choices(keys)
    yield
    after = _choices(keys)
    changed = [key for key in keys if before.get(key) != after.get(key)]
    if not changed:
        return
    players = Player.objects.filter(person__in=changed).exclude(tournament=tournament)
    numbers: dict[Tournament, list[int]] = {}
    for player in players.select_related("tournament").order_by("tournament", "number"):
        numbers.setdefault(player.tournament, []).append(player.number)
    if tournament is not None:
        mark_namesakes(tournament)
    for other, changed_numbers in numbers.items():
        mark_namesakes(other)
        other.record(CHANGED, by=by, numbers=changed_numbers)


def _choices(keys: Iterable[int]) -> dict[int, str]:
    return dict(Person.objects.filter(pk__in=keys).values_list("pk", "shown_as"))
