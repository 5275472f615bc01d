"""How a table goes on after hands that are not at the server yet, for a page without a
network. `static/table-ahead.js` reads it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rules.ruleset_and_table_state import Position, TableState
from rules.winds import WINDS
from scoring.entry.points.course import Course, Deal, course, winds_of
from scoring.rulesets.registry import presenter_of
from tournaments.models import Tournament
from tournaments.templatetags.score_figures import wind_glyph
from tournaments.web.wind_names import wind_name


def hands_ahead(tournament: Tournament, state: TableState) -> str:
    """The rest of the session's course, as JSON; "" after the gong, when no page can
    know which hand is the last, and where nobody can know what follows.

    `deals` are those that are left, this one first; `at` what can have counted up, and
    `now` the number of that which has; `last` the number of the last hand, `repeated`
    how often this deal was. An outcome that is not there is for the server to say.
    """
    if state.over or state.hands_left is not None:
        return ""
    position = state.position
    options = json.dumps(tournament.options, sort_keys=True)
    whole = course(tournament.ruleset, options, position.players)
    now = presenter_of(tournament.ruleset).counters(tournament.rules, position)
    if whole is None or now not in whole.counted:
        return ""
    limit = tournament.rules.options.hands_limit
    told = {
        "names": {wind: [wind_glyph(wind), wind_name(wind)] for wind in WINDS},
        "last": limit and position.hand + limit - state.hands_played - 1,
        "repeated": position.repeats,
        "deals": _deals_left(whole, position),
        "now": list(whole.counted).index(now),
        "at": list(whole.counted.values()),
        "paid": whole.paid,
        "draws": whole.draws,
    }
    return json.dumps(told, separators=(",", ":")) if told["deals"] else ""


def _deals_left(whole: Course, position: Position) -> Sequence[Deal]:
    """From that of `position` on; none where it is not on its course."""
    place = position.prevailing, position.deal, winds_of(position)
    for number, deal in enumerate(whole.deals):
        if (deal["round"], deal["deal"], deal["winds"]) == place:
            return whole.deals[number:]
    return []
