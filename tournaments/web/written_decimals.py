"""Read numbers with decimals as users write them: 1.5, 1,5, 1 234,5 or 1,234.5.

A number with two possible meanings, such as 1,500, is rejected.
"""

from __future__ import annotations

import re
from decimal import Decimal

from babel.numbers import get_decimal_symbol, get_group_symbol
from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.reader_locale import reader_locale

#: Replacements of printed signs by typed ones. All kinds of spaces count as the same
#: sign.
SIGNS = str.maketrans(
    {
        "\N{MINUS SIGN}": "-",
        "\N{EN DASH}": "-",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{NO-BREAK SPACE}": " ",
        "\N{NARROW NO-BREAK SPACE}": " ",
        "\N{THIN SPACE}": " ",
    }
)
#: Digits without separators, or in groups of three with the same separator.
_WHOLE = r"\d{1,12}|[1-9]\d{0,2}(?P<group>[., '])\d{3}(?:(?P=group)\d{3}){0,3}"
_NUMBER = re.compile(
    rf"(?P<sign>[-+]?) ?(?P<whole>{_WHOLE})(?:(?P<point>[.,])(?P<after>\d{{1,9}}))?"
)
_UNCLEAR = re.compile(r"[-+]? ?[1-9]\d{0,2}[.,]\d{3}")


def read_decimal(text: str) -> Decimal | None:
    """Return the number in a text. Return None if `text` is not a number, or has two
    possible meanings."""
    plain = text.strip().translate(SIGNS)
    match = _NUMBER.fullmatch(plain)
    if match is None or _UNCLEAR.fullmatch(plain):
        return None
    if match["point"] and match["point"] == match["group"]:
        return None
    whole = match["sign"] + re.sub(r"\D", "", match["whole"])
    return Decimal(f"{whole}.{match['after']}" if match["after"] else whole)


def whole_numbers(text: str) -> list[int]:
    """Return the whole numbers in a text. Thousands may be separated as in the reader's
    language.

    Return an empty list if a number has two possible meanings, such as 1,500 in German.
    """
    plain = text.translate(SIGNS)
    group = get_group_symbol(reader_locale()).translate(SIGNS)
    other = ".,".replace(group, "")
    if re.search(rf"(?<!\d)[1-9]\d{{0,2}}[{other}]\d{{3}}(?!\d)", plain):
        return []
    sign = f"(?P<sign>['{group}])"
    grouped = rf"(?<!\d)[1-9]\d{{0,2}}{sign}\d{{3}}(?:(?P=sign)\d{{3}})*(?!\d)"
    matches = re.finditer(rf"{grouped}|\d{{1,7}}", plain)
    return [int(re.sub(r"\D", "", number[0])) for number in matches]


def decimal_sign() -> str:
    """Return the decimal sign of the active language."""
    return get_decimal_symbol(reader_locale())


class WrittenDecimal(forms.DecimalField):
    """A form field for a number with decimals in the reader's format."""

    widget = forms.TextInput
    default_error_messages = {
        "unclear": _(
            "“%(written)s” is ambiguous. Enter the number without thousands "
            "separators, such as %(example)s."
        )
    }

    def to_python(self, value: object) -> Decimal | None:  # type: ignore[override]
        if isinstance(value, str) and any(map(str.isdecimal, value)):
            number = read_decimal(value)
            if number is None:
                raise forms.ValidationError(
                    self.error_messages["unclear"],
                    "unclear",
                    {"written": value, "example": f"1234{decimal_sign()}5"},
                )
            value = number
        typed: Decimal | None = super().to_python(value)
        return typed

    def prepare_value(self, value: object) -> object:
        """Return a number in the format of the reader's language. Return typed text
        unchanged."""
        return written_decimal(value) if isinstance(value, Decimal) else value


def written_decimal(number: Decimal) -> str:
    """Return a number as text for a form field, in the format of the reader's language,
    without separators of thousands."""
    text = f"{number.normalize():f}"
    return text.replace(".", decimal_sign())
