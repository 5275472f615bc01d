"""Write numbers in the format of the reader's language: separators, percentages and
ordinals.

The minus sign is the same in all languages. Japanese score lists use ▲ instead, but in
the standings of this program ▲ means a rise.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from babel.numbers import get_decimal_symbol, get_group_symbol
from django.utils.translation import get_language

from tournaments.reader_locale import cached_by_language, reader_locale

MINUS = "\u2212"
#: Ordinals by the CLDR's plural forms. They are listed here because Babel does not read
#: the ordinals of the CLDR.
ORDINALS = {
    "en": {"one": "{}st", "two": "{}nd", "few": "{}rd", "other": "{}th"},
    "fr": {"one": "{}er", "other": "{}e"},
    "de": {"other": "{}."},
    "es": {"other": "{}.º"},
    "it": {"other": "{}º"},
    "pl": {"other": "{}."},
    "ru": {"other": "{}-е"},
    "nl": {"other": "{}e"},
    "pt-br": {"other": "{}º"},
    "zh-hans": {"other": "第{}名"},
    "zh-hant": {"other": "第{}名"},
    "ja": {"other": "{}位"},
    "ko": {"other": "{}위"},
}


def whole(number: int) -> str:
    """Return a whole number as text: 32,400 or −400."""
    digits = f"{abs(number):,}".replace(",", _signs()[0])
    return f"{MINUS}{digits}" if number < 0 else digits


def decimal(number: Fraction | Decimal | float, digits: int) -> str:
    """Return a number with `digits` decimals, rounded half up: 1,234.5."""
    if isinstance(number, Fraction):
        number = Decimal(number.numerator) / Decimal(number.denominator)
    last = Decimal(1).scaleb(-digits)
    rounded = Decimal(number).quantize(last, ROUND_HALF_UP)
    group, point = _signs()
    before, _point, after = f"{abs(rounded):,f}".partition(".")
    text = before.replace(",", group) + (point + after if after else "")
    return f"{MINUS}{text}" if rounded < 0 else text


def exact(number: Fraction | int) -> str:
    """Return a number with as many decimals as needed, at most 3: 12,000 or 0.5."""
    needed = (n for n in range(3) if number * 10**n == int(number * 10**n))
    return decimal(Fraction(number), next(needed, 3))


def percent(number: Fraction | Decimal | float, digits: int = 0) -> str:
    """Return a percentage as text: 12.5%, or 12,5 % in French."""
    pattern = reader_locale().percent_formats[None]
    return f"{decimal(number, digits)}{pattern.suffix[1]}"


def plural_number(number: Fraction | Decimal) -> int:
    """Return a whole number that has the same plural form (`ngettext`) as `number`,
    which may have decimals.

    For example, 1½ is singular in French, but plural, like 2, in English and Russian.
    """
    size = abs(Fraction(number))
    if size.denominator == 1:
        return size.numerator
    return 1 if reader_locale().plural_form(float(size)) == "one" else 2


def ordinal(number: int) -> str:
    """Return a place as an ordinal number: 1st, 1er in French or 1位 in Japanese."""
    forms = ORDINALS.get(get_language() or "en", ORDINALS["en"])
    kind = reader_locale().ordinal_form(number)
    return forms.get(kind, forms["other"]).format(number)


@cached_by_language(32)
def _signs() -> tuple[str, str]:
    """Return the separator of thousands and the decimal sign of the reader's
    language."""
    locale = reader_locale()
    return get_group_symbol(locale), get_decimal_symbol(locale)
