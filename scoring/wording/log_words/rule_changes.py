"""What the log says of rules that were changed."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from rules.rule_sheet import in_words, only_changed
from scoring.wording.log_words.common import Data, listed


def rules_changed(data: Data) -> str:
    """From what to what, and what that did to results."""
    return " ".join(_sentences(data))


def _sentences(data: Data) -> Iterator[str]:
    told = "; ".join(_changes_in_words(data["ruleset"], data["changes"]))
    yield _("Rules changed: %(changes)s.") % {"changes": told}
    if not data["tables"] and not data["places"]:
        return
    tables = ngettext(
        "%(count)s table has another result",
        "%(count)s tables have other results",
        data["tables"],
    ) % {"count": data["tables"]}
    places = ngettext(
        "%(count)s place changed", "%(count)s places changed", data["places"]
    ) % {"count": data["places"]}
    yield f"{tables}, {places}."
    if data["closed"]:
        words = _("Still closed: round %(rounds)s.")
        yield words % {"rounds": listed(data["closed"])}
    if data["confirmed"]:
        tables = ", ".join(f"{number}/{table}" for number, table in data["confirmed"])
        words = _("Results confirmed under the old rules (round/table): ")
        yield f"{words}{tables}."


def _changes_in_words(ruleset: str, changes: Data) -> Iterator[str]:
    texts = {
        name: kind.text
        for name, kind in rules.shared_ruleset(ruleset, {}).options.declared()
    }
    for name, (old, new) in changes.items():
        before, after = only_changed(old, new)
        yield _("%(what)s from “%(old)s” to “%(new)s”") % {
            "what": _(texts[name]) if name in texts else _("preset"),
            "old": in_words(before),
            "new": in_words(after),
        }
