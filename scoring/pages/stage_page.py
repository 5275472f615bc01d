"""What the director's page of a cut shows: who goes on and who does not, what is to be
decided first, and who plays once that is settled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.standings.stages.proposed_cut import (
    Candidate,
    ProposedCut,
    proposed_cut,
    would_differ,
)
from scoring.standings.standing_used import cut_basis, uses_standing
from tournaments.models import Entry, Stage, Tournament
from tournaments.rounds.seating_standings.outdated_seating_marks import Marker
from tournaments.rounds.stages.stage_outlook import Finding, met_so_far
from tournaments.rounds.stages.stage_settings import (
    before,
    beside,
    members_of,
    stages_of,
)
from tournaments.seating_drafts.seating_request_data import seated_plan
from tournaments.web.form_fields_and_types import Context


@dataclass(frozen=True)
class CutLine:
    """A candidate; `fate`: "through", "out", "tied", or "gone" who does not play on.
    `is_last`: the line is drawn below."""

    candidate: Candidate
    fate: str
    is_last: bool


@dataclass(frozen=True)
class Group:
    """The players of a group in the order of their ranks; `number` 0: of all."""

    number: int
    entries: tuple[Entry, ...]


def stage_page(tournament: Tournament, stage: Stage) -> Context:
    """`cut` and `lines` while it waits for its players, `groups` once it has them."""
    stages = stages_of(tournament)
    waits = not stage.is_decided
    cut = proposed_cut(tournament, stage) if waits else None
    consolation = beside(stages, stage)
    # A cut from before standings were kept says only who would play now.
    is_old = not waits and not stage.basis
    more, fewer = would_differ(tournament, stage) if is_old else ([], [])
    seated = tournament.rounds.filter(number__in=stage.round_numbers)
    people = {entry.number: entry for entry in _people(tournament, more, fewer)}
    return {
        "tournament": tournament,
        "stage": stage,
        "earlier": before(stages, stage),
        "consolation": consolation,
        "cut": cut,
        "lines": list(_lines(cut)) if cut else [],
        "groups": [] if waits else _groups(stage),
        "others": _groups(consolation) if consolation and not waits else [],
        "mark": Marker(tournament).of_stage(stage),
        "basis": cut_basis(cut) if cut and uses_standing(stage) else None,
        "would_come": [people[number] for number in more],
        "would_go": [people[number] for number in fewer],
        "is_seated": seated.exists(),
        "met": _met(tournament, stages, stage),
        "next_round": stage.first_round,
    }


def _met(tournament: Tournament, stages: list[Stage], stage: Stage) -> Finding | None:
    rounds = tournament.rounds.filter(number__lt=stage.first_round)
    numbers = rounds.order_by("number").values_list("number", flat=True)
    return met_so_far(tournament, stages, stage, seated_plan(tournament, numbers))


def _lines(cut: ProposedCut) -> Iterator[CutLine]:
    through = set(cut.found.through)
    tied = {number for tie in cut.ties for number in tie.numbers}
    fates = []
    for each in cut.candidates:
        number = each.entry.number
        fate = "through" if number in through else "tied" if number in tied else "out"
        fates.append((each, fate if each.is_there else "gone"))
    last = max(
        (at for at, (_each, fate) in enumerate(fates) if fate == "through"), default=-1
    )
    for at, (each, fate) in enumerate(fates):
        yield CutLine(each, fate, at == last)


def _groups(stage: Stage) -> list[Group]:
    members = members_of(stage)
    numbers = sorted({place.group for place in members})
    return [
        Group(number, tuple(each.entry for each in members if each.group == number))
        for number in numbers
    ]


def _people(tournament: Tournament, more: list[int], fewer: list[int]) -> list[Entry]:
    if not more and not fewer:
        return []
    entries = tournament.entries.filter(number__in=[*more, *fewer])
    return list(entries.select_related("player"))
