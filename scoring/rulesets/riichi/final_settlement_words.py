"""The final settlement of riichi as text: parts of the final points, and riichi sticks
left on the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.riichi import Riichi
from rules.riichi.entries import DEPOSIT
from rules.riichi.final_points_with_uma import FinalPoints, sticks_left
from rules.ruleset_and_table_state import TableState
from rules.winds import Wind
from scoring.rulesets.any_ruleset.outcome_and_counter_words import Names
from tournaments.web.number_wording import whole


def parts_of_points(
    rules: Riichi, state: TableState
) -> Mapping[Wind, Sequence[tuple[str, Fraction]]]:
    """Return the parts of each seat's final points: name and amount."""
    target = rules.options.subtracted
    return {
        seat: _parts(made, target) for seat, made in rules.final_points(state).items()
    }


def _parts(made: FinalPoints, target: int) -> list[tuple[str, Fraction]]:
    above = (
        _("Score − %(target)s") % {"target": whole(target)} if target else _("Score")
    )
    named = (
        (_("Uma"), made.uma),
        (_("Oka"), made.oka),
        (_("Rounding"), made.rounding),
        (_("Chombo"), made.chombo),
    )
    return [(above, made.above), *((name, points) for name, points in named if points)]


def left_at_end(rules: Riichi, state: TableState, names: Names) -> str:
    """Return a sentence on who gets the riichi sticks left on the table; "" if there
    are none."""
    count = sticks_left(state)
    if not count:
        return ""
    gains = {
        seat: made.leftover
        for seat, made in rules.final_points(state).items()
        if made.leftover
    }
    if not gains:
        pattern = ngettext(
            "%(count)s riichi stick is left (%(points)s points). By the rules of this "
            "tournament, no one gets it.",
            "%(count)s riichi sticks are left (%(points)s points). By the rules of "
            "this tournament, no one gets them.",
            count,
        )
    elif len(gains) == 1:
        pattern = ngettext(
            "%(count)s riichi stick is left (%(points)s points). It goes to first "
            "place: %(name)s.",
            "%(count)s riichi sticks are left (%(points)s points). They go to first "
            "place: %(name)s.",
            count,
        )
    else:
        pattern = ngettext(
            "%(count)s riichi stick is left (%(points)s points). Tied players in first "
            "place get %(share)s each.",
            "%(count)s riichi sticks are left (%(points)s points). Tied players in "
            "first place get %(share)s each.",
            count,
        )
    first = next(iter(gains), None)
    return pattern % {
        "count": count,
        "points": whole(count * DEPOSIT),
        "name": names[first] if first else "",
        "share": whole(gains[first]) if first else "",
    }
