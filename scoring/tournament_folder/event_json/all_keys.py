"""All keys of event.json, and the reader of their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from django.db.models import TextChoices
from django.utils.translation import gettext_noop as _

import rules
from rules.absence_score_options import NOTHING_COUNTED
from rules.faults import RuleError, quoted
from rules.ruleset_and_table_state import Ruleset
from rules.strict_reader import Json, Reader
from rules.translation_marks import listed
from scoring.tournament_folder.event_json.award_keys import (
    AWARDS,
    AwardsRead,
    read_awards,
)
from scoring.tournament_folder.event_json.deduction_keys import (
    DEDUCTIONS,
    MOST_DEDUCTIONS,
    Deduction,
    read_deduction,
)
from scoring.tournament_folder.event_json.description_keys import About, read_about
from scoring.tournament_folder.event_json.league_keys import (
    LEAGUE,
    LeagueRead,
    read_league,
)
from scoring.tournament_folder.event_json.registration_keys import (
    SignUpPageSaid,
    read_sign_up_page,
)
from scoring.tournament_folder.event_json.schedule_keys import DAY_PLAN, read_plan
from scoring.tournament_folder.event_json.screen_keys import (
    HALL_SCREENS,
    HallScreens,
    read_screens,
)
from scoring.tournament_folder.event_json_values import language_in, measures, text_in
from scoring.tournament_folder.file_layout import ABOUT, REGISTRATION
from scoring.tournament_folder.stages_key import STAGES, read_stages
from scoring.tournament_folder.standings_csv_files import (
    FINISHED,
    Finished,
    read_finish,
)
from tournaments.models import (
    ConfirmationNeeded,
    EndPolicy,
    LateWord,
    StartMode,
    Tournament,
)
from tournaments.models.tournament import default_tie_breaks
from tournaments.rounds.match_days import check_plan
from tournaments.rounds.stages.stage_settings import StagePlan
from tournaments.seating.files.pasted_tables import MOST_ROUNDS
from tournaments.tournament_setup.create_and_change_tournament import Plan
from tournaments.tournament_setup.offered_rulesets_and_presets import SERVED
from tournaments.tournament_setup.schedule_changes import Item
from tournaments.tournament_setup.tournament_fields import MOST_MARKS
from tournaments.tournament_time.time_zone_and_years import zone_names, zones_near

T = TypeVar("T")

MOST_MINUTES = 600
MOST_COUNTDOWN = 60
LONGEST_TITLE = 200
LONGEST_SEED = 40
#: The key that marks a practice tournament, also after an import.
PRACTICE = "is_practice"
#: The key for rounds that are seated but not published.
DRAFTS = "drafts"


def _one_of(choices: type[TextChoices]) -> Callable[[EventReader, str], object]:
    return lambda reader, name: reader.text(name, tuple(choices.values))


#: Settings that are written only if they differ from a new tournament's, with the
#: functions that read them.
FURTHER: Mapping[str, Callable[[EventReader, str], object]] = {
    "confirmation": _one_of(ConfirmationNeeded),
    "table_settles_conflicts": lambda reader, name: reader.flag(name),
    "totals_twice": lambda reader, name: reader.flag(name),
    "secret_rounds": lambda reader, name: reader.integer(name, low=0, high=MOST_ROUNDS),
    "search_engines": lambda reader, name: reader.flag(name),
    PRACTICE: lambda reader, name: reader.flag(name),
    "late_word": _one_of(LateWord),
    "start_mode": _one_of(StartMode),
    "countdown": lambda reader, name: reader.integer(name, low=0, high=MOST_COUNTDOWN),
    "warning_marks": lambda reader, name: reader.warning_marks(name),
    "time_zone": lambda reader, name: reader.time_zone(name),
    "language": language_in,
    "second_language": language_in,
    "lot_seed": lambda reader, name: text_in(
        reader, name, LONGEST_SEED, may_be_empty=False
    ),
    "team_tie_breaks": lambda reader, name: measures(reader, name),
}

#: Values of missing settings, if they differ from a new tournament's.
WHEN_NOT_GIVEN = {"late_word": LateWord.REFEREE, "language": "en"}

#: Keys of event.json. All other keys are options of the ruleset, as are those in
#: `options`, which may have the same names as keys.
EVENT_KEYS = (
    "title",
    "ruleset",
    "options",
    "rounds",
    "minutes",
    "end_policy",
    "tie_breaks",
    *FURTHER,
    DAY_PLAN,
    STAGES,
    LEAGUE,
    FINISHED,
    DEDUCTIONS,
    AWARDS,
    ABOUT,
    REGISTRATION,
    HALL_SCREENS,
    DRAFTS,
)


@dataclass(frozen=True)
class Further:
    """The settings that a tournament gets after it is created.

    `tournament`: values of its fields by name. The other fields are its schedule,
    description, registration, logo (a PNG), final standings, deductions, awards,
    stages, league and hall screens.
    """

    tournament: Mapping[str, object] = field(default_factory=dict)
    day_plan: Sequence[Item] = ()
    about: About = field(default_factory=dict)
    registration: SignUpPageSaid = field(default_factory=dict)
    logo: bytes = b""
    finished: Finished | None = None
    deductions: Sequence[Deduction] = ()
    awards: AwardsRead | None = None
    stages: Sequence[StagePlan] = ()
    league: LeagueRead = field(default_factory=LeagueRead)
    screens: HallScreens = field(default_factory=HallScreens)


class EventReader(Reader):
    """Reader of the values of event.json, based on `rules.strict_reader.Reader`."""

    def __init__(self, values: dict[str, Json], *, has_ledger: bool = False) -> None:
        super().__init__(values)
        self._values = values
        self._has_ledger = has_ledger
        options = values.get("options", {})
        if not isinstance(options, dict):
            self.fault(
                "not_a_group",
                _("Enter a JSON object with names and values."),
                "options",
            )
            options = {}
        self._options = options | {
            name: value for name, value in values.items() if name not in EVENT_KEYS
        }

    def ruleset(self) -> Ruleset | None:
        """Return the ruleset with its options; None if there are faults.

        If the options for missed rounds are missing, missed rounds do not count,
        because older folders could not contain these options.
        """
        before = len(self.faults)
        name = self.text("ruleset", tuple(SERVED))
        if len(self.faults) > before:
            return None
        try:
            options = rules.ruleset(name, self._options).options
            if self._has_ledger:
                self._options = dict(options.as_meant_then(self._options))
            declared = options.as_data()
            nothing = {
                option: value
                for option, value in NOTHING_COUNTED.items()
                if option in declared
            }
            self._options = nothing | self._options
            return rules.ruleset(name, self._options)
        except RuleError as error:
            self.faults.extend(error.faults)
            return None

    def plan(self) -> Plan:
        """Return the plan of the tournament. It is invalid if a fault was added."""
        return Plan(
            title=self._title(),
            ruleset=str(self._values.get("ruleset")),
            planned_rounds=self.integer("rounds", low=1, high=MOST_ROUNDS),
            minutes=self.integer("minutes", low=1, high=MOST_MINUTES),
            end_policy=self.text("end_policy", tuple(EndPolicy.values)),
            options=self._options,
            tie_breaks=self._tie_breaks(),
            is_public=self._values.get(PRACTICE) is not True,
        )

    def drafts(self) -> frozenset[int]:
        numbers = self._values.get(DRAFTS, [])
        if _is_list_of(int, numbers):
            # Other numbers are not rounds; the database cannot store much larger ones.
            return frozenset(range(1, MOST_ROUNDS + 1)).intersection(numbers)
        self.fault("not_a_list", _("Enter a list of round numbers."), DRAFTS)
        return frozenset()

    def further(self) -> Further:
        """Return the further settings.

        A missing setting gets the value of a new tournament, or the value that applied
        before folders contained the setting.
        """
        new = Tournament(**WHEN_NOT_GIVEN)
        tournament = {
            name: getattr(new, name) if self.peek(name) is None else read(self, name)
            for name, read in FURTHER.items()
        }
        return Further(
            tournament,
            finished=self._finished(),
            day_plan=self._part(DAY_PLAN, read_plan, ()),
            about=self._part(ABOUT, read_about, {}),
            registration=self._part(REGISTRATION, read_sign_up_page, {}),
            stages=self._part(STAGES, read_stages, ()),
            league=self._league(),
            deductions=self._deductions(),
            awards=self._awards(),
            screens=read_screens(self),
        )

    def _finished(self) -> Finished | None:
        if self.peek(FINISHED) is None:
            return None
        inner = self.group(FINISHED)
        with self.within(FINISHED):
            return read_finish(inner)

    def _awards(self) -> AwardsRead | None:
        if self.peek(AWARDS) is None:
            return None
        inner = self.group(AWARDS)
        with self.within(AWARDS):
            return read_awards(inner)

    def time_zone(self, name: str) -> str:
        zone = self.take(name)
        if isinstance(zone, str) and zone in zone_names():
            return zone
        message = _("“%(value)s” is not a time zone. Similar: %(near)s.")
        value = quoted(zone)
        near = listed(zones_near(str(value)))
        self.fault("not_a_choice", message, name, value=value, near=near)
        return ""

    def _part(self, name: str, read: Callable[[object], T], nothing: T) -> T:
        """Return the value of a key, read by `read`; `nothing` if the key is missing or
        has faults.
        """
        if name not in self._values:
            return nothing
        try:
            return read(self._values[name])
        except RuleError as error:
            self.faults.extend(error.faults)
            return nothing

    def _league(self) -> LeagueRead:
        if self.peek(LEAGUE) is None:
            return LeagueRead()
        inner = self.group(LEAGUE)
        with self.within(LEAGUE):
            before = len(self.faults)
            read = read_league(inner)
            if len(self.faults) > before:
                return LeagueRead()
            try:
                check_plan(read.plan)
            except RuleError as error:
                self.faults.extend(error.faults)
            return read

    def warning_marks(self, name: str) -> list[int]:
        marks = self._values[name]
        if (
            _is_list_of(int, marks)
            and len(marks) <= MOST_MARKS
            and all(1 <= mark <= MOST_MINUTES for mark in marks)
            and marks == sorted(set(marks), reverse=True)
        ):
            return list(marks)
        message = _(
            "Enter at most %(most)s warning times in minutes, highest first, without "
            "repeats."
        )
        self.fault("not_marks", message, name, most=MOST_MARKS)
        return []

    def _title(self) -> str:
        title = self._values.get("title")
        if not isinstance(title, str) or not title.strip():
            self.fault("missing", _("Enter a title."), "title")
            return ""
        if len(title.strip()) > LONGEST_TITLE:
            message = _("The title is longer than %(longest)s characters.")
            self.fault("too_long", message, "title", longest=LONGEST_TITLE)
        return title.strip()

    def _tie_breaks(self) -> Sequence[str]:
        if "tie_breaks" not in self._values:
            return default_tie_breaks()
        return measures(self, "tie_breaks") or default_tie_breaks()

    def _deductions(self) -> Sequence[Deduction]:
        if self.peek(DEDUCTIONS) is None:
            return ()
        return list(map(read_deduction, self.groups(DEDUCTIONS, most=MOST_DEDUCTIONS)))


def _is_list_of(kind: type, values: object) -> bool:
    return isinstance(values, list) and all(type(value) is kind for value in values)
