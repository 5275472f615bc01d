"""Log sentences on rounds and their clock, and on hall screens."""

from __future__ import annotations

from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rules.translation_marks import one_or_several
from scoring.tournament_log.log_values_and_names import Data, Sentences
from tournaments.languages.page_language import own_name
from tournaments.models import HallView
from tournaments.models.hall_screens import BOTH
from tournaments.tournament_time.dates_in_words import date_in_words, day_of_month
from tournaments.web.list_wording import joined_with_commas, joined_with_semicolons


def _announced(data: Data) -> str:
    if "screen" in data:
        return _("Screen “%(screen)s” announces: %(text)s") % data
    return _("Announcement on all screens: %(text)s") % data


def _taken_back(data: Data) -> str:
    if "screen" in data:
        pattern = _("Announcement on screen “%(screen)s” removed: %(text)s")
        return pattern % data
    return _("Announcement on all screens removed: %(text)s") % data


def _turns(data: Data) -> str:
    return joined_with_semicolons(
        _("%(view)s (%(seconds)s s)")
        % {"view": HallView(view).label, "seconds": seconds}
        for view, seconds in data["turns"].items()
    )


def _turns_chosen(data: Data) -> str:
    turns = {"turns": _turns(data)}
    if "screen" in data:
        pattern = _("Screen “%(screen)s” shows in turn: %(turns)s.")
        return pattern % {**data, **turns}
    return _("Screens show in turn: %(turns)s.") % turns


def _language_chosen(data: Data) -> str:
    code = data["language"]
    named = {
        BOTH: _("both languages of the tournament"),
        "": _("same as the tournament"),
    }
    values = {**data, "language": named.get(code) or own_name(code)}
    if "screen" in data:
        return _("Language of screen “%(screen)s”: %(language)s.") % values
    return _("Language of the screens: %(language)s.") % values


def _removed(data: Data) -> str:
    pattern = _("Screen “%(screen)s” removed. It showed: %(turns)s.")
    return pattern % {**data, "turns": _turns(data)}


SCREEN_SENTENCES: Sentences = {
    "hall_key_renewed": gettext_noop("Hall screen link replaced."),
    "hall_announced": _announced,
    "hall_announcement_taken_back": _taken_back,
    "hall_turns_chosen": _turns_chosen,
    "hall_language_chosen": _language_chosen,
    "hall_screen_added": gettext_noop("Screen “%(screen)s” added."),
    "hall_screen_renamed": gettext_noop("Screen “%(before)s” renamed to “%(screen)s”."),
    "hall_screen_removed": _removed,
}


def _start_arranged(data: Data) -> str:
    at = localtime(datetime.fromisoformat(data["at"]))
    return _("Round %(round)s scheduled to start automatically at %(time)s.") % {
        "round": data["round"],
        "time": date_in_words(at, "SECONDS_FORMAT"),
    }


def _started(data: Data) -> str:
    sentence = _("Round %(round)s started.") % data
    if not data.get("numbers"):
        return sentence
    without = _("Seated but not checked in: %(players)s.")
    return f"{sentence} {without % {'players': joined_with_commas(data['numbers'])}}"


def _clock_stepped(data: Data) -> str:
    before, after = (datetime.fromisoformat(data[at]) for at in ("before", "after"))
    return _(
        "Round %(round)s: the server's clock changed from %(before)s to %(after)s."
    ) % {
        "round": data["round"],
        "before": of_clock(before, after),
        "after": of_clock(after, before),
    }


def of_clock(at: datetime, other: datetime) -> str:
    """Return a clock time as text.

    The text includes the date if `other` is on another day.
    """
    at, other = localtime(at), localtime(other)
    time = date_in_words(at, "SECONDS_FORMAT")
    return time if at.date() == other.date() else f"{day_of_month(at)} {time}"


def _warning(data: Data) -> str:
    pattern = ngettext(
        "Round %(round)s: %(minutes)s minute left.",
        "Round %(round)s: %(minutes)s minutes left.",
        data["minutes"],
    )
    return pattern % data


def _round_extended(data: Data) -> str:
    minutes = abs(data["minutes"])
    if data["minutes"] > 0:
        pattern = ngettext(
            "Round %(round)s: %(minutes)s minute added.",
            "Round %(round)s: %(minutes)s minutes added.",
            minutes,
        )
    else:
        pattern = ngettext(
            "Round %(round)s: %(minutes)s minute removed.",
            "Round %(round)s: %(minutes)s minutes removed.",
            minutes,
        )
    return pattern % {"round": data["round"], "minutes": minutes}


