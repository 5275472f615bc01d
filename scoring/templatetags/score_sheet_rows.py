"""The rows of a score sheet.

Made without templates for speed: each saved hand adds a row, and a sheet shows all
rows.
"""

from __future__ import annotations

from html import escape

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.table.score_sheet import Cell, SheetLine
from scoring.templatetags.table_payments import payment
from scoring.wording import stored_reasons
from tournaments.templatetags.names_beside_text import bdi_within
from tournaments.templatetags.score_figures import score, total, wind_glyph
from tournaments.web.form_fields_and_types import Context
from tournaments.web.wind_names import wind_name

register = template.Library()


@register.simple_tag(takes_context=True)
def sheet_row(
    context: Context, row: SheetLine, is_first: bool, row_by_row: bool | str = False
) -> SafeString:
    """Render a row of the score sheet.

    `is_first`: the first row of the sheet; `row_by_row`: the live stream sends single
    rows. With `may_correct` in the context, the hand's number links to its correction.
    """
    line, ruleset = row.line, context["tournament"].ruleset
    key = f' data-row="{line.pk}"' if row_by_row else ""
    during = ""
    if not line.settles_hand:
        during = f'<span class="visually-hidden">{escape(_("During hand"))}</span>'
    hand = _correction(context, row) if context.get("may_correct") else line.hand
    look = 'class="what"' if row.has_figures else 'class="note" colspan="5"'
    cells = [_cell(cell, ruleset) for cell in row.cells if row.has_figures]
    written = (
        f"{_part_of_game(row, is_first, bool(row_by_row)) if row.opens_part else ''}"
        f'<tr{key} class="{line.kind}">\n<th scope="row">{during}{hand}</th>\n'
        f"<td {look}>\n{_outcome(row)}\n</td>\n{''.join(cells)}</tr>"
    )
    return mark_safe(written)  # noqa: S308 - all that is put into it is escaped


def _correction(context: Context, row: SheetLine) -> str:
    """Render the hand's number as a link to the page that corrects the row."""
    line, game = row.line, context["game"]
    place = context["tournament"].slug, context["round"].number, game.table
    address = escape(reverse("table:correct", args=[*place, line.sequence]))
    title = escape(_("Correct hand %(hand)s") % {"hand": line.hand})
    return f'<a class="button small" href="{address}" title="{title}">{line.hand}</a>'


def _part_of_game(row: SheetLine, is_first: bool, row_by_row: bool) -> str:
    """Render the heading of a part of the game.

    The rows below the heading form a new list.
    """
    sign = ""
    if row.part.sign:
        sign = f'<span class="wind" aria-hidden="true">{row.part.sign}</span> '
    before = "" if is_first else f"{'<!--/rows-->' if row_by_row else ''}</tbody>"
    rows = f' data-rows="hands-{row.line.pk}"' if row_by_row else ""
    key = ' data-row="wind"' if row_by_row else ""
    return (
        f"{before}<tbody{rows}>\n"
        f'<tr{key} class="wind-round"><th scope="rowgroup" colspan="6">'
        f"{sign}{escape(row.part.words)}</th></tr>\n"
    )


def _outcome(row: SheetLine) -> str:
    """Render the result of a hand, its payments and its earlier versions."""
    parts: list[str] = [bdi_within(row.text)]
    if row.hands:
        parts.append(render_to_string("public/_told_hands.html", {"hands": row.hands}))
    why = str(stored_reasons.of_line(row.entered))
    if why and not row.corrected:
        parts.append(f'<span class="soft">{bdi_within(why)}</span>')
    if row.transfers:
        paid = "\n".join(f"<li>{payment(transfer)}</li>" for transfer in row.transfers)
        parts.append(f'<ul class="payments">\n{paid}\n</ul>')
    if row.earlier or row.moved:
        parts.append(render_to_string("public/_sheet_versions.html", {"row": row}))
    return "\n".join(parts)


def _cell(cell: Cell, ruleset: str) -> str:
    change = score(cell.change) if cell.change else ""
    return (
        f'<td class="number cell {"deals" if cell.deals else ""}">\n'
        f'<span class="wind" aria-hidden="true">{wind_glyph(cell.wind)}</span>'
        f'<span class="visually-hidden">{escape(wind_name(cell.wind))}</span>\n'
        f"{change}\n<b>{total(cell.score, ruleset)}</b>\n</td>\n"
    )
