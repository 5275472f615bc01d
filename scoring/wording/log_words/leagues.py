"""What the log says of leagues and their match days."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from scoring.wording.log_words.common import Data, Words
from tournaments.models import FineKind

KINDS: Mapping[str, Promise] = {
    FineKind.LATE: gettext_lazy("late"),
    FineKind.FORFEIT: gettext_lazy("did not come"),
    FineKind.OTHER: gettext_lazy("something else"),
}


def _set(data: Data) -> str:
    league = data["league"]
    if not league:
        return _("The event is no league any more.")
    words = ngettext(
        "The event is a league of %(days)s match day (%(rounds)s rounds).",
        "The event is a league of %(days)s match days (%(rounds)s rounds).",
        league["days"],
    )
    said = [words % league]
    if league["best"]:
        said.append(_("Everybody’s best %(best)s count.") % league)
    if league["least"]:
        said.append(_("A place needs %(least)s of them.") % league)
    return " ".join(said)


def _fined(data: Data) -> str:
    return _("Player %(number)s lost %(points)s on match day %(day)s: %(why)s.") % {
        **data,
        "why": KINDS[data["why"]],
    }


def _given_back(data: Data) -> str:
    return _(
        "Player %(number)s got back %(points)s of match day %(day)s (%(why)s)."
    ) % {**data, "why": KINDS[data["why"]]}


WORDS: Words = {
    "league_set": _set,
    "match_day_opened": gettext_noop("The check-in of match day %(day)s was begun."),
    "came_to_match_day": gettext_noop(
        "Player %(number)s is there on match day %(day)s."
    ),
    "not_at_match_day": gettext_noop(
        "Player %(number)s is not there on match day %(day)s."
    ),
    "league_fined": _fined,
    "league_fine_taken_back": _given_back,
}
