"""The kinds of changes, in the groups by which a director looks for one."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.wording.log_words import (
    draws,
    hall,
    leagues,
    people,
    rounds,
    stages,
    tables,
    tournament,
    winds,
)

HANDS = ("entered", "deposit_laid", "deposit_taken_up")
LINKS = (
    *("table_link_reissued", "table_link_revoked", "table_signs_renewed"),
    *("referee_called", "referee_coming", "referee_call_ended"),
)
RESULTS = ("result_confirmed", "result_disputed", "dispute_settled")
HELPERS = (
    *("helper_created", "role_given", "role_removed"),
    *("invitation_made", "invitation_revoked", "invitation_used"),
)

#: What is chosen: (how it is called, the kinds in it).
GROUPS: Mapping[str, tuple[Promise, Collection[str]]] = {
    "hands": (_("Hands and totals entered"), HANDS),
    "corrections": (
        _("Corrections and rulings"),
        set(tables.WORDS) - {*HANDS, *LINKS, *RESULTS},
    ),
    "results": (_("Results confirmed and disputed"), RESULTS),
    "calls": (_("Referee calls and table links"), LINKS),
    "rounds": (_("Rounds and their clock"), set(rounds.WORDS)),
    "stages": (_("Stages, cuts and groups"), set(stages.WORDS)),
    "league": (_("League and match days"), set(leagues.WORDS)),
    "seats": (_("Seating and winds"), {*draws.WORDS, *winds.WORDS}),
    "players": (_("Players"), set(people.WORDS)),
    "helpers": (_("Staff and roles"), HELPERS),
    "event": (
        _("Tournament and settings"),
        {*tournament.WORDS, *hall.WORDS} - {*HELPERS},
    ),
}


def group_of(kind: str) -> str:
    """The key of the group that a kind is in; "" if it has no words."""
    return next((key for key, (_words, kinds) in GROUPS.items() if kind in kinds), "")
