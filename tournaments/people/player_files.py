"""Players as CSV files: the columns of players.csv in a tournament folder.

`list_import` reads player lists in any other form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.db import models
from django.utils.translation import gettext_noop as _

from tournaments.files.strict_csv_reader import CsvFile, Row
from tournaments.models import Person, Team
from tournaments.people.register_players import PlayerRow
from tournaments.seating.files.pasted_tables import MOST_START_NUMBER

PLAYERS = (
    "number",
    "first_name",
    "last_name",
    "country",
    "club",
    "team",
    "ema_number",
)


def players_in(
    table: CsvFile, read: Callable[[Row], PlayerRow] | None = None
) -> list[tuple[int, PlayerRow]]:
    """Return (line, player) of the file's valid rows. Add faults for repeated player
    numbers and EMA numbers.

    `read` converts a row to a player; by default `player_of`.
    """
    players = table.lines(read or player_of)
    table.refuse_doubles(
        ((line, player.number) for line, player in players),
        _("Number %(value)s is listed twice, first in line %(first)s."),
        "number",
    )
    table.refuse_doubles(
        ((line, player.ema_number) for line, player in players),
        _("EMA number %(value)s is listed twice, first in line %(first)s."),
        "ema_number",
    )
    return players


def player_of(row: Row) -> PlayerRow:
    """Return the player in a row with the columns of `PLAYERS`. Adds faults for invalid
    cells."""

    def text(column: str) -> str:
        return row.free_text(column, longest_text(Person, column))

    if not row.raw("last_name"):
        row.fault("missing", _("%(column)s is empty."), "last_name")
    return PlayerRow(
        last_name=text("last_name"),
        first_name=text("first_name"),
        number=row.optional_integer("number", 1, MOST_START_NUMBER),
        country=text("country"),
        club=text("club"),
        team=row.free_text("team", longest_text(Team, "name")),
        ema_number=text("ema_number"),
    )


def longest_text(model: type[models.Model], field: str) -> int:
    """Return the maximum length of a text field; 0 if it has none."""
    text = cast("models.CharField[str, str]", model._meta.get_field(field))
    return text.max_length or 0
