"""What the views of one table share: who gets in, and answers that help."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from rules.faults import RuleError
from scoring.book import Preview
from scoring.forms import AtTable
from scoring.ledger import Raw
from scoring.table_page import effect_of, seats_of
from tournaments.access import refereed_tournament
from tournaments.models import RoundState, Session
from tournaments.web import AccountRequest, add_faults

View = Callable[..., HttpResponseBase]


def at_table(view: View) -> View:
    """A view of directors and referees about one session, given as an argument."""

    @wraps(view)
    def wrapped(
        request: AccountRequest, slug: str, number: int, table: int, **rest: int
    ) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_login(
                request, reverse("table:session", args=[slug, number, table])
            )
        tournament = refereed_tournament(request, slug)
        session = (
            Session.objects.filter(
                round__tournament=tournament, round__number=number, table=table
            )
            .exclude(round__state=RoundState.DRAFT)
            .select_related("round__tournament")
            .prefetch_related("seats__entry__player")
            .first()
        )
        if session is None:
            raise Http404
        return view(request, session, **rest)

    return wrapped


def address_of(session: Session) -> str:
    round_ = session.round
    return reverse(
        "table:session", args=[round_.tournament.slug, round_.number, session.table]
    )


def previewed(
    request: AccountRequest,
    session: Session,
    form: AtTable,
    preview: Callable[[Raw], Preview],
) -> HttpResponse:
    """The fragment that says what saving the form would do."""
    context = preview_of(session, form, preview)
    status = 422 if "faults" in context else 200
    return render(request, "table/_preview.html", context, status=status)


def preview_of(
    session: Session, form: AtTable, preview: Callable[[Raw], Preview]
) -> dict[str, Any]:
    """The effect of what is in the form, or what is still missing or wrong."""
    form.full_clean()
    form.errors.pop("reason", None)
    if not form.errors:
        try:
            return {"effect": effect_of(preview(form.raw()), seats_of(session))}
        except RuleError as error:
            add_faults(form, error, form.fields_of_faults)
    if not form.is_begun:
        return {"incomplete": True}
    return {"faults": [text for texts in form.errors.values() for text in texts]}


def _to_login(request: AccountRequest, address: str) -> HttpResponseBase:
    """Signed out meanwhile: a page goes to the login; a fragment says so where it
    destroys nothing."""
    if not request.htmx:
        reads = request.method in ("GET", "HEAD")
        return redirect_to_login(request.get_full_path() if reads else address)
    response = render(
        request, "table/_signed_out.html", {"address": address}, status=422
    )
    response["HX-Retarget"] = "#table-notice"
    response["HX-Reswap"] = "innerHTML"
    return response
