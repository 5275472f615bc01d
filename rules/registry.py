"""The rulesets by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.classical import Classical
from rules.faults import Fault, RuleError
from rules.hong_kong import HongKong
from rules.mcr import Mcr
from rules.riichi import Riichi
from rules.table import Ruleset
from rules.text import _

#: id -> (name people know it by, maker from options)
RULESETS: Mapping[str, tuple[str, Callable[[Mapping[str, object]], Ruleset]]] = {
    Mcr.id: (_("MCR (Mahjong Competition Rules)"), Mcr.from_options),
    HongKong.id: (_("Hong Kong Old Style"), HongKong.from_options),
    Classical.id: (_("Classical Chinese"), Classical.from_options),
    Riichi.id: (_("Riichi"), Riichi.from_options),
}


def ruleset(name: str, options: Mapping[str, object] | None = None) -> Ruleset:
    """The ruleset called `name` with `options` (JSON values; left out = default).

    Raises RuleError when the name or an option is not known.
    """
    if name not in RULESETS:
        raise RuleError(
            Fault(
                "unknown_ruleset",
                _("“%(name)s” is not a ruleset; known are %(known)s."),
                "ruleset",
                {"name": name, "known": ", ".join(RULESETS)},
            )
        )
    return RULESETS[name][1](options or {})
