"""The numbers of players at tables that the tournament's rules allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import QuerySet
from django.utils.translation import gettext, ngettext

from rules.ruleset_and_table_state import Ruleset
from rules.translation_marks import one_or_several
from tournaments.models import Game, Tournament
from tournaments.refusals import refusal
from tournaments.seating.seating_plan import SEATS_PER_TABLE
from tournaments.web.list_wording import joined_with_commas

#: Error messages by the smallest and the largest number of players allowed at a table:
#: for one table, and for several.
_WRONG = {
    (4, 4): one_or_several(
        "Round %(round)s: table %(tables)s must have 4 players.",
        "Round %(round)s: tables %(tables)s must have 4 players.",
    ),
    (3, 3): one_or_several(
        "Round %(round)s: table %(tables)s must have 3 players.",
        "Round %(round)s: tables %(tables)s must have 3 players.",
    ),
    (3, 4): one_or_several(
        "Round %(round)s: table %(tables)s must have 3 or 4 players.",
        "Round %(round)s: tables %(tables)s must have 3 or 4 players.",
    ),
    (2, 4): one_or_several(
        "Round %(round)s: table %(tables)s must have 2 to 4 players.",
        "Round %(round)s: tables %(tables)s must have 2 to 4 players.",
    ),
}


def sizes_of(players: int, fewest: int, most: int = SEATS_PER_TABLE) -> tuple[int, ...]:
    """Return the number of players at each table, largest tables first.

    There are as few tables as possible, each with `fewest` to `most` players. If that
    is not possible, all tables have `most` players, and the remaining players have no
    table.
    """
    tables = -(-players // most)
    if not tables or players // tables < fewest:
        return (most,) * (players // most)
    least, fuller = divmod(players, tables)
    return (least + 1,) * fuller + (least,) * (tables - fuller)


def short_in_words(sizes: Sequence[int], most: int = SEATS_PER_TABLE) -> str:
    """Return a note with the table sizes if some tables have fewer than `most` players.
    Otherwise return ""."""
    if all(size == most for size in sizes):
        return ""
    return gettext("Some tables have fewer players: %(sizes)s.") % {
        "sizes": " + ".join(map(str, sizes))
    }


def unfilled_tables_in_words(players: int, rules: Ruleset) -> str:
    """Return sentences about players who do not fill a table; "" if all tables are
    full."""
    most = rules.players
    if not players % most:
        return ""
    text, short = _with_house_or_byes(players, most), ""
    if sum(sizes := sizes_of(players, rules.fewest_players, most)) == players:
        short = short_in_words(sizes, most)
    return f"{text} {short}".rstrip()


def _with_house_or_byes(players: int, most: int) -> str:
    over = players % most
    wanted = ngettext(
        "%(count)s house player fills the last table",
        "%(count)s house players fill the last table",
        most - over,
    )
    if players < most:
        return wanted % {"count": most - over} + "."
    out = ngettext(
        "%(count)s player sits out in each round",
        "%(count)s players sit out in each round",
        over,
    )
    return gettext("With %(players)s players: %(wanted)s, or %(out)s.") % {
        "players": players,
        "wanted": wanted % {"count": most - over},
        "out": out % {"count": over},
    }


def with_sizes(games: QuerySet[Game], tournament: Tournament) -> QuerySet[Game]:
    """Return the games with seats prefetched, if the rules allow short tables.
    Otherwise return the games unchanged.

    The rules of a table depend on its number of players.
    """
    rules = tournament.rules
    if rules.fewest_players == rules.players:
        return games
    return games.prefetch_related("seats")


def refuse_sizes(
    tournament: Tournament, round_: int, players: Mapping[int, int]
) -> None:
    """Raise Refused if the rules do not allow the number of players at a table. The
    message contains the tables.

    `players` contains the number of players by table, and `round_` is the number of the
    round.
    """
    fewest, most = tournament.rules.fewest_players, tournament.rules.players
    wrong = [table for table, count in players.items() if not fewest <= count <= most]
    if wrong:
        raise refusal(
            "incomplete_table",
            ngettext(*_WRONG[fewest, most], len(wrong)),
            "plan",
            round=round_,
            tables=joined_with_commas(sorted(wrong)),
        )
