"""event.json: what the tournament is to be."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop as _

import rules
from rules.faults import Fault, RuleError
from rules.reading import Reader
from rules.table import Ruleset
from scoring.event_folder.layout import EVENT, EVENT_KEYS, RULESETS
from scoring.standings import MEASURES
from tournaments.files import MOST_ROUNDS, FileFault
from tournaments.models import EndPolicy
from tournaments.models.tournament import default_tie_breaks
from tournaments.setup import Plan

MOST_MINUTES = 600
LONGEST_TITLE = 200


@dataclass(frozen=True)
class Settings:
    """`plan` is None if anything is wrong with it, `rules` if the ruleset or its
    options are. `drafts` are rounds that are seated but not published."""

    plan: Plan | None
    rules: Ruleset | None
    drafts: frozenset[int]
    faults: tuple[FileFault, ...]


def read_settings(content: bytes) -> Settings:
    """What event.json says, with every fault in it."""
    try:
        text = content.decode("utf-8-sig")
        values = json.loads(text)
        _refuse_unkeepable(values)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return _unreadable("not_utf8", _("This is not text in UTF-8."), line)
    except json.JSONDecodeError as error:
        message = _("This is not JSON: %(what)s.")
        return _unreadable("not_json", message, error.lineno, what=error.msg)
    except (ValueError, RecursionError):
        message = _("This JSON is too deep, or holds numbers or text that are none.")
        return _unreadable("not_json", message)
    if not isinstance(values, dict):
        return _unreadable("not_json", _("Give a JSON object with the settings."))
    reader = _EventReader(values)
    ruleset, plan, drafts = reader.ruleset(), reader.plan(), reader.drafts()
    faults = tuple(_at_its_line(fault, text) for fault in reader.faults)
    return Settings(None if faults else plan, ruleset, drafts, faults)


def _refuse_unkeepable(values: object) -> None:
    """Raises ValueError for what Python reads and databases cannot keep: NaN,
    half a character, a NUL."""
    written = json.dumps(values, ensure_ascii=False, allow_nan=False)
    if b"\\u0000" in written.encode():
        raise ValueError("a NUL")


class _EventReader(Reader):
    """Reads the values of event.json; see `rules.reading.Reader`."""

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__(values)
        self._values = values
        self._options = {
            name: value for name, value in values.items() if name not in EVENT_KEYS
        }

    def ruleset(self) -> Ruleset | None:
        """The ruleset with its options; None with faults."""
        before = len(self.faults)
        name = self.text("ruleset", RULESETS)
        if len(self.faults) > before:
            return None
        try:
            return rules.ruleset(name, self._options)
        except RuleError as error:
            self.faults.extend(error.faults)
            return None

    def plan(self) -> Plan:
        """What the tournament is to be; only good if there is no fault."""
        return Plan(
            title=self._title(),
            ruleset=str(self._values.get("ruleset")),
            planned_rounds=self.integer("rounds", low=1, high=MOST_ROUNDS),
            minutes=self.integer("minutes", low=1, high=MOST_MINUTES),
            end_policy=self.text("end_policy", tuple(EndPolicy.values)),
            options=self._options,
            tie_breaks=self._tie_breaks(),
            is_public=True,
        )

    def drafts(self) -> frozenset[int]:
        given = self._values.get("drafts", [])
        if _is_list_of(int, given):
            return frozenset(given)
        self.fault("not_a_list", _("Give a list of numbers of rounds."), "drafts")
        return frozenset()

    def _title(self) -> str:
        title = self._values.get("title")
        if not isinstance(title, str) or not title.strip():
            self.fault("missing", _("Give the tournament a title."), "title")
            return ""
        if len(title.strip()) > LONGEST_TITLE:
            message = _("The title has more than %(longest)s characters.")
            self.fault("too_long", message, "title", longest=LONGEST_TITLE)
        return title.strip()

    def _tie_breaks(self) -> Sequence[str]:
        given = self._values.get("tie_breaks", default_tie_breaks())
        if (
            _is_list_of(str, given)
            and set(given) <= MEASURES.keys()
            and len(given) == len(set(given)) > 0
        ):
            return list(given)
        self.fault(
            "unknown_measure",
            _("Give a list of measures, each once; known are %(known)s."),
            "tie_breaks",
            known=", ".join(MEASURES),
        )
        return default_tie_breaks()


def _is_list_of(kind: type, given: object) -> bool:
    return isinstance(given, list) and all(type(value) is kind for value in given)


def _unreadable(code: str, message: str, line: int = 0, **params: object) -> Settings:
    fault = FileFault(code, message, "", params, EVENT, line)
    return Settings(None, None, frozenset(), (fault,))


def _at_its_line(fault: Fault, text: str) -> FileFault:
    """The fault at the first line that names its field; 0 if none does."""
    lines: Iterable[tuple[int, str]] = enumerate(text.splitlines(), start=1)
    key = json.dumps(fault.field.rpartition(".")[2])
    line = next((number for number, line in lines if fault.field and key in line), 0)
    return FileFault(fault.code, fault.message, fault.field, fault.params, EVENT, line)
