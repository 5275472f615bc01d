"""Tags for the language of a page: its attributes, and the choice of another one."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.languages import page_language
from tournaments.web.form_fields_and_types import Context

register = template.Library()


@register.simple_tag
def language_attributes() -> SafeString:
    """Return the attribute `lang` of the page, and `dir` if it is read from the
    right."""
    language = translation.get_language()
    if translation.get_language_bidi():
        return format_html('lang="{}" dir="rtl"', language)
    return format_html('lang="{}"', language)


@register.inclusion_tag("includes/choose_language.html")
def choose_language() -> Context:
    """Render the choice of a language; nothing if the page has a fixed one, or there is
    only one."""
    return {
        "languages": languages_to_choose(),
        "current": translation.get_language(),
    }


@register.simple_tag
def languages_to_choose() -> list[tuple[str, str]]:
    """Return the languages with their own names; [] if there is no choice."""
    return list(settings.LANGUAGES) if page_language.reader_may_switch() else []
