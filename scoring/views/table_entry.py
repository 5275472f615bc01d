"""A table's own page: enter what happens, see what it means before saving."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
)

from rules.entries import HANDS_AFTER_GONG, PlayEnded
from rules.faults import RuleError
from rules.table import Ending, TableState
from rules.winds import Wind
from scoring import forms, ledger, score_sheet, words
from scoring.book import Book
from scoring.ledger import HandConflict, Receipt
from scoring.table_page import effect_of, receipt_of, seats_of
from tournaments import live
from tournaments.access import refereed_tournament
from tournaments.models import RoundState, Session
from tournaments.web import AccountRequest, add_faults, new_device_key

View = Callable[..., HttpResponseBase]


def at_table(view: View) -> View:
    """A view of directors and referees about one session, given as an argument."""

    @login_required
    @wraps(view)
    def wrapped(
        request: AccountRequest, slug: str, number: int, table: int, **rest: int
    ) -> HttpResponseBase:
        tournament = refereed_tournament(request, slug)
        session = (
            Session.objects.filter(
                round__tournament=tournament, round__number=number, table=table
            )
            .exclude(round__state=RoundState.DRAFT)
            .select_related("round__tournament")
            .first()
        )
        if session is None:
            raise Http404
        return view(request, session, **rest)

    return wrapped


def names_of(session: Session) -> dict[Wind, str]:
    return {wind: str(seat.entry) for wind, seat in seats_of(session).items()}


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def session(request: AccountRequest, session: Session) -> HttpResponseBase:
    """The page; POST enters the outcome of a hand."""
    if request.method != "POST":
        return _page(request, session, _new_form(session))
    form = forms.HandForm(request.POST, names=names_of(session))
    if "preview" in request.POST:
        return _page(request, session, form, **_previewed(session, form))
    if form.is_valid():
        try:
            receipt = _enter(request, session, form)
        except HandConflict as conflict:
            return _conflict(request, session, conflict)
        except RuleError as error:
            add_faults(form, error, forms.HAND_FIELDS)
        else:
            return _saved(request, session, receipt)
    template = "table/_entry.html" if request.htmx else "table/session.html"
    return _page(request, session, form, template=template, status=422)


@require_POST
@at_table
def preview(request: AccountRequest, session: Session) -> HttpResponseBase:
    """What saving would do, while the form is being filled."""
    form = forms.HandForm(request.POST, names=names_of(session))
    context = _previewed(session, form)
    status = 422 if context.get("faults") else 200
    return render(request, "table/_preview.html", context, status=status)


@require_GET
@at_table
def sheet(request: AccountRequest, session: Session) -> HttpResponseBase:
    """The hands so far, renewed when anything changes at the table."""
    return render(request, "table/_sheet.html", _context(session))


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def ruling(request: AccountRequest, session: Session) -> HttpResponseBase:
    """False wins, penalties, totals from paper, and the end of play."""
    names = names_of(session)
    sent = forms.RULINGS.get(request.POST.get("kind", ""))
    shown = [
        kind(names=names, initial={"device_key": new_device_key()}, prefix=kind.kind)
        for kind in forms.RULINGS.values()
        if kind.kind != PlayEnded.kind or _gong_rang(session)
    ]
    if request.method == "POST" and sent:
        form = sent(request.POST, names=names, prefix=sent.kind)
        if form.is_valid() and _ruled(request, session, form):
            return redirect(_address(session))
        shown = [form if other.kind == sent.kind else other for other in shown]
    status = 422 if request.method == "POST" else 200
    context = _context(session) | {"rulings": shown}
    return render(request, "table/ruling.html", context, status=status)


def _enter(request: AccountRequest, session: Session, form: forms.HandForm) -> Receipt:
    return ledger.enter(
        session.pk,
        form.raw(),
        device_key=form.cleaned_data["device_key"],
        by=request.user.get_username(),
        hand=form.cleaned_data["hand"],
        before_gong=form.cleaned_data["before_gong"],
    )


def _ruled(request: AccountRequest, session: Session, form: Any) -> bool:
    """Whether the ruling was entered; if not, the form says why."""
    try:
        ledger.enter(
            session.pk,
            form.raw(),
            device_key=form.cleaned_data["device_key"],
            by=request.user.get_username(),
            reason=form.cleaned_data["reason"],
        )
    except RuleError as error:
        add_faults(form, error)
        return False
    messages.success(request, _("Saved: %(what)s.") % {"what": form.title})
    return True


def _saved(
    request: AccountRequest, session: Session, receipt: Receipt
) -> HttpResponseBase:
    if not request.htmx:
        return redirect(f"{_address(session)}?saved={receipt.entry.sequence}")
    return _page(
        request,
        session,
        _new_form(session),
        template="table/_entry.html",
        saved=receipt.entry.sequence,
    )


def _conflict(
    request: AccountRequest, session: Session, conflict: HandConflict
) -> HttpResponse:
    """Both versions of the hand, side by side, and what to do (409)."""
    rules = session.round.tournament.rules
    names = names_of(session)
    context = _context(session) | {
        "existing": conflict.existing,
        "existing_words": words.of_entry(
            rules.read_entry(conflict.existing.raw), names
        ),
        "offered_words": words.of_entry(rules.read_entry(conflict.offered), names),
        "form": forms.CorrectionForm(
            names=names,
            initial={
                **forms.initial_of(conflict.offered),
                "hand": conflict.existing.hand,
                "device_key": new_device_key(),
            },
        ),
    }
    template = "table/_conflict.html" if request.htmx else "table/conflict.html"
    return render(request, template, context, status=409)


def _page(
    request: AccountRequest,
    session: Session,
    form: forms.HandForm,
    *,
    template: str = "table/session.html",
    status: int = 200,
    saved: int | None = None,
    **more: object,
) -> HttpResponse:
    wanted = request.GET.get("saved", "") if saved is None else str(saved)
    context = _context(session) | {"form": form, **more}
    if wanted.isdigit():
        book = Book(session)
        lines = [line for line in book.lines if line.sequence == int(wanted)]
        if lines:
            context["receipt"] = receipt_of(book, lines[0], seats_of(session))
    return render(request, template, context, status=status)


def _context(session: Session) -> dict[str, Any]:
    """The score sheet and what the entry form needs to know."""
    tournament = session.round.tournament
    context = score_sheet.session_page(tournament, session.round.number, session.table)
    numbers = (str(session.round.number), str(session.table))
    state: TableState = context["state"]
    return context | {
        "tournament": tournament,
        "live_url": live.url("session", tournament, *numbers),
        "may_enter": session.round.is_open
        and (state.over is None or _stopped_at_gong(session, state)),
        "needs_word": state.is_last_hand or _stopped_at_gong(session, state),
        "undo_key": new_device_key(),
    }


def _previewed(session: Session, form: forms.HandForm) -> dict[str, Any]:
    """The effect of the form's outcome, or what is still missing or wrong."""
    if not form.is_valid():
        complete = form.data.get("winner") and (
            form.data["winner"] == forms.WASHOUT
            or (form.data.get("source") and form.data.get("points"))
        )
        said = [text for errors in form.errors.values() for text in errors]
        return {"faults": said} if complete else {"incomplete": True}
    book = Book(session)
    try:
        after = ledger.preview(session, form.raw())
    except RuleError as error:
        add_faults(form, error, forms.HAND_FIELDS)
        return {"faults": [text for texts in form.errors.values() for text in texts]}
    return {"effect": effect_of(book.state, after, seats_of(session))}


def _new_form(session: Session) -> forms.HandForm:
    return forms.HandForm(
        names=names_of(session),
        initial={
            "hand": Book(session).state.position.hand,
            "device_key": new_device_key(),
        },
    )


def _stopped_at_gong(session: Session, state: TableState) -> bool:
    """Whether a hand that ended before the gong may still be entered."""
    return (
        session.round.is_open
        and state.over is Ending.TIME
        and state.hands_left == 0
        and HANDS_AFTER_GONG[session.round.tournament.end_policy] == 0
    )


def _gong_rang(session: Session) -> bool:
    state = Book(session).state
    return state.hands_left is not None and state.over is None


def _address(session: Session) -> str:
    round_ = session.round
    return reverse(
        "table:session", args=[round_.tournament.slug, round_.number, session.table]
    )
