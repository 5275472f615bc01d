"""The rules for the lookup pages.

They are stated in the page's address, so no tournament or account is needed.
"""

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
from tournaments.rule_texts import ruleset_names, source_in_words, translated
from tournaments.tournament_setup.rule_option_fields import figures
from tournaments.tournament_setup.rule_option_groups import GROUPS, group_of, shown
from tournaments.web.form_fields_and_types import Cleaned

#: Maximum length of options in an address, in characters.
MOST_CHARACTERS = 20_000


@dataclass(frozen=True)
class OptionInWords:
    """An option as text: sentence, value and source."""

    sentence: str
    value: str
    source: str


@dataclass(frozen=True)
class Chosen:
    """The rules of a page. `query`: the query parameters that state these rules."""

    rules: Ruleset
    query: Mapping[str, str]

    @property
    def preset(self) -> str:
        return self.rules.options.preset

    @property
    def preset_name(self) -> str:
        return translated(self.rules.options.PRESETS[self.preset].name)

    @property
    def source(self) -> str:
        return source_in_words(self.rules.options.PRESETS[self.preset].source)

    @property
    def presets(self) -> list[tuple[str, str]]:
        names = self.rules.options.PRESETS.items()
        return [(key, translated(preset.name)) for key, preset in names]

    @property
    def otherwise(self) -> int:
        """Return the number of options that differ from the preset."""
        return len(self.rules.options.differences())

    def address(self, page: str) -> str:
        """Return the address of a lookup page with these rules. `page`: "claims" or
        "worth"."""
        path = reverse(f"public:referee_{page}", args=[self.rules.id])
        return f"{path}?{urlencode(self.query)}"

    def options_in(self, *groups: str) -> list[OptionInWords]:
        """Return the options of the groups with these keys (`GROUPS`), in the order of
        the groups."""
        options = self.rules.options
        places = {group.key: place for place, group in enumerate(GROUPS)}
        kinds = [
            (name, kind)
            for name, kind in shown(type(options))
            if group_of(name, kind).key in groups
        ]
        kinds.sort(key=lambda item: places[group_of(*item).key])
        return [
            OptionInWords(
                translated(kind.text),
                figures(written(options, name, kind), self.rules.id),
                source_in_words(kind.source),
            )
            for name, kind in kinds
        ]


def chosen(ruleset: str, query: Cleaned) -> Chosen:
    """Return the rules in an address: `preset`, or `rules` with a preset and differing
    options as JSON. Without either, return the default preset. Raises RuleError with
    every fault.
    """
    if text := query.get("rules"):
        return Chosen(shared_ruleset(ruleset, _options_in_text(text)), {"rules": text})
    options = {"preset": query["preset"]} if query.get("preset") else {}
    known = shared_ruleset(ruleset, options)
    return Chosen(known, {"preset": known.options.preset})


def chosen_by(known: Ruleset) -> Chosen:
    """Return the rules, with the query parameters that state exactly these rules."""
    changes = known.options.changes()
    if set(changes) == {"preset"}:
        return Chosen(known, {"preset": known.options.preset})
    return Chosen(known, {"rules": json.dumps(changes, separators=(",", ":"))})


def rulesets() -> Sequence[tuple[str, str]]:
    """Return id and name of each ruleset."""
    return ruleset_names(rules.RULESETS)


def _options_in_text(text: str) -> Mapping[str, object]:
    message = _("This address contains no ruleset. Choose one.")
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
