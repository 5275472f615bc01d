"""Fault messages that several rulesets use. They have no translation context, so the
rulesets share each translation."""

from __future__ import annotations

from rules.translation_marks import _

WINNER_IS_DISCARDER = _("The winner cannot be the discarder.")
OWN_HAND_BESIDE_TILES = _("Enter the special hand with the tiles.")
NO_WINNING_TILE = _(
    "Enter the winning tile, unless the dealer won with the tiles dealt."
)
ROBBING_NOT_PLAYED = _("These rules do not allow robbing a kong.")
NOT_THE_WINNER = _("Only the winner's hand has a value.")
EARTHLY_DRAWN = _(
    "An earthly hand wins on the dealer's first discard, not by self-draw."
)
TOO_MANY_CHOWS = _(
    "This hand has %(chows)s chows. A winning hand can have at most %(most)s."
)
NOT_ALL_WINNERS_PAID = _(
    "This option is only possible if all winners on a discard are paid."
)
