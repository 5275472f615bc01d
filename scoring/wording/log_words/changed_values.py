"""What the log says of values that changed: from what to what."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.json_values import Json
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
    "end_policy": gettext_lazy("when time is up"),
    "hands_limit": gettext_lazy("hands per round at most"),
    "chombo_last_hand": gettext_lazy("a chombo in the last hand"),
    "start_mode": gettext_lazy("what starts a round"),
    "countdown": gettext_lazy("minutes of countdown"),
    "warning_marks": gettext_lazy("warnings before the end"),
    "tie_breaks": gettext_lazy("order of places"),
    "team_tie_breaks": gettext_lazy("order of teams"),
    "lot_seed": gettext_lazy("seed of the lots"),
    "confirmation": gettext_lazy("whose word a table needs"),
    "late_word": gettext_lazy("whose word counts a hand entered after time"),
    "table_settles_conflicts": gettext_lazy(
        "who chooses between two versions of a hand"
    ),
    "totals_twice": gettext_lazy("totals from paper"),
    "secret_rounds": gettext_lazy("last rounds in secret"),
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
    "shown_as": gettext_lazy("what everybody calls the player"),
    "search_engines": gettext_lazy("whether search engines may list it"),
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
        return _("typed twice") if value else _("typed once")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return "" if value is None else str(value)
