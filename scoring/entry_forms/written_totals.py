"""Scores as people write them: 32400, 32,400, 32.400, 32 400 or 32'400.

`static/read-written-totals.js` reads scores in the same way while the user types.
"""

from __future__ import annotations

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.web.written_decimals import SIGNS

#: Digits alone, or groups of three after the first, all with the same separator.
_WHOLE = re.compile(r"([-+]?) ?(\d{1,12}|[1-9]\d{0,2}([., '])\d{3}(?:\3\d{3}){0,3})")


def read_total(text: str) -> int | None:
    """Return the score.

    Return None if `text` is not a whole number in digits, or can be read in two ways,
    such as 32.4 or 3 2400.
    """
    match = _WHOLE.fullmatch(text.strip().translate(SIGNS))
    if match is None:
        return None
    sign, digits, _separator = match.groups()
    return int(sign + re.sub(r"\D", "", digits))


class WrittenTotal(forms.IntegerField):
    """A score that may have separators between thousands and a printed minus sign."""

    widget = forms.TextInput
    default_error_messages = {
        "unclear": _(
            "“%(written)s” is not a clear score. Enter it in digits, such as 32400."
        )
    }

    def to_python(self, value: object) -> int | None:
        if isinstance(value, str) and any(map(str.isdecimal, value)):
            total = read_total(value)
            if total is None:
                raise forms.ValidationError(
                    self.error_messages["unclear"], "unclear", {"written": value}
                )
            value = total
        number: int | None = super().to_python(value)
        return number
