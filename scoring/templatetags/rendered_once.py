"""Parts of templates that are rendered once for as long as they read the same."""

from __future__ import annotations

from itertools import count

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString

from scoring.all_pages.page_cache import kept

register = template.Library()

_numbers = count()


class Kept(template.Node):
    """What is between the tags, by the values that are named."""

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
def kept_part(parser: Parser, token: Token) -> Kept:
    """`{% kept value … %}` … `{% endkept %}`: all that is between them, but for the
    language, follows from the values, which are no rows of the database."""
    _name, *values = token.split_contents()
    compiled = [parser.compile_filter(value) for value in values]
    inside = parser.parse(["endkept"])
    parser.delete_first_token()
    return Kept(inside, compiled)
