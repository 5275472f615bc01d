"""Return labels of a round's tables: the group, final or consolation. Nothing is
saved."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.models import Round, Stage, StagePlace, Tournament
from tournaments.rounds.stages.stage_settings import stages_of


def table_labels(round_: Round) -> Mapping[int, str]:
    """Return the label of each table of the round, by table number.

    Return an empty mapping if all tables would have the same label. House players and
    players outside the stages are ignored.
    """
    if round_.stage is None:
        return {}
    of_stage = {
        stage_of_round.pk: stage_of_round
        for stage_of_round in stages_of(round_.tournament)
        if stage_of_round.first_round == round_.stage.first_round
    }
    if len(of_stage) == 1 and not round_.stage.groups:
        return {}
    places = StagePlace.objects.filter(
        stage__in=of_stage, player__seats__round=round_
    ).values_list("player__seats__game__table", "stage", "group")
    return {table: label_of(of_stage[stage], group) for table, stage, group in places}


def label_of(stage: Stage, group: int) -> str:
    """Return the name of a stage, or of a group of the stage if `group` is not 0."""
    if not group:
        return str(stage)
    return _("%(stage)s, group %(group)s") % {"stage": stage, "group": group}


def stage_names(tournament: Tournament) -> Mapping[int, str]:
    """Return the name of the stage of each round, by round number. If two stages share
    a round, the name contains both. Empty if there are no stages."""
    names: dict[int, str] = {}
    for stage in stages_of(tournament):
        for number in stage.round_numbers:
            earlier = names.get(number)
            names[number] = f"{earlier}, {stage}" if earlier else str(stage)
    return names
