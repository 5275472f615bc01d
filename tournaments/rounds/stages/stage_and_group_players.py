"""Decide the players of a stage and their groups, change groups, and undo the
decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_noop as _

from tournaments.models import Player, Stage, StagePlace, Tournament
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import (
    lock_with_rounds,
    refuse_if_finished,
)
from tournaments.rounds.stages.stage_settings import beside, stages_of
from tournaments.rounds.standings_used import Basis


@dataclass(frozen=True)
class Decision:
    """The decided players of a stage, as player numbers in order of place.

    `through`: players of the stage. `rest`: players of the consolation. `groups`: empty
    for a stage without groups. `data`: further data for the log. `basis`: the standings
    used, or None.
    """

    through: Sequence[int]
    rest: Sequence[int] = ()
    groups: Sequence[Sequence[int]] = ()
    data: Mapping[str, object] = field(default_factory=dict)
    basis: Basis | None = None


def decide(stage: Stage, decision: Decision, *, by: str, reason: str = "") -> None:
    """Save the players of a stage that is not decided yet.

    Must be called in the transaction that determined the players and locked the
    tournament.
    """
    tournament = stage.tournament
    stages = stages_of(tournament)
    players = {player.number: player for player in tournament.players.all()}
    group_of = {
        number: group
        for group, numbers in enumerate(decision.groups, 1)
        for number in numbers
    }
    other = beside(stages, stage)
    for target, numbers in ((stage, decision.through), (other, decision.rest)):
        if target is None:
            continue
        StagePlace.objects.bulk_create(
            StagePlace(
                stage=target,
                player=players[number],
                rank=rank,
                group=group_of.get(number, 0) if target is stage else 0,
            )
            for rank, number in enumerate(numbers, 1)
        )
        target.is_decided = True
        if target is stage and decision.basis:
            target.basis = decision.basis.as_data()
        target.save(update_fields=["is_decided", "basis"])
    set_cut_after(tournament)
    tournament.record(
        "stage_decided",
        by=by,
        reason=reason,
        stage=stage.number,
        name=str(stage),
        through=list(decision.through),
        rest=list(decision.rest),
        groups=[list(group) for group in decision.groups],
        **decision.data,
    )


@transaction.atomic
def take_back(stage: Stage, *, by: str, reason: str) -> None:
    """Undo the decision about the players of a stage and its consolation.

    Raises Refused if one of its rounds has seating, if a later stage is decided, and in
    a finished tournament.
    """
    tournament = lock_with_rounds(stage.tournament)
    refuse_if_finished(tournament)
    stages = stages_of(tournament)
    current = next(other for other in stages if other.pk == stage.pk)
    _refuse_seated(current)
    later = [
        other
        for other in stages
        if other.is_decided and other.first_round > current.first_round
    ]
    if later:
        raise refusal(
            "later_decided",
            _(
                "The players of “%(stage)s” are already chosen. Undo the decision "
                "first."
            ),
            stage=str(later[0]),
        )
    for other in filter(None, (current, beside(stages, current))):
        other.places.all().delete()
        other.is_decided, other.basis, other.kept = False, {}, {}
        other.save(update_fields=["is_decided", "basis", "kept"])
    set_cut_after(tournament)
    tournament.record(
        "stage_taken_back",
        by=by,
        reason=reason,
        stage=current.number,
        name=str(current),
    )


@transaction.atomic
def set_groups(stage: Stage, groups: Mapping[int, int], *, by: str) -> None:
    """Move players of a stage to groups. `groups`: group by player number, from 1.

    Raises Refused for an unknown group or player, if a round of the stage has seating,
    and in a finished tournament.
    """
    tournament = lock_with_rounds(stage.tournament)
    refuse_if_finished(tournament)
    _refuse_seated(stage)
    places = {
        place.player.number: place for place in stage.places.select_related("player")
    }
    moved = []
    for number, group in groups.items():
        if number not in places or not 1 <= group <= stage.groups:
            raise refusal(
                "no_such_group",
                _("Player %(number)s cannot be in group %(group)s."),
                number=number,
                group=group,
            )
        if places[number].group != group:
            moved.append([number, places[number].group, group])
            places[number].group = group
    if not moved:
        return
    StagePlace.objects.bulk_update(places.values(), ["group"])
    tournament.record(
        "groups_changed",
        by=by,
        stage=stage.number,
        name=str(stage),
        moved=moved,
    )


def take_over_places(old: Player, new: Player, first_round: int) -> None:
    """Add a substitute to the stages and groups of `old` from round `first_round` on.

    Must be called in the transaction of the substitution.
    """
    if not old.tournament.is_staged:
        return
    for place in old.stage_places.select_related("stage"):
        stage = place.stage
        if stage.last_round < first_round or stage.places.filter(player=new).exists():
            continue
        last = stage.places.aggregate(last=Max("rank"))["last"] or 0
        StagePlace.objects.create(
            stage=stage, player=new, group=place.group, rank=last + 1
        )
    set_cut_after(old.tournament)


def give_places_back(new: Player, first_round: int) -> None:
    """Remove the substitute from stages that start in `first_round` or later. Undoes
    `take_over_places`."""
    if new.tournament.is_staged:
        new.stage_places.filter(stage__first_round__gte=first_round).delete()
        set_cut_after(new.tournament)


def restore_places(
    tournament: Tournament, places: Mapping[int, Sequence[tuple[int, int]]]
) -> None:
    """Decide stages with their players. `places`: (player number, group) by stage
    number, best place first.

    Must be called in the transaction that creates the tournament.
    """
    players = {player.number: player for player in tournament.players.all()}
    for stage in stages_of(tournament):
        stage_places = places.get(stage.number, ())
        StagePlace.objects.bulk_create(
            StagePlace(stage=stage, player=players[number], group=group, rank=rank)
            for rank, (number, group) in enumerate(stage_places, 1)
        )
        if stage_places:
            stage.is_decided = True
            stage.save(update_fields=["is_decided"])
    set_cut_after(tournament)


def set_cut_after(tournament: Tournament) -> None:
    """Set `cut_after` of every player from the players of the decided stages."""
    decided = [
        stage
        for stage in stages_of(tournament)
        if stage.is_decided and not stage.is_beside and stage.number > 1
    ]
    players = {
        stage.pk: set(
            StagePlace.objects.filter(
                stage__tournament=tournament, stage__first_round=stage.first_round
            ).values_list("player", flat=True)
        )
        for stage in decided
    }
    changed = []
    for player in tournament.players.filter(is_filler=False):
        out = [s.first_round - 1 for s in decided if player.pk not in players[s.pk]]
        cut_after = min(out, default=None)
        if player.cut_after != cut_after:
            player.cut_after = cut_after
            changed.append(player)
    Player.objects.bulk_update(changed, ["cut_after"])


def _refuse_seated(stage: Stage) -> None:
    """Raise Refused if a round of the stage has seating."""
    rounds = stage.tournament.rounds.filter(number__in=stage.round_numbers)
    if round_ := rounds.order_by("number").first():
        raise refusal(
            "rounds_seated",
            _("Round %(round)s is already seated. Delete its seating first."),
            round=round_.number,
        )
