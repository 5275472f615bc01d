"""Nearly valid rows for every command and ruleset, and random mutations, for the fuzz
tests and `benchmarks/fuzz.py`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache, partial
from itertools import cycle
from random import Random
from typing import Any

import rules
from rules.cli import COMMANDS, answer
from rules.cli.json_lines_in_and_out import answer_line, as_line
from rules.hand_as_json import hand_as_row
from rules.hand_notation import parse_hand
from rules.pattern_reference import every_pattern
from rules.ruleset_registry import RULESETS
from rules.tiles import CODES

#: Value of a winning hand, by ruleset, as `settle` and `replay` accept it.
VALUES: dict[str, dict[str, object]] = {
    "mcr": {"points": 12},
    "hong_kong": {"faan": 4},
    "classical": {"values": {"E": 30, "S": 4, "W": 0, "N": 16}},
    "riichi": {"han": 3, "fu": 40},
    "zung_jung": {"points": 70, "responsible": "N"},
}
ENTRIES: tuple[dict[str, object], ...] = (
    {"kind": "washout"},
    {"kind": "false_win", "seat": "W", "ready": False},
    {"kind": "false_win", "seats": ["W", "N"]},
    {"kind": "misnamed", "seat": "E", "to": "S", "claimed_for": "pung"},
    {"kind": "penalty", "seat": "N", "amount": -10},
    {"kind": "penalty", "amounts": {"E": -10, "S": 10}},
    {"kind": "exhaustive_draw", "tenpai": ["E", "W"], "riichi": ["W"]},
    {"kind": "abortive_draw", "reason": "four_kongs"},
    {"kind": "chombo", "seat": "S"},
    {"kind": "totals", "scores": {"E": 10, "S": -10}},
    {"kind": "gong", "policy": "finish_hand"},
    {"kind": "play_ended", "why": "time"},
)
JUNK: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 4, 13, 14, 25_000, 10**9, -(10**30), 10**4000),
    *(0.5, -0.0, 1.5, 1e308, 5e-324, 0.1),
    *("", " ", "E", "Z", "none", "limit", "mcr", "5m", "0p", "f1", "y4", "win"),
    *("%", "%s", "%(value)s", "{}", "\x00", "\u2028", "\ud83c", "🀄", "中" * 50),
    *("x" * 10_000, "1" * 500 + "m", "[" * 200, "[123m](1111p)456sEE+E S/E"),
    *([], {}, [[]], [{}], [None], {"": None}, {"E": 1}, ["E"] * 50, [1] * 50),
)


@cache
def seeds(name: str, command: str) -> tuple[dict[str, Any], ...]:
    """Return valid or nearly valid rows for a command and a ruleset."""
    makers = {
        "score": _hands,
        "waits": _waiting_hands,
        "settle": _wins,
        "replay": _ledgers,
        "options": _house_rules,
        "claims": _claimed,
    }
    return tuple({"ruleset": name, **row} for row in makers[command](name))


def spoiled(rng: Random, name: str, command: str) -> bytes:
    """Return a line with a row that has up to 4 mutations.

    Sometimes its bytes are damaged too.
    """
    row = deepcopy(rng.choice(seeds(name, command)))
    if rng.random() < 0.2:
        row["options"] = deepcopy(rng.choice(seeds(name, "options"))["options"])
        row.pop("preset", None)
    for _time in range(rng.choice((0, 1, 1, 1, 2, 4))):
        _spoil(rng, row, seeds(name, command))
    line = json.dumps(row, ensure_ascii=rng.random() < 0.5)
    given = line.encode("utf-8", "surrogatepass")
    return _spoil_bytes(rng, given) if rng.random() < 0.05 else given


def spoiled_lines(seed: int) -> Iterator[tuple[str, str, bytes]]:
    """Yield (ruleset, command, line) endlessly, with rulesets and commands in turn."""
    rng = Random(seed)
    for name, command in cycle(kinds_of_rows()):
        yield name, command, spoiled(rng, name, command)


def answered(command: str, line: bytes) -> dict[str, Any]:
    """Return the program's response to a line.

    Asserts that it is one JSON object in one of two forms.
    """
    written = as_line(answer_line(partial(answer, command), line))
    data = json.loads(written.decode(), parse_constant=_no_constant)
    assert written.count(b"\n") == 1
    assert isinstance(data, dict)
    if data["valid"] is not True:
        assert data["valid"] is False
        assert data["errors"]
        for error in data["errors"]:
            assert set(error) == {"code", "message", "field"}
            assert all(isinstance(value, str) for value in error.values())
            assert error["code"]
            assert error["message"]
    return data


def kinds_of_rows() -> list[tuple[str, str]]:
    """Return every (ruleset, command)."""
    return [(name, command) for name in RULESETS for command in COMMANDS]


def _no_constant(text: str) -> object:
    raise AssertionError(f"{text} is not JSON")


def _hands(name: str) -> list[dict[str, Any]]:
    rows = []
    for preset, pattern in every_pattern(name):
        for notation in (pattern.example, pattern.near_miss):
            rows.append({"preset": preset, **hand_as_row(parse_hand(notation))})
            rows.append({"preset": preset, "hand": notation})
    return rows


def _waiting_hands(name: str) -> list[dict[str, Any]]:
    rows = [row for row in _hands(name) if "concealed" in row]
    return [row | {"winning_tile": None, "flags": []} for row in rows]


def _wins(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = list(ENTRIES)
    for winner, discarder in (("E", "S"), ("W", "E"), ("S", "N")):
        value = VALUES.get(name, {})
        rows.append({"winner": winner, "from": discarder, **value})
        rows.append({"winner": winner, "from": None, **value})
        for hand in _shown_hands(name)[:40]:
            tiles = _by_tiles(name, winner, hand)
            source = None if hand["self_draw"] else discarder
            rows.append({"winner": winner, "from": source, **tiles})
    return rows


def _shown_hands(name: str) -> list[dict[str, Any]]:
    """Return rows of hands that score, without winds, which come from the table."""
    examples = [parse_hand(pattern.example) for _preset, pattern in every_pattern(name)]
    winds = ("seat_wind", "prevailing_wind")
    rows = [hand_as_row(hand) for hand in examples if hand.winner]
    return [{k: row[k] for k in row if k not in winds} for row in rows]


def _by_tiles(name: str, winner: str, hand: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a win by tiles as the ruleset accepts it: the winner's hand,
    or all hands.
    """
    if name != "classical":
        return {"hand": hand}
    values = {seat: 8 for seat in "ESWN" if seat != winner}
    return {"hands": {winner: hand}, "values": values}


