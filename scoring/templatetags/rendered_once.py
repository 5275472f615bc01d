"""Parts of templates that are cached until their values change."""

from __future__ import annotations

from itertools import count

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString

from scoring.all_pages.page_cache import kept

register = template.Library()

_numbers = count()


class CachedPart(template.Node):
    """A template node that renders the contents of the tag, cached by the
    tag's values.
    """

    def __init__(self, inside: NodeList, values: list[FilterExpression]) -> None:
        self.nodelist = inside
        self.values = values
        self.number = next(_numbers)

    def render(self, context: Context) -> SafeString:
        values = tuple(
            value.resolve(context, ignore_failures=True) for value in self.values
        )
        return kept((self.number, values), lambda: self.nodelist.render(context))


@register.tag("kept")
def kept_part(parser: Parser, token: Token) -> CachedPart:
    """Parse `{% kept value … %}` … `{% endkept %}`: the contents depend only on the
    language and the values, which must not be database rows."""
    _name, *values = token.split_contents()
    compiled = [parser.compile_filter(value) for value in values]
    inside = parser.parse(["endkept"])
    parser.delete_first_token()
    return CachedPart(inside, compiled)
