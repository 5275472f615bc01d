"""Rulesets of which the command `replay` reads whole recorded games."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.cli.json_lines import Answer
from rules.cli.riichi_games import replay_game
from rules.hand_rows import Row
from rules.riichi import Riichi

#: What answers the row of a game, by the ruleset's id.
RECORDED_GAMES: Mapping[str, Callable[[Row], Answer]] = {Riichi.id: replay_game}


def game_in(row: Row) -> Callable[[Row], Answer] | None:
    """What answers this row; None if it is not a recorded game."""
    return RECORDED_GAMES.get(str(row.get("ruleset"))) if "hands" in row else None
