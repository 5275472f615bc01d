"""What a Riichi hand can be worth, as choices of one tap each.

A value is written "3-40" (han and fu), "mangan" (a limit), "yakuman-2" or, where an
entry came from elsewhere, "points-8000".

The values of a Riichi hand as a grid: han down, fu across, what the winner gets in
each cell; what is a limit by these rules says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.forms.boundfield import BoundWidget
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.ledger_entries import Raw
from rules.riichi.base_points import (
    LIMITS,
    MANGAN,
    YAKUMAN,
    check_han_fu,
    limit_worth,
    payments,
    worth,
)
from rules.riichi.options import RiichiOptions
from scoring.rulesets.riichi.outcome_and_value_words import LIMIT_NAMES
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


#: The columns: whoever has more fu finds them under "More fu…".
FU = (20, 25, 30, 40, 50, 60, 70)
HAN = (1, 2, 3, 4)
#: Wins as a cell tells them, in this order: by somebody's discard or self-drawn, each
#: of a player who does not deal and of the dealer.
_WINS = [(dealer, self_draw) for self_draw in (False, True) for dealer in (False, True)]


@dataclass(frozen=True)
class Cell:
    """A place of the grid, `span` columns wide: a value's `button`, or (`limit`) a
    second way to that of a limit; neither, where no hand has that value. `gains`: what
    each of the four kinds of win gives."""

    span: int
    button: BoundWidget | None = None
    limit: BoundWidget | None = None
    words: Promise | str = ""
    gains: tuple[int, ...] = ()

    @property
    def first_gain(self) -> int:
        return self.gains[0]

    @property
    def told_gains(self) -> str:
        return ",".join(map(str, self.gains))


def rows(
    buttons: Mapping[str, BoundWidget], options: RiichiOptions
) -> Iterator[tuple[int, list[Cell]]]:
    """The cells of each number of han."""
    for han in HAN:
        cells: list[Cell] = []
        for fu in FU:
            cell = _cell(han, fu, buttons, options)
            alike = cells and (cell.limit, cell.button) == (
                cells[-1].limit,
                cells[-1].button,
            )
            if alike:
                cell = Cell(
                    cells.pop().span + 1,
                    limit=cell.limit,
                    words=cell.words,
                    gains=cell.gains,
                )
            cells.append(cell)
        yield han, cells


def _cell(
    han: int, fu: int, buttons: Mapping[str, BoundWidget], options: RiichiOptions
) -> Cell:
    value = worth(han, fu, options)
    if value.limit:
        name = LIMIT_NAMES[value.limit]
        return Cell(1, None, buttons[value.limit], name, gains(value.base))
    button = buttons.get(f"{han}-{fu}")
    return Cell(1, button, None, "", gains(value.base) if button else ())


def limits(buttons: Mapping[str, BoundWidget]) -> list[Cell]:
    """The limits above a mangan, which is in the grid."""
    return [
        Cell(1, buttons[key], None, name, gains(limit_worth(key).base))
        for key, name in LIMIT_NAMES.items()
        if key != MANGAN
    ]


def more(buttons: Mapping[str, BoundWidget]) -> list[BoundWidget]:
    """The buttons of what the grid has no place for."""
    shown = {f"{han}-{fu}" for han in HAN for fu in FU} | set(LIMIT_NAMES)
    return [button for key, button in buttons.items() if key not in shown]


def gains(base: int) -> tuple[int, ...]:
    """What a win with this base gives, without counters and deposits, for each kind."""
    return tuple(
        sum(
            amount * (2 if payer == "others" else 3 if payer == "each" else 1)
            for payer, amount in payments(
                base, dealer=dealer, self_draw=self_draw
            ).items()
        )
        for dealer, self_draw in _WINS
    )
