"""Preview an import: is each row new, known or undecided? This module only reads."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.list_import.list_rows import CheckedRow, checked
from tournaments.list_import.rows_with_state import (
    LEFT_OUT,
    NOBODY,
    WAITING,
    Question,
    rows_and_questions,
)
from tournaments.models import PlayerList
from tournaments.models.names_without_accents import name_key, plain
from tournaments.people.countries_and_ema_numbers import flag_of
from tournaments.people.persons_of_other_tournaments import KnownPerson, known_people
from tournaments.people.presence_in_rounds import reached
from tournaments.web.list_wording import joined_with_commas

#: Most namesakes offered.
MOST_OFFERED = 4

#: Decisions on a row; the one for a known person is `same_as`.
ADD, LEAVE_OUT = "add", "leave"
#: Decision that a row is a later answer of the person in an earlier row.
MERGE = "merge"


def same_as(person: KnownPerson) -> str:
    return f"same-{person.pk}"


class RowState(models.TextChoices):
    # Translators: state of a row in an imported list, as are the following texts.
    WRONG = "wrong", gettext_lazy("error")
    DOUBTFUL = "doubtful", gettext_lazy("unclear")
    NEW = "new", gettext_lazy("new")
    KNOWN = "known", gettext_lazy("known")
    HERE = "here", gettext_lazy("already registered")
    WAITING = "waiting", gettext_lazy("waiting list")
    LEFT_OUT = "left_out", gettext_lazy("left out")
    SET_ASIDE = "set_aside", gettext_lazy("set aside")


#: States in which a row needs a decision.
UNSETTLED = (RowState.WRONG, RowState.DOUBTFUL)
#: States in which a row registers a player.
TO_IMPORT = (RowState.NEW, RowState.KNOWN)


@dataclass
class JudgedRow:
    """A row of a list, and how the import will treat it.

    `problems`: errors or doubts. `choices`: possible decisions as (choice, words).
    `chosen`: the decision made. `person`: the known person that the row means, or None.
    `twice`: the line of an earlier row that may mean the same person.
    """

    checked: CheckedRow
    state: RowState = RowState.NEW
    problems: list[str] = field(default_factory=list)
    choices: list[tuple[str, str]] = field(default_factory=list)
    chosen: str = ""
    person: KnownPerson | None = None
    twice: int = 0

    @property
    def line(self) -> int:
        return self.checked.line

    @property
    def asks_only_for_country(self) -> bool:
        """Return whether only the spelling of the country is in doubt."""
        return (
            self.state == RowState.DOUBTFUL
            and len(self.problems) == 1
            and bool(self.checked.unknown_country)
        )

    @property
    def only_same(self) -> str:
        """Return the choice “same person” if exactly one known person fits the row;
        otherwise ""."""
        same = [choice for choice, _words in self.choices if choice.startswith("same")]
        return same[0] if len(same) == 1 else ""


class Judge:
    """Checker of the rows of a list, in order. If two rows are equal, the second is
    reported.

    `taken`: names by player number.
    """

    def __init__(
        self,
        people: Iterable[KnownPerson],
        taken: Mapping[int, str],
        choices: Mapping[str, str],
    ) -> None:
        self._choices = choices
        self._taken = dict(taken)
        self._by_number: defaultdict[str, list[KnownPerson]] = defaultdict(list)
        self._by_name: defaultdict[str, list[KnownPerson]] = defaultdict(list)
        for person in people:
            self._by_number[person.ema_number].append(person)
            self._by_name[person.key].append(person)
        self._by_number.pop("", None)
        #: Lines of the list that were already examined.
        self._numbers: dict[int, int] = {}
        self._ema_numbers: dict[str, int] = {}
        self._names: dict[str, JudgedRow] = {}
        self._people: dict[int, int] = {}

    def judge(self, checked: CheckedRow) -> JudgedRow:
        """Return how the import will treat the next row."""
        row = JudgedRow(checked, chosen=self._choices.get(str(checked.line), ""))
        if checked.row.kind in (NOBODY, LEFT_OUT):
            is_out = checked.row.kind == LEFT_OUT
            row.state = RowState.LEFT_OUT if is_out else RowState.SET_ASIDE
            row.problems = [checked.row.why] if checked.row.why else []
            return row
        if row.chosen == LEAVE_OUT:
            row.state = RowState.LEFT_OUT
            return row
        row.problems = [*checked.wrong, *self._wrong_beside_others(checked)]
        if row.problems:
            row.state = RowState.WRONG
            return row
        self._match(row)
        if row.state in TO_IMPORT:
            self._check_registered(row)
        if row.state in TO_IMPORT and checked.row.kind == WAITING:
            row.state = RowState.WAITING
        if row.state != RowState.LEFT_OUT:
            self._remember(row)
        return row

    def _wrong_beside_others(self, checked: CheckedRow) -> list[str]:
        number, ema = checked.player.number, checked.player.ema_number
        wrong = []
        if number in self._numbers:
            message = _("Player number %(number)s is also in line %(line)s.")
            wrong.append(message % {"number": number, "line": self._numbers[number]})
        if ema in self._ema_numbers and not self._same_in(checked):
            message = _("EMA number %(number)s is also in line %(line)s.")
            wrong.append(message % {"number": ema, "line": self._ema_numbers[ema]})
        return wrong

    def _same_in(self, checked: CheckedRow) -> JudgedRow | None:
        """Return the earlier row with the same name and EMA number; None if there is
        none.
        """
        earlier = self._names.get(_key(checked))
        number = checked.player.ema_number
        same = earlier and number and earlier.checked.player.ema_number == number
        return earlier if same else None

    def _match(self, row: JudgedRow) -> None:
        """Find the person that the row means; in case of doubt, apply the director's
        decision."""
        checked = row.checked
        namesakes = self._namesakes(checked)
        certain = self._certain(checked, namesakes)
        if certain and certain.pk in self._people:
            self._doubt_twice(row, self._people[certain.pk])
        elif certain:
            row.person, row.state = certain, RowState.KNOWN
        else:
            self._doubt_person(row, namesakes)
        self._doubt_cells(row)
        if row.problems:
            self._choose(row, namesakes)

    def _check_registered(self, row: JudgedRow) -> None:
        """Mark a row if its person is already registered, or if its player number is
        taken."""
        number = row.checked.player.number
        if row.person and row.person.here is not None:
            row.state = RowState.HERE
            message = _("Already registered as player %(number)s.")
            row.problems = [message % {"number": row.person.here}]
        elif number is not None and number in self._taken:
            row.state = RowState.WRONG
            message = _("%(name)s already has player number %(number)s.")
            row.problems = [message % {"number": number, "name": self._taken[number]}]

    def _namesakes(self, checked: CheckedRow) -> list[KnownPerson]:
        """Return the persons that the row may mean: persons with the same EMA number,
        otherwise with the same name. At most `MOST_OFFERED`."""
        player = checked.player
        persons = self._by_name.get(_key(checked), [])
        if player.ema_number:
            persons = self._by_number.get(player.ema_number, persons)
        return persons[:MOST_OFFERED]

    def _certain(
        self, checked: CheckedRow, namesakes: Sequence[KnownPerson]
    ) -> KnownPerson | None:
        """Return the person that the row certainly means; None if no person or several
        persons fit.

        The person must have the same name, and the same EMA number or country. A human
        may be registered as several persons with one EMA number, because directors
        cannot see all players of other directors. The result is then the person
        registered here, otherwise the first person.
        """
        fitting = [
            person
            for person in namesakes
            if person.key == _key(checked) and _is_surely(checked, person)
        ]
        number = checked.player.ema_number
        if number and all(person.kept_number == number for person in fitting):
            fitting = sorted(fitting, key=lambda person: person.here is None)[:1]
        return fitting[0] if len(fitting) == 1 else None

    def _doubt_person(self, row: JudgedRow, namesakes: Sequence[KnownPerson]) -> None:
        checked = row.checked
        number = checked.player.ema_number
        earlier = self._names.get(_key(checked))
        if same := self._same_in(checked):
            self._doubt_twice(row, same.line)
            return
        for person in namesakes:
            if number and person.ema_number == number:
                message = _("EMA number %(number)s belongs to %(person)s.")
            elif number and person.kept_number:
                message = _("Same name, different EMA number: %(person)s.")
            else:
                message = _("A known person has the same name: %(person)s.")
            row.problems.append(message % {"number": number, "person": person.in_words})
        if not namesakes and earlier and _may_be_one(checked, earlier.checked):
            self._doubt_twice(row, earlier.line)

    def _doubt_twice(self, row: JudgedRow, line: int) -> None:
        row.twice = line
        row.problems.append(_("The same person as in line %(line)s?") % {"line": line})

    def _doubt_cells(self, row: JudgedRow) -> None:
        checked = row.checked
        if checked.row.doubt:
            row.problems.append(checked.row.doubt)
        if checked.ema_fault:
            row.problems.append(checked.ema_fault)
        if checked.unknown_country:
            message = _("“%(country)s” is not a known country.")
            if checked.nearest:
                message = _(
                    "“%(country)s” is not a known country. Did you mean %(nearest)s?"
                )
            row.problems.append(
                message
                % {"country": checked.unknown_country, "nearest": checked.nearest}
            )

    def _choose(self, row: JudgedRow, namesakes: Sequence[KnownPerson]) -> None:
        """Add the possible decisions to a doubtful row, and apply the director's
        decision."""
        known_as = [row.person] if row.person else list(namesakes)
        row.choices = [
            (
                same_as(person),
                _("Same person: %(person)s") % {"person": person.in_words},
            )
            for person in known_as
            if person.pk not in self._people and not self._same_in(row.checked)
        ]
        if row.twice:
            message = _("Same person as in line %(line)s: import once")
            row.choices.insert(0, (MERGE, message % {"line": row.twice}))
        number = row.checked.player.ema_number
        if not (
            row.person
            or (number and (number in self._by_number or number in self._ema_numbers))
        ):
            message = _("Add as a new person")
            if row.checked.ema_fault:
                message = _("Add without the EMA number")
            elif row.checked.row.doubt:
                message = _("Register")
            row.choices.append((ADD, message))
        row.choices.append((LEAVE_OUT, _("Leave out")))
        people = {same_as(person): person for person in known_as}
        row.person = None
        if row.chosen == MERGE and row.twice:
            row.state = RowState.LEFT_OUT
        elif row.chosen == ADD and any(choice == ADD for choice, _w in row.choices):
            row.state = RowState.NEW
        elif row.chosen in dict(row.choices):
            row.person, row.state = people[row.chosen], RowState.KNOWN
        else:
            row.state, row.chosen = RowState.DOUBTFUL, ""

    def _remember(self, row: JudgedRow) -> None:
        player = row.checked.player
        if player.number is not None:
            self._numbers.setdefault(player.number, row.line)
        if player.ema_number:
            self._ema_numbers.setdefault(player.ema_number, row.line)
        if row.person:
            self._people.setdefault(row.person.pk, row.line)
        self._names.setdefault(_key(row.checked), row)


def _key(checked: CheckedRow) -> str:
    return name_key(checked.player.first_name, checked.player.last_name)


def _is_surely(checked: CheckedRow, person: KnownPerson) -> bool:
    """Return whether a row with the person's name certainly means this person, by EMA
    number or by country.

    If both have no country, the person must be registered here.
    """
    player = checked.player
    if player.ema_number and person.kept_number:
        return player.ema_number == person.kept_number
    row_country, person_country = _country(player.country), _country(person.country)
    return row_country == person_country and bool(
        row_country or person.here is not None
    )


def _country(text: str) -> str:
    return flag_of(text) or plain(text)


def _may_be_one(one: CheckedRow, other: CheckedRow) -> bool:
    """Return whether two rows with the same name may mean the same person."""
    numbers = {one.player.ema_number, other.player.ema_number}
    flags = {flag_of(one.player.country), flag_of(other.player.country)}
    return (len(numbers) == 1 or "" in numbers) and (len(flags) == 1 or "" in flags)


@dataclass(frozen=True)
class UnknownCountry:
    """An unknown spelling of a country, the number of rows with this spelling, and the
    most similar country (`nearest`), which is "" if no country is similar."""

    spelling: str
    rows: int
    nearest: str


@dataclass(frozen=True)
class Preview:
    """All rows of a list in order, and the open questions about its values."""

    rows: Sequence[JudgedRow]
    questions: Sequence[Question] = ()

    def count(self, *states: RowState) -> int:
        return sum(row.state in states for row in self.rows)

    @property
    def in_words(self) -> str:
        """Return the numbers of rows by treatment in words: “60 new, 10 known, 2 left
        out”."""
        messages = (
            (RowState.NEW, _("%(count)s new")),
            (RowState.KNOWN, _("%(count)s known")),
            (RowState.HERE, _("%(count)s already registered")),
            (RowState.WAITING, _("%(count)s on the waiting list")),
            (RowState.LEFT_OUT, _("%(count)s left out")),
            (RowState.SET_ASIDE, _("%(count)s set aside")),
        )
        counted = ((self.count(state), message) for state, message in messages)
        return joined_with_commas(message % {"count": n} for n, message in counted if n)

    @property
    def to_import(self) -> list[JudgedRow]:
        return [row for row in self.rows if row.state in TO_IMPORT]

    @property
    def to_wait(self) -> list[JudgedRow]:
        return [row for row in self.rows if row.state == RowState.WAITING]

    @property
    def set_aside(self) -> list[JudgedRow]:
        return [row for row in self.rows if row.state == RowState.SET_ASIDE]

    @property
    def merged(self) -> list[JudgedRow]:
        """Return the rows that are merged into an earlier row as later answers of the
        same person."""
        return [row for row in self.rows if row.chosen == MERGE and row.twice]

    @property
    def unsettled(self) -> list[JudgedRow]:
        return [row for row in self.rows if row.state in UNSETTLED]

    @property
    def namesakes(self) -> list[JudgedRow]:
        """Return the doubtful rows that fit exactly one known person."""
        return [
            row for row in self.rows if row.state == RowState.DOUBTFUL and row.only_same
        ]

    @property
    def unknown_countries(self) -> list[UnknownCountry]:
        unknown = [
            row.checked
            for row in self.rows
            if row.checked.unknown_country
            and row.state not in (RowState.LEFT_OUT, RowState.SET_ASIDE)
        ]
        nearest = {row.unknown_country: row.nearest for row in unknown}
        rows = Counter(row.unknown_country for row in unknown)
        return [
            UnknownCountry(spelling, rows[spelling], near)
            for spelling, near in nearest.items()
        ]

    def row_at(self, line: int) -> JudgedRow | None:
        return next((row for row in self.rows if row.line == line), None)


def preview(player_list: PlayerList) -> Preview:
    """Return every row with its current treatment. The number of queries is
    constant."""
    if not {"name", "last_name"} & set(player_list.fields):
        return Preview(())
    tournament = player_list.tournament
    now = reached(tournament)
    read_rows, questions = rows_and_questions(player_list)
    rows = [checked(row, player_list.countries, now) for row in read_rows]
    people = known_people(tournament, player_list.by)
    players = tournament.players.select_related("person")
    taken = {player.number: str(player) for player in players}
    judge = Judge(people, taken, player_list.choices)
    return Preview([judge.judge(row) for row in rows], questions)
