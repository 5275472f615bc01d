"""The rows of a tournament in parts: one part for each game, and one for each model of
the other rows.

Only changed parts are sent. The log does not belong to a part: its rows never change,
so only new rows are sent.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import NamedTuple

from django.db import models

from scoring.models import BotPlay, BotTable, Incident
from tournaments.installation_transfer.transfer_rows import STAYS, values_of
from tournaments.models import ClockFault, Game, LogEvent, Person, Tournament
from tournaments.models.related_rows import Model, rows_of

#: Models of an installation's own work, and of practice tournaments.
_LOCAL = {*STAYS, ClockFault, BotPlay, BotTable, Incident}
#: Start of the name of a game's part, before the game's key.
_GAME = "game:"


class Row(NamedTuple):
    """A row: its model, and its values by column, as JSON."""

    model: Model
    values: Mapping[str, object]


#: Rows by name of their part.
Parts = dict[str, list[Row]]


@cache
def mirrored_models() -> Mapping[Model, str]:
    """Return the models of a tournament's rows, each with the lookup from a row to the
    tournament. The rows can be inserted in this order.
    """
    found = {model: way for model, way in rows_of(Tournament) if model not in _LOCAL}
    return {Person: "players__tournament", **found}


@cache
def _ways_to_game() -> Mapping[Model, str]:
    """Return the models of a game's rows, each with the lookup from a row to
    the game.
    """
    ways = dict(rows_of(Game))
    return {model: ways[model] for model in mirrored_models() if model in ways}


def part_of_game(key: int) -> str:
    """Return the name of a game's part."""
    return f"{_GAME}{key}"


def game_of_part(name: str) -> int | None:
    """Return the key of the part's game; None for other parts."""
    return int(name.removeprefix(_GAME)) if name.startswith(_GAME) else None


def label_of(model: Model) -> str:
    return model._meta.label


def parts_outside_games(tournament: Tournament) -> Parts:
    """Return the rows of all parts that are not games, by part name."""
    parts: Parts = {}
    for model, way in mirrored_models().items():
        if model is not LogEvent and model not in _ways_to_game():
            found = model._base_manager.filter(**{way: tournament.pk}).distinct()
            parts[label_of(model)] = [_row(row) for row in found.order_by("pk")]
    return parts


def games_of(tournament: Tournament) -> list[int]:
    """Return the keys of the tournament's games."""
    games = Game.objects.filter(round__tournament=tournament).order_by("pk")
    return list(games.values_list("pk", flat=True))


def parts_of_games(games: Collection[int]) -> Parts:
    """Return the rows of these games' parts, by part name."""
    parts: Parts = {part_of_game(key): [] for key in games}
    for model, way in _ways_to_game().items():
        found = model._base_manager.filter(**{f"{way}__in": list(games)})
        for row in found.annotate(its_game=models.F(way)).order_by("pk"):
            parts[part_of_game(row.its_game)].append(_row(row))
    return parts


def log_since(tournament: Tournament, revision: int) -> list[Row]:
    """Return the log entries after a revision.

    They have no primary keys, because no row refers to them.
    """
    events = LogEvent.objects.filter(tournament=tournament, revision__gt=revision)
    rows = [_row(event) for event in events.order_by("revision")]
    return [Row(LogEvent, {**row.values, "id": None}) for row in rows]


def digest_of(rows: Iterable[Row]) -> str:
    """Return a hash that is equal for equal rows."""
    content = [(label_of(row.model), row.values) for row in rows]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _row(row: models.Model) -> Row:
    return Row(type(row), values_of(row, mirrored_models()))
