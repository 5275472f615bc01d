"""Parts of log sentences: changed values, and player numbers with names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.strict_reader import Json, JsonObject
from scoring.standings.criteria_and_tie_breaks import MEASURES
from tournaments.languages.page_language import own_name
from tournaments.models import (
    ConfirmationNeeded,
    EndPolicy,
    LateWord,
    ShownAs,
    StartMode,
)
from tournaments.web.list_wording import joined_with_commas, joined_with_semicolons

Data = JsonObject
#: Sentence by kind of change: an English text with placeholders for the data, or a
#: function that returns the translated sentence.
Sentences = Mapping[str, str | Callable[[Data], str]]


#: Settings with a fixed set of choices.
CHOICES: Mapping[str, type[TextChoices]] = {
    "end_policy": EndPolicy,
    "start_mode": StartMode,
    "confirmation": ConfirmationNeeded,
    "late_word": LateWord,
    "shown_as": ShownAs,
}

CHANGED: Mapping[str, Promise] = {
    # Translators: name of a changed setting in the log, as are the following texts.
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
    "categories": gettext_lazy("categories"),
    "fixed_table": gettext_lazy("fixed table"),
    "first_round": gettext_lazy("first round"),
    "last_round": gettext_lazy("last round"),
    "is_substitute": gettext_lazy("a substitute"),
    "shown_as": gettext_lazy("public name"),
    "search_engines": gettext_lazy("search engines allowed"),
    "language": gettext_lazy("language"),
    "second_language": gettext_lazy("second language"),
    "ema_number": gettext_lazy("EMA number"),
}


def changes(data: Data) -> str:
    return joined_with_semicolons(
        _("%(what)s from “%(old)s” to “%(new)s”")
        % {"what": CHANGED[name], "old": _value(name, old), "new": _value(name, new)}
        for name, (old, new) in data["changes"].items()
    )


def _value(name: str, value: Json) -> str:
    if name in ("tie_breaks", "team_tie_breaks"):
        return joined_with_commas(str(MEASURES[key].name) for key in value)
    if name in CHOICES:
        return str(CHOICES[name](value).label)
    if name in ("language", "second_language"):
        return own_name(value) if value else _("none")
    if name == "warning_marks":
        return joined_with_commas(value) if value else _("none")
    if name == "table_settles_conflicts":
        return _("a referee or the table") if value else _("a referee")
    if name == "totals_twice":
        return _("two entries") if value else _("one entry")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return "" if value is None else str(value)


Names = Mapping[int, str]
NOBODY: Names = {}

#: Keys of log data with a player number.
ONE = ("number", "old", "new", "one", "other")
#: Keys of log data with a list of player numbers.
SEVERAL = ("numbers", "seats", "through", "decided")

#: Maximum number of players named in a sentence; longer lists show numbers only.
MOST_NAMED = 8


def named(data: Data, names: Names) -> dict[str, object]:
    """Return the data with a name after each player number.

    `names`: names by number; names of removed players are in `gone` of the data.
    """
    known = {**{int(n): name for n, name in data.get("gone", {}).items()}, **names}
    with_names = dict(data)
    for key in ONE:
        if _is_number(data.get(key)):
            with_names[key] = _with_name(data[key], known)
    for key in SEVERAL:
        numbers = data.get(key)
        if isinstance(numbers, list) and len(numbers) <= MOST_NAMED:
            with_names[key] = [
                _with_name(n, known) if _is_number(n) else n for n in numbers
            ]
    return with_names


def numbers_in(data: Data) -> Iterator[int]:
    """Yield the player numbers in the data of a change."""
    for key in ONE:
        if _is_number(data.get(key)):
            yield data[key]
    for key in (*SEVERAL, "fillers"):
        if isinstance(data.get(key), list):
            yield from filter(_is_number, data[key])


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _with_name(number: int, names: Names) -> str:
    name = names.get(number)
    return f"{number} {name}" if name else str(number)
