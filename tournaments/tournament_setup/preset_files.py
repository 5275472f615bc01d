"""Files with the rules of a tournament, for use in other tournaments."""

from __future__ import annotations

import json
from collections.abc import Mapping

from rules.faults import Fault, RuleError
from rules.rule_option_types import Options
from rules.ruleset_and_table_state import Ruleset
from rules.ruleset_registry import ruleset
from rules.translation_marks import _
from tournaments.files.upload_limits import KB, RULES_BYTES

FORMAT = "prevailing-wind-rules"
VERSION = 1


def write(rules: Ruleset, name: str) -> bytes:
    """Return a file with the differences between `rules` and their preset. `read` can
    read the file. `name` is the name to display."""
    file = {
        "format": FORMAT,
        "version": VERSION,
        "name": name,
        "ruleset": rules.id,
        "options": rules.options.changes(),
    }
    return json.dumps(file, ensure_ascii=False, indent=1).encode() + b"\n"


def read(data: bytes, rules: Ruleset) -> Options:
    """Return the options in a file. The file must have the ruleset of `rules`. Raises
    RuleError with all faults."""
    file = _file(data)
    if file.get("ruleset") != rules.id:
        message = _("These rules are for “%(ruleset)s”, not for this tournament.")
        raise RuleError(_fault("other_ruleset", message, ruleset=file.get("ruleset")))
    return type(rules.options).read(_options(file))


def read_any(data: bytes) -> tuple[str, Ruleset]:
    """Return the name and the rules in a file of any ruleset. Raises RuleError with all
    faults."""
    file = _file(data)
    name = file.get("name")
    rules = ruleset(str(file.get("ruleset")), _options(file))
    return (name if isinstance(name, str) else ""), rules


def _options(file: Mapping[str, object]) -> Mapping[str, object]:
    options = file.get("options")
    if not isinstance(options, Mapping):
        raise RuleError(_fault("no_options", _("The file contains no rule options.")))
    return options


def _file(data: bytes) -> Mapping[str, object]:
    if len(data) > RULES_BYTES:
        message = _("A rules file can have at most %(limit)s kB.")
        raise RuleError(_fault("too_large", message, limit=RULES_BYTES // KB))
    try:
        file = json.loads(data)
    except (ValueError, RecursionError):
        raise RuleError(_fault("not_json", _("This is not a rules file."))) from None
    if (
        not isinstance(file, Mapping)
        or file.get("format") != FORMAT
        or file.get("version") != VERSION
    ):
        raise RuleError(_fault("not_rules", _("This is not a rules file.")))
    return file


def _fault(code: str, message: str, **params: object) -> Fault:
    return Fault(code, message, "file", params)
