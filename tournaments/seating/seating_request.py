"""The request for seating, a value that can be stored as JSON.

The plan depends only on the request: equal requests give equal plans.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from typing import TypeVar

from rules.faults import Fault, RuleError, faults_within
from rules.strict_reader import Json
from rules.translation_marks import _
from tournaments.seating import seating_plan
from tournaments.seating.constraints import (
    Apart,
    Constraints,
    SeatingPlayer,
    Strictness,
    Uneven,
    Weights,
)
from tournaments.seating.seating_plan import SEATS_PER_TABLE, Plan

#: Version of the engine. Change it when the same request would give another plan.
VERSION = "1"


class Method(StrEnum):
    """The methods that generate rounds.

    REPAIR changes the remaining rounds of a `draft`. The methods in RANKED use
    standings.
    """

    PLAN = "plan"
    RANDOM = "random"
    SWISS = "swiss"
    SNAKE = "snake"
    INTERVALS = "intervals"
    RANKS = "ranks"
    REPAIR = "repair"


class Seats(StrEnum):
    """The ways to assign winds at the tables of a pool.

    BALANCED: each player gets each wind equally often. RANK: the best player is East,
    the next South, and so on. EAST: the best player is East, and the other winds are
    random.
    """

    BALANCED = "balanced"
    RANK = "rank"
    EAST = "east"


#: Methods that generate one round from the standings before it.
RANKED = (Method.SWISS, Method.SNAKE, Method.INTERVALS, Method.RANKS)


@dataclass(frozen=True)
class Options:
    """Settings that only some methods of generating seating use.

    - `block`: the number of tables in one score group (Swiss).
    - `order`: how tables are formed inside a score group (see `swiss_rounds.ORDERS`).
    - `interval`: the distance in rank between players of a table.
    - `template`: the ranks of each table (RANKS). If it is empty, the ranks are 1-4,
      5-8 and so on.
    """

    block: int = 1
    order: str = "top"
    interval: int = 4
    template: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Pool:
    """A group, a final or a consolation, whose players are seated only with each other.

    `numbers` contains the player numbers, best first. `name` is part of the random seed
    of the pool.
    """

    name: str
    numbers: tuple[int, ...]
    seats: Seats = Seats.BALANCED


@dataclass(frozen=True)
class Request:
    """The complete input for generating seating.

    - `rounds`: the number of rounds to generate after the `played` rounds, which do not
      change.
    - `standing`: player numbers, best first.
    - `fillers`: the numbers of existing house players. They are used before new house
      players.
    - `draft`: an earlier plan of the same rounds, for a repair or for locked tables.
    - `locked`: the tables of `draft` that do not change, as (round of the tournament,
      table).
    - `stop_after`: the number of moves before the search was stopped, or None.
    - `pools`: empty if all players are seated together; otherwise each player is in
      exactly one pool.
    """

    entrants: tuple[SeatingPlayer, ...]
    rounds: int
    seed: str
    method: Method = Method.PLAN
    demands: Constraints = field(default_factory=Constraints)
    played: Plan = ()
    standing: tuple[int, ...] = ()
    options: Options = field(default_factory=Options)
    fillers: tuple[int, ...] = ()
    draft: Plan = ()
    locked: tuple[tuple[int, int], ...] = ()
    stop_after: int | None = None
    version: str = VERSION
    pools: tuple[Pool, ...] = ()

    def as_data(self) -> dict[str, object]:
        """Return the request as JSON values that `read_request` can read."""
        values: dict[str, Json] = {
            name: _plain(value) for name, value in asdict(self).items()
        }
        if not self.pools:
            del values["pools"]
        if self.demands.size == SEATS_PER_TABLE:
            del values["demands"]["size"]
        return values


def read_request(data: object) -> Request:
    """Return the request from JSON values.

    Raises RuleError for the first invalid field.
    """
    values = _mapping(data, Request, "request")
    entrants = values.pop("entrants", [])
    if not isinstance(entrants, list):
        raise _bad("entrants")
    stop_after = values.pop("stop_after", None)
    return Request(
        entrants=tuple(
            _entrant(entrant, f"entrants.{place}")
            for place, entrant in enumerate(entrants, 1)
        ),
        demands=_demands(values.pop("demands", {})),
        options=_options(values.pop("options", {})),
        method=_choice(values.pop("method", "plan"), Method, "method"),
        played=_plan(values.pop("played", []), "played"),
        draft=_plan(values.pop("draft", []), "draft"),
        standing=_numbers(values.pop("standing", []), "standing"),
        fillers=_numbers(values.pop("fillers", []), "fillers"),
        locked=tuple(
            _pair(two, "locked") for two in _list(values.pop("locked", []), "locked")
        ),
        pools=tuple(
            _pool(pool, f"pools.{place}")
            for place, pool in enumerate(_list(values.pop("pools", []), "pools"), 1)
        ),
        rounds=_number(values.pop("rounds", None), "rounds"),
        seed=_text(values.pop("seed", None), "seed"),
        version=_text(values.pop("version", VERSION), "version"),
        stop_after=None if stop_after is None else _number(stop_after, "stop_after"),
    )


def _plain(value: object) -> object:
    """Return the value with lists instead of tuples, for JSON."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _bad(path: str) -> RuleError:
    return RuleError(
        Fault(
            "not_understood",
            _("Unknown value for “%(field)s” in this draft."),
            path,
            {"field": path},
        )
    )


