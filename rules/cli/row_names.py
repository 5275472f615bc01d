"""Rulesets of which the command `replay` reads whole recorded games.

The names a row of each command may have. A misspelt one is a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping

from rules.cli.json_lines_in_and_out import Answer
from rules.cli.recorded_riichi_games import replay_game
from rules.cli.settle_command import SETTLED_NAMES
from rules.faults import Fault, RuleError
from rules.hand_as_json import HAND_NAMES, Row
from rules.riichi import Riichi
from rules.translation_marks import _

#: What answers the row of a game, by the ruleset's id.
RECORDED_GAMES: Mapping[str, Callable[[Row], Answer]] = {Riichi.id: replay_game}


def game_in(row: Row) -> Callable[[Row], Answer] | None:
    """What answers this row; None if it is not a recorded game."""
    return RECORDED_GAMES.get(str(row.get("ruleset"))) if "hands" in row else None


#: What no command reads: where a row comes from, and what its answer should be.
REMARKS = frozenset(
    ("id", "source", "tier", "note", "notes", "comment", "contested", "expected")
)
_RULES = frozenset(("ruleset", "preset", "options", "base_rules", "rule_changes"))
_HAND = frozenset(("hand", *HAND_NAMES))
#: What lay on a table beside a hand, which does not change its value.
_BESIDE_A_HAND = frozenset(("kind", "honba", "riichi_sticks"))

_NAMES: Mapping[str, frozenset[str]] = {
    "score": _RULES | _HAND | _BESIDE_A_HAND,
    "waits": _RULES | _HAND | _BESIDE_A_HAND | {"tenpai"},
    "settle": _RULES | {"players"},
    "replay": _RULES | {"players", "entries"},
    # Its own answer is read back as it is.
    "options": _RULES | {"valid", "changes", "differences"},
    "claims": _RULES | {"discarder", "claims", "tile"},
}


def refuse_unknown_names(command: str, row: Row) -> None:
    """Raise RuleError with a fault for each name that `command` does not know. Recorded
    games are read as other programs write them, with all they hold."""
    if command == "replay" and game_in(row):
        return
    faults = [*_unknown(row, _known(command, row) | REMARKS, "")]
    hand = row.get("hand")
    if command in ("score", "waits") and isinstance(hand, Mapping):
        faults += _unknown(hand, HAND_NAMES, "hand.")
    if faults:
        raise RuleError(*faults)


def _known(command: str, row: Row) -> frozenset[str]:
    names = _NAMES[command]
    if command == "settle":
        names |= SETTLED_NAMES.get(str(row.get("ruleset")), frozenset())
    return names


def _unknown(row: Row, known: Container[str], where: str) -> Iterator[Fault]:
    for name in row:
        if name not in known:
            message = _("“%(name)s” is not a known field.")
            yield Fault("unknown", message, f"{where}{name}", {"name": name})