def _ledgers(name: str) -> list[dict[str, Any]]:
    wins = [{"kind": "win", **win} for win in _wins(name) if "winner" in win]
    presets = list(rules.ruleset(name).options.PRESETS)
    rows: list[dict[str, Any]] = [
        {"preset": preset, "entries": [entry]}
        for preset in presets
        for entry in (*wins[:50], *ENTRIES)
    ]
    rows.append({"entries": [*wins[:3], *ENTRIES[:5]]})
    return rows + (_GAMES if name == "riichi" else [])


def _house_rules(name: str) -> list[dict[str, Any]]:
    options = [
        rules.ruleset(name, {"preset": preset}).options
        for preset in rules.ruleset(name).options.PRESETS
    ]
    return [{"options": option.as_data()} for option in options]


def _claimed(name: str) -> list[dict[str, Any]]:
    calls = ("win", "win", "chow", "pung", "kong")
    return [
        {
            "discarder": "E",
            "claims": [
                {"seat": "S", "call": one, "value": 8, "limit": False},
                {"seat": "W", "call": other, "value": 8},
            ],
        }
        for one in calls
        for other in calls
        if "win" in (one, other) and other != "chow"
    ]


_GAMES: list[dict[str, Any]] = [
    {
        "preset": preset,
        "hands": [
            {
                "riichi": [1],
                "outcome": {
                    "type": "ron",
                    "winners": [
                        {
                            "seat": 1,
                            "from_seat": 0,
                            "hand": {
                                "concealed": [
                                    *("2m", "3m", "4m", "3p", "4p", "5p"),
                                    *("4s", "5s", "6s", "6s", "7s", "8s", "5p"),
                                ],
                                "winning_tile": "5p",
                                "seat_wind": "S",
                                "flags": ["riichi"],
                                "dora_indicators": ["1m"],
                                "ura_indicators": ["E"],
                            },
                        }
                    ],
                },
            },
            {
                "riichi": [],
                "outcome": {"type": "exhaustive_draw", "tenpai": [0, 2]},
            },
            {
                "riichi": [],
                "outcome": {"type": "abortive_draw", "reason": "nine_terminals"},
            },
        ],
    }
    for preset in ("tenhou_hanchan", "tenhou", "ema_2025")
]


def _spoil(rng: Random, row: Any, others: tuple[dict[str, Any], ...]) -> None:
    """Change one place of a row: replace, change slightly, remove, duplicate or add a
    value."""
    holder, key = _somewhere(rng, row)
    act = rng.choice(("nudge", "nudge", "nudge", "replace", "drop", "move", "add"))
    if act == "replace":
        holder[key] = deepcopy(rng.choice(JUNK))
    elif act == "nudge":
        holder[key] = _nudged(rng, holder[key])
    elif act == "drop":
        del holder[key]
    elif act == "move":
        holder[key] = deepcopy(_value(rng, rng.choice(others)))
    elif isinstance(holder, list):
        holder.insert(key, deepcopy(rng.choice((holder[key], *JUNK))))
    else:
        name = rng.choice((*rng.choice(others), "", "hand", "winner", "x"))
        holder[name] = deepcopy(rng.choice((*holder.values(), *JUNK)))


def _somewhere(rng: Random, row: Any) -> tuple[Any, Any]:
    """Return a random list or object within the row, and one of its indices or keys."""
    places = list(_places(row))
    return rng.choice(places) if places else ({"x": row}, "x")


def _places(value: Any) -> list[tuple[Any, Any]]:
    keys = value if isinstance(value, dict) else range(len(value))
    here = [(value, key) for key in keys]
    inner = [value[key] for key in keys if isinstance(value[key], dict | list)]
    return here + [place for each in inner for place in _places(each)]


def _value(rng: Random, row: Any) -> Any:
    holder, key = _somewhere(rng, row)
    return holder[key]


def _nudged(rng: Random, value: Any) -> Any:
    """Return a different value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice((-1, 1, 100, -1000))
        case float():
            return value * rng.choice((0.5, -1, 3))
        case str() if value in CODES:
            return rng.choice(CODES)
        case str():
            at = rng.randrange(len(value) + 1)
            return value[:at] + rng.choice(("", *"EmS+*[]()<f1 ")) + value[at + 1 :]
        case list():
            return rng.sample(value, rng.randrange(len(value) + 1))
    return rng.choice(("E", "5m", 1, []))


def _spoil_bytes(rng: Random, line: bytes) -> bytes:
    at = rng.randrange(len(line))
    put = rng.choice((b"", b"\xff", b"\x00", b"{", b"]", b'"', b"\\", b"9" * 5000))
    return line[:at] + put + line[at + rng.randrange(3) :].replace(b"\n", b" ")
