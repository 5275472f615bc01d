"""What the log says, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.standings import MEASURES
from tournaments.models import EndPolicy, LogEvent, Role

Data = Mapping[str, Any]


def of_event(event: LogEvent) -> str:
    """One sentence for a change; the kind itself if it has no words."""
    words = WORDS.get(event.kind)
    return words(event.data) if words else event.kind


def _numbers(data: Data) -> str:
    numbers = data["numbers"]
    if len(numbers) == 1:
        return _("Player %(number)s was registered.") % {"number": numbers[0]}
    return _("%(count)s players were registered.") % {"count": len(numbers)}


def _seated(data: Data) -> str:
    return _("Seats were drafted for round %(rounds)s.") % {
        "rounds": ", ".join(map(str, data["rounds"]))
    }


def _extended(data: Data) -> str:
    minutes = data["minutes"]
    words = (
        _("Round %(round)s got %(minutes)s minutes more.")
        if minutes > 0
        else _("Round %(round)s got %(minutes)s minutes fewer.")
    )
    return words % {"round": data["round"], "minutes": abs(minutes)}


def _imported(data: Data) -> str:
    words = _("The event was imported; closed rounds: %(count)s.") % {
        "count": len(data["closed"])
    }
    if not data["flags"]:
        return words
    return _("%(words)s Flags: %(flags)s") % {
        "words": words,
        "flags": "; ".join(data["flags"]),
    }


def _settings(data: Data) -> str:
    return _("Settings were changed: %(changes)s.") % {"changes": _changes(data)}


def _player(data: Data) -> str:
    return _("Player %(number)s was corrected: %(changes)s.") % {
        "number": data["number"],
        "changes": _changes(data),
    }


def _changes(data: Data) -> str:
    return "; ".join(
        _("%(what)s from “%(old)s” to “%(new)s”")
        % {"what": CHANGED[name](), "old": _value(name, old), "new": _value(name, new)}
        for name, (old, new) in data["changes"].items()
    )


def _value(name: str, value: Any) -> str:
    if name == "tie_breaks":
        return ", ".join(str(MEASURES[key].name) for key in value)
    if name == "end_policy":
        return str(EndPolicy(value).label)
    return str(value)


def _entry(data: Data, words: str) -> str:
    return words % {
        "round": data["round"],
        "table": data["table"],
        "hand": data["hand"],
        "entry": ENTRIES.get(data["entry"], lambda: data["entry"])(),
    }


def _role(data: Data) -> dict[str, str]:
    return {"account": data["account"], "role": str(Role(data["role"]).label)}


CHANGED: Mapping[str, Callable[[], str]] = {
    "title": lambda: _("title"),
    "planned_rounds": lambda: _("rounds"),
    "minutes": lambda: _("minutes per round"),
    "end_policy": lambda: _("when time is up"),
    "tie_breaks": lambda: _("order of places"),
    "first_name": lambda: _("first name"),
    "last_name": lambda: _("last name"),
    "country": lambda: _("country"),
    "club": lambda: _("club"),
    "team": lambda: _("team"),
    "ema_number": lambda: _("EMA number"),
}

ENTRIES: Mapping[str, Callable[[], str]] = {
    "win": lambda: _("a win"),
    "washout": lambda: _("a washout"),
    "false_win": lambda: _("a false win"),
    "penalty": lambda: _("a penalty"),
    "totals": lambda: _("totals from paper"),
    "gong": lambda: _("the gong"),
    "play_ended": lambda: _("the end of play"),
    "retraction": lambda: _("taken back"),
}

WORDS: Mapping[str, Callable[[Data], str]] = {
    "created": lambda data: _("The tournament was made."),
    "registered": _numbers,
    "withdrawn": lambda data: _("Player %(number)s was withdrawn.") % data,
    "player_corrected": _player,
    "seated": _seated,
    "shown": lambda data: _("The tournament was shown to everybody."),
    "hidden": lambda data: _("The tournament was hidden."),
    "settings_changed": _settings,
    "helper_created": lambda data: (
        _("The account %(account)s was made: %(role)s.") % _role(data)
    ),
    "role_given": lambda data: (
        _("%(account)s was given the role: %(role)s.") % _role(data)
    ),
    "role_removed": lambda data: _("%(account)s has no role any more.") % data,
    "round_published": lambda data: (
        _("The seats of round %(round)s were published.") % data
    ),
    "round_started": lambda data: _("Round %(round)s was started.") % data,
    "round_paused": lambda data: _("Round %(round)s was paused.") % data,
    "round_resumed": lambda data: _("Round %(round)s went on.") % data,
    "round_extended": _extended,
    "time_up": lambda data: _("The time of round %(round)s was over.") % data,
    "round_closed": lambda data: _("Round %(round)s was closed.") % data,
    "imported": _imported,
    "rebuilt": lambda data: (
        _("Round %(round)s, table %(table)s: the results were computed again.") % data
    ),
    "entered": lambda data: _entry(
        data, _("Round %(round)s, table %(table)s, hand %(hand)s: %(entry)s.")
    ),
    "corrected": lambda data: _entry(
        data,
        _("Round %(round)s, table %(table)s, hand %(hand)s corrected: %(entry)s."),
    ),
}
