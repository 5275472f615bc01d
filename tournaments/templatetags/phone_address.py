"""Template tag for the address of a page for phones."""

from __future__ import annotations

from django import template
from django.template import Context

from tournaments.web import own_network_address
from tournaments.web.own_network_address import PhoneAccess

register = template.Library()


@register.simple_tag(takes_context=True)
def phone_access(context: Context) -> PhoneAccess:
    """Return how phones reach this page."""
    return own_network_address.phone_access(context["request"])
