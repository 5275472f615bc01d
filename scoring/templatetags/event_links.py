"""What other sites and search engines are told, in the head of an event's pages; and
where one can go from them."""

from __future__ import annotations

from django import template
from django.template import Context

from scoring.pages import previews, public_pages
from scoring.pages.public_pages import Nav
from tournaments.models import Tournament

register = template.Library()


@register.simple_tag(takes_context=True)
def public_nav(context: Context) -> Nav:
    """Where one can go within the event that a page is about."""
    tournament: Tournament = context["tournament"]
    return public_pages.nav(tournament)


@register.inclusion_tag("public/_event_links.html", takes_context=True)
def event_links(context: Context) -> dict[str, object]:
    """Of the event whose home is shown, if everybody may see it."""
    tournament = context["tournament"]
    if not tournament.is_public:
        return {}
    absolute = context["request"].build_absolute_uri
    preview = previews.preview(tournament, context, absolute)
    return {"tournament": tournament, "preview": preview}


@register.inclusion_tag("public/_event_links.html", takes_context=True)
def page_links(context: Context) -> dict[str, object]:
    """Of another page of an event, if everybody may see it: what it is, of which event,
    with the event's picture. A player is named as everybody sees the name."""
    tournament, request = context["tournament"], context.get("request")
    if not tournament.is_public or request is None:
        return {}
    entry = context.get("entry") if context.get("page") == "player" else None
    title = entry.public_name if entry else str(context.get("title") or "")
    number = context.get("number_of_page") or 1
    path = request.path + (f"?page={number}" if number > 1 else "")
    absolute = request.build_absolute_uri
    preview = previews.page_preview(tournament, title, path, absolute)
    return {"tournament": tournament, "preview": preview}
