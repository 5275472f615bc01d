"""Begin a draw: submit it, promise its seed and throw for it, or import a plan.

The drawing itself is a worker's (running), who is stopped or called again in
at_work; changes by hand are in changes, and what becomes of a draft in confirming.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import AT_WORK, Draw, DrawMethod, DrawState, Tournament
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import refuse_if_finished
from tournaments.rounds.standings_used import (
    Basis,
    decided_basis,
    read_basis,
)
from tournaments.seating.constraints import Demands
from tournaments.seating.random_seed import combined, commitment
from tournaments.seating.seating_methods import check
from tournaments.seating.seating_plan import Plan
from tournaments.seating.seating_request import RANKED, Method, Options, Request
from tournaments.seating_drafts.draft_state_and_judgement import (
    as_drawn,
    change_state,
    judged,
    plan_of,
    request_of,
    unchanged,
)
from tournaments.seating_drafts.seating_jobs import enqueue
from tournaments.seating_drafts.seating_request_data import (
    house_players_in,
    refuse_rounds,
    request_for,
    rounds_to_come,
    seated_plan,
)


@transaction.atomic
def submit(
    tournament: Tournament,
    *,
    method: str,
    first_round: int,
    rounds: int,
    demands: Demands,
    options: Options | None = None,
    standing: str = "",
    seed: str = "",
    promise: bool = False,
    by: str,
) -> Draw:
    """Have rounds drawn by the worker; without `seed` one is made by chance.
    `standing`: what counts of earlier rounds that are not closed, for a method that
    uses the standings (see `decided_basis`).

    With `promise` the draw waits until `reveal` is told what was thrown in the
    hall: until then only the hash of the seed may be shown. Raises RuleError if
    these rounds cannot be drawn now, the demands contradict each other, or earlier
    rounds are not closed and it is not decided what counts.
    """
    _lock(tournament)
    _refuse_at_work(tournament, first_round, rounds)
    secret = seed or new_seed()
    refuse_rounds(tournament, first_round, rounds)
    ranked = Method(method) in RANKED
    basis = decided_basis(tournament, first_round, standing, by=by) if ranked else None
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
    """Replace a draft by a new draw of the same method, parameters and seed, by the
    standing as it is now. The draft is discarded.

    Raises RuleError as `submit` does, or if the draft has changed since `version`.
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
    basis = decided_basis(tournament, current.first_round, standing, by=by)
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
    """Draw what was promised, from the promised seed and what was thrown."""
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
    tournament: Tournament, *, demands: Demands, seed: str = "", by: str
) -> Draw:
    """Have the rounds that have not begun mended by the worker, after players
    left or came: with as few seats changed as possible.

    Raises RuleError if there is no such round, or the demands contradict each
    other.
    """
    _lock(tournament)
    numbers = rounds_to_come(tournament)
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
    return _begin(tournament, request, secret, by=by, basis=basis)


@transaction.atomic
def redraw_rest(draw: Draw, *, version: int, seed: str = "", by: str) -> Draw:
    """A new draw of a draft's rounds that keeps its locked tables.

    The draft stays as it is until one of the two is confirmed or discarded.
    Raises RuleError if it has changed since `version`, no table is locked, or its
    demands cannot be met any more.
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
    # House players are registered when a draft is confirmed; this one has its own.
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
    demands: Demands | None = None,
    by: str,
    reason: str = "",
) -> Draw:
    """A draft from a plan made elsewhere, judged like one of ours.

    Numbers that nobody has are taken for house players, but for those of
    players who were withdrawn. Raises Refused if these rounds cannot be seated.
    """
    _lock(tournament)
    request = request_for(
        tournament,
        method=Method.PLAN,
        first_round=first_round,
        rounds=len(plan),
        demands=demands or Demands(),
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
        values=as_drawn(plan, fillers, judged(request, plan, fillers))
        | {"finished_at": timezone.now()},
    )


def new_seed() -> str:
    """A seed that nobody can guess from its hash."""
    return secrets.token_hex(16)


def _lock(tournament: Tournament) -> None:
    """One draw of a tournament begins at a time, and none once it is finished: nobody
    could confirm it."""
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
    """The next draw of the tournament, logged, and handed on if it waits."""
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


#: How the log calls the beginning of a draw.
_BEGUN = {
    DrawState.PROMISED: "draw_promised",
    DrawState.WAITING: "draw_submitted",
    DrawState.DRAFT: "draw_imported",
}


def _repaired_basis(tournament: Tournament, number: int) -> Basis | None:
    """The standing of the seats that are repaired, if they used one."""
    draw = tournament.rounds.get(number=number).draw
    basis = read_basis(draw.basis) if draw else None
    return replace(basis, is_repaired=True) if basis else None


def _remember_settings(
    tournament: Tournament, request: Request, demands: Demands
) -> None:
    """Keep the settings of this request as the next one's first values."""
    asked = replace(request, demands=demands).as_data()
    tournament.draw_settings = {
        name: asked[name] for name in ("method", "rounds", "demands", "options")
    }
    tournament.save(update_fields=["draw_settings"])


def _refuse_at_work(tournament: Tournament, first_round: int, rounds: int) -> None:
    """Raises Refused while another draw of one of these rounds goes on."""
    others = tournament.draws.filter(
        state__in=[DrawState.PROMISED, *AT_WORK],
        first_round__lt=first_round + rounds,
    ).order_by("number")
    for other in others:
        if other.last_round >= first_round:
            raise refusal(
                "at_work",
                _(
                    "Seating draft %(number)s of these rounds is not ready. Wait for "
                    "it or discard it."
                ),
                number=other.number,
            )
