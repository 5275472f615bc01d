"""What the log says of values that changed: from what to what."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.strict_reader import Json
from scoring.standings.measures.catalogue import MEASURES
from scoring.wording.log_words.common import Data, listed
from tournaments.models import (
    ConfirmationNeeded,
    EndPolicy,
    LateWord,
    ShownAs,
    StartMode,
)

#: Settings that are one of a few choices.
CHOICES: Mapping[str, type[TextChoices]] = {
    "end_policy": EndPolicy,
    "start_mode": StartMode,
    "confirmation": ConfirmationNeeded,
    "late_word": LateWord,
    "shown_as": ShownAs,
}

CHANGED: Mapping[str, Promise] = {
    "title": gettext_lazy("title"),
    "planned_rounds": gettext_lazy("rounds"),
    "minutes": gettext_lazy("minutes per round"),
    "end_policy": gettext_lazy("at the gong"),
    "hands_limit": gettext_lazy("maximum hands per round"),
    "chombo_last_hand": gettext_lazy("a chombo in the last hand"),
    "start_mode": gettext_lazy("start of rounds"),
    "countdown": gettext_lazy("countdown minutes"),
    "warning_marks": gettext_lazy("warnings before the end"),
    "tie_breaks": gettext_lazy("ranking"),
    "team_tie_breaks": gettext_lazy("team ranking"),
    "lot_seed": gettext_lazy("random seed"),
    "confirmation": gettext_lazy("who confirms results"),
    "late_word": gettext_lazy("who decides late hands"),
    "table_settles_conflicts": gettext_lazy("who resolves conflicts"),
    "totals_twice": gettext_lazy("paper totals"),
    "secret_rounds": gettext_lazy("hidden last rounds"),
    "starts_on": gettext_lazy("first day"),
    "ends_on": gettext_lazy("last day"),
    "venue": gettext_lazy("venue"),
    "city": gettext_lazy("city"),
    "organiser": gettext_lazy("organiser"),
    "text": gettext_lazy("description"),
    "link": gettext_lazy("link"),
    "contact": gettext_lazy("contact"),
    "first_name": gettext_lazy("first name"),
    "last_name": gettext_lazy("last name"),
    "country": gettext_lazy("country"),
    "club": gettext_lazy("club"),
    "team": gettext_lazy("team"),
    "group": gettext_lazy("group"),
    "fixed_table": gettext_lazy("fixed table"),
    "first_round": gettext_lazy("first round"),
    "last_round": gettext_lazy("last round"),
    "is_substitute": gettext_lazy("a substitute"),
    "shown_as": gettext_lazy("public name"),
    "search_engines": gettext_lazy("search engines allowed"),
    "ema_number": gettext_lazy("EMA number"),
}


def changes(data: Data) -> str:
    return "; ".join(
        _("%(what)s from “%(old)s” to “%(new)s”")
        % {"what": CHANGED[name], "old": _value(name, old), "new": _value(name, new)}
        for name, (old, new) in data["changes"].items()
    )


def _value(name: str, value: Json) -> str:
    if name in ("tie_breaks", "team_tie_breaks"):
        return ", ".join(str(MEASURES[key].name) for key in value)
    if name in CHOICES:
        return str(CHOICES[name](value).label)
    if name == "warning_marks":
        return listed(value) if value else _("none")
    if name == "table_settles_conflicts":
        return _("a referee or the table") if value else _("a referee")
    if name == "totals_twice":
        return _("two entries") if value else _("one entry")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return "" if value is None else str(value)
