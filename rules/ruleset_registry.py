"""All rulesets by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache

from rules.classical import Classical
from rules.faults import Fault, RuleError
from rules.hong_kong import HongKong
from rules.mcr import Mcr
from rules.riichi import Riichi
from rules.ruleset_and_table_state import Ruleset
from rules.sanma import Sanma
from rules.translation_marks import _, listed
from rules.winds import FOUR
from rules.zung_jung import ZungJung

#: id -> (name for people, constructor from options)
RULESETS: Mapping[str, tuple[str, Callable[[Mapping[str, object]], Ruleset]]] = {
    Mcr.id: (_("MCR (Mahjong Competition Rules)"), Mcr.from_options),
    HongKong.id: (_("Hong Kong Old Style"), HongKong.from_options),
    Classical.id: (_("Classical Chinese"), Classical.from_options),
    Riichi.id: (_("Riichi"), Riichi.from_options),
    ZungJung.id: (_("Zung Jung"), ZungJung.from_options),
    Sanma.id: (_("Riichi for three players"), Sanma.from_options),
}


def ruleset(name: str, options: Mapping[str, object] | None = None) -> Ruleset:
    """Return the ruleset `name` with `options`, which are JSON values. Missing options
    have their default.

    Raises RuleError for an unknown name or option.
    """
    if name not in RULESETS:
        raise RuleError(
            Fault(
                "unknown_ruleset",
                _("“%(name)s” is not a ruleset. Choose from %(known)s."),
                "ruleset",
                {"name": name, "known": listed(RULESETS)},
            )
        )
    return RULESETS[name][1](options or {})


def shared_ruleset(
    name: str, options: Mapping[str, object], players: int = FOUR
) -> Ruleset:
    """Return a ruleset for a table of `players`, shared by all callers with the same
    options.

    Creating a ruleset takes milliseconds. Threads can share a ruleset because it never
    changes. `options` must be JSON values. The most recently used rulesets are cached.
    Raises RuleError for faulty options, and if the rules do not allow that number of
    players.
    """
    if players == FOUR:
        return _as_written(name, _in_order(options))
    return _at_short_table(name, _in_order(options), players)


#: Rulesets cached: more than the tournaments of one installation at a time.
_KEPT = 128


@lru_cache(maxsize=_KEPT)
def _as_written(name: str, options: str) -> Ruleset:
    complete = ruleset(name, json.loads(options)).options.as_data()
    return _complete(name, _in_order(complete))


@lru_cache(maxsize=_KEPT)
def _at_short_table(name: str, options: str, players: int) -> Ruleset:
    return _as_written(name, options).for_players(players)


@lru_cache(maxsize=_KEPT)
def _complete(name: str, options: str) -> Ruleset:
    """Return the shared ruleset for `options`, which must be complete and sorted JSON
    text."""
    return ruleset(name, json.loads(options))


def _in_order(options: Mapping[str, object]) -> str:
    return json.dumps(options, sort_keys=True)
