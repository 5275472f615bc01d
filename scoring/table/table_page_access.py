"""Access to a table's pages, and responses that these pages share.

`at_table` admits accounts whose role has an ability; `at_table_or_its_device` also
admits the table device. Both set `request.visitor`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control

from rules.ledger_entries import Raw
from scoring.ledger import enter_hand
from scoring.ledger.replay_with_unsaved_entry import Preview
from scoring.ledger.table_ledger import give_seats, seats_at_tables
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import AtTable, Ruling
from scoring.table.after_last_hand import next_round
from scoring.table.ask_dealer_to_stop import question_to_dealer
from scoring.table.entry_effects_and_receipts import effect_of
from tournaments.access import live_access
from tournaments.access.page_access import (
    DeviceAt,
    Visitor,
    device_at,
    role_by,
    role_in,
)
from tournaments.access.roles_and_permissions import Ability, Can, may
from tournaments.access.table_links import TableAccess, sign_of
from tournaments.models import HIDDEN_STATES, Game, Role, Tournament, not_in_bin
from tournaments.tournament_time import time_zone_and_years
from tournaments.web.form_fields_and_types import Context
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    TableRequest,
    refusals_to,
)

View = Callable[..., HttpResponseBase]

never_from_a_cache = cache_control(private=True, no_cache=True)


def at_table(ability: Ability) -> Callable[[View], View]:
    """Return a decorator for views of one game, for staff whose role has the ability.

    The view receives the game.
    """
    return partial(_guarded, ability)


def _guarded(ability: Ability, view: View) -> View:
    @never_from_a_cache
    @wraps(view)
    def wrapped(
        request: TableRequest, slug: str, number: int, table: int, **rest: int
    ) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_login(
                request, reverse("table:session", args=[slug, number, table])
            )
        game, role = _game(slug, number, table, request.user, ability)
        request.can = Can(role)
        request.visitor = Visitor(request.user.get_username(), role=role)
        tournament = game.round.tournament
        if _writes(request) and (tournament.archived_at or tournament.mirrored_at):
            return _read_only(request, tournament)
        live_access.let_in(
            request, live_access.helper(tournament, request.user.pk, ability)
        )
        return view(request, game, **rest)

    return wrapped


def at_table_or_its_device(
    view: View,
    when_over: View | None = None,
    ability: Ability = Ability.ENTER,
    when_waiting: View | None = None,
) -> View:
    """Return a view that also admits a device with the table's link. An account with
    `ability` uses its own permissions.

    `when_over`: response to a device once the round is closed, instead of the usual
    page. `when_waiting`: response while the seating is not public.
    """
    for_accounts = _guarded(ability, view)

    @never_from_a_cache
    @wraps(view)
    def wrapped(
        request: TableRequest, slug: str, number: int, table: int, **rest: int
    ) -> HttpResponseBase:
        device = device_at(request, slug, number, table)
        if device is None or _may_by_account(request, device, Ability.ENTER):
            return for_accounts(request, slug=slug, number=number, table=table, **rest)
        request.visitor = device.visitor
        if device.access is TableAccess.OVER and when_over:
            return when_over(request, device.game)
        if device.access is TableAccess.WAITING and when_waiting:
            return when_waiting(request, device.game)
        if device.access is not TableAccess.OPEN:
            return shut(request, device)
        if _writes(request) and device.game.round.tournament.mirrored_at:
            return _read_only(request, device.game.round.tournament)
        live_access.let_in(request, live_access.at_table(device.game, device.claim))
        time_zone_and_years.follow(device.game.round.tournament)
        give_seats(device.game)
        return view(request, device.game, **rest)

    return wrapped


def _writes(request: TableRequest) -> bool:
    return request.method not in ("GET", "HEAD")


def _may_by_account(request: TableRequest, device: DeviceAt, ability: Ability) -> bool:
    return may(role_in(device.game.round.tournament, request.user), ability)


def shut(request: TableRequest, device: DeviceAt) -> HttpResponseBase:
    """Render why a link does not open
    its table now, with links to other pages.
    """
    game = device.game
    round_ = game.round
    tournament = round_.tournament
    context: dict[str, object] = {
        "door": device.access.value,
        "tournament": tournament,
        "round": round_,
        "game": game,
        "address": address_of(game),
    }
    if device.access is TableAccess.OVER:
        context["next"] = next_round(game)
        if device.claim.signs:
            context["sign"] = reverse(
                "table:sign",
                args=[
                    tournament.slug,
                    game.table,
                    sign_of(tournament, game.table),
                ],
            )
    if request.htmx:
        return _notice(request, "table/_link_shut.html", context)
    status = 403 if device.access is TableAccess.WAITING else 410
    return render(request, "table/link_shut.html", context, status=status)


def address_of(game: Game, page: str = "session") -> str:
    """Return the address of a page of a table, by default of the table's page."""
    round_ = game.round
    return reverse(
        f"table:{page}", args=[round_.tournament.slug, round_.number, game.table]
    )


