"""The page for entering the paper totals of all tables of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from rules.winds import Scores, Wind
from scoring.corrections import paper_totals
from scoring.corrections.paper_totals import Became, Settled, settled_by
from scoring.entry_forms.paper_totals_forms import PaperRowForm
from scoring.ledger.stored_results import one_sided
from scoring.ledger.table_ledger import TableLedger
from scoring.models import TypedTotals
from scoring.rulesets.presenter_registry import presenter_of
from scoring.wording.next_hand_and_seat_wording import seats_in_order
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import HIDDEN_STATES, Game, Round, Seat, Tournament
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    new_device_key,
    refusals_to,
)


@dataclass(frozen=True)
class Typed:
    """Totals that wait for a second entry.

    `by`: author; `scores`: each score, and whether it differs from another entry.
    """

    by: str
    scores: tuple[tuple[int, bool], ...]


@dataclass(frozen=True)
class PaperRow:
    """A table of the round.

    `settled`: how its result was entered; if "", `form` accepts totals. `hands`: number
    of hands entered. `waits`: totals that wait for a second entry, shown only to people
    who have entered totals of this table. `by_others`: someone else has entered totals,
    and the user has not.
    """

    game: Game
    seats: Sequence[Seat]
    form: PaperRowForm
    settled: str
    scores: Sequence[int]
    hands: int
    waits: tuple[Typed, ...]
    by_others: bool

    @property
    def differ(self) -> bool:
        return len(self.waits) > 1


def rows_of(round_: Round, *, by: str, sent: QueryDict | None = None) -> list[PaperRow]:
    """Return a row for each table of the round.

    `by`: the user; `sent`: the submitted data. Uses a fixed number of queries.
    """
    ledgers = TableLedger.all_named(round_)
    typed: dict[int, list[TypedTotals]] = {}
    for one in TypedTotals.objects.filter(game__round=round_):
        typed.setdefault(one.game_id, []).append(one)
    return [_row(ledger, typed.get(ledger.game.pk, []), by, sent) for ledger in ledgers]


def _row(
    ledger: TableLedger, typed: Sequence[TypedTotals], by: str, sent: QueryDict | None
) -> PaperRow:
    settled = settled_by(ledger)
    final: Scores = ledger.final_scores() if settled else ledger.state.scores
    mine = any(one.by == by for one in typed)
    return PaperRow(
        game=ledger.game,
        seats=seats_in_order(ledger.game),
        form=_form(ledger, sent),
        settled=settled or "",
        scores=[final[seat] for seat in ledger.state.position.seats] if settled else [],
        hands=ledger.state.hands_played,
        waits=_waiting(typed, ledger.state.position.seats) if mine else (),
        by_others=bool(typed) and not mine and settled is not Settled.TOTALS,
    )


def _form(ledger: TableLedger, sent: QueryDict | None) -> PaperRowForm:
    start = sum(ledger.rules.opening_scores().values())
    return PaperRowForm(
        sent,
        names=ledger.names,
        rules=ledger.rules,
        table=ledger.game.table,
        expected=start + sum(one_sided(ledger.state).values()),
        initial={"device_key": new_device_key()},
    )


def _waiting(typed: Sequence[TypedTotals], seats: Sequence[Wind]) -> tuple[Typed, ...]:
    scores_by_seat = {seat: {one.scores[seat] for one in typed} for seat in seats}
    return tuple(
        Typed(one.by, tuple((one.scores[s], len(scores_by_seat[s]) > 1) for s in seats))
        for one in typed
    )


@for_helpers(Ability.ENTER)
@require_http_methods(["GET", "HEAD", "POST"])
def totals(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Render all tables in the order of the sheets.

    POST saves the valid rows and shows the other rows again as entered.
    """
    round_ = _round(tournament, number)
    by = request.user.get_username()
    if request.method != "POST":
        return _page(request, round_, rows_of(round_, by=by))
    rows = rows_of(round_, by=by, sent=request.POST)
    became = Counter(
        _saved(row, by) for row in rows if row.form.is_bound and row.form.is_begun
    )
    faulty = {row.game.pk: row for row in rows if row.form.errors}
    if not faulty:
        _show_outcome(request, became)
        return redirect("director:paper_round", tournament.slug, number)
    shown = [
        faulty.get(row.game.pk, row)
        for row in rows_of(_round(tournament, number), by=by)
    ]
    next(iter(faulty.values())).form.focus_first_fault()
    return _page(request, round_, shown, saved=became[Became.COUNT], status=422)


def _saved(row: PaperRow, by: str) -> Became | None:
    """Save a row and return the state of its totals; None if the row has errors.

    Its form then shows the errors.
    """
    form = row.form
    if form.is_valid():
        with refusals_to(form.add_faults):
            return paper_totals.enter_totals(
                row.game.pk,
                form.raw(),
                device_key=form.cleaned_data["device_key"],
                by=by,
            )
    return None


def _show_outcome(request: AccountRequest, became: Counter[Became | None]) -> None:
    if not became:
        messages.warning(request, _("Enter the scores of at least one table."))
    if saved := became[Became.COUNT]:
        messages.success(request, _saved_message(saved))
    if waits := became[Became.WAIT]:
        text = ngettext(
            "%(count)s table awaits the same totals from someone else.",
            "%(count)s tables await the same totals from someone else.",
            waits,
        )
        messages.success(request, text % {"count": waits})
    if differ := became[Became.DIFFER]:
        text = ngettext(
            "At %(count)s table, the 2 entries differ. Check the sheet.",
            "At %(count)s tables, the 2 entries differ. Check the sheets.",
            differ,
        )
        messages.warning(request, text % {"count": differ})


def _saved_message(saved: int) -> str:
    text = ngettext("%(count)s table saved.", "%(count)s tables saved.", saved)
    return text % {"count": saved}


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
        "has_tables_of_three": all(len(row.seats) == 3 for row in rows),
        "to_type": len(to_type),
        "faulty": [row for row in rows if row.form.errors],
        "saved": _saved_message(saved) if saved else "",
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
