"""Find why a complete hand may not win: too few faan, or tiles that an option bars."""

from __future__ import annotations

from collections.abc import Mapping

from rules.faults import Fault
from rules.hand_of_tiles import FLOWER_WIN
from rules.hong_kong.detect_patterns import Facts
from rules.hong_kong.patterns import BONUS_PATTERNS
from rules.hong_kong.scoring_tables import Convention
from rules.translation_marks import FilledText, _, listed


def too_little(
    facts: Facts, counted: Mapping[str, int], faan: int, convention: Convention
) -> Fault | None:
    """Return the fault that prevents the hand from winning with these faan; None if it
    may win.

    A win by bonus tiles alone needs no faan.
    """
    options = convention.options
    if FLOWER_WIN in facts.hand.flags:
        return None
    if options.no_mixed_suits and not convention.own and facts.suits > 1:
        return Fault(
            "mixed_suits",
            _("Hands with more than one suit cannot win under these rules."),
        )
    if options.require_limit_hand and faan < options.limit_worth:
        return Fault(
            "below_limit",
            _(
                "A hand of %(faan)s faan cannot win: only hands worth the limit "
                "(%(limit)s) may win."
            ),
            params={"faan": faan, "limit": options.limit_worth},
        )
    bonus = _bonus(counted, convention)
    left = faan - sum(bonus.values())
    if left >= options.min_faan:
        return None
    params = {"faan": faan, "minimum": options.min_faan, "left": left}
    if not bonus:
        message = _("The hand has %(faan)s faan. A win needs at least %(minimum)s.")
        return Fault("below_minimum", message, params=params)
    message = _(
        "Only %(left)s of the %(faan)s faan count towards the minimum "
        "of %(minimum)s. Not counted: %(bonus)s."
    )
    names = listed(
        FilledText(
            _("%(name)s (%(score)s)"),
            {"name": convention.patterns[name].name, "score": worth},
        )
        for name, worth in bonus.items()
    )
    return Fault("below_minimum", message, params={**params, "bonus": names})


def _bonus(counted: Mapping[str, int], convention: Convention) -> Mapping[str, int]:
    """Return the faan that do not count towards the minimum, by pattern id."""
    if convention.options.bonus_counts_for_minimum:
        return {}
    return {
        name: convention.values[name] * count
        for name, count in counted.items()
        if name in BONUS_PATTERNS
    }
