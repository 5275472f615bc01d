"""How many sit at a table of an event: four, or as its rules allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.models import Session, Tournament
from tournaments.refusals import refusal
from tournaments.seating.seating_plan import CHAIRS

#: What is wrong with tables, by the fewest who may sit at one.
_WRONG = {
    4: _("Round %(round)s: table %(tables)s must have 4 players."),
    3: _("Round %(round)s: table %(tables)s must have 3 or 4 players."),
    2: _("Round %(round)s: table %(tables)s must have 2 to 4 players."),
}


def sizes_of(players: int, fewest: int) -> tuple[int, ...]:
    """How many sit at each of the tables that so many `players` fill, the fuller ones
    first: as few tables as can be, where as few as `fewest` may sit at one. Players who
    fit at none are left out."""
    tables = -(-players // CHAIRS)
    if not tables or players // tables < fewest:
        return (CHAIRS,) * (players // CHAIRS)
    least, fuller = divmod(players, tables)
    return (least + 1,) * fuller + (least,) * (tables - fuller)


def short_in_words(sizes: Sequence[int]) -> str:
    """That some of these tables have fewer than four; "" if none has."""
    if all(size == CHAIRS for size in sizes):
        return ""
    return gettext("With short tables: %(sizes)s.") % {
        "sizes": " + ".join(map(str, sizes))
    }


def with_sizes(
    sessions: QuerySet[Session], tournament: Tournament
) -> QuerySet[Session]:
    """The sessions of that event with how many sit at each, where that is not always
    four: a table's rules ask for it."""
    if tournament.rules.fewest_players == CHAIRS:
        return sessions
    return sessions.prefetch_related("seats")


def refuse_sizes(
    tournament: Tournament, round_: int, players: Mapping[int, int]
) -> None:
    """Raises Refused if the event's rules do not let so many `players` sit at one of
    these tables of the round with that number."""
    fewest = tournament.rules.fewest_players
    wrong = [table for table, count in players.items() if not fewest <= count <= CHAIRS]
    if wrong:
        raise refusal(
            "incomplete_table",
            _WRONG[fewest],
            "plan",
            round=round_,
            tables=", ".join(map(str, sorted(wrong))),
        )
