"""What is played at each table of a round: a group, the final, the consolation. Reads
only."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.models import Round, Stage, StagePlace, Tournament
from tournaments.rounds.stages.stage_settings import stages_of


def table_labels(round_: Round) -> Mapping[int, str]:
    """The label of each table by its number; none, without further queries, where all
    tables of the round are the same. House players and others in no stage count for no
    label."""
    if round_.stage is None:
        return {}
    of_stage = {
        each.pk: each
        for each in stages_of(round_.tournament)
        if each.first_round == round_.stage.first_round
    }
    if len(of_stage) == 1 and not round_.stage.groups:
        return {}
    found = StagePlace.objects.filter(
        stage__in=of_stage, entry__seats__round=round_
    ).values_list("entry__seats__session__table", "stage", "group")
    return {table: label_of(of_stage[stage], group) for table, stage, group in found}


def label_of(stage: Stage, group: int) -> str:
    """A stage, or one of its groups, in words."""
    if not group:
        return str(stage)
    return _("%(stage)s, group %(group)s") % {"stage": stage, "group": group}


def stage_names(tournament: Tournament) -> Mapping[int, str]:
    """What the rounds of each number belong to; of two stages in the same rounds
    both."""
    names: dict[int, str] = {}
    for stage in stages_of(tournament):
        for number in stage.round_numbers:
            earlier = names.get(number)
            names[number] = f"{earlier}, {stage}" if earlier else str(stage)
    return names
