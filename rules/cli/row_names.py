"""Allowed names of values in the row of each command. Any other name is a fault."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping

from rules.cli.json_lines_in_and_out import Answer
from rules.cli.recorded_riichi_games import replay_game
from rules.cli.settle_command import SETTLED_NAMES
from rules.faults import Fault, RuleError
from rules.hand_as_json import HAND_NAMES, Row
from rules.riichi import Riichi
from rules.sanma import Sanma
from rules.translation_marks import _

#: Ruleset id -> function that answers the row of a recorded game.
RECORDED_GAMES: Mapping[str, Callable[[Row], Answer]] = {
    Riichi.id: replay_game,
    Sanma.id: replay_game,
}


def game_in(row: Row) -> Callable[[Row], Answer] | None:
    """Return the function that replays the recorded game in a row, or None if the row
    has no recorded game."""
    return RECORDED_GAMES.get(str(row.get("ruleset"))) if "hands" in row else None


#: Ignored by every command: source of a row, expected answer, notes.
REMARKS = frozenset(
    ("id", "source", "tier", "note", "notes", "comment", "contested", "expected")
)
_RULES = frozenset(("ruleset", "preset", "options", "base_rules", "rule_changes"))
_HAND = frozenset(("hand", *HAND_NAMES))
#: Recorded with a hand; does not change its value.
_BESIDE_A_HAND = frozenset(("kind", "honba", "riichi_sticks", "players"))

_NAMES: Mapping[str, frozenset[str]] = {
    "score": _RULES | _HAND | _BESIDE_A_HAND,
    "waits": _RULES | _HAND | _BESIDE_A_HAND | {"tenpai"},
    "settle": _RULES | {"players"},
    "replay": _RULES | {"players", "entries"},
    # The answer of this command is also accepted as its input.
    "options": _RULES | {"players"} | {"valid", "changes", "differences"},
    "claims": _RULES | {"discarder", "claims", "tile"},
}


def refuse_unknown_names(command: str, row: Row) -> None:
    """Raise RuleError with a fault for each name that `command` does not use.

    Recorded games are not checked, because other programs add names to them.
    """
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


def _unknown(row: Row, known: Container[str], prefix: str) -> Iterator[Fault]:
    for name in row:
        if name not in known:
            message = _("“%(name)s” is not a known field.")
            yield Fault("unknown", message, f"{prefix}{name}", {"name": name})
