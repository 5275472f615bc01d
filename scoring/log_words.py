"""What the log says, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext as _

from rules.winds import WINDS
from scoring import round_log_words
from scoring.standings import MEASURES
from tournaments.models import (
    ConfirmationNeeded,
    DrawMethod,
    EndPolicy,
    LogEvent,
    Role,
    StartMode,
)

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
        "rounds": _listed(data["rounds"])
    }


def _drawing(data: Data, words: str) -> str:
    """A draw that begins: how, and of which rounds."""
    return words % {
        "draw": data["draw"],
        "method": str(DrawMethod(data["method"]).label),
        "rounds": _listed(data["rounds"]),
        "commitment": data.get("commitment", ""),
    }


def _of_draw(data: Data, words: str) -> str:
    return words % {"draw": data["draw"], "rounds": _listed(data["rounds"])}


def _confirmed(data: Data) -> str:
    sentences = [_of_draw(data, _("Draw %(draw)s was confirmed for round %(rounds)s."))]
    if data["fillers"]:
        words = _("House players were given the numbers %(numbers)s.")
        sentences.append(words % {"numbers": _listed(data["fillers"])})
    if data["replaced"]:
        words = _("It replaces draw %(draws)s.")
        sentences.append(words % {"draws": _listed(data["replaced"])})
    return " ".join(sentences)


def _swapped(data: Data) -> str:
    one, other = data["numbers"]
    return _(
        "Draw %(draw)s: players %(one)s and %(other)s were swapped in round %(round)s."
    ) % {"draw": data["draw"], "one": one, "other": other, "round": data["round"]}


def _replaced(data: Data) -> str:
    old, new = data["numbers"]
    words = (
        _("Draw %(draw)s: player %(new)s got every seat of player %(old)s.")
        if data["rounds"] is None
        else _(
            "Draw %(draw)s: player %(new)s got the seat of player %(old)s in round "
            "%(rounds)s."
        )
    )
    return words % {
        "draw": data["draw"],
        "old": old,
        "new": new,
        "rounds": _listed(data["rounds"] or ()),
    }


def _locked(data: Data) -> str:
    tables = [
        _("table %(table)s of round %(round)s") % {"round": round_, "table": table}
        for round_, table in data["tables"]
    ]
    if not tables:
        return _("Draw %(draw)s: no table is locked any more.") % data
    return _("Draw %(draw)s: locked are %(tables)s.") % {
        "draw": data["draw"],
        "tables": ", ".join(tables),
    }


def _substituted(data: Data) -> str:
    return _(
        "Player %(new)s took over the seats of player %(old)s in round %(rounds)s."
    ) % {"new": data["new"], "old": data["old"], "rounds": _listed(data["rounds"])}


def _left(data: Data) -> str:
    if not data["after"]:
        return _("Player %(number)s withdrew before the first round.") % data
    return _("Player %(number)s withdrew after round %(after)s.") % data


def _two(data: Data, words: str) -> str:
    one, other = data["numbers"]
    return words % {"one": one, "other": other}


def _of_table(data: Data, words: str) -> str:
    """A draw of winds at one table, with what anybody needs to repeat it."""
    said = words % {**data, "winds": _winds(data.get("numbers", ()))}
    if real := [faces for faces in data.get("dice", ()) if faces]:
        throws = ", ".join(" ".join(map(str, faces)) for faces in real)
        said += " " + _("Real dice: %(throws)s.") % {"throws": throws}
    return said


def _winds_by_hand(data: Data) -> str:
    said = _of_table(
        data, _("Round %(round)s, table %(table)s, winds entered by hand: %(winds)s.")
    )
    said += " " + _("Before: %(winds)s.") % {"winds": _winds(data["before"])}
    if "seed" in data:
        words = _("The draw with the seed “%(seed)s” does not count.")
        said += " " + words % {"seed": data["seed"]}
    return said


def _lots_of_winds(data: Data, words: str) -> str:
    said = words % data
    if data["thrown"]:
        said += " " + _("Thrown in the hall: “%(thrown)s”.") % data
    return said


def _winds(numbers: Iterable[int]) -> str:
    """E 4, S 1, W 3, N 2."""
    return ", ".join(
        f"{wind} {number}" for wind, number in zip(WINDS, numbers, strict=False)
    )


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


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
    if name in CHOICES:
        return str(CHOICES[name](value).label)
    if name == "warning_marks":
        return _listed(value)
    if name == "table_settles_conflicts":
        return _("a referee or the table") if value else _("a referee")
    return "" if value is None else str(value)


def _entry(data: Data, words: str) -> str:
    return words % {
        "round": data["round"],
        "table": data["table"],
        "hand": data["hand"],
        "entry": ENTRIES.get(data["entry"], lambda: data["entry"])(),
    }


def _of_result(data: Data, by_player: str, by_referee: str = "") -> str:
    """What was said of a table's result, by a player or by a referee."""
    return (by_player if data["number"] else by_referee) % data


