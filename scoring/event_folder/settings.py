"""event.json: what the tournament is to be."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext_noop as _

import rules
from rules.absences import NOTHING_COUNTED
from rules.faults import Fault, RuleError, quoted
from rules.reading import Reader
from rules.table import Ruleset
from scoring.event_folder.about import About, read_about, written_about
from scoring.event_folder.final_places import (
    FINISHED,
    Finished,
    read_finish,
    written_finish,
)
from scoring.event_folder.hall_screens import (
    HALL_SCREENS,
    HallScreens,
    read_screens,
    written_screens,
)
from scoring.event_folder.json_lines import keepable_json
from scoring.event_folder.layout import ABOUT, EVENT, REGISTRATION
from scoring.event_folder.league import (
    LEAGUE,
    LeagueRead,
    read_league,
    written_league,
)
from scoring.event_folder.planned import DAY_PLAN, read_plan, written_plan
from scoring.event_folder.sign_up_page import (
    SignUpPageSaid,
    read_sign_up_page,
    written_sign_up_page,
)
from scoring.event_folder.stages import STAGES, read_stages, written_stages
from scoring.event_folder.team_deductions import (
    DEDUCTIONS,
    MOST_DEDUCTIONS,
    Deduction,
    read_deduction,
    written_deductions,
)
from scoring.rulesets.registry import presenter_of
from scoring.standings.measures.catalogue import MEASURES
from tournaments.event_time.zone import zone_names, zones_near
from tournaments.events.rulesets import SERVED
from tournaments.events.schedule.day_plan import Item, items_of
from tournaments.events.setup.event_form import MOST_MARKS
from tournaments.events.setup.tournament_setup import Plan
from tournaments.files.faults import FileFault
from tournaments.models import (
    HIDDEN_STATES,
    ConfirmationNeeded,
    EndPolicy,
    LateWord,
    StartMode,
    Tournament,
)
from tournaments.models.tournament import (
    default_tie_breaks,
)
from tournaments.rounds.league.days import check_plan
from tournaments.rounds.stages.stage_list import StagePlan
from tournaments.seating.files.sheets import MOST_ROUNDS

MOST_MINUTES = 600
MOST_COUNTDOWN = 60
LONGEST_TITLE = 200
LONGEST_SEED = 40
#: The key of a practice event, which is one wherever its folder goes.
PRACTICE = "is_practice"
#: The key with the rounds that are seated but not published.
DRAFTS = "drafts"


def _one_of(choices: type[TextChoices]) -> Callable[[_EventReader, str], object]:
    return lambda reader, name: reader.text(name, tuple(choices.values))


#: Settings that are written only where a new tournament has others, and how each is
#: read.
FURTHER: Mapping[str, Callable[[_EventReader, str], object]] = {
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
    "lot_seed": lambda reader, name: reader.lot_seed(name),
    "team_tie_breaks": lambda reader, name: reader.measures(name),
}

#: What a folder without it means, where new tournaments are otherwise.
WHEN_NOT_GIVEN = {"late_word": LateWord.REFEREE}

#: Keys of event.json; all others are options of the ruleset, as are those in `options`
#: (the rulesets have options of the same names).
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
    ABOUT,
    REGISTRATION,
    HALL_SCREENS,
    DRAFTS,
)

#: Options of MCR written out even where they are as in the preset.
ALWAYS_WRITTEN = ("hands_limit", "false_win")


@dataclass(frozen=True)
class Further:
    """What a tournament is given once it is made: values of its fields, its plan of
    the day, its stages, its league, the hall's screens, what it says of itself and of
    registration, its logo (a PNG), and that it is finished."""

    tournament: Mapping[str, object] = field(default_factory=dict)
    day_plan: Sequence[Item] = ()
    about: About = field(default_factory=dict)
    registration: SignUpPageSaid = field(default_factory=dict)
    logo: bytes = b""
    finished: Finished | None = None
    deductions: Sequence[Deduction] = ()
    stages: Sequence[StagePlan] = ()
    league: LeagueRead = field(default_factory=LeagueRead)
    screens: HallScreens = field(default_factory=HallScreens)


@dataclass(frozen=True)
class Settings:
    """`plan` is None if anything is wrong with it, `rules` if the ruleset or its
    options are. `drafts` are rounds that are seated but not published."""

    plan: Plan | None
    rules: Ruleset | None
    drafts: frozenset[int]
    faults: tuple[FileFault, ...]
    ruleset: str = ""
    further: Further = Further()


def read_settings(content: bytes) -> Settings:
    """What event.json says, with every fault in it."""
    try:
        text = content.decode("utf-8-sig")
        values = keepable_json(text)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return _unreadable("not_utf8", _("This is not text in UTF-8."), line)
    except json.JSONDecodeError as error:
        message = _("This is not JSON: %(what)s.")
        return _unreadable("not_json", message, error.lineno, what=error.msg)
    except (ValueError, RecursionError):
        message = _("This JSON is too deep, or holds numbers or text that are none.")
        return _unreadable("not_json", message)
    if not isinstance(values, dict):
        return _unreadable("not_json", _("Give a JSON object with the settings."))
    reader = _EventReader(values)
    ruleset, plan, drafts = reader.ruleset(), reader.plan(), reader.drafts()
    further = reader.further()
    faults = tuple(_at_its_line(fault, text) for fault in reader.faults)
    name = str(values.get("ruleset"))
    return Settings(None if faults else plan, ruleset, drafts, faults, name, further)


def write_settings(tournament: Tournament) -> bytes:
    """event.json of a tournament."""
    new = Tournament(**WHEN_NOT_GIVEN)
    values: dict[str, object] = {
        "title": tournament.title.strip(),
        "ruleset": tournament.ruleset,
        "rounds": tournament.planned_rounds,
        **_written_options(tournament),
        "tie_breaks": tournament.tie_breaks,
    }
    for name in FURTHER:
        if (value := getattr(tournament, name)) != getattr(new, name):
            values[name] = value
    if "lot" not in (*tournament.tie_breaks, *tournament.team_tie_breaks):
        values.pop("lot_seed", None)
    told: dict[str, object] = {
        DAY_PLAN: written_plan(items_of(tournament)),
        DEDUCTIONS: written_deductions(tournament),
        STAGES: written_stages(tournament),
        LEAGUE: written_league(tournament),
        FINISHED: written_finish(tournament),
        ABOUT: written_about(tournament),
        REGISTRATION: written_sign_up_page(tournament),
        HALL_SCREENS: written_screens(tournament),
    }
    values |= {name: value for name, value in told.items() if value}
    rounds = tournament.rounds.order_by("number")
    if drafts := [each.number for each in rounds if each.state in HIDDEN_STATES]:
        values[DRAFTS] = drafts
    return (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode()


def _written_options(tournament: Tournament) -> dict[str, object]:
    """The options beside minutes and policy, or among the other keys."""
    options = tournament.rules.options
    data = options.as_data()
    changes = {
        name: value
        for name, value in options.changes().items()
        if name not in NOTHING_COUNTED
    } | {
        name: data[name]
        for name, nothing in NOTHING_COUNTED.items()
        if data.get(name, nothing) != nothing
    }
    clock = {"minutes": tournament.minutes, "end_policy": tournament.end_policy}
    if not presenter_of(tournament.ruleset).options_among_event_keys:
        return {"options": changes, **clock}
    return {
        "preset": changes.pop("preset"),
        "hands_limit": data["hands_limit"],
        **clock,
        "false_win": data["false_win"],
        **{name: changes[name] for name in changes if name not in ALWAYS_WRITTEN},
    }


class _EventReader(Reader):
    """Reads the values of event.json; see `rules.reading.Reader`."""

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__(values)
        self._values = values
        options = values.get("options", {})
        if not isinstance(options, dict):
            self.fault("not_a_group", _("Give an object with named values."), "options")
            options = {}
        self._options = options | {
            name: value for name, value in values.items() if name not in EVENT_KEYS
        }

    def ruleset(self) -> Ruleset | None:
        """The ruleset with its options; None with faults. What is not said of rounds
        that nobody played is what folders meant that could not say it: nothing."""
        before = len(self.faults)
        name = self.text("ruleset", tuple(SERVED))
        if len(self.faults) > before:
            return None
        try:
            declared = rules.ruleset(name, self._options).options.as_data()
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
        """What the tournament is to be; only good if there is no fault."""
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
        given = self._values.get(DRAFTS, [])
        if _is_list_of(int, given):
            # No other number is a round's, and the database takes no larger ones.
            return frozenset(range(1, MOST_ROUNDS + 1)).intersection(given)
        self.fault("not_a_list", _("Give a list of numbers of rounds."), DRAFTS)
        return frozenset()

    def further(self) -> Further:
        """What is not given is as in a new tournament, or as it was in one when folders
        did not say it."""
        new = Tournament(**WHEN_NOT_GIVEN)
        tournament = {
            name: getattr(new, name) if self.peek(name) is None else read(self, name)
            for name, read in FURTHER.items()
        }
        finished = self._finished()
        return Further(
            tournament,
            self._day_plan(),
            self._about(),
            self._registration(),
            stages=self._stages(),
            league=self._league(),
            finished=finished,
            deductions=self._deductions(),
            screens=read_screens(self),
        )

    def _finished(self) -> Finished | None:
        if self.peek(FINISHED) is None:
            return None
        inner = self.group(FINISHED)
        with self.within(FINISHED):
            return read_finish(inner)

    def time_zone(self, name: str) -> str:
        given = self.take(name)
        if isinstance(given, str) and given in zone_names():
            return given
        message = _("“%(value)s” is not a time zone; near it are %(near)s.")
        value = quoted(given)
        near = ", ".join(zones_near(str(value)))
        self.fault("not_a_choice", message, name, value=value, near=near)
        return ""

    def _day_plan(self) -> Sequence[Item]:
        try:
            return read_plan(self._values.get(DAY_PLAN, []))
        except RuleError as error:
            self.faults.extend(error.faults)
            return ()

    def _stages(self) -> Sequence[StagePlan]:
        try:
            return read_stages(self._values.get(STAGES, []))
        except RuleError as error:
            self.faults.extend(error.faults)
            return ()

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

    def _registration(self) -> SignUpPageSaid:
        try:
            return read_sign_up_page(self._values.get(REGISTRATION, {}))
        except RuleError as error:
            self.faults.extend(error.faults)
            return {}

    def _about(self) -> About:
        try:
            return read_about(self._values.get(ABOUT, {}))
        except RuleError as error:
            self.faults.extend(error.faults)
            return {}

    def warning_marks(self, name: str) -> list[int]:
        given = self._values[name]
        if (
            _is_list_of(int, given)
            and len(given) <= MOST_MARKS
            and all(1 <= mark <= MOST_MINUTES for mark in given)
            and given == sorted(set(given), reverse=True)
        ):
            return list(given)
        message = _("Give at most %(most)s minutes, the most first, each once.")
        self.fault("not_marks", message, name, most=MOST_MARKS)
        return []

    def lot_seed(self, name: str) -> str:
        given = self.take(name)
        if isinstance(given, str) and 0 < len(given.strip()) <= LONGEST_SEED:
            return given.strip()
        message = _("Give a text of at most %(longest)s characters.")
        self.fault("not_a_seed", message, name, longest=LONGEST_SEED)
        return ""

    def _title(self) -> str:
        title = self._values.get("title")
        if not isinstance(title, str) or not title.strip():
            self.fault("missing", _("Give the tournament a title."), "title")
            return ""
        if len(title.strip()) > LONGEST_TITLE:
            message = _("The title has more than %(longest)s characters.")
            self.fault("too_long", message, "title", longest=LONGEST_TITLE)
        return title.strip()

    def measures(self, name: str) -> list[str]:
        """Measures in an order, which are given; none with a fault."""
        given = self._values[name]
        if (
            _is_list_of(str, given)
            and set(given) <= MEASURES.keys()
            and len(given) == len(set(given)) > 0
        ):
            return list(given)
        self.fault(
            "unknown_measure",
            _("Give a list of measures, each once; known are %(known)s."),
            name,
            known=", ".join(MEASURES),
        )
        return []

    def _tie_breaks(self) -> Sequence[str]:
        if "tie_breaks" not in self._values:
            return default_tie_breaks()
        return self.measures("tie_breaks") or default_tie_breaks()

    def _deductions(self) -> Sequence[Deduction]:
        if self.peek(DEDUCTIONS) is None:
            return ()
        return list(map(read_deduction, self.groups(DEDUCTIONS, most=MOST_DEDUCTIONS)))


def _is_list_of(kind: type, given: object) -> bool:
    return isinstance(given, list) and all(type(value) is kind for value in given)


def _unreadable(code: str, message: str, line: int = 0, **params: object) -> Settings:
    fault = FileFault(code, message, "", params, EVENT, line)
    return Settings(None, None, frozenset(), (fault,))


def _at_its_line(fault: Fault, text: str) -> FileFault:
    """The fault at the first line that names its field; 0 if none does."""
    lines: Iterable[tuple[int, str]] = enumerate(text.splitlines(), start=1)
    key = json.dumps(fault.field.rpartition(".")[2])
    line = next((number for number, line in lines if fault.field and key in line), 0)
    return FileFault(fault.code, fault.message, fault.field, fault.params, EVENT, line)
