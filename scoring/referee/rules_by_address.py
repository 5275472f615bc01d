"""The rules that a referee asks about: named in the page's address, so that the pages
need no event and open for anybody."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

import rules
from rules.faults import Fault, RuleError
from rules.rule_sheet import written
from rules.ruleset_and_table_state import Ruleset
from rules.ruleset_registry import shared_ruleset
from tournaments.tournament_setup.rule_option_fields import figures
from tournaments.tournament_setup.rule_option_groups import GROUPS, group_of, shown
from tournaments.web.form_fields_and_types import Cleaned

#: No set of options is longer.
MOST_CHARACTERS = 20_000


@dataclass(frozen=True)
class Said:
    """An option in words: what it decides, what is chosen, where that comes from."""

    sentence: str
    value: str
    source: str


@dataclass(frozen=True)
class Chosen:
    """The rules of a page; `asked` is the part of the address that names them."""

    rules: Ruleset
    asked: Mapping[str, str]

    @property
    def preset(self) -> str:
        return self.rules.options.preset

    @property
    def preset_name(self) -> str:
        return _(self.rules.options.PRESETS[self.preset].name)

    @property
    def source(self) -> str:
        return self.rules.options.PRESETS[self.preset].source

    @property
    def presets(self) -> list[tuple[str, str]]:
        names = self.rules.options.PRESETS.items()
        return [(key, _(preset.name)) for key, preset in names]

    @property
    def otherwise(self) -> int:
        """How many options are not as the preset has them."""
        return len(self.rules.options.differences())

    def address(self, page: str) -> str:
        """The address of a page by these rules: "claims" or "worth"."""
        path = reverse(f"public:referee_{page}", args=[self.rules.id])
        return f"{path}?{urlencode(self.asked)}"

    def said(self, *groups: str) -> list[Said]:
        """The options of these groups (`rule_groups`), in the groups' order."""
        options = self.rules.options
        places = {group.key: place for place, group in enumerate(GROUPS)}
        kinds = [
            (name, kind)
            for name, kind in shown(type(options))
            if group_of(name, kind).key in groups
        ]
        kinds.sort(key=lambda each: places[group_of(*each).key])
        return [
            Said(
                _(kind.text),
                figures(written(options, name, kind)),
                _(kind.source) if kind.source else "",
            )
            for name, kind in kinds
        ]


def chosen(ruleset: str, asked: Cleaned) -> Chosen:
    """The rules that an address asks for by `preset`, or by `rules`: a preset and what
    differs from it, as JSON. Raises RuleError with every fault."""
    if text := asked.get("rules"):
        return Chosen(shared_ruleset(ruleset, _read(text)), {"rules": text})
    options = {"preset": asked["preset"]} if asked.get("preset") else {}
    known = shared_ruleset(ruleset, options)
    return Chosen(known, {"preset": known.options.preset})


def chosen_by(known: Ruleset) -> Chosen:
    """What an address says to ask for just these rules."""
    changes = known.options.changes()
    if set(changes) == {"preset"}:
        return Chosen(known, {"preset": known.options.preset})
    return Chosen(known, {"rules": json.dumps(changes, separators=(",", ":"))})


def rulesets() -> Sequence[tuple[str, str]]:
    """(id, name) of each ruleset."""
    return [(key, _(name)) for key, (name, _maker) in rules.RULESETS.items()]


def _read(text: str) -> Mapping[str, object]:
    message = _("This address does not name any rules. Choose a ruleset.")
    fault = RuleError(Fault("not_rules", message, "rules"))
    if len(text) > MOST_CHARACTERS:
        raise fault
    try:
        options = json.loads(text)
    except (ValueError, RecursionError):
        raise fault from None
    if not isinstance(options, dict):
        raise fault
    return options
