"""Template tags for the language of a page: its attributes, and the form to choose
another language."""

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
    """Return the page's attribute `lang`, and `dir` for right-to-left languages."""
    language = translation.get_language()
    if translation.get_language_bidi():
        return format_html('lang="{}" dir="rtl"', language)
    return format_html('lang="{}"', language)


@register.inclusion_tag("includes/choose_language.html", takes_context=True)
def choose_language(context: Context) -> Context:
    """Return the context of the form to choose a language. After the choice, the form
    returns to this page.

    The form has no languages if the page's language is fixed or only one language is
    installed.
    """
    # Pages with secret addresses send no Referer header, so the form has the address.
    request = context.get("request")
    return {
        "languages": languages_to_choose(),
        "current": translation.get_language(),
        "next": request.get_full_path() if request else "",
    }


@register.simple_tag
def language_query(before: str = "?") -> str:
    """Return the query that keeps the language of this page's address, after `before`.
    Return "" if the address has no language."""
    language = page_language.to_keep()
    return f"{before}{page_language.PARAMETER}={language}" if language else ""


@register.simple_tag
def keep_language() -> SafeString:
    """Return a hidden field for a GET form that keeps the language of the address.
    Return "" if the address has no language."""
    language = page_language.to_keep()
    if not language:
        return SafeString("")
    field = '<input type="hidden" name="{}" value="{}">'
    return format_html(field, page_language.PARAMETER, language)


@register.simple_tag
def languages_to_choose() -> list[tuple[str, str]]:
    """Return the code of each language that the reader can choose, and its name in that
    language. Return an empty list if there is no choice."""
    return list(settings.LANGUAGES) if page_language.reader_may_switch() else []
