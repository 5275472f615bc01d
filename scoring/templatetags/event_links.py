"""What other sites and search engines are told, in the head of an event's home."""

from __future__ import annotations

from typing import Any

from django import template

from scoring.pages import previews

register = template.Library()


@register.inclusion_tag("public/_event_links.html", takes_context=True)
def event_links(context: dict[str, Any]) -> dict[str, Any]:
    """Of the event whose home is shown, if everybody may see it."""
    tournament = context["tournament"]
    if not tournament.is_public:
        return {}
    absolute = context["request"].build_absolute_uri
    preview = previews.preview(tournament, context, absolute)
    return {"tournament": tournament, "preview": preview}
