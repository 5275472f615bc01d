"""Template tag for the address of a page in the local network, for phones."""

from __future__ import annotations

from django import template
from django.template import Context

from tournaments.web.own_network_address import page_for_phones

register = template.Library()


@register.simple_tag(takes_context=True)
def address_for_phones(context: Context) -> str:
    """Return the address of this page for phones, or "" if there is none."""
    return page_for_phones(context["request"])
