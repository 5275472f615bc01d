"""What Classical Chinese calls things, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: Why a hand is broken off, by its key in `rules.classical.entries`.
REASONS: Mapping[str, Promise] = {
    "nine_terminals": _("Nine kinds of terminals and honors"),
    "four_winds": _("Four identical winds discarded"),
    "four_kongs": _("Four kongs"),
    "ruling": _("Referee's ruling"),
}
