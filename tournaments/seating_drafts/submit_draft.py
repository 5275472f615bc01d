"""Creation of seating drafts.

Submit a request, publish the seed hash, add dice, or import a plan.

A worker generates the seating (`seating_jobs`). Manual changes are in `edit_draft`,
confirmation in `confirm_draft`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import AT_WORK, Draw, DrawMethod, DrawState, Tournament
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import refuse_if_finished
from tournaments.rounds.seeding_lists import Seeding
from tournaments.rounds.standings_used import (
    Basis,
    decided_basis,
    read_basis,
)
from tournaments.seating.constraints import Constraints, Weights
from tournaments.seating.random_seed import combined, commitment
from tournaments.seating.seating_methods import check
from tournaments.seating.seating_plan import Plan
from tournaments.seating.seating_request import RANKED, Method, Options, Request
from tournaments.seating_drafts.constraint_forms import MOST_WEIGHT
from tournaments.seating_drafts.draft_state_and_judgement import (
    change_state,
    draft_fields,
    judged,
    plan_of,
    request_of,
    unchanged,
)
from tournaments.seating_drafts.seating_jobs import enqueue
from tournaments.seating_drafts.seating_request_data import (
    house_players_in,
    refuse_rounds,
    remaining_rounds,
    request_for,
    seated_plan,
)


@transaction.atomic
def submit(
    tournament: Tournament,
    *,
    method: str,
    first_round: int,
    rounds: int,
    demands: Constraints,
    options: Options | None = None,
    standing: str = "",
    seeding: Seeding | None = None,
    seed: str = "",
    promise: bool = False,
    by: str,
) -> Draw:
    """Create a draft, let the worker generate it, and return it.

    `seed`: random if empty. `standing`: for methods by standings, the treatment of
    earlier rounds that are not closed (see `decided_basis`). `seeding`: the list that
    orders the players before any round counts. With `promise`, the draft waits for the
    dice (`reveal`); until then only the hash of the seed may be shown.

    Raises RuleError if these rounds cannot be generated now, the constraints contradict
    each other, or earlier rounds are not closed and their treatment is not chosen.
    """
    _lock(tournament)
    _refuse_at_work(tournament, first_round, rounds)
    secret = seed or new_seed()
    refuse_rounds(tournament, first_round, rounds)
    ranked = Method(method) in RANKED
    basis = (
        decided_basis(tournament, first_round, standing, by=by, seeding=seeding)
        if ranked
        else None
    )
    request = request_for(
        tournament,
        method=Method(method),
        first_round=first_round,
        rounds=rounds,
        demands=demands,
        options=options,
        standing=basis.order if basis else (),
        seed="" if promise else secret,
    )
    check(request)
    _remember_settings(tournament, request, demands)
    state = DrawState.PROMISED if promise else DrawState.WAITING
    return _begin(tournament, request, secret, by=by, state=state, basis=basis)


@transaction.atomic
def generate_again(draw: Draw, *, version: int, standing: str = "", by: str) -> Draw:
    """Replace a draft by a new one with the same method, settings and seed, and return
    the new one.

    It uses the current standings; the old draft is discarded. Raises RuleError like
    `submit`, if the draft does not use standings, or if it has changed since `version`.
    """
    tournament = draw.tournament
    _lock(tournament)
    current = unchanged(draw, version)
    before = request_of(current)
    if before.method not in RANKED:
        raise refusal(
            "not_by_standing",
            _("This draft does not use the standings. Generate a new one."),
        )
    _refuse_at_work(tournament, current.first_round, current.rounds)
    refuse_rounds(tournament, current.first_round, current.rounds)
    earlier = read_basis(current.basis)
    basis = decided_basis(
        tournament,
        current.first_round,
        standing,
        by=by,
        seeding=earlier.seeding if earlier else None,
    )
    request = request_for(
        tournament,
        method=before.method,
        first_round=current.first_round,
        rounds=current.rounds,
        demands=before.demands,
        options=before.options,
        standing=basis.order,
        seed=before.seed,
    )
    check(request)
    change_state(current, (DrawState.DRAFT,), DrawState.DISCARDED)
    return _begin(
        tournament, request, before.seed, by=by, basis=basis, replaces=current.number
    )


@transaction.atomic
def reveal(draw: Draw, thrown: str, *, by: str) -> Draw:
    """Let the worker generate a promised draft from its secret seed and the dice
    thrown, and return the draft. Raises Refused if no dice are entered, or if the draft
    is in another state.
    """
    if not (thrown := thrown.strip()):
        raise refusal(
            "nothing_thrown", _("Enter the dice thrown in the hall."), "thrown"
        )
    current = Draw.objects.get(pk=draw.pk)
    request = current.request | {"seed": combined(current.seed, thrown)}
    current = change_state(
        draw,
        (DrawState.PROMISED,),
        DrawState.WAITING,
        thrown=thrown,
        request=request,
        heard_at=timezone.now(),
    )
    current.tournament.record(
        "draw_revealed", by=by, draw=current.number, seed=current.seed, thrown=thrown
    )
    enqueue(current)
    return current


@transaction.atomic
def repair(
    tournament: Tournament,
    *,
    demands: Constraints,
    seed: str = "",
    by: str,
    with_choices: bool = False,
) -> Draw:
    """Let the worker repair the rounds that have not started after players left or
    arrived late, changing few seats, and return the draft.

    `with_choices`: also generate two other drafts, one with fewer changes and one with
    fewer repeats, if these exist (`repairs_beside`).

    Raises RuleError if there is no such round, or if the constraints contradict each
    other.
    """
    _lock(tournament)
    numbers = remaining_rounds(tournament)
    _refuse_at_work(tournament, numbers[0], len(numbers))
    secret = seed or new_seed()
    request = request_for(
        tournament,
        method=Method.REPAIR,
        first_round=numbers[0],
        rounds=len(numbers),
        demands=demands,
        seed=secret,
        draft=seated_plan(tournament, numbers),
    )
    check(request)
    basis = _repaired_basis(tournament, numbers[0])
    draw = _begin(tournament, request, secret, by=by, basis=basis)
    for weights in _other_weights(demands.weights) if with_choices else ():
        other = replace(request, demands=replace(request.demands, weights=weights))
        _begin(tournament, other, secret, by=by, basis=basis)
    return draw


def _other_weights(weights: Weights) -> Iterator[Weights]:
    """Yield the weights of the two extreme choices of a repair: a changed seat costs
    ten times as much, or three tenths.

    Measured with 32 players, when 4 of them leave after 3 of 8 rounds: 15 to 18 seats
    change with 24 to 26 repeats, or 52 to 59 with 10 to 14; between them about 30 with
    17.
    """
    yield replace(weights, moved=min(weights.moved * 10, MOST_WEIGHT))
    yield replace(weights, moved=max(weights.moved * 3 // 10, 1))


def repairs_beside(draw: Draw) -> list[Draw]:
    """Return the repairs that were generated together with this one for comparison, by
    number, including this one.

    Discarded repairs are left out. The list is empty if the draft is not a repair.
    """
    if draw.method != DrawMethod.REPAIR:
        return []
    return list(
        draw.tournament.draws.filter(
            method=DrawMethod.REPAIR,
            commitment=draw.commitment,
            first_round=draw.first_round,
            rounds=draw.rounds,
            state__in=(*AT_WORK, DrawState.DRAFT),
        ).order_by("number")
    )


@transaction.atomic
def redraw_rest(draw: Draw, *, version: int, seed: str = "", by: str) -> Draw:
    """Create a new draft of the same rounds that keeps the locked tables, and return
    it.

    The old draft remains until one of the two is confirmed or discarded. Raises
    RuleError if it has changed since `version`, if no table is locked, or if its
    constraints can no longer be met.
    """
    tournament = draw.tournament
    _lock(tournament)
    current = unchanged(draw, version)
    if not current.locked:
        raise refusal("nothing_locked", _("Lock the tables to keep first."))
    _refuse_at_work(tournament, current.first_round, current.rounds)
    secret = seed or new_seed()
    before = request_of(current)
    request = request_for(
        tournament,
        method=Method.PLAN if before.method == Method.REPAIR else before.method,
        first_round=current.first_round,
        rounds=current.rounds,
        demands=before.demands,
        options=before.options,
        standing=before.standing,
        seed=secret,
        draft=plan_of(current),
        locked=[(round_, table) for round_, table in current.locked],
    )
    # A draft's house players are registered only on confirmation, so add them here.
    house = {*request.fillers, *current.fillers}
    request = replace(request, fillers=tuple(sorted(house)))
    check(request)
    return _begin(
        tournament,
        request,
        secret,
        by=by,
        basis=read_basis(current.basis),
        values={"kept": current.kept, "locked": current.locked},
    )


@transaction.atomic
def import_plan(
    tournament: Tournament,
    plan: Plan,
    *,
    first_round: int = 1,
    demands: Constraints | None = None,
    by: str,
    reason: str = "",
) -> Draw:
    """Create a draft from a plan made elsewhere, with a report like any other draft,
    and return it.

    Unknown numbers become house players, but numbers of withdrawn players do not.
    Raises Refused if these rounds cannot be seated.
    """
    _lock(tournament)
    request = request_for(
        tournament,
        method=Method.PLAN,
        first_round=first_round,
        rounds=len(plan),
        demands=demands or Constraints(),
    )
    fillers = house_players_in(tournament, plan)
    return _begin(
        tournament,
        request,
        "",
        by=by,
        reason=reason,
        method=DrawMethod.IMPORT,
        state=DrawState.DRAFT,
        values=draft_fields(plan, fillers, judged(request, plan, fillers))
        | {"finished_at": timezone.now()},
    )


def new_seed() -> str:
    """Return a seed that cannot be guessed from its hash."""
    return secrets.token_hex(16)


def _lock(tournament: Tournament) -> None:
    """Lock the tournament and raise Refused if it is finished.

    Only one draft of a tournament is created at a time. After the finish no draft could
    be confirmed.
    """
    refuse_if_finished(Tournament.objects.select_for_update().get(pk=tournament.pk))


def _begin(
    tournament: Tournament,
    request: Request,
    seed: str,
    *,
    by: str,
    state: DrawState = DrawState.WAITING,
    method: str = "",
    reason: str = "",
    basis: Basis | None = None,
    replaces: int = 0,
    values: Mapping[str, object] | None = None,
) -> Draw:
    """Create the next draft of the tournament, log it, enqueue it if it waits, and
    return it.
    """
    last = tournament.draws.aggregate(last=Max("number"))["last"] or 0
    draw = Draw.objects.create(
        tournament=tournament,
        number=last + 1,
        method=method or request.method,
        first_round=len(request.played) + 1,
        rounds=request.rounds,
        state=state,
        request=request.as_data(),
        seed=seed,
        commitment=commitment(seed) if seed else "",
        heard_at=timezone.now(),
        basis=basis.as_data() if basis else {},
        by=by,
        **(values or {}),
    )
    data = {"draw": draw.number, "method": draw.method, "rounds": [*draw.round_numbers]}
    if state == DrawState.PROMISED:
        data["commitment"] = draw.commitment
    if basis:
        data["standing"] = basis.as_logged()
    if replaces:
        data["replaces"] = replaces
    tournament.record(_BEGUN[state], by=by, reason=reason, **data)
    if state == DrawState.WAITING:
        enqueue(draw)
    return draw


#: Kinds of log entries for new drafts.
_BEGUN = {
    DrawState.PROMISED: "draw_promised",
    DrawState.WAITING: "draw_submitted",
    DrawState.DRAFT: "draw_imported",
}


def _repaired_basis(tournament: Tournament, number: int) -> Basis | None:
    """Return the standings behind the seating that is repaired, marked as repaired;
    None if there are none."""
    draw = tournament.rounds.get(number=number).draw
    basis = read_basis(draw.basis) if draw else None
    return replace(basis, is_repaired=True) if basis else None


def _remember_settings(
    tournament: Tournament, request: Request, demands: Constraints
) -> None:
    """Store the settings of this request as defaults for the next one."""
    settings = replace(request, demands=demands).as_data()
    tournament.draw_settings = {
        name: settings[name] for name in ("method", "rounds", "demands", "options")
    }
    tournament.save(update_fields=["draw_settings"])


def _refuse_at_work(tournament: Tournament, first_round: int, rounds: int) -> None:
    """Raise Refused while another draft of one of these rounds is being generated."""
    others = tournament.draws.filter(
        state__in=[DrawState.PROMISED, *AT_WORK],
        first_round__lt=first_round + rounds,
    ).order_by("number")
    for other in others:
        if other.last_round >= first_round:
            raise refusal(
                "at_work",
                _("Wait for seating draft %(number)s of these rounds, or discard it."),
                number=other.number,
            )