def _table_extended(data: Data) -> str:
    minutes = abs(data["minutes"])
    if data["minutes"] > 0:
        pattern = ngettext(
            "Round %(round)s, table %(table)s: %(minutes)s minute of extra time.",
            "Round %(round)s, table %(table)s: %(minutes)s minutes of extra time.",
            minutes,
        )
    else:
        pattern = ngettext(
            "Round %(round)s, table %(table)s: %(minutes)s minute of extra time "
            "removed.",
            "Round %(round)s, table %(table)s: %(minutes)s minutes of extra time "
            "removed.",
            minutes,
        )
    return pattern % {**data, "minutes": minutes}


def _closed_though(data: Data, one: str, several: str) -> str:
    """Return the sentence on a round closed despite an open matter.

    `one`, `several`: the pattern for one and for several tables.
    """
    pattern = ngettext(one, several, len(data["tables"]))
    return pattern % {
        "round": data["round"],
        "tables": joined_with_commas(data["tables"]),
    }


def clock_failed(data: Data) -> str:
    """Return a sentence on what the clock failed to do.

    `data`: task, round and table.
    """
    patterns = {
        "start": _("The clock could not start round %(round)s."),
        "warn": _("The warning before the end of round %(round)s was not announced."),
        "end": _("Round %(round)s could not be ended."),
        "end_table": _(
            "Round %(round)s, table %(table)s: the extra time could not be ended."
        ),
    }
    return patterns[data["task"]] % data


ROUND_SENTENCES: Sentences = {
    "round_shown_in_hall": gettext_noop(
        "Seating of round %(round)s shown in the hall."
    ),
    "round_unpublished": gettext_noop("Seating of round %(round)s unpublished."),
    "round_published": gettext_noop("Seating of round %(round)s published."),
    "start_arranged": _start_arranged,
    "start_called_off": gettext_noop("Countdown of round %(round)s cancelled."),
    "start_failed": gettext_noop("Round %(round)s could not start automatically."),
    "clock_failed": clock_failed,
    "clock_stepped": _clock_stepped,
    "time_kept": gettext_noop(
        "Remaining time of round %(round)s kept after the server's clock changed."
    ),
    "step_accepted": gettext_noop(
        "Times of round %(round)s left unchanged after the server's clock changed."
    ),
    "round_started": _started,
    "start_undone": gettext_noop("Start of round %(round)s undone."),
    "clock_set_back": gettext_noop("Clock of round %(round)s reset."),
    "round_reopened": gettext_noop("Round %(round)s reopened."),
    "round_paused": gettext_noop("Round %(round)s paused."),
    "round_resumed": gettext_noop("Round %(round)s resumed."),
    "round_extended": _round_extended,
    "table_extended": _table_extended,
    "time_warning": _warning,
    "time_up": gettext_noop("Round %(round)s: gong."),
    "table_time_up": gettext_noop("Round %(round)s, table %(table)s: extra time over."),
    "gong_at_table": gettext_noop("Round %(round)s, table %(table)s: gong."),
    "end_undone": gettext_noop("End of round %(round)s undone, clock continued."),
    "round_closed": gettext_noop("Round %(round)s closed."),
    "closed_unconfirmed": lambda data: _closed_though(
        data,
        *one_or_several(
            "Round %(round)s closed without confirmation of table %(tables)s.",
            "Round %(round)s closed without confirmation of tables %(tables)s.",
        ),
    ),
    "closed_with_two_versions": lambda data: _closed_though(
        data,
        *one_or_several(
            "Round %(round)s closed with a conflict at table %(tables)s.",
            "Round %(round)s closed with conflicts at tables %(tables)s.",
        ),
    ),
    "closed_with_late_hands": lambda data: _closed_though(
        data,
        *one_or_several(
            "Round %(round)s closed with an undecided late hand at table %(tables)s.",
            "Round %(round)s closed with undecided late hands at tables %(tables)s.",
        ),
    ),
    "closed_without_hands": lambda data: _closed_though(
        data,
        *one_or_several(
            "Round %(round)s closed without a hand at table %(tables)s.",
            "Round %(round)s closed without a hand at tables %(tables)s.",
        ),
    ),
}
