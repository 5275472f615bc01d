"""Log sentences on seating drafts: how they were generated and edited."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rules.translation_marks import one_or_several
from scoring.tournament_log.log_values_and_names import Data, Sentences
from tournaments.models import DrawMethod
from tournaments.rounds.standings_used import used_in_words
from tournaments.web.list_wording import joined_sentences, joined_with_commas


def _seated(data: Data) -> str:
    pattern = ngettext(
        "Seating drafted for round %(rounds)s.",
        "Seating drafted for rounds %(rounds)s.",
        len(data["rounds"]),
    )
    return pattern % {"rounds": joined_with_commas(data["rounds"])}


def _drawing(data: Data, one: str, several: str) -> str:
    """Return sentences on a new seating draft: rounds, method, standings used and
    replaced drafts. `one`, `several`: the pattern for one and for several rounds.
    """
    sentences = [
        ngettext(one, several, len(data["rounds"]))
        % {
            "draw": data["draw"],
            "method": str(DrawMethod(data["method"]).label),
            "rounds": joined_with_commas(data["rounds"]),
            "commitment": data.get("commitment", ""),
        }
    ]
    if standing := data.get("standing"):
        sentences.append(used_in_words(standing))
    if replaced := data.get("replaces"):
        sentences.append(_("This replaces draft %(draw)s.") % {"draw": replaced})
    return joined_sentences(sentences)


def _of_draw(data: Data, one: str, several: str) -> str:
    """Return the sentence on a draft.

    `one`, `several`: the pattern for one and for several rounds.
    """
    pattern = ngettext(one, several, len(data["rounds"]))
    return pattern % {
        "draw": data["draw"],
        "rounds": joined_with_commas(data["rounds"]),
    }


def _confirmed(data: Data) -> str:
    sentences = [
        _of_draw(
            data,
            *one_or_several(
                "Seating draft %(draw)s confirmed for round %(rounds)s.",
                "Seating draft %(draw)s confirmed for rounds %(rounds)s.",
            ),
        )
    ]
    if data["fillers"]:
        pattern = ngettext(
            "The house player got number %(numbers)s.",
            "House players got the numbers %(numbers)s.",
            len(data["fillers"]),
        )
        sentences.append(pattern % {"numbers": joined_with_commas(data["fillers"])})
    if data["replaced"]:
        pattern = ngettext(
            "This replaces draft %(draws)s.",
            "This replaces drafts %(draws)s.",
            len(data["replaced"]),
        )
        sentences.append(pattern % {"draws": joined_with_commas(data["replaced"])})
    return joined_sentences(sentences)


def _swapped(data: Data) -> str:
    one, other = data["numbers"]
    return _(
        "Seating draft %(draw)s: players %(one)s and %(other)s swapped in "
        "round %(round)s."
    ) % {"draw": data["draw"], "one": one, "other": other, "round": data["round"]}


def _replaced(data: Data) -> str:
    old, new = data["numbers"]
    pattern = (
        _(
            "Seating draft %(draw)s: player %(new)s replaces player %(old)s in "
            "all rounds."
        )
        if data["rounds"] is None
        else ngettext(
            "Seating draft %(draw)s: player %(new)s replaces player %(old)s in round "
            "%(rounds)s.",
            "Seating draft %(draw)s: player %(new)s replaces player %(old)s in rounds "
            "%(rounds)s.",
            len(data["rounds"]),
        )
    )
    return pattern % {
        "draw": data["draw"],
        "old": old,
        "new": new,
        "rounds": joined_with_commas(data["rounds"] or ()),
    }


def _left_out(data: Data) -> str:
    pattern = ngettext(
        "Seating of round %(rounds)s removed. The round is not played.",
        "Seating of rounds %(rounds)s removed. The rounds are not played.",
        len(data["rounds"]),
    )
    return pattern % {"rounds": joined_with_commas(data["rounds"])}


def _locked(data: Data) -> str:
    tables = [
        _("table %(table)s of round %(round)s") % {"round": round_, "table": table}
        for round_, table in data["tables"]
    ]
    if not tables:
        return _("Seating draft %(draw)s: all tables unlocked.") % data
    return _("Seating draft %(draw)s: locked %(tables)s.") % {
        "draw": data["draw"],
        "tables": joined_with_commas(tables),
    }


SEATING_SENTENCES: Sentences = {
    "seated": _seated,
    "draw_submitted": lambda data: _drawing(
        data,
        *one_or_several(
            "Seating draft %(draw)s of round %(rounds)s started: %(method)s.",
            "Seating draft %(draw)s of rounds %(rounds)s started: %(method)s.",
        ),
    ),
    "draw_promised": lambda data: _drawing(
        data,
        *one_or_several(
            "Seating draft %(draw)s of round %(rounds)s announced "
            "(%(method)s). Hash of its seed: %(commitment)s.",
            "Seating draft %(draw)s of rounds %(rounds)s announced "
            "(%(method)s). Hash of its seed: %(commitment)s.",
        ),
    ),
    "draw_imported": lambda data: _of_draw(
        data,
        *one_or_several(
            "Seating plan for round %(rounds)s imported as draft %(draw)s.",
            "Seating plan for rounds %(rounds)s imported as draft %(draw)s.",
        ),
    ),
    "draw_revealed": gettext_noop(
        "Seating draft %(draw)s: dice thrown in the hall: “%(thrown)s”, announced "
        "seed: “%(seed)s”."
    ),
    "draw_stopped": gettext_noop(
        "Seating draft %(draw)s: search stopped, best result kept."
    ),
    "draw_again": gettext_noop("Seating draft %(draw)s: tried again."),
    "drawn": lambda data: _of_draw(
        data,
        *one_or_several(
            "Seating draft %(draw)s is ready for round %(rounds)s.",
            "Seating draft %(draw)s is ready for rounds %(rounds)s.",
        ),
    ),
    "draw_failed": gettext_noop("Seating draft %(draw)s failed."),
    "draw_discarded": gettext_noop("Seating draft %(draw)s discarded."),
    "draw_confirmed": _confirmed,
    "rounds_left_out": _left_out,
    "draw_kept": gettext_noop(
        "Seating draft %(draw)s kept although its standings had changed."
    ),
    "draw_reopened": gettext_noop("Seating %(draw)s is a draft again."),
    "draft_swap": _swapped,
    "draft_replace": _replaced,
    "draft_balance_winds": gettext_noop("Seating draft %(draw)s: winds balanced."),
    "draft_locked": _locked,
}
