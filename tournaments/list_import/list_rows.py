"""The rows of a list as fields of players, with the errors of each row."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from django.db import models
from django.utils.translation import gettext as _

from tournaments.list_import.list_columns import FIELDS
from tournaments.list_import.name_splitting import NameOrder, split_name
from tournaments.models import Person, Player, PlayerList, Team
from tournaments.people.countries_and_ema_numbers import (
    country_named,
    ema_number,
    nearest_country,
)
from tournaments.people.presence_in_rounds import Reached, refuse_presence
from tournaments.people.register_players import PlayerRow
from tournaments.refusals import Refused, sentence
from tournaments.seating.files.pasted_tables import (
    MOST_ROUNDS,
    MOST_START_NUMBER,
    MOST_TABLES,
)

#: A number before a name: "7 Ada Lind", "7. Ada Lind", "7) Ada Lind".
_NUMBERED: Final = re.compile(r"([0-9]+)[.)]?\s+(?=\S)")
_WHOLE: Final = re.compile(r"[0-9]{1,9}")

#: Fields that can be edited in a row; a full name only as its two parts.
MENDABLE: Final = tuple(field for field in FIELDS if field != "name")


def _longest(model: type[models.Model], field: str) -> int:
    text = cast("models.CharField[str, str]", model._meta.get_field(field))
    return text.max_length or 0


#: Maximum lengths of texts, in characters.
LONGEST: Final = {
    "first_name": _longest(Person, "first_name"),
    "last_name": _longest(Person, "last_name"),
    "country": _longest(Person, "country"),
    "club": _longest(Person, "club"),
    "team": _longest(Team, "name"),
    "group": _longest(Player, "group"),
}
#: Limits of numbers.
NUMBERS: Final = {
    "number": (1, MOST_START_NUMBER),
    "fixed_table": (1, MOST_TABLES),
    "first_round": (1, MOST_ROUNDS),
    "last_round": (1, MOST_ROUNDS),
}


@dataclass(frozen=True)
class ListRow:
    """A row by field. `line`: its line in the upload."""

    line: int
    values: Mapping[str, str]

    def says(self, field: str) -> str:
        return self.values.get(field, "")


@dataclass(frozen=True)
class CheckedRow:
    """A player in a row. `wrong`: errors that prevent registration; `ema_fault`: error
    of the EMA number; `unknown_country`: an unknown spelling, and `nearest` the most
    similar country; `remarks`: corrections made on reading."""

    row: ListRow
    player: PlayerRow
    wrong: tuple[str, ...] = ()
    ema_fault: str = ""
    unknown_country: str = ""
    nearest: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def line(self) -> int:
        return self.row.line


def rows_of(player_list: PlayerList) -> list[ListRow]:
    """Return the rows below the headings, with their edits."""
    fields: Sequence[str] = player_list.fields
    order = NameOrder(player_list.name_order)
    mended: Mapping[str, Mapping[str, str]] = player_list.mended
    return [
        ListRow(
            line,
            {**_by_field(fields, cells, order), **mended.get(str(line), {})},
        )
        for line, cells in player_list.rows
        if line > player_list.heading
    ]


def _by_field(
    fields: Sequence[str], cells: Sequence[str], order: NameOrder
) -> dict[str, str]:
    values = {field: cell for field, cell in zip(fields, cells, strict=False) if field}
    name = values.pop("name", None)
    if name is not None:
        if "number" not in values and (numbered := _NUMBERED.match(name)):
            values["number"] = numbered[1]
            name = name[numbered.end() :]
        values["first_name"], values["last_name"] = split_name(name, order)
    return values


def checked(row: ListRow, countries: Mapping[str, str], now: Reached) -> CheckedRow:
    """Return a row's data with its errors. `countries`: countries meant by unknown
    spellings, "" to keep one; `now`: progress of the tournament."""
    wrong = [*_wrong_texts(row), *_wrong_numbers(row)]
    numbers = {name: _number(row.says(name)) for name in NUMBERS}
    try:
        first = numbers["first_round"] or now.comes_next
        refuse_presence(now, first, numbers["last_round"])
    except Refused as refused:
        wrong += map(sentence, refused.faults)
    ema = ema_number(row.says("ema_number"))
    checked_row = CheckedRow(
        row,
        PlayerRow(
            last_name=row.says("last_name"),
            first_name=row.says("first_name"),
            club=row.says("club"),
            team=row.says("team"),
            group=row.says("group"),
            ema_number=ema.number,
            number=numbers["number"],
            fixed_table=numbers["fixed_table"],
            first_round=numbers["first_round"],
            last_round=numbers["last_round"],
        ),
        tuple(wrong),
        ema_fault=ema.fault,
        remarks=(ema.remark,) if ema.remark else (),
    )
    return _with_country(checked_row, row.says("country"), countries)


def _with_country(
    checked_row: CheckedRow, written: str, countries: Mapping[str, str]
) -> CheckedRow:
    country = country_named(written) or countries.get(written) or written
    player = replace(checked_row.player, country=country)
    if not written or country_named(country) or written in countries:
        return replace(checked_row, player=player)
    return replace(
        checked_row,
        player=player,
        unknown_country=written,
        nearest=nearest_country(written),
    )


def _wrong_texts(row: ListRow) -> list[str]:
    wrong = [
        _("%(field)s is longer than %(longest)s characters.")
        % {"field": FIELDS[field], "longest": longest}
        for field, longest in LONGEST.items()
        if len(row.says(field)) > longest
    ]
    if not row.says("last_name"):
        wrong.append(_("The last name is missing."))
    elif not any(map(str.isalnum, row.says("last_name"))):
        wrong.append(_("The last name contains no letters."))
    return wrong


def _wrong_numbers(row: ListRow) -> list[str]:
    wrong = []
    for field, (low, high) in NUMBERS.items():
        text = row.says(field)
        shown = {"field": FIELDS[field], "value": text, "low": low, "high": high}
        if text and not _WHOLE.fullmatch(text):
            message = _("%(field)s is “%(value)s”. Enter a whole number.")
            wrong.append(message % shown)
        elif text and not low <= int(text) <= high:
            wrong.append(
                _("%(field)s is %(value)s. Enter a number from %(low)s to %(high)s.")
                % shown
            )
    return wrong


def _number(text: str) -> int | None:
    return int(text) if _WHOLE.fullmatch(text) else None