Choice = TypeVar("Choice", bound=StrEnum)


def _mapping(data: object, kind: type, path: str) -> dict[str, Json]:
    """Return a copy of a mapping from a request.

    Raises RuleError if `data` is not a mapping or a key is not a field of `kind`.
    """
    if not isinstance(data, Mapping):
        raise _bad(path)
    known = {field_.name for field_ in fields(kind)}
    if unknown := sorted(str(key) for key in data if key not in known):
        raise _bad(unknown[0] if path == "request" else f"{path}.{unknown[0]}")
    return dict(data)


def _list(data: object, path: str) -> list[object]:
    if not isinstance(data, list):
        raise _bad(path)
    return data


def _number(value: object, path: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _bad(path)
    return value


def _text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise _bad(path)
    return value


def _choice(value: object, kind: type[Choice], path: str) -> Choice:
    try:
        return kind(_text(value, path))
    except ValueError:
        raise _bad(path) from None


def _numbers(data: object, path: str) -> tuple[int, ...]:
    return tuple(_number(value, path) for value in _list(data, path))


def _pair(data: object, path: str) -> tuple[int, int]:
    numbers = _numbers(data, path)
    if len(numbers) != 2:
        raise _bad(path)
    return numbers[0], numbers[1]


def _plan(data: object, path: str) -> Plan:
    if data == []:
        return ()
    with faults_within(path):
        return seating_plan.from_data(data)


def _entrant(data: object, path: str) -> SeatingPlayer:
    values = _mapping(data, SeatingPlayer, path)
    for name in ("name", "team", "country", "club", "group"):
        _text(values.get(name, ""), f"{path}.{name}")
    _number(values.get("number"), f"{path}.number")
    _number(values.get("first", 1), f"{path}.first")
    for name in ("table", "last"):
        if values.get(name) is not None:
            _number(values[name], f"{path}.{name}")
    if not isinstance(values.get("house", False), bool):
        raise _bad(f"{path}.house")
    values["away"] = _numbers(values.get("away", []), f"{path}.away")
    return SeatingPlayer(**values)


def _pool(data: object, path: str) -> Pool:
    values = _mapping(data, Pool, path)
    return Pool(
        _text(values.get("name"), f"{path}.name"),
        _numbers(values.get("numbers", []), f"{path}.numbers"),
        _choice(values.get("seats", Seats.BALANCED), Seats, f"{path}.seats"),
    )


def _demands(data: object) -> Constraints:
    values = _mapping(data, Constraints, "demands")
    for name in ("teams", "countries", "clubs"):
        if name in values:
            values[name] = _apart(values[name], f"demands.{name}")
    if not isinstance(values.get("groups", False), bool):
        raise _bad("demands.groups")
    values["never"] = tuple(
        _pair(two, "demands.never")
        for two in _list(values.get("never", []), "demands.never")
    )
    values["uneven"] = _choice(
        values.get("uneven", Uneven.FILLERS), Uneven, "demands.uneven"
    )
    weights = _mapping(values.get("weights", {}), Weights, "demands.weights")
    for name, value in weights.items():
        _number(value, f"demands.weights.{name}")
    values["weights"] = Weights(**weights)
    if "moves" in values:
        _number(values["moves"], "demands.moves")
    if values.get("size", SEATS_PER_TABLE) not in (3, SEATS_PER_TABLE):
        raise _bad("demands.size")
    return Constraints(**values)


def _apart(data: object, path: str) -> Apart:
    values = _mapping(data, Apart, path)
    strictness = _choice(
        values.get("strictness", Strictness.SOFT), Strictness, f"{path}.strictness"
    )
    rounds = values.get("rounds")
    if rounds is not None:
        _number(rounds, f"{path}.rounds")
    return Apart(strictness, rounds)


def _options(data: object) -> Options:
    values = _mapping(data, Options, "options")
    for name in ("block", "interval"):
        _number(values.get(name, 1), f"options.{name}")
    _text(values.get("order", ""), "options.order")
    values["template"] = tuple(
        _numbers(table, "options.template")
        for table in _list(values.get("template", []), "options.template")
    )
    return Options(**values)
