"""Create seating drafts: submit a request, publish the hash of the seed, add dice, or
import a plan.

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
    """Create a draft and send it to the worker. Return the draft.

    - `seed`: the random seed. If it is empty, a random seed is made.
    - `standing`: for methods that use standings, the choice of `decided_basis` for
      earlier rounds that are not closed.
    - `seeding`: the list that orders the players before any round counts, or None.
    - `promise`: if it is True, the draft waits for dice (`reveal`). Until then only the
      hash of the seed may be shown.

    Raises RuleError if these rounds cannot be generated now, if the constraints
    contradict each other, or if earlier rounds are not closed and `standing` contains
    no choice.
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
    """Replace a draft by a new draft with the same method, settings and seed. Return
    the new draft.

    The new draft uses the current standings; the old draft is discarded. Raises
    RuleError as `submit` does, and also if the draft does not use standings or has
    changed since `version`.
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
    """Send a promised draft to the worker, with a seed made from the secret seed and
    the dice. Return the draft.

    Raises Refused if no dice are entered, or if the draft is in another state.
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
    """Send a repair of the rounds that have not started to the worker. Return the new
    draft.

    A repair is needed after players left or arrived late. It changes few seats. If
    `with_choices` is True, two other drafts are also generated, one with fewer changes
    and one with fewer repeats, if they differ (`repairs_beside`).

    Raises RuleError if there is no round to repair, or if the constraints contradict
    each other.
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
    """Yield the weights of the two other choices of a repair: a changed seat costs ten
    times as much, or three tenths.

    Measured with 32 players, when 4 players leave after 3 of 8 rounds: with the first
    weights, 15 to 18 seats change and there are 24 to 26 repeats. With the second
    weights, 52 to 59 seats change and there are 10 to 14 repeats. With the usual
    weights, about 30 seats change and there are 17 repeats.
    """
    yield replace(weights, moved=min(weights.moved * 10, MOST_WEIGHT))
    yield replace(weights, moved=max(weights.moved * 3 // 10, 1))


def repairs_beside(draw: Draw) -> list[Draw]:
    """Return the repairs that were generated together for comparison, including `draw`,
    in the order of their numbers.

    Discarded repairs are left out. Return an empty list if the draft is not a repair.
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
    """Create a new draft of the same rounds that keeps the locked tables. Return the
    new draft.

    The old draft remains until one of the two drafts is confirmed or discarded. Raises
    RuleError if the draft has changed since `version`, if no table is locked, or if its
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
    """Create a draft from a plan made elsewhere, with a quality report. Return the
    draft.

    Unknown player numbers become house players, but numbers of withdrawn players do
    not. Raises Refused if these rounds cannot be seated.
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
    """Return a random seed that cannot be guessed from its hash."""
    return secrets.token_hex(16)


def _lock(tournament: Tournament) -> None:
    """Lock the tournament. Raises Refused if the tournament is finished.

    The lock prevents the creation of two drafts at the same time. After the finish no
    draft can be confirmed.
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
    """Create the next draft of the tournament, log it, and send it to a worker if its
    state is WAITING. Return the draft."""
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
    """Return the standings used for the seating of the round, marked as repaired.
    Return None if no standings were used."""
    draw = tournament.rounds.get(number=number).draw
    basis = read_basis(draw.basis) if draw else None
    return replace(basis, is_repaired=True) if basis else None


def _remember_settings(
    tournament: Tournament, request: Request, demands: Constraints
) -> None:
    """Save the settings of this request as the default settings of the next request."""
    settings = replace(request, demands=demands).as_data()
    tournament.draw_settings = {
        name: settings[name] for name in ("method", "rounds", "demands", "options")
    }
    tournament.save(update_fields=["draw_settings"])


def _refuse_at_work(tournament: Tournament, first_round: int, rounds: int) -> None:
    """Raise Refused if another draft of one of these rounds is being generated."""
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
