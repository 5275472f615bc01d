"""The rules of an MCR event in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.mcr import Mcr
from scoring.rulesets.shared.rules_in_short import claims_in_short
from scoring.rulesets.shared.shown_hands import in_unit


def in_short(rules: Mcr) -> Iterator[str]:
    """What everybody at the table should know."""
    options = rules.options
    if options.minimum:
        words = _("%(fan)s to win; flowers do not help.")
        yield words % {"fan": in_unit(options.minimum, "fan")}
    else:
        yield _("Every complete hand may win.")
    words = _(
        "Every loser pays %(base)s points; the discarder, or everybody if the win was "
        "self-drawn, pays the fan besides."
    )
    yield words % {"base": options.base}
    yield _("Nobody pays for a draw. The deal passes after every hand.")
    words = ngettext(
        "A session has at most %(n)s hand.",
        "A session has at most %(n)s hands.",
        options.hands_limit or 0,
    )
    yield words % {"n": options.hands_limit}
    if options.seat_change:
        yield _("Seats change after each round of winds.")
    words = _(
        "A false win costs %(cost)s points, of which each of the others gets %(each)s; "
        "play goes on, and the hand cannot win any more."
    )
    yield words % {
        "cost": -options.false_win_offender,
        "each": options.false_win_others,
    }
    if options.false_win_not_ready > options.false_win_others:
        words = _("If it was not even ready, each of the others gets %(each)s.")
        yield words % {"each": options.false_win_not_ready}
    yield from claims_in_short(rules)
