"""What the log says of values that changed: from what to what."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.db.models import TextChoices
from django.utils.translation import gettext as _

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

CHANGED: Mapping[str, Callable[[], str]] = {
    "title": lambda: _("title"),
    "planned_rounds": lambda: _("rounds"),
    "minutes": lambda: _("minutes per round"),
    "end_policy": lambda: _("when time is up"),
    "hands_limit": lambda: _("hands per round at most"),
    "chombo_last_hand": lambda: _("a chombo in the last hand"),
    "start_mode": lambda: _("what starts a round"),
    "countdown": lambda: _("minutes of countdown"),
    "warning_marks": lambda: _("warnings before the end"),
    "tie_breaks": lambda: _("order of places"),
    "team_tie_breaks": lambda: _("order of teams"),
    "lot_seed": lambda: _("seed of the lots"),
    "confirmation": lambda: _("whose word a table needs"),
    "late_word": lambda: _("whose word counts a hand entered after time"),
    "table_settles_conflicts": lambda: _("who chooses between two versions of a hand"),
    "totals_twice": lambda: _("totals from paper"),
    "secret_rounds": lambda: _("last rounds in secret"),
    "starts_on": lambda: _("first day"),
    "ends_on": lambda: _("last day"),
    "venue": lambda: _("venue"),
    "city": lambda: _("city"),
    "organiser": lambda: _("organiser"),
    "text": lambda: _("description"),
    "link": lambda: _("link"),
    "contact": lambda: _("contact"),
    "first_name": lambda: _("first name"),
    "last_name": lambda: _("last name"),
    "country": lambda: _("country"),
    "club": lambda: _("club"),
    "team": lambda: _("team"),
    "group": lambda: _("group"),
    "fixed_table": lambda: _("fixed table"),
    "first_round": lambda: _("first round"),
    "last_round": lambda: _("last round"),
    "is_substitute": lambda: _("a substitute"),
    "shown_as": lambda: _("what everybody calls the player"),
    "search_engines": lambda: _("whether search engines may list it"),
    "ema_number": lambda: _("EMA number"),
}


def changes(data: Data) -> str:
    return "; ".join(
        _("%(what)s from “%(old)s” to “%(new)s”")
        % {"what": CHANGED[name](), "old": _value(name, old), "new": _value(name, new)}
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