def _role(data: Data) -> dict[str, str]:
    return {"account": data["account"], "role": str(Role(data["role"]).label)}


#: Settings that are one of a few choices.
CHOICES: Mapping[str, type[TextChoices]] = {
    "end_policy": EndPolicy,
    "start_mode": StartMode,
    "confirmation": ConfirmationNeeded,
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
    "confirmation": lambda: _("whose word a table needs"),
    "table_settles_conflicts": lambda: _("who chooses between two versions of a hand"),
    "first_name": lambda: _("first name"),
    "last_name": lambda: _("last name"),
    "country": lambda: _("country"),
    "club": lambda: _("club"),
    "team": lambda: _("team"),
    "group": lambda: _("group"),
    "fixed_table": lambda: _("fixed table"),
    "first_round": lambda: _("first round"),
    "last_round": lambda: _("last round"),
    "ema_number": lambda: _("EMA number"),
}

ENTRIES: Mapping[str, Callable[[], str]] = {
    "win": lambda: _("a win"),
    "washout": lambda: _("a washout"),
    "false_win": lambda: _("a false win"),
    "exhaustive_draw": lambda: _("a draw: the wall ended"),
    "abortive_draw": lambda: _("an abortive draw"),
    "chombo": lambda: _("a chombo"),
    "misnamed": lambda: _("a misnamed discard"),
    "penalty": lambda: _("a penalty"),
    "totals": lambda: _("totals from paper"),
    "gong": lambda: _("the gong"),
    "play_ended": lambda: _("the end of play"),
    "reseat": lambda: _("who really sat where"),
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
    "plan_changed": lambda data: _("The plan of the day was changed."),
    "time_zone_chosen": lambda data: (
        _("The event's pages tell the time of %(zone)s, no longer of %(before)s.")
        % data
    ),
    "helper_created": lambda data: (
        _("The account %(account)s was made: %(role)s.") % _role(data)
    ),
    "role_given": lambda data: (
        _("%(account)s was given the role: %(role)s.") % _role(data)
    ),
    "role_removed": lambda data: _("%(account)s has no role any more.") % data,
    "hall_key_renewed": lambda data: _("The link of the hall's screen was renewed."),
    "draw_submitted": lambda data: _drawing(
        data, _("Draw %(draw)s of round %(rounds)s was begun: %(method)s.")
    ),
    "draw_promised": lambda data: _drawing(
        data,
        _(
            "Draw %(draw)s of round %(rounds)s was promised (%(method)s); the hash of "
            "its seed is %(commitment)s."
        ),
    ),
    "draw_imported": lambda data: _of_draw(
        data, _("A plan for round %(rounds)s was imported as draw %(draw)s.")
    ),
    "draw_revealed": lambda data: (
        _("Draw %(draw)s: “%(thrown)s” was thrown; the promised seed was “%(seed)s”.")
        % data
    ),
    "draw_stopped": lambda data: (
        _("Draw %(draw)s was told to stop with the best so far.") % data
    ),
    "draw_again": lambda data: _("Draw %(draw)s was tried once more.") % data,
    "drawn": lambda data: _of_draw(
        data, _("Draw %(draw)s is done: a draft for round %(rounds)s.")
    ),
    "draw_failed": lambda data: _("Draw %(draw)s failed.") % data,
    "draw_discarded": lambda data: _("Draw %(draw)s was discarded.") % data,
    "draw_confirmed": _confirmed,
    "draw_reopened": lambda data: _("Draw %(draw)s was made a draft again.") % data,
    "draft_swap": _swapped,
    "draft_replace": _replaced,
    "draft_balance_winds": lambda data: (
        _("Draw %(draw)s: the winds were balanced.") % data
    ),
    "draft_locked": _locked,
    "substituted": _substituted,
    "left": _left,
    "came_back": lambda data: (
        _("Player %(number)s, who had withdrawn, plays on.") % data
    ),
    "kept_apart": lambda data: _two(
        data, _("Players %(one)s and %(other)s may not meet.")
    ),
    "let_meet": lambda data: _two(
        data, _("Players %(one)s and %(other)s may meet again.")
    ),
    "ceremony_begun": lambda data: _of_table(
        data,
        _(
            "Round %(round)s, table %(table)s: the draw for seats was begun; the hash "
            "of its seed is %(commitment)s."
        ),
    ),
    "ceremony_again": lambda data: _of_table(
        data,
        _(
            "Round %(round)s, table %(table)s: the draw for seats was begun again; the "
            "seed was “%(seed)s”, the hash of the new one is %(new_commitment)s."
        ),
    ),
    "winds_drawn": lambda data: _of_table(
        data,
        _(
            "Round %(round)s, table %(table)s, winds drawn: %(winds)s. The seed was "
            "“%(seed)s”."
        ),
    ),
    "winds_by_hand": _winds_by_hand,
    "wind_lots_promised": lambda data: (
        _(
            "Round %(round)s: lots for all winds were promised; the hash of their "
            "seed is %(commitment)s."
        )
        % data
    ),
    "wind_lots_drawn": lambda data: _lots_of_winds(
        data,
        _("Round %(round)s: all winds were drawn by lot. The seed was “%(seed)s”."),
    ),
    "wind_lots_again": lambda data: _lots_of_winds(
        data,
        _(
            "Round %(round)s: the lots for all winds were begun again; the seed was "
            "“%(seed)s”, the hash of the new one is %(new_commitment)s."
        ),
    ),
    **round_log_words.WORDS,
    "closed_unconfirmed": lambda data: (
        _("Round %(round)s was closed though table %(tables)s was not confirmed.")
        % {"round": data["round"], "tables": _listed(data["tables"])}
    ),
    "result_confirmed": lambda data: _of_result(
        data,
        _("Round %(round)s, table %(table)s: player %(number)s confirmed the result."),
        _("Round %(round)s, table %(table)s: a referee confirmed the result."),
    ),
    "result_disputed": lambda data: _of_result(
        data,
        _("Round %(round)s, table %(table)s: player %(number)s disputed the result."),
    ),
    "dispute_settled": lambda data: _of_result(
        data,
        _("Round %(round)s, table %(table)s: the dispute of player %(number)s ended."),
    ),
    "player_link_renewed": lambda data: (
        _("Player %(number)s was given a new link.") % data
    ),
    "imported": _imported,
    "table_link_reissued": lambda data: (
        _("Round %(round)s, table %(table)s: the link was replaced.") % data
    ),
    "table_link_revoked": lambda data: (
        _("Round %(round)s, table %(table)s: the link was switched off.") % data
    ),
    "table_signs_renewed": lambda data: _(
        "The cards that stay on the tables were replaced."
    ),
    "referee_called": lambda data: (
        _("Round %(round)s, table %(table)s: a referee was called.") % data
    ),
    "referee_coming": lambda data: (
        _("Round %(round)s, table %(table)s: a referee is coming.") % data
    ),
    "referee_call_ended": lambda data: (
        _("Round %(round)s, table %(table)s: no referee is needed any more.") % data
    ),
    "rebuilt": lambda data: (
        _("Round %(round)s, table %(table)s: the results were computed again.") % data
    ),
    "entered": lambda data: _entry(
        data, _("Round %(round)s, table %(table)s, hand %(hand)s: %(entry)s.")
    ),
    "hand_conflict": lambda data: (
        _(
            "Round %(round)s, table %(table)s, hand %(hand)s was entered differently "
            "by another device."
        )
        % data
    ),
    "hand_held": lambda data: (
        _(
            "Round %(round)s, table %(table)s, hand %(hand)s came after time and "
            "waits for a referee's word."
        )
        % data
    ),
    "late_hand_counts": lambda data: (
        _(
            "Round %(round)s, table %(table)s, hand %(hand)s counts, though it came "
            "after time."
        )
        % data
    ),
    "late_hand_refused": lambda data: (
        _(
            "Round %(round)s, table %(table)s, hand %(hand)s came after time and does "
            "not count."
        )
        % data
    ),
    "late_hand_taken_back": lambda data: (
        _(
            "Round %(round)s, table %(table)s, hand %(hand)s came after time and was "
            "taken back."
        )
        % data
    ),
    "entry_discarded": lambda data: (
        _(
            "Round %(round)s, table %(table)s, hand %(hand)s: what waited on a device "
            "was discarded there: %(words)s."
        )
        % data
    ),
    "conflict_settled": lambda data: (
        {
            "kept": _(
                "Round %(round)s, table %(table)s, hand %(hand)s: of two versions, "
                "what was entered first counts."
            ),
            "offered": _(
                "Round %(round)s, table %(table)s, hand %(hand)s: of two versions, "
                "the later one counts."
            ),
        }[data["choice"]]
        % data
    ),
    "sheet_settled": lambda data: (
        {
            "hands": _(
                "Round %(round)s, table %(table)s: the hands of its sheet stand."
            ),
            "totals": _("Round %(round)s, table %(table)s: the totals stand."),
        }[data["stands"]]
        % data
    ),
    "hand_removed": lambda data: (
        _("Round %(round)s, table %(table)s: hand %(hand)s was taken out.") % data
    ),
    "hand_inserted": lambda data: (
        _("Round %(round)s, table %(table)s: hand %(hand)s, forgotten, was put in.")
        % data
    ),
    "corrected": lambda data: _entry(
        data,
        _("Round %(round)s, table %(table)s, hand %(hand)s corrected: %(entry)s."),
    ),
}
