"""Read, check and change the stages of a tournament."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import (
    CarryRule,
    CutRule,
    GroupingRule,
    KeptApart,
    LeaverTables,
    Stage,
    StageKind,
    StagePlace,
    Tournament,
)
from tournaments.models.stages import TABLE
from tournaments.refusals import Refused, refusal
from tournaments.rounds.rounds_with_hidden_results import plan_rounds
from tournaments.rounds.row_locks_and_finished_check import (
    lock_with_rounds,
    refuse_if_finished,
)
from tournaments.seating.files.pasted_tables import MOST_ROUNDS

MOST_STAGES = 20

#: Format of a bonus: 3, -1, 1.5 or 3/2.
NUMBER = re.compile(r"[-+]?\d{1,6}([./]\d{1,6})?", re.ASCII)


def check_plans(plans: Sequence[StagePlan]) -> None:
    """Raise Refused if these stages contradict each other. The message states the first
    contradiction."""
    if len(plans) > MOST_STAGES:
        raise refusal(
            "too_many", _("A tournament has at most %(most)s stages."), most=MOST_STAGES
        )
    if sum(plan.rounds for plan in plans if not plan.is_beside) > MOST_ROUNDS:
        raise refusal(
            "bad_rounds",
            _("Enter 1 to %(most)s rounds in total."),
            most=MOST_ROUNDS,
        )
    for number, plan in enumerate(plans, 1):
        if misfit := _misfit(plans, number, plan):
            code, message = misfit
            raise refusal(code, message, f"stages.{number}", stage=number)


def _refuse_matches_of_four(tournament: Tournament, plans: Sequence[StagePlan]) -> None:
    """Raise Refused if a stage is a series or has team matches, but the rules have
    tables of 3."""
    if tournament.rules.players == TABLE:
        return
    for number, plan in enumerate(plans, 1):
        if plan.series or plan.grouping == GroupingRule.TEAMS:
            raise refusal(
                "needs_tables_of_four",
                _("Stage %(stage)s: series and team matches need tables of 4 players."),
                f"stages.{number}",
                stage=number,
            )


def _misfit(
    plans: Sequence[StagePlan], number: int, plan: StagePlan
) -> tuple[str, str] | None:
    last = plans[number - 2] if number > 1 else None
    main = next(
        (other for other in plans[number - 2 :: -1] if not other.is_beside), None
    )
    chooses = plan.cut in (CutRule.TOP, CutRule.PER_GROUP)
    if number == 1 and plan.cut != CutRule.EVERYBODY:
        return "first_cut", _("The first stage has all players and no cut.")
    if chooses and plan.cut_size < 1:
        return "no_size", _("Enter how many players qualify for stage %(stage)s.")
    if plan.cut == CutRule.PER_GROUP and number > 1 and not (main and main.groups):
        return (
            "no_groups",
            _(
                "Stage %(stage)s takes the best of each group, but the stage before it "
                "has no groups."
            ),
        )
    if plan.is_beside and (
        last is None or last.cut not in (CutRule.TOP, CutRule.PER_GROUP)
    ):
        return (
            "nobody_left",
            _("A consolation must follow a stage with a cut. Change stage %(stage)s."),
        )
    if plan.is_beside != (plan.cut == CutRule.REST):
        return "rest", _("Only a consolation takes players who did not qualify.")
    if plan.groups == 1:
        return "one_group", _("Stage %(stage)s needs 0 groups, or 2 or more.")
    if plan.movers and (
        main is None or main.groups != plan.groups or plan.cut != CutRule.EVERYBODY
    ):
        return (
            "no_divisions",
            _(
                "For promotion and relegation, stage %(stage)s needs as many groups "
                "as the stage before, and all players must continue."
            ),
        )
    if plan.carry == CarryRule.FRACTION and not (
        0 < plan.carry_numerator < plan.carry_denominator
    ):
        return (
            "fraction",
            _("For stage %(stage)s, enter a fraction such as 1/2."),
        )
    if any(fraction_of(text) is None for text in plan.bonuses):
        return "bonuses", _("Enter a bonus such as 3, -1 or 3/2.")
    return _misfit_of_series(plan)


def _misfit_of_series(plan: StagePlan) -> tuple[str, str] | None:
    is_of_four = plan.cut == CutRule.TOP and plan.cut_size == TABLE and not plan.groups
    if plan.series and not (is_of_four and plan.carry == CarryRule.NOTHING):
        return (
            "series",
            _(
                "Stage %(stage)s is a series: it needs the best 4 overall, no groups "
                "and no points carried over."
            ),
        )
    if plan.series > plan.rounds:
        return (
            "series_rounds",
            _("Stage %(stage)s needs at least as many rounds as games to win."),
        )
    return None


def fraction_of(text: str) -> Fraction | None:
    """Return the value of a text such as "3", "-1", "1.5" or "3/2". Return None for
    other texts.

    Exponents are not allowed, because reading 1e999999999 would take too long.
    """
    if not NUMBER.fullmatch(text):
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


#: Fields of a stage that can change after its players are decided or its rounds seated.
STILL_FREE = (
    "name",
    "minutes",
    "end_policy",
    "method",
    "rounds",
    "seats",
    "bonuses",
    "leavers",
    "series",
)


@dataclass(frozen=True)
class StagePlan:
    """The settings of a stage. The fields have the names of the fields of `Stage`.

    A consolation has the rounds of the stage before it; `rounds` is ignored.
    """

    kind: str
    rounds: int
    name: str = ""
    minutes: int | None = None
    end_policy: str = ""
    method: str = ""
    cut: str = CutRule.EVERYBODY
    cut_size: int = 0
    cut_rest: int = 0
    carry: str = CarryRule.EVERYTHING
    carry_numerator: int = 1
    carry_denominator: int = 1
    bonuses: tuple[str, ...] = ()
    groups: int = 0
    grouping: str = "snake"
    movers: int = 0
    apart: str = KeptApart.NOBODY
    seats: str = ""
    series: int = 0
    leavers: str = LeaverTables.KEPT

    @property
    def is_beside(self) -> bool:
        return self.kind == StageKind.CONSOLATION


def stages_of(tournament: Tournament) -> list[Stage]:
    """Return the stages of the tournament in order.

    Return an empty list, without a query, if the tournament is not divided into stages.
    """
    if not tournament.is_staged:
        return []
    return list(tournament.stages.order_by("number"))


def stage_at(stages: Iterable[Stage], number: int) -> Stage | None:
    """Return the stage that contains the round with this number, or None if no stage
    does. If two stages share the round, return the first stage."""
    return next((stage for stage in stages if number in stage.round_numbers), None)


def beside(stages: Iterable[Stage], stage: Stage) -> Stage | None:
    """Return the consolation that is played in the same rounds as the stage, or None if
    there is no such consolation."""
    return next(
        (
            other
            for other in stages
            if other.is_beside and other.number == stage.number + 1
        ),
        None,
    )


def before(stages: Sequence[Stage], stage: Stage) -> Stage | None:
    """Return the stage from which players qualify for this stage, or None for the first
    stage. The result is never a consolation."""
    earlier = [
        other
        for other in stages
        if not other.is_beside and other.first_round < stage.first_round
    ]
    return earlier[-1] if earlier else None


def to_decide(stages: Sequence[Stage], next_round: int) -> Stage | None:
    """Return the stage of round `next_round`, if players must qualify for the stage and
    are not decided yet. Otherwise return None."""
    stage = stage_at(stages, next_round)
    if stage is None or stage.is_decided or not stage.needs_deciding:
        return None
    return stage


def plan_of(stage: Stage) -> StagePlan:
    """Return the settings of a stage."""
    values = {name: getattr(stage, name) for name in StagePlan.__dataclass_fields__}
    return StagePlan(**values | {"bonuses": tuple(stage.bonuses)})


@transaction.atomic
def set_stages(
    tournament: Tournament, plans: Sequence[StagePlan], *, by: str
) -> list[Stage]:
    """Save the stages, set the tournament's number of rounds to their total, and return
    the stages.

    Without `plans`, the tournament has no separate stages. The log keeps the old and
    the new stages. Raises Refused if stages contradict each other. For decided or
    seated stages, it also raises Refused for changes in fields other than `STILL_FREE`.
    """
    current = lock_with_rounds(tournament)
    refuse_if_finished(current)
    check_plans(plans)
    _refuse_matches_of_four(tournament, plans)
    plans = list(map(_only_what_applies, plans))
    old = stages_of(current)
    seated = dict(tournament.rounds.values_list("number", "stage__number"))
    new = as_stages(tournament, plans)
    if [plan_of(one) for one in old] == [plan_of(one) for one in new] and old:
        return old
    _refuse_late(old, new, seated)
    remaining = {one.number: one for one in old}
    for stage in new:
        if existing := remaining.pop(stage.number, None):
            stage.pk, stage.is_decided = existing.pk, existing.is_decided
            stage.basis, stage.kept = existing.basis, existing.kept
        stage.save()
    Stage.objects.filter(pk__in=[one.pk for one in remaining.values()]).delete()
    give_rounds_their_stage(tournament, new)
    rounds = new[-1].last_round if new else current.planned_rounds
    tournament.is_staged = bool(new)
    tournament.save(update_fields=["is_staged"])
    tournament.record(
        "stages_set",
        by=by,
        stages=[_as_logged(one) for one in new],
        before=[_as_logged(one) for one in old],
    )
    plan_rounds(tournament, rounds, by=by)
    return new


def as_stages(tournament: Tournament, plans: Sequence[StagePlan]) -> list[Stage]:
    """Return unsaved stages with these settings. The stages have numbers and first
    rounds."""
    return [
        Stage(
            tournament=tournament,
            number=number,
            first_round=first,
            **asdict(plan) | {"rounds": rounds, "bonuses": list(plan.bonuses)},
        )
        for number, (plan, first, rounds) in enumerate(_laid_out(plans), 1)
    ]


def give_rounds_their_stage(tournament: Tournament, stages: Sequence[Stage]) -> None:
    """Save the stage of each existing round."""
    for round_ in tournament.rounds.all():
        stage = stage_at(stages, round_.number)
        if round_.stage_id != (stage.pk if stage else None):
            tournament.rounds.filter(pk=round_.pk).update(stage=stage)


def _laid_out(plans: Sequence[StagePlan]) -> Iterable[tuple[StagePlan, int, int]]:
    """Yield each stage with the number of its first round and its number of rounds."""
    first, rounds, following = 1, 0, 1
    for plan in plans:
        if not plan.is_beside:
            first, rounds = following, plan.rounds
            following += plan.rounds
        yield plan, first, rounds


def _only_what_applies(plan: StagePlan) -> StagePlan:
    """Return the settings, with default values in fields that have no effect. An
    example is the cut size if there is no cut."""
    if plan.cut not in (CutRule.TOP, CutRule.PER_GROUP):
        plan = replace(plan, cut_size=0)
    if plan.cut != CutRule.PER_GROUP:
        plan = replace(plan, cut_rest=0)
    if plan.grouping != GroupingRule.DIVISIONS:
        plan = replace(plan, movers=0)
    if plan.carry != CarryRule.FRACTION:
        plan = replace(plan, carry_numerator=1, carry_denominator=1)
    return plan


def _refuse_late(
    old: Sequence[Stage], new: Sequence[Stage], seated: Mapping[int, int | None]
) -> None:
    """Raise Refused if a stage that was decided or seated would change, or if a seated
    round would move to another stage."""
    begun = {number for number in seated.values() if number}
    for stage in old:
        if not stage.is_decided and stage.number not in begun:
            continue
        now = new[stage.number - 1] if stage.number <= len(new) else None
        if now is None or _fixed(now) != _fixed(stage):
            raise _too_late(stage)
    for number, was in seated.items():
        stage_now = stage_at(new, number)
        leaves = new and (stage_now is None or (was and stage_now.number != was))
        enters = stage_now and not was and stage_now.needs_deciding
        if leaves or enters:
            raise refusal(
                "rounds_seated",
                _("Round %(round)s is already seated. It stays in its stage."),
                round=number,
            )


def _too_late(stage: Stage) -> Refused:
    return refusal(
        "stage_decided",
        _(
            "“%(stage)s” already has players or seating. Remove them first, or "
            "change only its name, clock, method and number of rounds."
        ),
        stage=str(stage),
    )


def _fixed(stage: Stage) -> dict[str, object]:
    values = asdict(plan_of(stage)) | {"first_round": stage.first_round}
    return {name: value for name, value in values.items() if name not in STILL_FREE}


def _as_logged(stage: Stage) -> dict[str, object]:
    """Return the data of a stage for the log: its kind, its number of rounds, and the
    settings that differ from the defaults."""
    plain = asdict(StagePlan(stage.kind, stage.rounds))
    current = asdict(plan_of(stage))
    return {
        name: value
        for name, value in current.items()
        if value != plain[name] or name in ("kind", "rounds")
    }


def members_of(stage: Stage) -> list[StagePlace]:
    """Return the players of a stage in the order of their ranks when they qualified."""
    return list(stage.places.select_related("player__person").order_by("rank"))
