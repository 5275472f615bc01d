"""What the log says of players."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.wording.log_words.changed_values import changes
from scoring.wording.log_words.common import Data, Words, listed
from tournaments.models import CheckInState, TeamDeduction
from tournaments.people.presence import words_for_away


def _numbers(data: Data) -> str:
    numbers = data["numbers"]
    if len(numbers) == 1:
        return _("Player %(number)s was registered.") % {"number": numbers[0]}
    return _("%(count)s players were registered.") % {"count": len(numbers)}


def _player(data: Data) -> str:
    return _("Player %(number)s was corrected: %(changes)s.") % {
        "number": data["number"],
        "changes": changes(data),
    }


def _substituted(data: Data) -> str:
    return _(
        "Player %(new)s took over the seats of player %(old)s in round %(rounds)s."
    ) % {"new": data["new"], "old": data["old"], "rounds": listed(data["rounds"])}


def _substitution_taken_back(data: Data) -> str:
    words = _("Player %(old)s has the seats in round %(rounds)s back.")
    if data["removed"]:
        words = _(
            "Player %(old)s has the seats in round %(rounds)s back; player %(new)s is "
            "not registered any more."
        )
    return words % {**data, "rounds": listed(data["rounds"])}


def _left(data: Data) -> str:
    if not data["after"]:
        return _("Player %(number)s withdrew before the first round.") % data
    return _("Player %(number)s withdrew after round %(after)s.") % data


def _two(data: Data, words: str) -> str:
    one, other = data["numbers"]
    return words % {"one": one, "other": other}


def _imported(data: Data) -> str:
    count = len(data["numbers"])
    if not data["source"]:
        words = ngettext(
            "%(count)s player was imported from a pasted list.",
            "%(count)s players were imported from a pasted list.",
            count,
        )
        return words % {"count": count}
    words = ngettext(
        "%(count)s player was imported from %(source)s.",
        "%(count)s players were imported from %(source)s.",
        count,
    )
    return words % {"count": count, "source": data["source"]}


def _import_taken_back(data: Data) -> str:
    count = len(data["numbers"])
    words = ngettext(
        "The import of %(count)s player was taken back.",
        "The import of %(count)s players was taken back.",
        count,
    )
    return words % {"count": count}


def _several_left(data: Data) -> str:
    if not data["after"]:
        words = _("Players %(numbers)s withdrew before the first round.")
    else:
        words = _("Players %(numbers)s withdrew after round %(after)s.")
    return words % {"numbers": listed(data["numbers"]), "after": data["after"]}


def _several_changed(data: Data) -> str:
    words = {
        "team": _("Players %(numbers)s: team “%(value)s”."),
        "club": _("Players %(numbers)s: club “%(value)s”."),
        "country": _("Players %(numbers)s: country “%(value)s”."),
    }[data["field"]]
    before = sorted({value for value in data["before"].values() if value})
    said = words % {"numbers": listed(data["numbers"]), "value": data["value"]}
    if not before:
        return said
    return said + " " + _("Before: %(before)s.") % {"before": ", ".join(before)}


def _checked_in(data: Data) -> str:
    words = {
        CheckInState.EXPECTED: _("Player %(number)s is not here yet."),
        CheckInState.HERE: _("Player %(number)s is here."),
        CheckInState.LATE: _("Player %(number)s comes late."),
        CheckInState.NO_SHOW: _("Player %(number)s does not come."),
    }[CheckInState(data["now"][0])]
    said = words % {"number": data["number"]}
    if "undoes" in data:
        return _("Taken back at check-in: %(said)s") % {"said": said}
    return said


def _begun_anew(data: Data) -> str:
    words = ngettext(
        "Check-in began anew: %(count)s player had been checked in.",
        "Check-in began anew: %(count)s players had been checked in.",
        data["count"],
    )
    return words % {"count": data["count"]}


def _presence_changed(data: Data) -> str:
    first, last, *gaps = data["now"]
    if last is not None and last < first:
        words = _("Player %(number)s is there in no round.")
    elif last is None:
        words = _("Player %(number)s is there from round %(first)s on.")
    else:
        words = _("Player %(number)s is there from round %(first)s to %(last)s.")
    said = words % {"number": data["number"], "first": first, "last": last}
    return f"{said} {words_for_away(*gaps) if gaps else ''}".strip()


def _page_changed(data: Data) -> str:
    if "is_on" not in data["fields"]:
        return _("What the page of registration says was changed.")
    if data["is_on"]:
        return _("The page of registration was switched on.")
    return _("The page of registration was switched off.")


def _signed_up(data: Data) -> str:
    return _("%(name)s registered with number %(number)s.") % data


SIGN_UPS: Words = {
    "sign_up_page_changed": _page_changed,
    "signed_up": _signed_up,
    "sign_up_waits": lambda data: _("%(name)s is on the waiting list.") % data,
    "moved_up": lambda data: (
        _("%(name)s moved up from the waiting list, with number %(number)s.") % data
    ),
    "sign_up_changed": lambda data: (
        _("%(name)s changed what they wrote when they registered.") % data
    ),
    "sign_up_ended": lambda data: _("The registration of %(name)s ended.") % data,
    "sign_up_link_renewed": lambda data: (
        _("%(name)s was given a new link to the registration.") % data
    ),
    "fee_paid": lambda data: _("Player %(number)s paid the fee.") % data,
    "fee_due": lambda data: _("Player %(number)s has not paid the fee.") % data,
}


def _deducted(data: Data) -> str:
    of = TeamDeduction.Measure(data["measure"]).label
    words = _("%(points)s were taken from team %(team)s (%(measure)s).")
    return words % {**data, "measure": of}


def _deduction_taken_back(data: Data) -> str:
    of = TeamDeduction.Measure(data["measure"]).label
    words = _("%(points)s were given back to team %(team)s (%(measure)s).")
    return words % {**data, "measure": of}


def _forgotten(data: Data) -> str:
    words = _(
        "What was only for reaching people was forgotten: %(addresses)s mail "
        "addresses, %(sign_ups)s registrations without a place, %(devices)s devices."
    )
    return words % data


WORDS: Words = {
    **SIGN_UPS,
    "team_deducted": _deducted,
    "team_deduction_taken_back": _deduction_taken_back,
    "checked_in": _checked_in,
    "check_in_begun_anew": _begun_anew,
    "presence_changed": _presence_changed,
    "several_left": _several_left,
    "several_removed": lambda data: (
        _("Players %(numbers)s were removed.") % {"numbers": listed(data["numbers"])}
    ),
    "several_changed": _several_changed,
    "players_imported": _imported,
    "import_taken_back": _import_taken_back,
    "registered": _numbers,
    "withdrawn": gettext_noop("Player %(number)s was withdrawn."),
    "player_corrected": _player,
    "substituted": _substituted,
    "substitution_taken_back": _substitution_taken_back,
    "left": _left,
    "came_back": gettext_noop("Player %(number)s, who had withdrawn, plays on."),
    "kept_apart": lambda data: _two(
        data, _("Players %(one)s and %(other)s may not meet.")
    ),
    "let_meet": lambda data: _two(
        data, _("Players %(one)s and %(other)s may meet again.")
    ),
    "choice_changed_elsewhere": lambda data: (
        _(
            "Players %(numbers)s: the public name changed with a choice in another "
            "tournament."
        )
        % {"numbers": listed(data["numbers"])}
    ),
    "name_asked_out": gettext_noop(
        "Player %(number)s asks for their name to be taken out."
    ),
    "name_taken_out": gettext_noop(
        "The name of player %(number)s was taken out of the event."
    ),
    "contacts_forgotten": _forgotten,
    "player_link_renewed": gettext_noop("Player %(number)s was given a new link."),
}
