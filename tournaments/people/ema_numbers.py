"""EMA numbers: eight digits, of which the first two are a country's."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

DIGITS = 8

#: What people write who have none.
_NONE = re.compile(r"|0+|[-–—?./x]+|n\.?/?a\.?|no|none|nein|non|new", re.IGNORECASE)
#: Dots, spaces and dashes between the digits.
_BETWEEN = re.compile(r"[\s.\-–]")


@dataclass(frozen=True)
class EmaNumber:
    """`number`: eight digits, or "" for nobody's. `remark`: what was changed about it.
    `fault`: why it is none, or ""."""

    number: str = ""
    remark: str = ""
    fault: str = ""


def ema_number(text: str) -> EmaNumber:
    """What somebody wrote as an EMA number. A spreadsheet eats the 0 before it: seven
    digits get it back. There is no country 00, so fewer digits are no number."""
    if _NONE.fullmatch(text.strip()):
        return EmaNumber()
    digits = _BETWEEN.sub("", text)
    shown = {"number": text.strip()}
    if not (digits.isascii() and digits.isdigit()):
        return EmaNumber(fault=_("EMA number “%(number)s”: enter 8 digits.") % shown)
    if len(digits) == DIGITS - 1:
        remark = _("EMA number %(digits)s is read as 0%(digits)s.")
        return EmaNumber("0" + digits, remark=remark % {"digits": digits})
    if len(digits) != DIGITS or digits.startswith("00"):
        fault = _("EMA number %(number)s has %(count)s digits instead of 8.")
        if len(digits) == DIGITS:
            fault = _("EMA number %(number)s starts with 00, which is not a country.")
        return EmaNumber(fault=fault % {**shown, "count": len(digits)})
    return EmaNumber(digits)
