"""Figures of players' statistics and awards that only riichi has."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from scoring.rulesets.any_ruleset.figures_of_players import (
    Kind,
    NamedFigure,
    draws,
    games,
    hands,
    wins_by_tiles,
)


def riichi(count: int, of: int) -> tuple[str, str]:
    return (
        ngettext("%(count)s of %(of)s riichi", "%(count)s of %(of)s riichi", of),
        ngettext("%(of)s riichi", "%(of)s riichi", of),
    )


def riichi_wins(count: int, of: int) -> tuple[str, str]:
    return (
        ngettext(
            "%(count)s of %(of)s riichi win recorded with tiles",
            "%(count)s of %(of)s riichi wins recorded with tiles",
            of,
        ),
        ngettext(
            "%(of)s riichi win recorded with tiles",
            "%(of)s riichi wins recorded with tiles",
            of,
        ),
    )


FIGURES = (
    NamedFigure("busts", _("Final score below 0"), Kind.SHARE, games),
    NamedFigure("declared", pgettext_lazy("declaration", "Riichi"), Kind.SHARE, hands),
    NamedFigure("declared_wins", _("Wins after riichi"), Kind.SHARE, riichi),
    NamedFigure("declared_deal_ins", _("Deal-ins after riichi"), Kind.SHARE, riichi),
    NamedFigure("declared_draws", _("Draws after riichi"), Kind.SHARE, riichi),
    NamedFigure("ippatsu", _("Ippatsu"), Kind.SHARE, riichi_wins),
    NamedFigure("ura", _("Ura dora"), Kind.SHARE, riichi_wins),
    NamedFigure("silent", _("Closed wins without riichi"), Kind.SHARE, wins_by_tiles),
    NamedFigure("open", _("Open wins"), Kind.SHARE, wins_by_tiles),
    NamedFigure("ready_at_draw", _("Tenpai at draws"), Kind.SHARE, draws),
    NamedFigure(
        "net_per_hand",
        _("Points from wins minus deal-ins, per hand"),
        Kind.SIGNED,
        hands,
    ),
)

#: Keys of awards (`scoring.awards.award_catalogue`).
AWARDS = (
    "yakuman",
    "most_fu",
    "most_small_wins",
    "most_silent_wins",
    "most_ippatsu",
    "most_yakuhai",
    "most_dora",
    "most_yaku",
    "seven_pairs",
    "nagashi",
    "received_at_draws",
    "biggest_deal_in_without_riichi",
    "sticks_won",
    "sticks_lost",
    "fewest_sticks_lost",
)
