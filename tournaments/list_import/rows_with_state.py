"""Sort the rows of a list into types: a player, a player on the waiting list, a player
who is left out, or not a player. Each unclear value in the list becomes one question to
the director."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.translation import gettext as _

from tournaments.files.plain_text_tables import STRUCK
from tournaments.list_import.comma_in_names import Commas, commas_in
from tournaments.list_import.list_columns import REPEATED, columns_of_other_people
from tournaments.list_import.list_words import has_word, is_word, state_in, state_word
from tournaments.list_import.name_cells import (
    NameCell,
    club_and_country,
    end_in_countries,
    numbers_are_glued,
    taken_apart,
    without_tail,
)
from tournaments.list_import.name_splitting import (
    NameOrder,
    family_name,
    has_two_family_names,
    split_name,
    with_usual_capitals,
    without_titles,
)
from tournaments.list_import.row_kinds import Nobody, Section, nobody_in, section_of
from tournaments.models import PlayerList
from tournaments.people.country_spellings import country_in_list

#: Types of rows; a director can change the type of a row.
PLAYER, WAITING, LEFT_OUT, NOBODY = "player", "waiting", "left_out", "nobody"
#: Keys of the questions about the meaning of texts in brackets and after commas, and
#: their answers.
BRACKETS: Final = "brackets:"
COMMA: Final = "comma:"
AS_CLUB, AS_REMARK, NOT_USED = "club", "remarks", "unused"

#: Fields whose columns are also searched for words such as “cancelled”. Columns of
#: states and remarks always are.
_MAY_HAVE_STATE: Final = ("", "ema_number", "paid", "number")
_TWO_PEOPLE: Final = re.compile(r"\S\s+(?:&|\+|/|and|und(?!\s+zu))\s+\S")
_IN_BRACKETS: Final = re.compile(r"[(\[]([^()\[\]]{3,60})[)\]]")
_LONGEST_SHORT_TEAM: Final = 3


@dataclass(frozen=True)
class Question:
    """A question about one value in a list, asked once for all rows with the value.

    `rows`: the number of these rows. `kind`: "state", "ticket", "brackets" or "comma".
    """

    key: str
    value: str
    kind: str
    rows: int = 1


@dataclass(frozen=True)
class ListRow:
    """A row of a list, with its cells by field.

    `line`: its line in the upload. `kind`: its type, explained by the sentence `why`.
    `doubt`: the reason why the type is uncertain. `asks`: the key of an open question
    about the row.
    """

    line: int
    values: Mapping[str, str]
    kind: str = PLAYER
    why: str = ""
    doubt: str = ""
    asks: str = ""
    remarks: tuple[str, ...] = ()
    text: str = ""

    def says(self, field: str) -> str:
        return self.values.get(field, "")


@dataclass
class _StateFound:
    """The state of a row as found so far.

    “Left out” overrides “waiting”, and “waiting” overrides “registered”. If a state is
    found again, the first reason is kept.
    """

    kind: str = ""
    why: str = ""
    doubt: str = ""
    asks: str = ""

    def set(self, kind: str, why: str) -> None:
        order = ("", PLAYER, WAITING, LEFT_OUT)
        if order.index(kind) > order.index(self.kind):
            self.kind, self.why = kind, why if kind != PLAYER else ""


@dataclass
class _Reader:
    """Reader of the rows of `player_list`, in order.

    `section`: the state and country from headings above the current row. `questions`:
    all questions so far by key, including questions without rows.
    """

    player_list: PlayerList
    section: Section = field(default_factory=Section)
    questions: dict[str, Question] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._fields: Sequence[str] = self.player_list.fields
        self._order = NameOrder(self.player_list.name_order)
        self._answers: Mapping[str, str] = self.player_list.answers
        self._is_glued = "name" in self._fields and numbers_are_glued(
            cells[self._fields.index("name")] for _line, cells in self.player_list.rows
        )
        self._with_countries = "country" not in self._fields and end_in_countries(
            self._column("name")
        )
        self._other_people = columns_of_other_people(
            self.player_list.rows, self.player_list.heading, self._fields
        )
        self._several_tickets = len(set(self._column("ticket"))) > 1
        self._commas = Commas()
        self._commas = commas_in(self._names_of_persons())
        if self._commas.rows and COMMA not in self._answers:
            self.questions[COMMA] = Question(
                COMMA, self._commas.example, "comma", self._commas.rows
            )

    def rows(self) -> Iterator[ListRow]:
        for line, cells in self.player_list.rows:
            if line != self.player_list.heading:
                yield self._row(line, cells)

    def _row(self, line: int, cells: Sequence[str]) -> ListRow:
        name = self._name(cells)
        values, state_found, remarks = self._values(cells, name)
        row = ListRow(line, values, remarks=remarks, text=_text(cells))
        edited = self.player_list.mended.get(str(line), {})
        row = replace(row, values={**values, **edited})
        chosen = self.player_list.states.get(str(line), "")
        nobody = None
        if line < self.player_list.heading:
            nobody = Nobody.ABOVE
        elif section := section_of(cells):
            if not section.country:
                self.section = section
            else:
                self.section = replace(self.section, country=section.country)
            nobody = Nobody.SECTION
        else:
            nobody = nobody_in(cells, name, is_whole="name" in self._fields)
        if chosen:
            return replace(row, kind=chosen)
        if nobody and not edited:
            return replace(row, kind=NOBODY, why=str(nobody.label))
        return self._with_state(row, state_found)

    def _with_state(self, row: ListRow, state_found: _StateFound) -> ListRow:
        if (
            not state_found.kind
            and not state_found.asks
            and not state_found.doubt
            and self.section.state
        ):
            state_found.set(self.section.state, _("according to the heading above"))
        is_open = state_found.kind not in (WAITING, LEFT_OUT)
        if state_found.asks and is_open:
            key = state_found.asks
            asked = self.questions[key]
            self.questions[key] = replace(asked, rows=asked.rows + 1)
        values = dict(row.values)
        if state_found.kind == WAITING or self.section.state == WAITING:
            # A waiting list starts again from 1, so its numbers are not player numbers.
            values.pop("number", None)
        if "country" not in values and self.section.country:
            values["country"] = self.section.country
        return replace(
            row,
            values=values,
            kind=state_found.kind
            if state_found.kind in (WAITING, LEFT_OUT)
            else PLAYER,
            why=state_found.why,
            doubt=state_found.doubt if is_open else "",
            asks=state_found.asks if is_open else "",
        )

    def _column(self, name: str) -> list[str]:
        if name not in self._fields:
            return []
        place = self._fields.index(name)
        return [
            cells[place]
            for line, cells in self.player_list.rows
            if line > self.player_list.heading and cells[place]
        ]

    def _name(self, cells: Sequence[str]) -> NameCell:
        by_field = dict(zip(self._fields, cells, strict=False))
        if "name" in by_field:
            cell = taken_apart(
                by_field["name"],
                glued=self._is_glued,
                with_countries=self._with_countries,
            )
            answer = self._answers.get(COMMA, "")
            return self._commas.without_text(without_tail(cell), answer)
        parts = [by_field.get("first_name", ""), by_field.get("last_name", "")]
        struck = "left_out" if any(STRUCK in part for part in parts) else ""
        text = " ".join(part.replace(STRUCK, "").strip() for part in parts).strip()
        return NameCell(text, state=struck)

    def _names_of_persons(self) -> list[str]:
        """Return the full names in rows that contain a person."""
        if "name" not in self._fields:
            return []
        named = [
            (cells, self._name(cells))
            for line, cells in self.player_list.rows
            if line > self.player_list.heading and not section_of(cells)
        ]
        return [
            name.name
            for cells, name in named
            if not nobody_in(cells, name, is_whole=True)
        ]

    def _values(
        self, cells: Sequence[str], name: NameCell
    ) -> tuple[dict[str, str], _StateFound, tuple[str, ...]]:
        """Return the values by field, the state, and the corrections made while
        reading."""
        values = _by_field(self._fields, cells)
        state_found = _StateFound()
        struck = name.state or any(cell.startswith(STRUCK) for cell in cells[:1])
        state_found.set(
            (name.state or LEFT_OUT) if struck else "",
            _("struck out or marked with a symbol"),
        )
        self._add_states(values, cells, state_found)
        if _TWO_PEOPLE.search(name.name) or any(
            cells[place] for place in self._other_people
        ):
            state_found.doubt = _("This row seems to contain 2 names. Edit it.")
        remarks: list[str] = []
        for extra in ("number", "country", "ema_number", "email"):
            if value := getattr(name, extra):
                values.setdefault(extra, value)
        for remark in name.remarks:
            _append(values, "remarks", remark)
        if name.after_comma:
            self._add_text(values, name.after_comma, state_found, COMMA)
        for text in name.brackets:
            self._add_text(values, text, state_found, BRACKETS)
        remarks += self._split_name(values, name)
        return values, state_found, tuple(remarks)

    def _add_states(
        self, values: dict[str, str], cells: Sequence[str], state_found: _StateFound
    ) -> None:
        if state := values.pop("state", ""):
            self._add_state(state, values, state_found)
        if (ticket := values.pop("ticket", "")) and self._several_tickets:
            self._add_ticket(ticket, state_found)
        for meaning, cell in zip(self._fields, cells, strict=False):
            if meaning == "remarks" and cell:
                self._add_remark(cell, state_found)
            elif meaning not in ("name", "state", "ticket"):
                _add_other_cell(meaning, cell, state_found)

    def _add_state(
        self, text: str, values: dict[str, str], state_found: _StateFound
    ) -> None:
        why = _("“%(text)s”") % {"text": text}
        key = f"state:{text}"
        if answer := self._answers.get(key, ""):
            state_found.set(answer, why)
            self._ask(key, text, "state", answered=True)
        elif known := state_word(text):
            state_found.set({"registered": PLAYER}.get(known, known), why)
            if is_word(text, "yes") and "paid" not in values:
                values["paid"] = text
        elif is_word(text, "yes"):
            state_found.set(PLAYER, why)
        else:
            self._ask(key, text, "state")
            state_found.asks = state_found.asks or key

    def _add_ticket(self, text: str, state_found: _StateFound) -> None:
        why = _("“%(text)s”") % {"text": text}
        key = f"ticket:{text}"
        if answer := self._answers.get(key, ""):
            state_found.set(answer, why)
        elif _is_for_players(text):
            return
        elif _is_for_others(text):
            state_found.set(LEFT_OUT, why)
        else:
            self._ask(key, text, "ticket")
            state_found.asks = state_found.asks or key

    def _add_remark(self, text: str, state_found: _StateFound) -> None:
        state, is_sure = state_in(text)
        if state and is_sure:
            state_found.set(state, _("“%(text)s”") % {"text": text})
        elif state and not state_found.doubt:
            message = _("The remark is “%(text)s”. Does this player take part?")
            state_found.doubt = message % {"text": text}

    def _add_text(
        self, values: dict[str, str], text: str, state_found: _StateFound, key: str
    ) -> None:
        """Add a text after the name: a state, a country, a club or a remark. `key`: the
        question about texts of this kind."""
        state, is_sure = state_in(text)
        if state and is_sure:
            state_found.set(state, _("“%(text)s”") % {"text": text})
            return
        if is_word(text, "guest", "free"):
            return
        if is_word(text, "spam") or state or any(map(str.isdecimal, text)):
            _append(values, "remarks", text)
            return
        club, country = club_and_country(text)
        if country:
            values.setdefault("country", country)
        if not club:
            return
        answer = self._answers.get(key, "")
        if "club" in values or answer == AS_REMARK:
            _append(values, "remarks", club)
        elif answer != NOT_USED:
            values["club"] = club
        is_asked = key == BRACKETS and not answer and "club" not in self._fields
        if "club" in values and is_asked:
            self._ask(BRACKETS, club, "brackets", count=1)

    def _ask(
        self, key: str, value: str, kind: str, *, count: int = 0, answered: bool = False
    ) -> None:
        if answered:
            return
        asked = self.questions.get(key, Question(key, value, kind, 0))
        self.questions[key] = replace(asked, rows=asked.rows + count)

    def _split_name(self, values: dict[str, str], name: NameCell) -> list[str]:
        """Split the full name, or tidy its two parts, in `values`. Return the
        corrections made."""
        remarks = []
        title = ""
        if "name" in self._fields:
            whole, title = without_titles(name.name)
            country = country_in_list(values.get("country", ""))
            first, family = split_name(
                whole, self._order, two_family_names=has_two_family_names(country)
            )
        else:
            first, title = without_titles(values.get("first_name", ""))
            family, other = without_titles(family_name(values.get("last_name", "")))
            title = title or other
        if particle := values.pop("particle", ""):
            family = f"{particle} {family}"
        values["first_name"], values["last_name"] = with_usual_capitals(first, family)
        if title:
            remarks.append(_("Title “%(title)s” left out.") % {"title": title})
        return remarks


def _add_other_cell(meaning: str, cell: str, state_found: _StateFound) -> None:
    """Add a state that is the whole cell, or in brackets, in a column with a different
    meaning."""
    if meaning in _MAY_HAVE_STATE and len(cell) > 3:
        for state in (LEFT_OUT, WAITING):
            if is_word(cell, state):
                state_found.set(state, f"“{cell}”")
    for text in _IN_BRACKETS.findall(cell):
        state, is_sure = state_in(text)
        state_found.set(state if is_sure else "", f"“{text}”")


def rows_and_questions(
    player_list: PlayerList,
) -> tuple[list[ListRow], list[Question]]:
    """Return all rows except the headings, with the director's edits, and the open
    questions."""
    reader = _Reader(player_list)
    rows = _with_full_team_names(_with_equal_clubs(list(reader.rows())))
    open_questions = [
        question for question in reader.questions.values() if question.rows
    ]
    return rows, open_questions


def _by_field(fields: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for name, cell in zip(fields, cells, strict=False):
        text = cell.replace(STRUCK, "").strip()
        if not name or name == "name" or not text:
            continue
        if name == "number":
            text = text.lstrip("#").rstrip(".)").strip()
        if name == "club" and is_word(text, "guest", "free"):
            continue
        if name == "remarks" and is_word(text, WAITING, LEFT_OUT):
            continue
        if name in REPEATED:
            _append(values, name, text)
        else:
            values[name] = text
    return values


def _append(values: dict[str, str], name: str, text: str) -> None:
    values[name] = " / ".join(filter(None, (values.get(name, ""), text)))


def _is_for_players(text: str) -> bool:
    return has_word(text, "player")


def _is_for_others(text: str) -> bool:
    return has_word(text, "spectator")


def _with_equal_clubs(rows: list[ListRow]) -> list[ListRow]:
    """Return the rows with one spelling for clubs that differ only in capitals.

    The most common spelling is used; of equally common spellings, one with both
    capitals and small letters.
    """
    spellings: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        if row.says("club"):
            spellings[row.says("club").casefold()][row.says("club")] += 1
    chosen = {
        key: max(counted, key=lambda text: (counted[text], _is_mixed(text)))
        for key, counted in spellings.items()
    }
    return [
        replace(row, values={**row.values, "club": chosen[row.says("club").casefold()]})
        if row.says("club")
        else row
        for row in rows
    ]


def _is_mixed(text: str) -> bool:
    return not (text.islower() or text.isupper())


def _with_full_team_names(rows: list[ListRow]) -> list[ListRow]:
    """Return the rows with the club added before team names such as “A”, if several
    clubs have a team of the same name."""
    clubs: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        if row.says("team"):
            clubs[row.says("team")][row.says("club")] += 1
    if not any(
        len(team) <= _LONGEST_SHORT_TEAM and len(of_team) > 1
        for team, of_team in clubs.items()
    ):
        return rows
    return [
        replace(
            row,
            values={**row.values, "team": f"{row.says('club')} {row.says('team')}"},
        )
        if row.says("team") and row.says("club")
        else row
        for row in rows
    ]


def _text(cells: Sequence[str]) -> str:
    return " | ".join(cell.replace(STRUCK, "") for cell in cells if cell)[:200]
