"""Penalties in Riichi, chombo aside, which is an entry of its own.

The rule books leave the amounts to the referee, and take them from the final points:
a penalty changes nobody's place at the table (WRC; EMA 2025, chapter 6).
"""

from __future__ import annotations

from rules.entries import Target
from rules.penalties import Catalogue

CATALOGUE = Catalogue(target=Target.OVERALL, points_a_table_point=1000)
