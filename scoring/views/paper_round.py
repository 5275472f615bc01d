"""The totals of a round's tables, typed from their sheets on one page."""

from __future__ import annotations

from collections import Counter

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.corrections import paper_totals
from scoring.corrections.paper_totals import Became
from scoring.pages.paper.paper_grid import PaperRow, rows_of
from scoring.rulesets.registry import presenter_of
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import HIDDEN_STATES, Round, Tournament
from tournaments.web.request_types_and_form_faults import AccountRequest, refusals_to


@for_helpers(Ability.ENTER)
@require_http_methods(["GET", "HEAD", "POST"])
def totals(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Every table of the round in the order of the sheets; POST saves the rows that are
    right and shows the others again as they were typed."""
    round_ = _round(tournament, number)
    by = request.user.get_username()
    if request.method != "POST":
        return _page(request, round_, rows_of(round_, by=by))
    rows = rows_of(round_, by=by, sent=request.POST)
    became = Counter(
        _saved(row, by) for row in rows if row.form.is_bound and row.form.is_begun
    )
    faulty = {row.session.pk: row for row in rows if row.form.errors}
    if not faulty:
        _tell(request, became)
        return redirect("director:paper_round", tournament.slug, number)
    shown = [
        faulty.get(row.session.pk, row)
        for row in rows_of(_round(tournament, number), by=by)
    ]
    next(iter(faulty.values())).form.focus_first_fault()
    return _page(request, round_, shown, saved=became[Became.COUNT], status=422)


def _saved(row: PaperRow, by: str) -> Became | None:
    """What became of a row; None if it is wrong, which it says then itself."""
    form = row.form
    if form.is_valid():
        with refusals_to(form.add_faults):
            return paper_totals.enter_totals(
                row.session.pk,
                form.raw(),
                device_key=form.cleaned_data["device_key"],
                by=by,
            )
    return None


def _tell(request: AccountRequest, became: Counter[Became | None]) -> None:
    if not became:
        messages.warning(request, _("Enter the scores of at least one table."))
    if saved := became[Became.COUNT]:
        messages.success(request, _words_for(saved))
    if waits := became[Became.WAIT]:
        words = ngettext(
            "%(count)s table awaits the same totals from someone else.",
            "%(count)s tables await the same totals from someone else.",
            waits,
        )
        messages.success(request, words % {"count": waits})
    if differ := became[Became.DIFFER]:
        words = ngettext(
            "At %(count)s table someone else entered different totals. Check the "
            "sheet.",
            "At %(count)s tables someone else entered different totals. Check the "
            "sheets.",
            differ,
        )
        messages.warning(request, words % {"count": differ})


def _words_for(saved: int) -> str:
    words = ngettext("%(count)s table saved.", "%(count)s tables saved.", saved)
    return words % {"count": saved}


def _page(
    request: AccountRequest,
    round_: Round,
    rows: list[PaperRow],
    *,
    saved: int = 0,
    status: int = 200,
) -> HttpResponse:
    tournament = round_.tournament
    start = sum(tournament.rules.opening_scores().values())
    to_type = [row for row in rows if not row.settled]
    context = {
        "tournament": tournament,
        "round": round_,
        "rows": rows,
        "to_type": len(to_type),
        "faulty": [row for row in rows if row.form.errors],
        "saved": _words_for(saved) if saved else "",
        "sum_words": presenter_of(tournament.ruleset).sum_words(
            tournament.rules, start
        ),
    }
    return render(request, "director/paper_round.html", context, status=status)


def _round(tournament: Tournament, number: int) -> Round:
    round_ = (
        tournament.rounds.exclude(state__in=HIDDEN_STATES)
        .select_related("tournament")
        .filter(number=number)
        .first()
    )
    if round_ is None:
        raise Http404
    return round_
