"""Riichi's limits and abortive draws in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from rules.riichi.base_points import MANGAN, YAKUMAN
from rules.riichi.options import RiichiOptions
from tournaments.web.form_fields_and_types import Words

#: A limit by its key in `rules.riichi.base_points`.
LIMIT_NAMES: Mapping[str, Words] = {
    MANGAN: _("Mangan"),
    "haneman": _("Haneman"),
    "baiman": _("Baiman"),
    "sanbaiman": _("Sanbaiman"),
    YAKUMAN: _("Yakuman"),
}

#: Why a hand is broken off, by its key in `rules.riichi.entries`.
ABORTIVE_DRAW_NAMES: Mapping[str, Promise | str] = {
    "nine_terminals": _("Nine kinds of terminals and honors"),
    "four_winds": _("Four identical winds discarded"),
    "four_kans": _("Four kongs"),
    "four_riichi": _("Four riichi"),
    "three_ron": _("Three winners on one discard"),
}


def three_winners(options: RiichiOptions) -> str:
    """How a hand ends that three win on one discard, if that is no win; else ""."""
    return now("Abortive draw: three winners") if options.multi_ron == "two_max" else ""
