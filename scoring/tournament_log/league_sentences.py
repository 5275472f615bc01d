"""Log sentences on leagues and match days."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext, pgettext_lazy

from scoring.tournament_log.log_values_and_names import Data, Sentences
from tournaments.models import FineKind
from tournaments.web.list_wording import joined_sentences

KINDS: Mapping[str, Promise] = {
    FineKind.LATE: pgettext_lazy("penalty", "late"),
    FineKind.FORFEIT: gettext_lazy("no-show"),
    FineKind.OTHER: pgettext_lazy("penalty", "other"),
}


def _set(data: Data) -> str:
    league = data["league"]
    if not league:
        return _("The tournament is no longer a league.")
    pattern = ngettext(
        "The tournament is a league of %(days)s match day (%(rounds)s rounds).",
        "The tournament is a league of %(days)s match days (%(rounds)s rounds).",
        league["days"],
    )
    sentences = [pattern % league]
    if league["best"]:
        sentences.append(_("Match days counted for each player: %(best)s.") % league)
    if league["least"]:
        sentences.append(_("Match days needed to be ranked: %(least)s.") % league)
    return joined_sentences(sentences)


def _fined(data: Data) -> str:
    return _(
        "Match day %(day)s: %(points)s deducted from player %(number)s: %(why)s."
    ) % {
        **data,
        "why": KINDS[data["why"]],
    }


def _given_back(data: Data) -> str:
    return _(
        "Match day %(day)s: deduction of %(points)s from player %(number)s "
        "undone (%(why)s)."
    ) % {**data, "why": KINDS[data["why"]]}


LEAGUE_SENTENCES: Sentences = {
    "league_set": _set,
    "match_day_opened": gettext_noop("Check-in of match day %(day)s started."),
    "came_to_match_day": gettext_noop(
        "Player %(number)s checked in for match day %(day)s."
    ),
    "not_at_match_day": gettext_noop(
        "Player %(number)s is absent on match day %(day)s."
    ),
    "league_fined": _fined,
    "league_fine_taken_back": _given_back,
}
