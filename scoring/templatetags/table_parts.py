"""Parts of which a table's page has dozens. They are no templates, since an included
one takes ten times as long."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.forms.boundfield import BoundWidget
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.models import Confirmation, LateHand, LedgerEntry
from scoring.pages.hall.cards import Cards, buttons
from scoring.pages.hall.tables import HallTable
from scoring.pages.play_badges import play_badge
from scoring.pages.score_sheet import Transfer
from scoring.pages.table import Change
from scoring.wording import reasons
from tournaments.models import Entry, Seat
from tournaments.templatetags.prevailing import score, total

register = template.Library()

#: The arrow is for the eye, its word for who listens.
FROM_TO = (
    '<span>{}</span> <span class="arrow" aria-hidden="true">→</span>'
    '<span class="visually-hidden">{}</span> <span>{}</span>'
)

#: A player's score before, what changed, and after.
SCORE_CHANGE = (
    '<tr><th scope="row">{}</th><td class="number">{}</td>'
    '<td class="number">{}</td><td class="number"><strong>{}</strong></td></tr>'
)


register.filter(play_badge)


register.simple_tag(buttons, name="table_buttons")


@register.simple_tag
def hall_cards(tables: Sequence[HallTable], *, may_rule: bool) -> SafeString:
    """The cards of tables of one round."""
    if not tables:
        return SafeString("")
    cards = Cards(tables[0].session.round, may_rule)
    return format_html_join("", "{}", ((cards.card(table),) for table in tables))


@register.simple_tag
def score_changes(changes: Sequence[Change], ruleset: str) -> SafeString:
    """The rows of every player's score before and after."""
    return format_html_join(
        "",
        SCORE_CHANGE,
        (
            (
                change.seat.entry,
                total(change.before, ruleset),
                score(change.difference) if change.difference else "·",
                total(change.after, ruleset),
            )
            for change in changes
        ),
    )


@register.filter
def payment(paid: Transfer) -> SafeString:
    """From whom to whom, how much, why."""
    amount = format_html(
        '{} <span class="amount">{}</span>', _people(paid), paid.amount
    )
    if not paid.why:
        return amount
    return format_html('{} <small class="soft">{}</small>', amount, paid.why)


@register.filter
def reason(line: LedgerEntry | None) -> str:
    """Why the line was written, in the reader's language; "" if nothing says it."""
    return str(reasons.of_line(line)) if line else ""


@register.filter
def reply(said: LateHand | Confirmation) -> str:
    """Why a late hand was decided so, or how a dispute was settled, in the reader's
    language; "" if nobody said it."""
    return str(reasons.of_answer(said))


@register.filter
def answer(option: BoundWidget) -> SafeString:
    """The input of one of several answers, without its label."""
    data = option.data
    return format_html(
        '<input type="{}" name="{}" value="{}"{}>',
        data["type"],
        data["name"],
        data["value"],
        flatatt(data["attrs"]),
    )


def _people(paid: Transfer) -> SafeString:
    payer, payee = _party(paid, paid.payer), _party(paid, paid.payee)
    if payer and payee:
        return format_html(FROM_TO, payer, _("pays"), payee)
    words = _("%(name)s loses") if payer else _("%(name)s gains")
    return format_html("<span>{}</span>", words % {"name": payer or payee})


def _party(paid: Transfer, seat: Seat | None) -> Entry | str | None:
    if seat:
        return seat.entry
    return _("the table") if paid.by_table else None
