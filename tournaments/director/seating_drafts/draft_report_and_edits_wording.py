"""The quality report of a draft in sentences, and its figures beside the best known
values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.faults import Fault
from rules.strict_reader import JsonObject
from tournaments.director.seating_drafts.draft_tables_and_players import DrawnPlan
from tournaments.director.seating_drafts.repeat_opponents import Rematches
from tournaments.files.file_faults import fields_of
from tournaments.models import Draw
from tournaments.refusals import sentence
from tournaments.rounds.stages.stage_outlook import Finding
from tournaments.seating.judging.plan_judge import Report, judge
from tournaments.seating.judging.quality_report_wording import Remark, sentences
from tournaments.seating.meetings.algebraic_constructions import most_rounds
from tournaments.seating.meetings.plans_of_three import most_rounds_for_three
from tournaments.seating.meetings.starters_and_small_plans import small
from tournaments.seating.seating_plan import SEATS_PER_TABLE, Plan
from tournaments.seating.seating_request import Method, Request
from tournaments.seating.uneven.repair_effects import Disturbance, disturbance
from tournaments.seating_drafts.draft_state_and_judgement import request_of
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.number_wording import percent


@dataclass(frozen=True)
class Figure:
    """A figure of the plan, and its best known value (`best`).

    `is_bound`: `best` is a lower bound that may not be reachable.
    """

    label: str
    here: int
    best: int
    is_bound: bool = False

    @property
    def is_best(self) -> bool:
        return self.here <= self.best


def findings(report: Report, beside: Sequence[Rematches] = ()) -> list[Finding]:
    """Return the report as sentences, problems first.

    `beside`: repeat meetings after a cut. They decide whether repeats are acceptable
    there.
    """
    at_best = bool(beside) and all(rematches.is_fine for rematches in beside)
    results = [_finding(remark, report, at_best) for remark in sentences(report)]
    results += [_rematches(rematches) for rematches in beside]
    return sorted(results, key=lambda finding: finding.fine)


def kept_apart(draw: Draw, report: Report) -> Finding | None:
    """Return the finding that all pairs to keep apart are kept apart.

    None if there are no such pairs, or if the report lists pairs that meet.
    """
    pairs = len(request_of(draw).demands.never)
    if not pairs or report.forbidden:
        return None
    sentence = ngettext(
        "%(count)s pair is kept apart as requested.",
        "%(count)s pairs are kept apart as requested.",
        pairs,
    )
    return Finding(sentence % {"count": pairs}, fine=True)


def _finding(remark: Remark, report: Report, at_best: bool) -> Finding:
    """Return the finding for a remark of the report.

    Repeats are acceptable if no plan with fewer repeats is known. `at_best`: after a
    cut, these players cannot have fewer repeats.
    """
    if remark.code not in ("repeats", "repeated") or remark.fine:
        return Finding(_in_words(remark), remark.fine)
    if at_best:
        return Finding(_in_words(remark), fine=True)
    fewest = fewest_repeats(report.players, report.rounds, report.size)
    if fewest is None or report.repeats > fewest:
        return Finding(_in_words(remark), remark.fine)
    if remark.code == "repeated":
        return Finding(_in_words(remark), fine=True)
    message = _("Repeat meetings: %(repeats)s, the fewest known.")
    return Finding(message % {"repeats": report.repeats}, fine=True)


def _rematches(rematches: Rematches) -> Finding:
    values = {
        "stage": rematches.name,
        "again": rematches.again,
        "meetings": rematches.meetings,
        "least": rematches.least,
    }
    if rematches.again == rematches.least:
        message = _(
            "“%(stage)s”: %(again)s of %(meetings)s meetings are repeats, the fewest "
            "possible."
        )
    elif rematches.by_rank and not rematches.least:
        message = _(
            "“%(stage)s”: %(again)s of %(meetings)s meetings are repeats, because "
            "the seating follows the standings."
        )
    elif not rematches.least:
        message = _(
            "“%(stage)s”: %(again)s of %(meetings)s meetings are repeats. Fewer may be "
            "possible."
        )
    elif rematches.by_rank:
        message = _(
            "“%(stage)s”: %(again)s of %(meetings)s meetings are repeats, because "
            "the seating follows the standings. At least %(least)s cannot be avoided."
        )
    else:
        message = _(
            "“%(stage)s”: %(again)s of %(meetings)s meetings are repeats. At "
            "least %(least)s cannot be avoided."
        )
    return Finding(message % values, rematches.is_fine)


def notes(draw: Draw) -> list[str]:
    """Return sentences about the unavoidable faults found before the search."""
    return [sentence(fault) for fault in kept_faults(draw.notes)]


def faults(draw: Draw) -> list[str]:
    """Return sentences about the faults that prevented generating the seating."""
    return [sentence(fault) for fault in kept_faults(draw.faults)]


def kept_faults(data: list[JsonObject]) -> list[Fault]:
    """Return the faults that are stored as JSON values in a draft."""
    return [Fault(**fields_of(fault)) for fault in data]


def figures(report: Report, beside: Sequence[Rematches] = ()) -> Iterator[Figure]:
    """Yield the figures of the plan, the most important first."""
    for rematches in beside:
        label = _("Repeat meetings in “%(stage)s”") % {"stage": rematches.name}
        yield Figure(label, rematches.again, rematches.least, is_bound=True)
    fewest = fewest_repeats(report.players, report.rounds, report.size)
    yield Figure(
        _("Repeat meetings"),
        report.repeats,
        report.least_repeats if fewest is None else fewest,
        fewest is None,
    )
    for word, mates in report.mates.items():
        if mates.members:
            yield Figure(str(_MATES[word]), mates.meetings, mates.least)
    if report.forbidden:
        count = sum(len(met.rounds) for met in report.forbidden)
        yield Figure(_("Meetings of players to keep apart"), count, 0)
    rounds = report.rounds
    yield Figure(
        _("Largest difference between a player's wind counts"),
        report.wind_range,
        1 if rounds % report.size else 0,
    )
    yield Figure(
        _("Largest difference between a player's wind counts after any round"),
        report.wind_range_running,
        min(rounds, 1),
    )
    if report.sits_out:
        yield Figure(_("Players with more than one bye"), len(report.byes_twice), 0)


@cache
def fewest_repeats(players: int, rounds: int, size: int) -> int | None:
    """Return the fewest repeats of any known plan for these numbers of players and
    rounds, at tables of `size`.

    All players play all rounds. None if no plan is known.
    """
    if size < SEATS_PER_TABLE:
        return 0 if rounds <= most_rounds_for_three(players) else None
    if rounds <= most_rounds(players):
        return 0
    stored = small(players, rounds)
    return None if stored is None else judge(stored.rounds).repeats


def repaired(plan: DrawnPlan) -> Finding | None:
    """Return the finding that states how many seats a repair changed; None if the draft
    is not a repair."""
    if plan.request.method != Method.REPAIR:
        return None
    changed = disturbed(plan.request, plan.drawn)
    return Finding(changed_seats_in_words(changed), fine=True)


def changed_seats_in_words(changed: Disturbance) -> str:
    """Return a sentence with the number of changed seats."""
    message = _(
        "Changed seats: %(changed)s of %(seats)s (%(percent)s). %(moved)s at "
        "another table, %(turned)s with another wind only."
    )
    values = {
        "changed": changed.changed,
        "turned": changed.turned,
        "moved": changed.moved,
        "seats": changed.seats,
        "percent": percent(changed.percent, 1),
    }
    return message % values


def disturbed(request: Request, plan: Plan) -> Disturbance:
    """Return how a repaired plan differs from the seating before the repair."""
    played = len(request.played)
    present = {
        round_: {one.number for one in request.entrants if one.plays(round_)}
        for round_ in range(played + 1, played + request.rounds + 1)
    }
    before = (*request.played, *request.draft)
    return disturbance(before, (*request.played, *plan), played, present)


_MATES: Mapping[str, Promise] = {
    "team": gettext_lazy("Meetings of team-mates"),
    "country": gettext_lazy("Meetings within a country"),
    "club": gettext_lazy("Meetings within a club"),
    "group": gettext_lazy("Meetings within a group"),
}


def _in_words(remark: Remark) -> str:
    return sentence(Fault(remark.code, remark.message, "", remark.params))


def stage(draw: Draw) -> str:
    """Return a sentence about the current step of generating a draft."""
    if not draw.progress:
        return _("Waiting to generate the seating.")
    label = STAGES.get(draw.progress["stage"])
    return str(label) if label else _("Searching for a seating.")


def edits(draw: Draw) -> list[str]:
    """Return a sentence for each manual change, oldest first."""
    return [_edit(edit) for edit in draw.edits]


def _edit(edit: JsonObject) -> str:
    message = (
        _("%(change)s (%(by)s: %(reason)s)")
        if edit["reason"]
        else "%(change)s (%(by)s)"
    )
    return message % {"change": _EDITS[edit["kind"]](edit), **edit}


def _swap(edit: JsonObject) -> str:
    one, other = edit["numbers"]
    return _("Round %(round)s: players %(one)s and %(other)s were swapped.") % {
        "round": edit["round"],
        "one": one,
        "other": other,
    }


def _replace(edit: JsonObject) -> str:
    old, new = edit["numbers"]
    if not edit["rounds"]:
        message = _("Player %(new)s replaced player %(old)s.")
        return message % {"old": old, "new": new}
    message = ngettext(
        "Round %(rounds)s: player %(new)s replaced player %(old)s.",
        "Rounds %(rounds)s: player %(new)s replaced player %(old)s.",
        len(edit["rounds"]),
    )
    return message % {
        "rounds": joined_with_commas(edit["rounds"]),
        "old": old,
        "new": new,
    }


_EDITS: Mapping[str, Callable[[JsonObject], str]] = {
    "swap": _swap,
    "replace": _replace,
    "balance_winds": lambda edit: _("Winds balanced."),
}

#: Words for the engine's names of search stages.
STAGES: Mapping[str, Promise] = {
    "meetings": gettext_lazy("Assigning opponents."),
    "placing": gettext_lazy("Assigning players to the plan."),
    "fitting": gettext_lazy("Filling empty seats."),
    "repair": gettext_lazy("Removing repeat opponents."),
    "tables": gettext_lazy("Numbering the tables."),
    "seats": gettext_lazy("Improving the seats."),
}
