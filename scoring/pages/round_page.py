"""The tables of a round for everybody: how far each is, and who leads there as far as
that is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.pages.public_pages import Context, TableCard, public_round, tables_of
from scoring.pages.walls import AROUND_A_NUMBER, Wall
from scoring.standings import secrecy
from tournaments.models import Round, Seat, Session, Tournament
from tournaments.rounds.stages.table_labels import table_labels


@dataclass(frozen=True)
class RoundTable:
    """A table of the round; `tells`: what is scored there may be seen. `label`: the
    group or stage that is played there, where not all tables are of the same."""

    card: TableCard
    tells: bool
    label: str = ""

    @property
    def session(self) -> Session:
        return self.card.session

    @property
    def wall(self) -> Wall:
        is_over = self.card.progress.is_over
        return AROUND_A_NUMBER.of_table(self.session, is_over=is_over)

    @property
    def state(self) -> str:
        """Which of the page's filters it belongs to."""
        if self.card.progress.is_over:
            return "over"
        return "playing" if self.session.round.is_open else "waiting"

    @property
    def seats(self) -> list[tuple[Seat, int | None, bool]]:
        """Who sits there with their score, as far as there is one and it is told, and
        whether they lead."""
        scores = [
            seat.result.score if self.tells and hasattr(seat, "result") else None
            for seat in self.card.seats
        ]
        known = [score for score in scores if score is not None]
        best = max(known, default=0)
        leads = best if known and best > min(known) else None
        return [
            (seat, score, score is not None and score == leads)
            for seat, score in zip(self.card.seats, scores, strict=True)
        ]


def round_page(tournament: Tournament, number: int) -> Context:
    """All tables of a round. Raises NotThere for a round that is not public."""
    round_ = public_round(tournament, number)
    told = secrecy.told_to_public(tournament)
    cards = tables_of(round_, with_seats=True)
    labels = table_labels(round_)
    tables = [
        RoundTable(card, told.tells(number), labels.get(card.session.table, ""))
        for card in cards
    ]
    return {
        "tables": tables,
        "held_back": "" if told.tells(number) else told.words,
        "round": round_,
        "headline_words": _headline(round_, tables),
    }


def _headline(round_: Round, tables: Sequence[RoundTable]) -> str:
    """The round in a sentence."""
    over = sum(table.state == "over" for table in tables)
    playing = len(tables) - over
    if not round_.is_open:
        return ""
    if not playing:
        return _("Every table has finished.")
    words = ngettext(
        "%(playing)s of %(tables)s table is playing.",
        "%(playing)s of %(tables)s tables are playing.",
        len(tables),
    )
    return words % {"playing": playing, "tables": len(tables)}
