"""What standings can be ordered by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Measure:
    """One thing standings are ordered by, highest first."""

    name: Promise
    words: Promise


#: What a tournament's `tie_breaks` may name, by its key.
MEASURES: Mapping[str, Measure] = {
    "table_points": Measure(_("Table points"), _("the sum of table points")),
    "score": Measure(_("Score"), _("the sum of scores")),
    "hands_won": Measure(_("Hands won"), _("the number of hands won")),
    "firsts": Measure(_("Firsts"), _("the number of first places at tables")),
    "best": Measure(_("Best score"), _("the best score at one table")),
}
