"""The values of a Riichi hand, as choices made with one tap and as a grid.

A value is written "3-40" (han and fu), "mangan" (a limit), "yakuman-2", or
"points-8000" in entries from other sources. Without fu, it is the han: "3".

The grid has a row for each han and a column for each fu. Each cell shows the winner's
points. Values that count as a limit in these rules are marked.
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
    worth,
)
from rules.riichi.options import RiichiOptions
from rules.riichi.payments_of_base import total
from scoring.rulesets.riichi.outcome_and_value_words import LIMIT_NAMES
from tournaments.web.form_fields_and_types import Words
from tournaments.web.number_wording import whole

#: Largest number of yakuman offered for one hand.
_MOST_YAKUMAN = 4
_FU = (20, 25, *range(30, 111, 10))
_RARE_FU = frozenset(str(fu) for fu in _FU if fu >= 70)
_HAN_BELOW_MANGAN = range(1, 5)
_HAN_WITHOUT_FU = range(1, 4)

Groups = Sequence[tuple[Words, Sequence[tuple[str, Words]]]]


def groups(options: RiichiOptions) -> Groups:
    """Return the values that a hand can have, grouped by han.

    Values that count as a mangan are in the group of limits.
    """
    if not options.uses_fu:
        without_fu = [
            (str(han), _("%(han)s han") % {"han": han}) for han in _HAN_WITHOUT_FU
        ]
        return [(_("Hand value"), [*without_fu, *_limits(options)])]
    below = [
        (
            _("%(han)s han") % {"han": han},
            [(f"{han}-{fu}", str(fu)) for fu in _fu_of(han, options)],
        )
        for han in _HAN_BELOW_MANGAN
    ]
    return [*below, (_("Mangan and above"), list(_limits(options)))]


def spelled(options: RiichiOptions) -> Groups:
    """Return the values with full names, for a list that hides the group labels when
    closed.
    """
    spelled: list[tuple[Words, list[tuple[str, Words]]]] = []
    for label, choices in groups(options):
        names: list[tuple[str, Words]] = []
        for key, name in choices:
            han, _dash, fu = key.partition("-")
            if fu and han.isdecimal():
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
    return value[:1].isdecimal() and "-" in value


def is_rare(value: str) -> bool:
    """Return whether the value has a rare number of fu (70 or more)."""
    return is_of_fu(value) and value.partition("-")[2] in _RARE_FU


def raw_of(value: str) -> dict[str, object]:
    """Return the value in the rules' notation."""
    first, _dash, second = value.partition("-")
    if first == "points":
        return {"points": int(second)}
    if first == YAKUMAN and second:
        return {"yakuman": int(second)}
    if first in LIMITS:
        return {"limit": first}
    return {"han": int(first), **({"fu": int(second)} if second else {})}


def value_of(raw: Raw, options: RiichiOptions) -> str:
    """Return the value of a ledger entry as written here; "" for a hand by tiles."""
    han, fu, number = raw.get("han"), raw.get("fu"), raw.get("yakuman")
    if number or raw.get("limit") == YAKUMAN:
        return f"{YAKUMAN}-{number}" if number and number > 1 else YAKUMAN
    if raw.get("limit"):
        return str(raw["limit"])
    if han:
        below = f"{han}-{fu}" if options.uses_fu else str(han)
        return worth(han, fu or 30, options).limit or below
    return f"points-{raw['points']}" if raw.get("points") else ""


def extra_choice(value: str, options: RiichiOptions) -> list[tuple[str, Words]]:
    """Return the choice for a value from another source.

    Empty if the value is offered already or unknown.
    """
    offered = {key for _label, choices in groups(options) for key, _name in choices}
    first, _dash, second = value.partition("-")
    if value in offered or not second.isdecimal() or len(second) > 6:
        return []
    if first == "points":
        return [(value, _("%(points)s points") % {"points": whole(int(second))})]
    return []


#: The fu of the grid's columns; others are below "More fu…".
FU = (20, 25, 30, 40, 50, 60, 70)
HAN = (1, 2, 3, 4)
#: The kinds of win in a cell, as (dealer, self-draw); wins on a discard come first.
_WINS = [(dealer, self_draw) for self_draw in (False, True) for dealer in (False, True)]


@dataclass(frozen=True)
class Cell:
    """A cell of the grid. `span`: width in columns.

    `button`: button of the value; `limit`: second button, of a limit. Both are None if
    no hand has the value. `label`: name of the limit; `gains`: the winner's points in
    each of the four kinds of win.
    """

    span: int
    button: BoundWidget | None = None
    limit: BoundWidget | None = None
    label: Promise | str = ""
    gains: tuple[int, ...] = ()

    @property
    def first_gain(self) -> str:
        return whole(self.gains[0])

    @property
    def told_gains(self) -> str:
        return "|".join(map(whole, self.gains))


def rows(
    buttons: Mapping[str, BoundWidget], options: RiichiOptions
) -> Iterator[tuple[int, list[Cell]]]:
    """Yield each han with its cells. Equal neighbours are merged into one cell."""
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
                    label=cell.label,
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
        won = gains(value.base, options)
        return Cell(1, None, buttons[value.limit], name, won)
    button = buttons.get(f"{han}-{fu}")
    return Cell(1, button, None, "", gains(value.base, options) if button else ())


def limits(buttons: Mapping[str, BoundWidget], options: RiichiOptions) -> list[Cell]:
    """Return the cells of limits above mangan; mangan is in the grid.

    Without fu there is no grid, so the cells are all values of a hand.
    """
    of_limits = [
        Cell(1, buttons[key], None, name, gains(limit_worth(key).base, options))
        for key, name in LIMIT_NAMES.items()
        if key != MANGAN or not options.uses_fu
    ]
    if options.uses_fu:
        return of_limits
    return [*_without_fu(buttons, options), *of_limits]


def _without_fu(
    buttons: Mapping[str, BoundWidget], options: RiichiOptions
) -> Iterator[Cell]:
    for han in _HAN_WITHOUT_FU:
        name = _("%(han)s han") % {"han": han}
        won = gains(worth(han, 0, options).base, options)
        yield Cell(1, buttons[str(han)], None, name, won)


def more(buttons: Mapping[str, BoundWidget]) -> list[BoundWidget]:
    """Return the buttons of values outside the grid."""
    shown = {f"{han}-{fu}" for han in HAN for fu in FU} | set(LIMIT_NAMES)
    shown |= {str(han) for han in _HAN_WITHOUT_FU}
    return [button for key, button in buttons.items() if key not in shown]


def gains(base: int, options: RiichiOptions) -> tuple[int, ...]:
    """Return the winner's points for each kind of win, without counters and riichi
    sticks.
    """
    return tuple(
        total(
            options.payments(base, dealer=dealer, self_draw=self_draw),
            options.players,
        )
        for dealer, self_draw in _WINS
    )
