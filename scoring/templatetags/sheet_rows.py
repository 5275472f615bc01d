"""The lines of a score sheet: a save brings all of them again."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from scoring.pages.kept_rows import rendered_row
from scoring.pages.score_sheet import SheetLine, Transfer
from scoring.wording import reasons

register = template.Library()

TEMPLATE = "public/_sheet_row.html"


@register.simple_tag(takes_context=True)
def sheet_row(context: dict[str, Any], row: SheetLine, is_first: bool) -> SafeString:
    """A line of the score sheet. With tiles or a history it is rendered each time."""
    shown = {"row": row, "is_first": is_first, "ruleset": context["tournament"].ruleset}
    if row.hands or row.earlier or row.moved:
        return render_to_string(TEMPLATE, shown)
    words = (shown["ruleset"], is_first, *_words_of(row))
    return rendered_row(TEMPLATE, words, shown)


def _words_of(row: SheetLine) -> tuple[Hashable, ...]:
    """All that a line shows."""
    line = row.line
    return (
        (line.kind, line.hand, line.settles_hand, row.corrected),
        (row.opens_wind, row.prevailing),
        row.words,
        str(reasons.of_line(row.entered)),
        tuple(_words_of_transfer(each) for each in row.transfers),
        row.cells,
    )


def _words_of_transfer(paid: Transfer) -> Hashable:
    parties = (str(seat.entry) if seat else "" for seat in (paid.payer, paid.payee))
    return (*parties, paid.amount, paid.reason)
