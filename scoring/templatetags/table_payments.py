"""Parts that a table's page shows dozens of times.

Made without templates, because an include takes ten times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from django import template
from django.forms.boundfield import BoundWidget
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from rules.ruleset_and_table_state import Position
from scoring.all_pages.wall_of_tiles_drawing import play_badge
from scoring.hall.control_room_card_markup import Cards, buttons
from scoring.hall.control_room_tables import HallTable
from scoring.models import Confirmation, LateHand, LedgerEntry
from scoring.rulesets.any_ruleset.part_of_game import PartOfGame
from scoring.rulesets.presenter_registry import presenter_of
from scoring.table.entry_effects_and_receipts import Change
from scoring.table.score_sheet import Transfer
from scoring.wording import stored_reasons
from tournaments.models import Seat
from tournaments.templatetags.names_beside_text import bdi
from tournaments.templatetags.score_figures import score, total
from tournaments.web.number_wording import whole

register = template.Library()

register.filter(play_badge)


register.simple_tag(buttons, name="table_buttons")


@register.simple_tag
def hall_cards(tables: Sequence[HallTable], *, may_rule: bool) -> SafeString:
    """Render the cards of one round's tables. `may_rule`: with links to rulings."""
    if not tables:
        return SafeString("")
    cards = Cards(tables[0].game.round, may_rule)
    return format_html_join("", "{}", ((cards.card(table),) for table in tables))


@register.simple_tag
def score_changes(changes: Sequence[Change], ruleset: str) -> SafeString:
    """Render rows with each player's score before and after."""
    return _html("".join(_score_change(change, ruleset) for change in changes))


def _score_change(change: Change, ruleset: str) -> str:
    """Render a row with a player's score before, the change, and the score after."""
    return (
        f'<tr><th scope="row">{bdi(change.seat.player)}</th>'
        f'<td class="number">{total(change.before, ruleset)}</td>'
        f'<td class="number">{score(change.difference) if change.difference else "·"}'
        '</td><td class="number">'
        f"<strong>{total(change.after, ruleset)}</strong></td></tr>"
    )


@register.filter
def payment(paid: Transfer) -> SafeString:
    """Render payer, payee, amount and reason of a payment.

    Amount and payee stay on the same line.
    """
    amount = f'<span class="amount">{whole(paid.amount)}</span>'
    why = f' <small class="soft">{escape(paid.why)}</small>' if paid.why else ""
    payer, payee = _party(paid, paid.payer), _party(paid, paid.payee)
    if payer and payee:
        return _html(
            f'<span>{payer}</span> <span class="paid-to">'
            '<span class="arrow" aria-hidden="true">→</span>'
            f'<span class="visually-hidden">{escape(_("pays"))}</span> '
            f"<span>{payee}</span> {amount}</span>{why}"
        )
    text = _("%(name)s loses") if payer else _("%(name)s gains")
    alone = escape(text) % {"name": payer or payee}
    return _html(f'<span class="paid-to"><span>{alone}</span> {amount}</span>{why}')


@register.filter
def reason(line: LedgerEntry | None) -> str:
    """Return the entry's reason in the active language; "" without a reason
    or entry.
    """
    return str(stored_reasons.of_line(line)) if line else ""


@register.filter
def reply(decided: LateHand | Confirmation) -> str:
    """Return the reason for the decision on a late hand or a dispute, in the active
    language; "" without a reason.
    """
    return str(stored_reasons.of_answer(decided))


@register.filter
def part_of_game(position: Position, ruleset: str) -> PartOfGame:
    """Return the part of the game at `position`, such as the East round."""
    return presenter_of(ruleset).part_of_game(position)


@register.filter
def answer(option: BoundWidget) -> SafeString:
    """Render the input of one option without its label."""
    data = option.data
    return format_html(
        '<input type="{}" name="{}" value="{}"{}>',
        data["type"],
        data["name"],
        data["value"],
        flatatt(data["attrs"]),
    )


def _party(paid: Transfer, seat: Seat | None) -> str:
    """Render the payer or payee: the player in `seat`, otherwise the table, or "" if
    there is neither.
    """
    if seat:
        return bdi(seat.player)
    return escape(_("the table")) if paid.by_table else ""


def _html(written: str) -> SafeString:
    return mark_safe(written)  # noqa: S308 - all that is put into it is escaped
