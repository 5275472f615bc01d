"""What a Riichi hand can be worth, as choices of one tap each.

A value is written "3-40" (han and fu), "mangan" (a limit), "yakuman-2" or, where an
entry came from elsewhere, "points-8000".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _

from rules.ledger_entries import Raw
from rules.riichi.base_points import LIMITS, YAKUMAN, check_han_fu, worth
from rules.riichi.options import RiichiOptions
from scoring.rulesets.riichi.terms import LIMIT_NAMES
from tournaments.web.form_fields_and_types import Words

#: The most yakuman in one hand that are offered.
_MOST_YAKUMAN = 4
_FU = (20, 25, *range(30, 111, 10))
_RARE_FU = frozenset(str(fu) for fu in _FU if fu >= 70)
_HAN_BELOW_MANGAN = range(1, 5)

Groups = Sequence[tuple[Words, Sequence[tuple[str, Words]]]]


def groups(options: RiichiOptions) -> Groups:
    """Every value a hand can have, by han; what is a mangan already is among the
    limits."""
    below = [
        (
            _("%(han)s han") % {"han": han},
            [(f"{han}-{fu}", str(fu)) for fu in _fu_of(han, options)],
        )
        for han in _HAN_BELOW_MANGAN
    ]
    return [*below, (_("Mangan and above"), list(_limits(options)))]


def spelled(options: RiichiOptions) -> Groups:
    """The values for a list that shows no headings when it is closed."""
    spelled: list[tuple[Words, list[tuple[str, Words]]]] = []
    for label, choices in groups(options):
        names: list[tuple[str, Words]] = []
        for key, name in choices:
            han, _dash, fu = key.partition("-")
            if han.isdecimal():
                name = _("%(han)s han %(fu)s fu") % {"han": han, "fu": fu}
            names.append((key, name))
        spelled.append((label, names))
    return spelled


def _fu_of(han: int, options: RiichiOptions) -> Iterator[int]:
    for fu in _FU:
        possible = not check_han_fu(han, fu, self_draw=True) or not check_han_fu(
            han, fu, self_draw=False
        )
        if possible and not worth(han, fu, options).limit:
            yield fu


def _limits(options: RiichiOptions) -> Iterator[tuple[str, Words]]:
    yield from LIMIT_NAMES.items()
    if options.yakuman_stack:
        for number in range(2, _MOST_YAKUMAN + 1):
            yield f"yakuman-{number}", _("%(number)s yakuman") % {"number": number}


def is_of_fu(value: str) -> bool:
    return value[:1].isdecimal()


def is_rare(value: str) -> bool:
    """Whether it has so many fu that few hands have as many."""
    return is_of_fu(value) and value.partition("-")[2] in _RARE_FU


def raw_of(value: str) -> dict[str, object]:
    """The value in the rules' notation."""
    first, _dash, second = value.partition("-")
    if first == "points":
        return {"points": int(second)}
    if first == YAKUMAN and second:
        return {"yakuman": int(second)}
    if first in LIMITS:
        return {"limit": first}
    return {"han": int(first), "fu": int(second)}


def value_of(raw: Raw, options: RiichiOptions) -> str:
    """The value of an entry in the ledger; "" where it has tiles."""
    han, fu, number = raw.get("han"), raw.get("fu"), raw.get("yakuman")
    if number or raw.get("limit") == YAKUMAN:
        return f"{YAKUMAN}-{number}" if number and number > 1 else YAKUMAN
    if raw.get("limit"):
        return str(raw["limit"])
    if han:
        return worth(han, fu or 30, options).limit or f"{han}-{fu}"
    return f"points-{raw['points']}" if raw.get("points") else ""


def extra_choice(value: str, options: RiichiOptions) -> list[tuple[str, Words]]:
    """The choice of a value that came from elsewhere; none where it is offered."""
    offered = {key for _label, choices in groups(options) for key, _name in choices}
    first, _dash, second = value.partition("-")
    if value in offered or not second.isdecimal() or len(second) > 6:
        return []
    if first == "points":
        return [(value, _("%(points)s points") % {"points": second})]
    return []
