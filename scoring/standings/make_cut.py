"""Make the cut before a stage, in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.standings.proposed_cut import ProposedCut, proposed_cut
from scoring.standings.standings_used_by_seating import (
    can_be_seeded,
    cut_basis,
    uses_standing,
)
from tournaments.models import GroupingRule, Stage, Tournament
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import (
    lock_with_rounds,
    refuse_if_finished,
)
from tournaments.rounds.seeding_lists import Seeding
from tournaments.rounds.stages import stage_settings
from tournaments.rounds.stages.group_forming import Grouping, grouped, promoted
from tournaments.rounds.stages.groups_and_team_matches import matches_of
from tournaments.rounds.stages.stage_and_group_players import Decision, decide
from tournaments.rounds.standings_used import Basis
from tournaments.seating.random_seed import NOT_WRITABLE, writable
from tournaments.web.list_wording import joined_with_commas


@transaction.atomic
def make_cut(
    tournament: Tournament,
    number: int,
    *,
    decided: Collection[int] = (),
    seed: str = "",
    seen: str | None = None,
    seeding: Seeding | None = None,
    by: str,
    reason: str = "",
) -> Stage:
    """Make the cut before a stage, and return the stage: set its players, move the
    others to its consolation if it has one, and form its groups with the random seed.

    `decided`: tied players who qualify by the director's choice; requires a reason.
    `seen`: fingerprint of the cut that was shown. `seeding`: list that decides the
    groups of a first stage. Raises Refused if the previous stage is not over, the
    players are already known, a tie is undecided, a `decided` player is not tied, or
    the cut has changed.
    """
    current = lock_with_rounds(tournament)
    refuse_if_finished(current)
    stage = _stage_to_decide(current, number)
    before_choice = proposed_cut(current, stage)
    if seen is not None and seen != before_choice.fingerprint:
        raise refusal("changed", _("The standings have changed. Reload the page."))
    cut = proposed_cut(current, stage, decided)
    _refuse_undecided(cut, before_choice, decided, reason)
    if not writable(seed):
        raise refusal("not_text", NOT_WRITABLE, "seed")
    basis = _basis(cut, seeding)
    through = list(cut.qualified.through)
    if basis and basis.seeding:
        through.sort(key=basis.order.index)
    groups = _groups(cut, through, seed, decided)
    stage.tournament = tournament
    decide(
        stage,
        Decision(
            through,
            cut.rest,
            groups,
            {"decided": sorted(decided), "seed": seed if groups else ""},
            basis,
        ),
        by=by,
        reason=reason,
    )
    return stage


def _basis(cut: ProposedCut, seeding: Seeding | None) -> Basis | None:
    """Return the standings or the list that decides players or groups; None if neither
    does.
    """
    if can_be_seeded(cut.stage):
        return cut_basis(cut).seeded(seeding) if seeding else None
    is_later = cut.stage.number > 1
    return cut_basis(cut) if is_later and uses_standing(cut.stage) else None


def _stage_to_decide(tournament: Tournament, number: int) -> Stage:
    """Return the stage with that number.

    Raises Refused if there is no such stage, if it needs no cut, or if its players are
    already known.
    """
    stages = stage_settings.stages_of(tournament)
    stage = next((one for one in stages if one.number == number), None)
    if stage is None or stage.is_beside or not stage.needs_deciding:
        raise refusal("no_stage", _("This stage needs no cut."))
    if stage.is_decided:
        raise refusal(
            "decided_already",
            _("The players of “%(stage)s” are already chosen."),
            stage=str(stage),
        )
    return stage


def _refuse_undecided(
    cut: ProposedCut, before: ProposedCut, decided: Collection[int], reason: str
) -> None:
    if cut.missing:
        raise refusal(
            "not_over",
            ngettext(
                "Round %(rounds)s is not closed.",
                "Rounds %(rounds)s are not closed.",
                len(cut.missing),
            ),
            rounds=joined_with_commas(cut.missing),
        )
    for tie in cut.ties:
        raise refusal(
            "tie",
            _(
                "Tied on every criterion: %(numbers)s. Only %(seats)s can qualify. "
                "Choose who qualifies and enter a reason."
            ),
            "decided",
            numbers=joined_with_commas(tie.numbers),
            seats=tie.seats,
        )
    if decided and set(decided) != _needed(cut, before, decided):
        raise refusal(
            "not_tied", _("A player you chose is not tied at the cut."), "decided"
        )
    if decided and not reason.strip():
        raise refusal(
            "no_reason",
            _("Enter why these players qualify and the others do not."),
            "reason",
        )
    if not cut.qualified.through:
        raise refusal("nobody", _("This stage would have no players."))


def _needed(
    cut: ProposedCut, before: ProposedCut, decided: Collection[int]
) -> set[int]:
    """Return the `decided` players who would be in an undecided tie without the
    director's choice.
    """
    if cut.stage.movers:
        return {
            number
            for number in decided
            if any(number in tie.numbers for tie in before.ties)
        }
    return {
        number
        for number in decided
        if number in cut.qualified.through and number not in before.qualified.through
    }


def _divisions(cut: ProposedCut, decided: Collection[int]) -> list[list[int]]:
    """Return the player numbers of each division of the previous stage, best player
    first. Among tied players, the director's choice comes first. Players who joined too
    late for a division are in the last one.
    """
    stage, through = cut.stage, set(cut.qualified.through)
    divisions: list[list[int]] = [[] for _group in range(stage.groups)]
    qualified = [
        candidate for candidate in cut.candidates if candidate.player.number in through
    ]
    for candidate in sorted(
        qualified, key=lambda one: (one.place, one.player.number not in decided)
    ):
        divisions[(candidate.group or stage.groups) - 1].append(candidate.player.number)
    return divisions


def _groups(
    cut: ProposedCut,
    through: Sequence[int],
    seed: str,
    decided: Collection[int] = (),
) -> Sequence[Sequence[int]]:
    stage = cut.stage
    if not stage.groups:
        return ()
    if stage.movers:
        return promoted(_divisions(cut, decided), stage.movers)
    if stage.grouping == GroupingRule.TEAMS:
        known = set(through)
        players = [e.player for e in cut.candidates if e.player.number in known]
        return matches_of(stage, players, seed=seed)
    people = {
        candidate.player.number: candidate.player.person for candidate in cut.candidates
    }
    return grouped(
        through,
        stage.groups,
        Grouping(stage.grouping),
        seed=seed,
        regions={number: person.country for number, person in people.items()},
        apart={
            number: getattr(person, stage.apart) if stage.apart else ""
            for number, person in people.items()
        },
        table=stage.tournament.rules.players,
    )