def entered(request: TableRequest, game: Game, form: Ruling) -> HttpResponse | None:
    """Enter a valid form and redirect to the table.

    Return None if the entry is refused; the form then has the errors.
    """
    with refusals_to(form.add_faults):
        line = enter_hand.enter(
            game.pk,
            form.raw(),
            device_key=form.cleaned_data["device_key"],
            by=request.visitor.by,
            hand=form.cleaned_data.get("hand"),
            reason=form.cleaned_data["reason"],
        ).entry
        return redirect(f"{address_of(game)}?saved={line.sequence}")
    return None


def previewed(
    request: AccountRequest,
    game: Game,
    form: AtTable,
    preview: Callable[[Raw], Preview],
    *,
    brief: bool = False,
) -> HttpResponse:
    """Render the effect of saving the form.

    `brief`: render a shorter version for small areas.
    """
    context = {
        "brief": brief,
        "tournament": game.round.tournament,
        **preview_of(game, form, preview),
    }
    status = 422 if "faults" in context else 200
    return render(request, "table/_preview.html", context, status=status)


def preview_of(game: Game, form: AtTable, preview: Callable[[Raw], Preview]) -> Context:
    """Return the effect of saving the form, or its faults, or that it is incomplete."""
    form.full_clean()
    form.errors.pop("reason", None)
    if not form.errors:
        with refusals_to(form.add_faults):
            raw = form.raw()
            previewed = preview(raw)
            question = question_to_dealer(game.rules, raw, previewed, preview)
            return {
                "effect": effect_of(previewed, game),
                "question_to_dealer": question,
            }
    if not form.is_begun:
        return {"incomplete": True}
    return {"faults": [text for texts in form.errors.values() for text in texts]}


def _to_login(request: AccountRequest, address: str) -> HttpResponseBase:
    """Respond to a signed-out user: redirect a page to the login.

    A fragment gets a notice that overwrites no input.
    """
    if not request.htmx:
        reads = request.method in ("GET", "HEAD")
        return redirect_to_login(request.get_full_path() if reads else address)
    return _notice(request, "table/_signed_out.html", {"address": address})


def _notice(
    request: AccountRequest, template: str, context: dict[str, object]
) -> HttpResponse:
    """Render a fragment above the page, instead of the part that was requested."""
    response = render(request, template, context, status=422)
    response["HX-Retarget"] = "#table-notice"
    response["HX-Reswap"] = "innerHTML"
    return response


def _read_only(request: AccountRequest, tournament: Tournament) -> HttpResponseBase:
    """Return the response that an archived tournament or a mirror is read-only (409;
    422 for htmx).
    """
    context: dict[str, object] = {"tournament": tournament}
    if request.htmx:
        return _notice(request, "table/_archived.html", context)
    return render(request, "table/archived.html", context, status=409)


def _game(
    slug: str, number: int, table: int, user: User, ability: Ability
) -> tuple[Game, Role]:
    """Return the game and the account's role in its tournament.

    Raises Http404 for an account without a role or an unknown table, and
    PermissionDenied for a role without the ability.
    """
    game = (
        Game.objects.filter(
            not_in_bin("round__tournament"),
            round__tournament__slug=slug,
            round__number=number,
            table=table,
        )
        .annotate(role=role_by(user, "round__tournament"))
        .exclude(round__state__in=HIDDEN_STATES)
        .exclude(role=None)
        .select_related("round__tournament", "extension")
        .prefetch_related(Prefetch("seats", seats_at_tables()))
        .first()
    )
    if game is None:
        raise Http404
    role = Role(game.role)
    if not may(role, ability):
        raise PermissionDenied
    time_zone_and_years.follow(game.round.tournament)
    return game, role


def left_out(form: AtTable) -> tuple[int | None, Raw | None]:
    """Return the hand number and the raw entry of a form that is not saved; None for
    each part that is unreadable.
    """
    raw = form.raw() if form.is_valid() else None
    return form.cleaned_data.get("hand"), raw
