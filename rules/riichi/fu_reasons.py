"""Reasons for fu, which explain the fu of a hand.

EMA 2025, 4.1.1.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.translation_marks import _, in_context

#: Name of a reason -> its text.
REASONS = {
    # Translators: the fu that every winning hand gets.
    "base": _("Winning"),
    "closed_ron": _("Concealed hand won on a discard"),
    "seven_pairs": in_context("riichi", "Seven pairs"),
    "self_draw": in_context("riichi", "Self-draw"),
    "open_hand": _("Open hand without other fu"),
    "edge_wait": _("Edge wait"),
    "closed_wait": _("Closed wait"),
    "pair_wait": _("Pair wait"),
    "valued_pair": _("Pair of dragons, seat wind or prevailing wind"),
    "double_wind_pair": _("Pair that is both seat wind and prevailing wind"),
    "open_pung": _("Open pung of simples"),
    "concealed_pung": _("Concealed pung of simples"),
    "open_outside_pung": _("Open pung of terminals or honors"),
    "concealed_outside_pung": _("Concealed pung of terminals or honors"),
    "open_kong": _("Open kong of simples"),
    "concealed_kong": _("Concealed kong of simples"),
    "open_outside_kong": _("Open kong of terminals or honors"),
    "concealed_outside_kong": _("Concealed kong of terminals or honors"),
}


class Fu(NamedTuple):
    """An amount of fu. `reason` is a key of `REASONS`."""

    reason: str
    fu: int

    def as_data(self) -> dict[str, object]:
        return {"reason": self.reason, "name": REASONS[self.reason], "fu": self.fu}
