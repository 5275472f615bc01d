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
        words = _("Minimum to win: %(fan)s, without flowers.")
        yield words % {"fan": in_unit(options.minimum, "fan")}
    else:
        yield _("Every complete hand may win.")
    words = _(
        "Each loser pays %(base)s points. In addition, the discarder pays the fan, or "
        "all players do on a self-draw."
    )
    yield words % {"base": options.base}
    yield _("No payments after a draw. The dealer changes after every hand.")
    words = ngettext(
        "A game has at most %(n)s hand.",
        "A game has at most %(n)s hands.",
        options.hands_limit or 0,
    )
    yield words % {"n": options.hands_limit}
    if options.seat_change:
        yield _("Seats change after each round of winds.")
    words = _(
        "A false win costs %(cost)s points, and each opponent gets %(each)s. Play "
        "continues, but the offender cannot win this hand."
    )
    yield words % {
        "cost": -options.false_win_offender,
        "each": options.false_win_others,
    }
    if options.false_win_not_ready > options.false_win_others:
        words = _("If the hand was not ready, each opponent gets %(each)s.")
        yield words % {"each": options.false_win_not_ready}
    yield from claims_in_short(rules)
