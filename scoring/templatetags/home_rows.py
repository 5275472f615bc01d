"""The rows of a tournament's home that change with each hand: leaders and tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.all_pages.page_cache import rendered_row
from scoring.public.tournament_home import TableWall
from scoring.standings.row_of_standings_with_rounds import Row
from scoring.standings.who_sees_hidden_results import VisibleResults
from tournaments.models import Round, Tournament
from tournaments.web.form_fields_and_types import Context

register = template.Library()

#: Placeholder for the table number in addresses.
ANY_TABLE = 0


@register.simple_tag(takes_context=True)
def leader(context: Context, row: Row, figures: Sequence[str]) -> SafeString:
    """Render a row of the leaders with the figures that rank them."""
    board, player = context["board"], row.player
    tournament = board.tournament
    begins_level = bool(row.shared and board.level)
    is_last_in = bool(board.cut and board.cut.last_in == row.number)
    known = board.anything_played, begins_level, is_last_in
    contents = (
        (tournament.slug, tournament.ruleset, board.is_live, *known),
        (row.number, row.place, row.shared, row.move, row.gone),
        (player.public_name, player.person.country, str(player.team or "")),
        row.now,
        tuple(figures),
    )
    shown = {
        "tournament": tournament,
        "board": board,
        "row": row,
        "begins_level": begins_level,
        "is_last_in": is_last_in,
        "figures": figures,
    }
    return rendered_row("public/_home_leader.html", contents, shown)


@register.simple_tag(takes_context=True)
def hall_walls(context: Context) -> SafeString:
    """Render the tables in the context's `walls`, one list item for each table."""
    visible = context["board"].visible
    drawn = _Walls(context["tournament"], context["round"], visible)
    return mark_safe("".join(map(drawn.item, context["walls"])))  # noqa: S308 - it escapes


class _Walls:
    """Renders the tables of a round in the active language.

    Each table links to its page, or to its row in the round while its hands are hidden.
    """

    def __init__(
        self, tournament: Tournament, round_: Round, visible: VisibleResults
    ) -> None:
        here = [tournament.slug, round_.number]
        if visible.tells(round_.number):
            address = reverse("public:session", args=[*here, ANY_TABLE])
        else:
            address = reverse("public:round", args=here) + f"#table-{ANY_TABLE}"
        self._before, self._after = map(escape, address.rsplit(str(ANY_TABLE), 1))
        self._words = _("Table %(table)s: %(words)s")

    def item(self, one: TableWall) -> str:
        table, progress, wall = one.card.game.table, one.card.progress, one.wall
        label = self._words % {"table": table, "words": progress.text}
        if progress.extra:
            label = _with_extra_time(label, progress.extra)
        return (
            f'<li data-row="{table}"><a href="{self._before}{table}{self._after}">'
            f'<svg class="wall{" over" if progress.is_over else ""}" '
            f'viewBox="0 0 48 48" role="img" aria-label="{escape(label)}">'
            '<rect class="felt" x="6.5" y="6.5" width="35" height="35" rx="3"/>'
            f'<path class="done" d="{wall.done}"/><path class="now" d="{wall.now}"/>'
            f'<path class="todo" d="{wall.todo}"/>'
            f'<text x="24" y="29.4">{table}</text></svg></a></li>'
        )


def _with_extra_time(label: str, minutes: int) -> str:
    """Return the description of a table with its extra minutes."""
    longer = ngettext(
        "%(words)s, +%(minutes)s minute", "%(words)s, +%(minutes)s minutes", minutes
    )
    return longer % {"words": label, "minutes": minutes}
