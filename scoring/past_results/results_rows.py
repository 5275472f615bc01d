"""The rows of a list of past results, read cell by cell with their faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

from django.db import models
from django.utils.translation import gettext as _

import rules
from scoring.past_results.results_columns import COLUMNS, ResultColumns
from tournaments.list_import.list_rows import ema_number_in_list
from tournaments.list_import.name_splitting import NameOrder, split_name
from tournaments.models import EventDescription, NationalNumber, Person, Tournament
from tournaments.models.names_without_accents import plain
from tournaments.people.country_spellings import country_in_list
from tournaments.people.player_files import longest_text
from tournaments.rule_texts import ruleset_name
from tournaments.tournament_setup.offered_rulesets_and_presets import SERVED
from tournaments.web.list_wording import joined_with_commas

#: Largest numbers in a list.
MOST_PLAYERS: Final = 10_000
MOST_POINTS: Final = 1_000_000_000
MOST_WEIGHT: Final = 10
FIRST_YEAR: Final = 1900

_ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T].*)?")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})")
_DECIMAL: Final = re.compile(r"-?\d+(?:[.,]\d{1,3})?")
_SPACES: Final = re.compile(r"(?<=\d)[\s'’](?=\d{3})")
_PLACE: Final = re.compile(r"=?(\d{1,5})\s*(?:=|\.|st|nd|rd|th)?", re.IGNORECASE)
_UNRANKED: Final = frozenset({"-", "–", "—"})


@dataclass(frozen=True)
class CellFault:
    """A fault of a cell. `column`: the heading as written."""

    line: int
    column: str
    message: str


@dataclass(frozen=True)
class ResultRow:
    """A player's result in a tournament, as in the list. `place`: None if not
    ranked."""

    line: int
    title: str
    starts_on: date
    ends_on: date | None
    ruleset: str
    place: int | None
    first_name: str
    last_name: str
    number: str
    national_number: str
    country: str
    club: str
    points: Fraction | None
    score: Fraction | None
    players: int | None
    city: str
    weight: Fraction | None


def read_rows(
    rows: Sequence[tuple[int, Sequence[str]]], columns: ResultColumns, ruleset: str
) -> tuple[list[ResultRow], list[CellFault]]:
    """Return the rows below the headings that have no fault, and all faults.

    `ruleset`: ruleset of rows that name none.
    """
    read: list[ResultRow] = []
    faults: list[CellFault] = []
    for line, cells in rows:
        if line <= columns.line:
            continue
        reader = _Reader(line, cells, columns)
        row = reader.row(ruleset)
        faults += reader.faults
        if not reader.faults:
            read.append(row)
    return read, faults


class _Reader:
    """Reads one row. Faults are collected, so that the preview shows all faults."""

    def __init__(self, line: int, cells: Sequence[str], columns: ResultColumns) -> None:
        self.line, self.cells, self.columns = line, cells, columns
        self.faults: list[CellFault] = []

    def text(self, field: str) -> str:
        place = self.columns.at.get(field)
        return "" if place is None or place >= len(self.cells) else self.cells[place]

    def fault(self, field: str, message: str) -> None:
        heading = self.columns.headings.get(field) or str(COLUMNS[field])
        self.faults.append(CellFault(self.line, heading, message))

    def short(self, field: str, model: type[models.Model], name: str) -> str:
        """Return the text of a field.

        Adds a fault if the text is too long for the column `name` of `model`.
        """
        text = self.text(field)
        longest = longest_text(model, name)
        if len(text) > longest:
            message = _("Enter at most %(longest)s characters.")
            self.fault(field, message % {"longest": longest})
        return text

    def row(self, ruleset: str) -> ResultRow:
        first_name, last_name = self._names()
        starts_on = self._date("date", is_needed=True)
        ends_on = self._date("last_day")
        if starts_on and ends_on and ends_on < starts_on:
            self.fault("last_day", _("The last day is before the first."))
        ema = ema_number_in_list(self.text("number"))
        if ema.fault:
            self.fault("number", ema.fault)
        title = self.short("tournament", Tournament, "title")
        if not title:
            self.fault("tournament", _("Enter the title of the tournament."))
        return ResultRow(
            self.line,
            title,
            starts_on or date.min,
            ends_on if ends_on != starts_on else None,
            self._ruleset(ruleset),
            self._place(),
            first_name,
            last_name,
            ema.number,
            self.short("national_number", NationalNumber, "number"),
            self._country(),
            self.short("club", Person, "club"),
            self._decimal("points", -MOST_POINTS, MOST_POINTS),
            self._decimal("score", -MOST_POINTS, MOST_POINTS),
            self._players(),
            self.short("city", EventDescription, "city"),
            self._weight(),
        )

    def _names(self) -> tuple[str, str]:
        if "name" in self.columns.at:
            country = country_in_list(self.text("country"))
            first, last = split_name(
                self.text("name"),
                NameOrder.LAST_WORD,
                two_family_names=country == "Spain",
            )
            field = "name"
        else:
            first, last, field = (
                self.text("first_name"),
                self.text("last_name"),
                "last_name",
            )
        if not any(map(str.isalpha, last)):
            self.fault(field, _("Enter the name of the player."))
        longest = 100
        if max(len(first), len(last)) > longest:
            message = _("Enter at most %(longest)s characters.")
            self.fault(field, message % {"longest": longest})
        return first, last

    def _date(self, field: str, *, is_needed: bool = False) -> date | None:
        text = self.text(field)
        if not text:
            if is_needed:
                self.fault(field, _("Enter a date, such as 2024-05-31."))
            return None
        if day := date_in(text):
            return day
        message = _("“%(text)s” is not a date. Enter it as 2024-05-31 or 31.05.2024.")
        self.fault(field, message % {"text": text[:40]})
        return None

    def _place(self) -> int | None:
        text = self.text("place")
        if text in _UNRANKED:
            return None
        read = _PLACE.fullmatch(text)
        if read and 1 <= int(read[1]) <= MOST_PLAYERS:
            return int(read[1])
        self.fault("place", _("Enter the place as a number, or “–” if not ranked."))
        return None

    def _country(self) -> str:
        text = self.short("country", Person, "country")
        country = country_in_list(text)
        if text and not country:
            message = _("“%(text)s” is not a known country.")
            self.fault("country", message % {"text": text})
        return country

    def _ruleset(self, ruleset: str) -> str:
        text = self.text("ruleset")
        if not text:
            return ruleset
        if known := ruleset_named(text):
            return known
        message = _("“%(text)s” is not a known ruleset. Enter one of: %(known)s.")
        names = joined_with_commas(str(rules.RULESETS[key][0]) for key in SERVED)
        self.fault("ruleset", message % {"text": text[:40], "known": names})
        return ruleset

    def _players(self) -> int | None:
        text = self.text("players")
        if not text:
            return None
        if text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_PLAYERS:
            return int(text)
        message = _("Enter a whole number from 1 to %(most)s.")
        self.fault("players", message % {"most": MOST_PLAYERS})
        return None

    def _weight(self) -> Fraction | None:
        weight = self._decimal("weight", 0, MOST_WEIGHT)
        if weight is not None and (not weight or (weight * 100).denominator != 1):
            self.fault("weight", _("Enter a weight above 0, such as 2.5."))
        return weight

    def _decimal(self, field: str, least: int, most: int) -> Fraction | None:
        text = _SPACES.sub("", self.text(field).replace("−", "-")).lstrip("+")
        if not text:
            return None
        if _DECIMAL.fullmatch(text) and text.isascii():
            value = Fraction(text.replace(",", "."))
            if least <= value <= most:
                return value
        self.fault(field, _("Enter a number with at most 3 decimals."))
        return None


def date_in(text: str) -> date | None:
    """Return the date in a cell, written year first or day first; None for any other
    text.
    """
    if iso := _ISO.fullmatch(text):
        year, month, day = iso[1], iso[2], iso[3]
    elif european := _DAY_FIRST.fullmatch(text):
        day, month, year = european[1], european[2], european[3]
    else:
        return None
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:
        return None
    return found if found.year >= FIRST_YEAR else None


def ruleset_named(text: str) -> str:
    """Return the key of the ruleset that a text names; "" if it names none."""
    named: Callable[[str], bool] = plain(text).__eq__
    for key in SERVED:
        name = str(rules.RULESETS[key][0])
        ways = (key, name, name.partition(" (")[0], ruleset_name(key))
        if any(named(plain(way)) for way in ways):
            return key
    return ""
