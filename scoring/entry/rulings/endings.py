"""The end of play at a table that has not played everything."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from rules.ledger_entries import CANCELLED, PlayEnded, Raw
from rules.ruleset_and_table_state import Ending
from scoring.rulesets.shared.ruling_form import Ruling, reason_field, remark_field


class _End(Ruling):
    why: str

    def raw(self) -> Raw:
        return {"kind": PlayEnded.kind, "why": self.why}


class PlayEndedForm(_End):
    key = PlayEnded.kind
    why = Ending.TIME
    title = _("No hand in progress at the gong")
    button = _("End the game")
    help = _("The game at this table ends. The current scores are final.")
    reason = remark_field()


class FinishForm(_End):
    key = "finish"
    why = Ending.RULING
    title = _("End the game early")
    button = _("End the game")
    help = _("No further hands are played here. The current scores are final.")
    reason = reason_field()


class CancelForm(_End):
    key = "cancel"
    why = CANCELLED
    title = button = _("Cancel this table")
    help = _(
        "The game ends and does not count: no points and no table points. "
        "All entries are kept. You can undo this."
    )
    reason = reason_field()
