"""What the log says of rounds and their clock."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format, time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.wording.log_words.common import Data, Words, listed


def _start_arranged(data: Data) -> str:
    at = localtime(datetime.fromisoformat(data["at"]))
    return _("Round %(round)s was to start by itself at %(time)s.") % {
        "round": data["round"],
        "time": time_format(at, "H:i:s"),
    }


def _started(data: Data) -> str:
    words = _("Round %(round)s was started.") % data
    if not data.get("numbers"):
        return words
    without = _("Seated and not checked in: %(players)s.")
    return f"{words} {without % {'players': listed(data['numbers'])}}"


def _clock_stepped(data: Data) -> str:
    before, after = (datetime.fromisoformat(data[at]) for at in ("before", "after"))
    return _(
        "Round %(round)s: the server's clock was moved from %(before)s to %(after)s."
    ) % {
        "round": data["round"],
        "before": of_clock(before, after),
        "after": of_clock(after, before),
    }


def of_clock(at: datetime, other: datetime) -> str:
    """Return a time of the clock, with its day where `other` is on another one."""
    at, other = localtime(at), localtime(other)
    words = time_format(at, "H:i:s")
    return words if at.date() == other.date() else f"{date_format(at, 'j F')} {words}"


def _warning(data: Data) -> str:
    words = ngettext(
        "Round %(round)s: %(minutes)s minute was left.",
        "Round %(round)s: %(minutes)s minutes were left.",
        data["minutes"],
    )
    return words % data


def _round_extended(data: Data) -> str:
    words = (
        _("Round %(round)s got %(minutes)s minutes more.")
        if data["minutes"] > 0
        else _("Round %(round)s got %(minutes)s minutes fewer.")
    )
    return words % {"round": data["round"], "minutes": abs(data["minutes"])}


def _table_extended(data: Data) -> str:
    words = (
        _("Round %(round)s, table %(table)s got %(minutes)s minutes of its own.")
        if data["minutes"] > 0
        else _("Round %(round)s, table %(table)s lost %(minutes)s of its own minutes.")
    )
    return words % {**data, "minutes": abs(data["minutes"])}


def _closed_though(data: Data, words: str) -> str:
    return words % {"round": data["round"], "tables": listed(data["tables"])}


def clock_failed(data: Data) -> str:
    """What the clock could not do, by its task, round and table."""
    words = {
        "start": _("Round %(round)s could not be started by the clock."),
        "warn": _("The warning in round %(round)s could not be given."),
        "end": _("Round %(round)s could not be ended."),
        "end_table": _("The time of table %(table)s in round %(round)s did not end."),
    }
    return words[data["task"]] % data


WORDS: Words = {
    "round_shown_in_hall": gettext_noop(
        "The seats of round %(round)s were shown in the hall."
    ),
    "round_unpublished": gettext_noop("The seats of round %(round)s were taken back."),
    "round_published": gettext_noop("The seats of round %(round)s were published."),
    "start_arranged": _start_arranged,
    "start_called_off": gettext_noop(
        "The countdown of round %(round)s was called off."
    ),
    "start_failed": gettext_noop("Round %(round)s could not start by itself."),
    "clock_failed": clock_failed,
    "clock_stepped": _clock_stepped,
    "time_kept": gettext_noop(
        "Round %(round)s kept the time that it had before the server's clock was moved."
    ),
    "step_accepted": gettext_noop(
        "Round %(round)s was left as it is by the server's clock that was moved."
    ),
    "round_started": _started,
    "start_undone": gettext_noop("The start of round %(round)s was taken back."),
    "clock_set_back": gettext_noop(
        "The clock of round %(round)s was set back to its whole time."
    ),
    "round_reopened": gettext_noop("Round %(round)s was opened again."),
    "round_paused": gettext_noop("Round %(round)s was paused."),
    "round_resumed": gettext_noop("Round %(round)s went on."),
    "round_extended": _round_extended,
    "table_extended": _table_extended,
    "time_warning": _warning,
    "time_up": gettext_noop("The time of round %(round)s was over."),
    "table_time_up": gettext_noop(
        "Round %(round)s, table %(table)s: its own time was over."
    ),
    "gong_at_table": gettext_noop("Round %(round)s, table %(table)s: time was up."),
    "end_undone": gettext_noop(
        "The end of round %(round)s was taken back: its clock ran on."
    ),
    "round_closed": gettext_noop("Round %(round)s was closed."),
    "closed_unconfirmed": lambda data: _closed_though(
        data, _("Round %(round)s was closed though table %(tables)s was not confirmed.")
    ),
    "closed_with_two_versions": lambda data: _closed_though(
        data,
        _(
            "Round %(round)s was closed though a hand of table %(tables)s has two "
            "versions."
        ),
    ),
    "closed_with_late_hands": lambda data: _closed_though(
        data,
        _(
            "Round %(round)s was closed though a hand of table %(tables)s waited for "
            "a referee's word."
        ),
    ),
    "closed_without_hands": lambda data: _closed_though(
        data,
        _("Round %(round)s was closed though no hand was entered at table %(tables)s."),
    ),
}
