"""The values of a Riichi hand as a grid: han down, fu across, what the winner gets in
each cell; what is a limit by these rules says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.forms.boundfield import BoundWidget
from django.utils.functional import Promise

from rules.riichi.base_points import MANGAN, limit_worth, payments, worth
from rules.riichi.options import RiichiOptions
from scoring.rulesets.riichi.terms import LIMIT_NAMES

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
