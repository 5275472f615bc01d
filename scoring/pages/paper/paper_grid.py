"""The grid of a round's totals from paper. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict

from rules.winds import Scores, Wind
from scoring.corrections.paper_totals import Settled, settled_by
from scoring.entry.rulings.paper_grid import PaperRowForm
from scoring.ledger.book import Book
from scoring.ledger.projections import one_sided
from scoring.models import TypedTotals
from scoring.wording.seat_order import seats_in_order
from tournaments.models import Round, Seat, Session
from tournaments.web.request_types_and_form_faults import new_device_key


@dataclass(frozen=True)
class Typed:
    """Totals that wait: who typed them, and each score with whether it differs from
    what somebody else typed."""

    by: str
    scores: tuple[tuple[int, bool], ...]


@dataclass(frozen=True)
class PaperRow:
    """A table of the round. `settled`: what it has its result by, else "", and `form`
    takes its totals; `hands` were entered before. `waits` is what was typed once: to
    others than who typed it only that somebody did (`by_others`), until they typed
    too."""

    session: Session
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
    """Every table of the round, in a handful of queries; with what was `sent`."""
    books = Book.all_named(round_)
    typed: dict[int, list[TypedTotals]] = {}
    for one in TypedTotals.objects.filter(session__round=round_):
        typed.setdefault(one.session_id, []).append(one)
    return [_row(book, typed.get(book.session.pk, []), by, sent) for book in books]


def _row(
    book: Book, typed: Sequence[TypedTotals], by: str, sent: QueryDict | None
) -> PaperRow:
    settled = settled_by(book)
    final: Scores = book.final_scores() if settled else book.state.scores
    mine = any(one.by == by for one in typed)
    return PaperRow(
        session=book.session,
        seats=seats_in_order(book.session),
        form=_form(book, sent),
        settled=settled or "",
        scores=[final[seat] for seat in book.state.position.seats] if settled else [],
        hands=book.state.hands_played,
        waits=_waiting(typed, book.state.position.seats) if mine else (),
        by_others=bool(typed) and not mine and settled is not Settled.TOTALS,
    )


def _form(book: Book, sent: QueryDict | None) -> PaperRowForm:
    start = sum(book.rules.opening_scores().values())
    return PaperRowForm(
        sent,
        names=book.names,
        rules=book.rules,
        table=book.session.table,
        expected=start + sum(one_sided(book.state).values()),
        initial={"device_key": new_device_key()},
    )


def _waiting(typed: Sequence[TypedTotals], seats: Sequence[Wind]) -> tuple[Typed, ...]:
    said = {seat: {one.scores[seat] for one in typed} for seat in seats}
    return tuple(
        Typed(one.by, tuple((one.scores[s], len(said[s]) > 1) for s in seats))
        for one in typed
    )
