"""Log sentences on players."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rules.translation_marks import one_or_several
from scoring.tournament_log.log_values_and_names import Data, Sentences, changes
from tournaments.models import CheckInState, MessageTo, TeamDeduction
from tournaments.people.presence_in_rounds import words_for_away
from tournaments.web.list_wording import joined_with_commas


def _numbers(data: Data) -> str:
    numbers = data["numbers"]
    if len(numbers) == 1:
        return _("Player %(number)s registered.") % {"number": numbers[0]}
    return _("%(count)s players registered.") % {"count": len(numbers)}


def _player(data: Data) -> str:
    return _("Player %(number)s edited: %(changes)s.") % {
        "number": data["number"],
        "changes": changes(data),
    }


def _substituted(data: Data) -> str:
    pattern = ngettext(
        "Player %(new)s substitutes for player %(old)s in round %(rounds)s.",
        "Player %(new)s substitutes for player %(old)s in rounds %(rounds)s.",
        len(data["rounds"]),
    )
    return pattern % {
        "new": data["new"],
        "old": data["old"],
        "rounds": joined_with_commas(data["rounds"]),
    }


def _substitution_taken_back(data: Data) -> str:
    count = len(data["rounds"])
    pattern = ngettext(
        "Substitution undone: player %(old)s has the seat in round %(rounds)s again.",
        "Substitution undone: player %(old)s has the seats in rounds %(rounds)s again.",
        count,
    )
    if data["removed"]:
        pattern = ngettext(
            "Substitution undone: player %(old)s has the seat in round "
            "%(rounds)s again; player %(new)s is no longer registered.",
            "Substitution undone: player %(old)s has the seats in rounds "
            "%(rounds)s again; player %(new)s is no longer registered.",
            count,
        )
    return pattern % {**data, "rounds": joined_with_commas(data["rounds"])}


def _left(data: Data) -> str:
    if not data["after"]:
        return _("Player %(number)s withdrew before the first round.") % data
    return _("Player %(number)s withdrew after round %(after)s.") % data


def _two(data: Data, pattern: str) -> str:
    one, other = data["numbers"]
    return pattern % {"one": one, "other": other}


def _imported(data: Data) -> str:
    count = len(data["numbers"])
    if not data["source"]:
        pattern = ngettext(
            "%(count)s player imported from a pasted list.",
            "%(count)s players imported from a pasted list.",
            count,
        )
        return pattern % {"count": count}
    pattern = ngettext(
        "%(count)s player imported from %(source)s.",
        "%(count)s players imported from %(source)s.",
        count,
    )
    return pattern % {"count": count, "source": data["source"]}


def _import_taken_back(data: Data) -> str:
    count = len(data["numbers"])
    pattern = ngettext(
        "Import of %(count)s player undone.",
        "Import of %(count)s players undone.",
        count,
    )
    return pattern % {"count": count}


def _several_left(data: Data) -> str:
    count = len(data["numbers"])
    if not data["after"]:
        pattern = ngettext(
            "Player %(numbers)s withdrew before the first round.",
            "Players %(numbers)s withdrew before the first round.",
            count,
        )
    else:
        pattern = ngettext(
            "Player %(numbers)s withdrew after round %(after)s.",
            "Players %(numbers)s withdrew after round %(after)s.",
            count,
        )
    return pattern % {
        "numbers": joined_with_commas(data["numbers"]),
        "after": data["after"],
    }


def _several_changed(data: Data) -> str:
    one, several = {
        "team": one_or_several(
            "Player %(numbers)s: team “%(value)s”.",
            "Players %(numbers)s: team “%(value)s”.",
        ),
        "categories": one_or_several(
            "Player %(numbers)s: categories “%(value)s”.",
            "Players %(numbers)s: categories “%(value)s”.",
        ),
        "club": one_or_several(
            "Player %(numbers)s: club “%(value)s”.",
            "Players %(numbers)s: club “%(value)s”.",
        ),
        "country": one_or_several(
            "Player %(numbers)s: country “%(value)s”.",
            "Players %(numbers)s: country “%(value)s”.",
        ),
    }[data["field"]]
    pattern = ngettext(one, several, len(data["numbers"]))
    before = sorted({value for value in data["before"].values() if value})
    sentence = pattern % {
        "numbers": joined_with_commas(data["numbers"]),
        "value": data["value"],
    }
    if not before:
        return sentence
    return (
        sentence
        + " "
        + _("Before: %(before)s.") % {"before": joined_with_commas(before)}
    )


def _checked_in(data: Data) -> str:
    pattern = {
        CheckInState.EXPECTED: _("Player %(number)s expected."),
        CheckInState.HERE: _("Player %(number)s checked in."),
        CheckInState.LATE: _("Player %(number)s is late."),
        CheckInState.NO_SHOW: _("Player %(number)s is a no-show."),
    }[CheckInState(data["now"][0])]
    sentence = pattern % {"number": data["number"]}
    if "undoes" in data:
        return _("Undone at check-in: %(said)s") % {"said": sentence}
    return sentence


def _begun_anew(data: Data) -> str:
    pattern = ngettext(
        "Check-in restarted: %(count)s player had been checked in.",
        "Check-in restarted: %(count)s players had been checked in.",
        data["count"],
    )
    return pattern % {"count": data["count"]}


def _presence_changed(data: Data) -> str:
    first, last, *gaps = data["now"]
    if last is not None and last < first:
        pattern = _("Player %(number)s plays in no round.")
    elif last is None:
        pattern = _("Player %(number)s plays from round %(first)s on.")
    else:
        pattern = _("Player %(number)s plays from round %(first)s to %(last)s.")
    sentence = pattern % {"number": data["number"], "first": first, "last": last}
    return f"{sentence} {words_for_away(*gaps) if gaps else ''}".strip()


def _page_changed(data: Data) -> str:
    if "is_on" not in data["fields"]:
        return _("Registration settings changed.")
    if data["is_on"]:
        return _("Registration turned on.")
    return _("Registration turned off.")


def _messaged(data: Data) -> str:
    if data["to"] == MessageTo.ONE:
        return _("Message to player %(number)s.") % data
    if data["to"] == MessageTo.ROUND:
        pattern = ngettext(
            "Message to %(players)s player of round %(number)s.",
            "Message to %(players)s players of round %(number)s.",
            data["players"],
        )
    elif data["to"] == MessageTo.MISSING:
        pattern = ngettext(
            "Message to %(players)s player who is not checked in.",
            "Message to %(players)s players who are not checked in.",
            data["players"],
        )
    else:
        pattern = ngettext(
            "Message to %(players)s player.",
            "Message to %(players)s players.",
            data["players"],
        )
    return pattern % data


def _signed_up(data: Data) -> str:
    return _("%(name)s registered as player %(number)s.") % data


SIGN_UPS: Sentences = {
    "sign_up_page_changed": _page_changed,
    "players_messaged": _messaged,
    "player_mails_chosen": lambda _data: _("Automatic emails to players changed."),
    "registration_opened": lambda _data: _("Registration opened."),
    "signed_up": _signed_up,
    "sign_up_waits": lambda data: _("%(name)s joined the waiting list.") % data,
    "moved_up": lambda data: (
        _("%(name)s moved up from the waiting list as player %(number)s.") % data
    ),
    "sign_up_changed": lambda data: _("%(name)s edited the registration.") % data,
    "sign_up_ended": lambda data: _("The registration of %(name)s ended.") % data,
    "sign_up_link_renewed": lambda data: (
        _("New registration link for %(name)s.") % data
    ),
    "fee_paid": lambda data: _("Player %(number)s: fee paid.") % data,
    "fee_due": lambda data: _("Player %(number)s: fee not paid.") % data,
}


def _deducted(data: Data) -> str:
    criterion = TeamDeduction.Measure(data["measure"]).label
    pattern = _("%(points)s deducted from team %(team)s (%(criterion)s).")
    return pattern % {**data, "criterion": criterion}


def _deduction_taken_back(data: Data) -> str:
    criterion = TeamDeduction.Measure(data["measure"]).label
    pattern = _("Deduction of %(points)s from team %(team)s (%(criterion)s) undone.")
    return pattern % {**data, "criterion": criterion}


def _forgotten(data: Data) -> str:
    pattern = _(
        "Contact data deleted. Email addresses: %(addresses)s. Registrations without a "
        "spot: %(sign_ups)s. Devices: %(devices)s."
    )
    return pattern % data


PLAYER_SENTENCES: Sentences = {
    **SIGN_UPS,
    "team_deducted": _deducted,
    "team_deduction_taken_back": _deduction_taken_back,
    "checked_in": _checked_in,
    "check_in_begun_anew": _begun_anew,
    "everyone_checked_in": lambda data: (
        ngettext(
            "%(count)s player checked in together.",
            "%(count)s players checked in together.",
            len(data["numbers"]),
        )
        % {"count": len(data["numbers"])}
    ),
    "everyone_check_in_undone": lambda data: (
        ngettext(
            "Check-in of %(count)s player undone.",
            "Check-in of %(count)s players undone.",
            len(data["numbers"]),
        )
        % {"count": len(data["numbers"])}
    ),
    "presence_changed": _presence_changed,
    "several_left": _several_left,
    "several_removed": lambda data: (
        ngettext(
            "Player %(numbers)s removed.",
            "Players %(numbers)s removed.",
            len(data["numbers"]),
        )
        % {"numbers": joined_with_commas(data["numbers"])}
    ),
    "several_changed": _several_changed,
    "players_imported": _imported,
    "import_taken_back": _import_taken_back,
    "registered": _numbers,
    "withdrawn": gettext_noop("Player %(number)s withdrawn."),
    "player_corrected": _player,
    "substituted": _substituted,
    "substitution_taken_back": _substitution_taken_back,
    "left": _left,
    "disqualified": gettext_noop("Player %(number)s disqualified."),
    "disqualification_undone": gettext_noop(
        "Disqualification of player %(number)s undone."
    ),
    "came_back": gettext_noop("Withdrawal of player %(number)s undone."),
    "kept_apart": lambda data: _two(
        data, _("Players %(one)s and %(other)s are kept apart.")
    ),
    "let_meet": lambda data: _two(
        data, _("Players %(one)s and %(other)s are no longer kept apart.")
    ),
    "choice_changed_elsewhere": lambda data: (
        _("Public name of players %(numbers)s changed to match another tournament.")
        % {"numbers": joined_with_commas(data["numbers"])}
    ),
    "name_asked_out": gettext_noop("Player %(number)s asks to be anonymised."),
    "name_taken_out": gettext_noop("Player %(number)s anonymised."),
    "private_data_changed": gettext_noop("Private data of player %(number)s changed."),
    "private_data_deleted": gettext_noop("Private data of player %(number)s deleted."),
    "contacts_forgotten": _forgotten,
    "player_link_renewed": gettext_noop("New link for player %(number)s."),
}
