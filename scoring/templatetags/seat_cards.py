"""The cards of the players at a table.

Made without templates for speed: each saved hand updates all cards.
"""

from __future__ import annotations

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.winds import Wind
from scoring.all_pages.page_cache import rendered_row
from scoring.table.table_diagram import Place
from tournaments.models import Seat
from tournaments.templatetags.score_figures import (
    points,
    points_name,
    signed,
    starts_with_points,
    table_points,
    wind_glyph,
)
from tournaments.web.form_fields_and_types import Context
from tournaments.web.wind_names import wind_name

register = template.Library()

PLAYER = "public/_seat_player.html"


@register.simple_tag
def sits(at: Place) -> SafeString:
    """Render a player's seat wind, position in the diagram, dealer mark and state."""
    name, dealer, more = escape(wind_name(at.wind)), "", ""
    if at.deals:
        dealer = f" · {escape(_('dealer'))}"
        more += f'<span class="deals" aria-hidden="true">{escape(_("dealer"))}</span>'
    if at.declared:
        ready = escape(pgettext("waiting for one tile", "ready"))
        more += f'<span class="declared">{ready}</span>'
    if at.is_dead:
        more += f'<span class="dead">{escape(_("dead hand"))}</span>'
    return _html(
        f'<span class="sits" id="sits-winner-{at.seat.wind}" data-wind="{at.wind}" '
        f'data-place="{at.place}" '
        f"data-follows{' data-dead' if at.is_dead else ''}>"
        f'<span class="seat{" east" if at.deals else ""}" lang="zh-Hant" '
        f'aria-hidden="true">{wind_glyph(at.wind)}</span>'
        f'<span class="wind-name"> {name}</span>'
        f'<span class="visually-hidden">{dealer}</span>{more}</span>'
    )


@register.simple_tag(takes_context=True)
def standing(context: Context, seat: Seat, in_play: int | None = None) -> SafeString:
    """Render a player's score and distance to the leader before the hand, from the
    context's `scores` and `gaps`. `in_play`: the score minus a riichi stick that was
    just paid, None without a stick.
    """
    ruleset = context["tournament"].ruleset
    score, gap = context["scores"][seat.wind], context["gaps"][seat.wind]
    shown: str = points(score, ruleset)
    if in_play is not None:
        title = escape(_("In play: not on the score sheet until the hand is saved"))
        shown = (
            f'<span class="entered">{shown}</span><span class="in-play" '
            f'title="{title}">{points(in_play, ruleset)}'
            f'<span class="visually-hidden"> {escape(_("in play"))}</span></span>'
        )
    distance = f' <span class="nowrap">{escape(gap)}</span>' if gap else ""
    is_signed = "" if starts_with_points(ruleset) else ' data-signed="yes"'
    return _html(
        f'<small class="standing" id="standing-{seat.wind}" data-follows '
        f'data-score="{score}"{is_signed}>{shown}{distance}</small>'
    )


@register.simple_tag(takes_context=True)
def moved_here(context: Context, at: Place) -> SafeString:
    """Render a mark for a player who has just changed seats, according to the context's
    `card` or `receipt`. The mark is empty for other players.
    """
    notices = (context.get("card"), context.get("receipt"))
    is_moved = any(at.seat.wind in notice.moved for notice in notices if notice)
    label = escape(_("moved here")) if is_moved else ""
    return _html(
        f'<span class="moved-here" id="moved-{at.seat.wind}" data-follows>{label}'
        "</span>"
    )


@register.simple_tag(takes_context=True)
def seat_cards(context: Context) -> SafeString:
    """Render the players as list items, from the context's `now_winds`, `scores`,
    `gaps`, `ending`, `ready`, `dead_hands` and `tournament`.
    """
    return _html(
        "".join(_card(context, seat, wind) for seat, wind in context["now_winds"])
    )


def _card(context: Context, seat: Seat, wind: Wind) -> str:
    ruleset, is_over = context["tournament"].ruleset, bool(context["ending"])
    gap = context["gaps"][seat.wind]
    parts = [
        _started(seat) if is_over else _wind_now(wind),
        f"<span>{_player(context, seat)}</span>",
        points(context["scores"][seat.wind], ruleset),
        _badge(pgettext("waiting for one tile", "ready"))
        if seat in context["ready"]
        else "",
        _badge(_("dead hand")) if seat in context["dead_hands"] else "",
        *_result(seat, ruleset),
        f'<span class="soft small">{escape(gap)}</span>' if gap else "",
    ]
    dealer = "dealer" if wind == Wind.EAST and not is_over else ""
    shown = "\n".join(part for part in parts if part)
    return f'<li class="seat-card {dealer}">\n{shown}\n</li>\n'


def _started(seat: Seat) -> str:
    label = escape(_("started as %(wind)s") % {"wind": wind_name(seat.wind)})
    return f'<span class="soft">{_glyph(seat.wind)} {label}</span>'


def _wind_now(wind: Wind) -> str:
    dealer = f" · {escape(_('dealer'))}" if wind == Wind.EAST else ""
    return f"<span>{_glyph(wind)} {escape(wind_name(wind))}{dealer}</span>"


def _glyph(wind: str) -> str:
    return f'<span class="wind" aria-hidden="true">{wind_glyph(wind)}</span>'


def _player(context: Context, seat: Seat) -> SafeString:
    """Render the player's name. It is a link if the viewer may see the player page."""
    tournament, person = context["tournament"], seat.player.person
    visitor = getattr(context.get("request"), "visitor", None)
    is_linked = tournament.is_public or not (visitor and visitor.is_device)
    contents = (
        (tournament.slug, seat.player.number, is_linked),
        (str(seat.player), person.country),
    )
    shown = {"tournament": tournament, "player": seat.player, "is_linked": is_linked}
    return rendered_row(PLAYER, contents, shown)


def _badge(label: str) -> str:
    return f'<span class="badge">{escape(label)}</span>'


def _result(seat: Seat, ruleset: str) -> list[str]:
    """Render place, points and penalties of the seat's stored result; [] without a
    result.
    """
    if (result := getattr(seat, "result", None)) is None:
        return []
    text = _("Place %(place)s · %(name)s: %(points)s")
    facts = {
        "place": result.place,
        "name": points_name(ruleset),
        "points": table_points(result.table_points, ruleset),
    }
    lines = [text % facts]
    if result.penalties:
        fined = _("including penalties of %(points)s")
        lines.append(fined % {"points": signed(result.penalties)})
    return [f'<span class="soft">{escape(line)}</span>' for line in lines]


def _html(written: str) -> SafeString:
    return mark_safe(written)  # noqa: S308 - all that is put into it is escaped
