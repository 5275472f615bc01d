"""event.json: the settings of the tournament."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as _

from rules.absence_score_options import NOTHING_COUNTED
from rules.faults import Fault
from rules.ruleset_and_table_state import Ruleset
from scoring.rulesets.presenter_registry import presenter_of
from scoring.tournament_folder.event_json.all_keys import (
    DRAFTS,
    FURTHER,
    WHEN_NOT_GIVEN,
    EventReader,
    Further,
)
from scoring.tournament_folder.event_json.award_keys import AWARDS, written_awards
from scoring.tournament_folder.event_json.deduction_keys import (
    DEDUCTIONS,
    written_deductions,
)
from scoring.tournament_folder.event_json.description_keys import written_about
from scoring.tournament_folder.event_json.league_keys import LEAGUE, written_league
from scoring.tournament_folder.event_json.registration_keys import written_sign_up_page
from scoring.tournament_folder.event_json.schedule_keys import DAY_PLAN, written_plan
from scoring.tournament_folder.event_json.screen_keys import (
    HALL_SCREENS,
    written_screens,
)
from scoring.tournament_folder.file_layout import ABOUT, EVENT, REGISTRATION
from scoring.tournament_folder.json_line_files import keepable_json
from scoring.tournament_folder.stages_key import STAGES, written_stages
from scoring.tournament_folder.standings_csv_files import FINISHED, written_finish
from tournaments.files.file_faults import FileFault
from tournaments.files.upload_limits import EVENT_FILE_BYTES, FILE_FAULTS, MB
from tournaments.models import HIDDEN_STATES, Tournament
from tournaments.tournament_setup.create_and_change_tournament import Plan
from tournaments.tournament_setup.schedule_changes import items_of


@dataclass(frozen=True)
class Settings:
    """The content of event.json.

    `plan`: None if there are faults. `rules`: None if the ruleset or its options are
    wrong. `drafts`: rounds that are seated but not published.
    """

    plan: Plan | None
    rules: Ruleset | None
    drafts: frozenset[int]
    faults: tuple[FileFault, ...]
    ruleset: str = ""
    further: Further = field(default_factory=Further)


def read_settings(content: bytes, *, has_ledger: bool = False) -> Settings:
    """Return the content of event.json, with its first `FILE_FAULTS` faults.

    `has_ledger`: the folder contains ledger.jsonl, whose hands count by the rules of
    the version that wrote the file.
    """
    if len(content) > EVENT_FILE_BYTES:
        message = _("This file is larger than %(limit)s MB.")
        return _unreadable("too_large", message, limit=EVENT_FILE_BYTES // MB)
    try:
        text = content.decode("utf-8-sig")
        values = keepable_json(text)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return _unreadable("not_utf8", _("This is not UTF-8 text."), line)
    except json.JSONDecodeError as error:
        message = _("This is not valid JSON: %(what)s.")
        return _unreadable("not_json", message, error.lineno, what=error.msg)
    except (ValueError, RecursionError):
        message = _(
            "This JSON is nested too deeply or contains invalid numbers or text."
        )
        return _unreadable("not_json", message)
    if not isinstance(values, dict):
        return _unreadable("not_json", _("Enter a JSON object with the settings."))
    reader = EventReader(values, has_ledger=has_ledger)
    ruleset, plan, drafts = reader.ruleset(), reader.plan(), reader.drafts()
    further = reader.further()
    faults = tuple(_at_its_line(fault, text) for fault in reader.faults[:FILE_FAULTS])
    name = str(values.get("ruleset"))
    return Settings(None if faults else plan, ruleset, drafts, faults, name, further)


def write_settings(tournament: Tournament) -> bytes:
    """Return the content of event.json for a tournament."""
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
    parts: dict[str, object] = {
        DAY_PLAN: written_plan(items_of(tournament)),
        DEDUCTIONS: written_deductions(tournament),
        AWARDS: written_awards(tournament),
        STAGES: written_stages(tournament),
        LEAGUE: written_league(tournament),
        FINISHED: written_finish(tournament),
        ABOUT: written_about(tournament),
        REGISTRATION: written_sign_up_page(tournament),
        HALL_SCREENS: written_screens(tournament),
    }
    values |= {name: value for name, value in parts.items() if value}
    rounds = tournament.rounds.order_by("number")
    if drafts := [round_.number for round_ in rounds if round_.state in HIDDEN_STATES]:
        values[DRAFTS] = drafts
    return (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode()


def _written_options(tournament: Tournament) -> dict[str, object]:
    """Return the options, the minutes and the end policy.

    Depending on the ruleset, the options are under a separate key or among the other
    keys.
    """
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
    changes |= {name: data[name] for name in options.ALWAYS_WRITTEN}
    clock = {"minutes": tournament.minutes, "end_policy": tournament.end_policy}
    own = presenter_of(tournament.ruleset).options_among_event_keys
    if own is None:
        return {"options": changes, **clock}
    always = ("hands_limit", *own)
    return {
        "preset": changes.pop("preset"),
        "hands_limit": data["hands_limit"],
        **clock,
        **{name: data[name] for name in own},
        **{name: changes[name] for name in changes if name not in always},
    }


def _unreadable(code: str, message: str, line: int = 0, **params: object) -> Settings:
    fault = FileFault(code, message, "", params, EVENT, line)
    return Settings(None, None, frozenset(), (fault,))


def _at_its_line(fault: Fault, text: str) -> FileFault:
    """Return the fault with the first line that names its field; line 0 if no line
    does.
    """
    key = json.dumps(fault.field.rpartition(".")[2])
    at = text.find(key) if fault.field else -1
    line = text.count("\n", 0, at) + 1 if at >= 0 else 0
    return FileFault(fault.code, fault.message, fault.field, fault.params, EVENT, line)
