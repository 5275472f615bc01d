"""The end of play at a table that has not played everything."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from rules.entries import CANCELLED, PlayEnded, Raw
from rules.table import Ending
from scoring.rulesets.shared.ruling_form import Ruling, reason_field, remark_field


class _End(Ruling):
    why: str

    def raw(self) -> Raw:
        return {"kind": PlayEnded.kind, "why": self.why}


class PlayEndedForm(_End):
    key = PlayEnded.kind
    why = Ending.TIME
    title = _("No hand was being played at the gong")
    button = _("End play at this table")
    help = _("Play at this table is over; the scores stand as they are.")
    reason = remark_field()


class FinishForm(_End):
    key = "finish"
    why = Ending.RULING
    title = _("Finish this table as it stands")
    button = _("Finish this table")
    help = _("No further hand is played here; the scores stand as they are.")
    reason = reason_field()


class CancelForm(_End):
    key = "cancel"
    why = CANCELLED
    title = button = _("Cancel this table")
    help = _(
        "Play is over and nothing of it counts: nobody gets points or table points "
        "here. What was entered stays on record, and this can be taken back."
    )
    reason = reason_field()
