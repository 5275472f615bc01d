"""confirmations.csv: confirmations and disputes of the current results.

Confirmations and disputes from before a correction are outdated. They are not written,
except for open disputes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Self

from django.utils.translation import gettext_noop as _

from scoring.models import Confirmation
from scoring.tournament_folder import column_types_and_table_points as columns
from scoring.tournament_folder.file_layout import CONFIRMATIONS
from scoring.tournament_folder.optional_file_rows import (
    FurtherLine,
    Stored,
    Tables,
    last_lines,
)
from scoring.wording.stored_reasons import ANSWERS, Reason, of_answer
from tournaments.files.file_faults import FileFault
from tournaments.models import Tournament
from tournaments.seating.files.pasted_tables import MOST_START_NUMBER

CONFIRM, DISPUTE = Confirmation.Kind.CONFIRM, Confirmation.Kind.DISPUTE


@dataclass(frozen=True)
class ConfirmationLine(FurtherLine):
    """A confirmation or dispute of a result, with the answer to the dispute.

    `number`: player number, None for a referee.
    """

    file = CONFIRMATIONS

    number: Annotated[int | None, columns.whole(1, MOST_START_NUMBER, optional=True)]
    kind: Annotated[str, columns.one_of(Confirmation.Kind, name="said")]
    text: Annotated[str, columns.text_column()]
    by: Annotated[str, columns.name()]
    at: Annotated[datetime, columns.moment()]
    answer: Annotated[Reason, columns.reason(ANSWERS)]
    settled_by: Annotated[str, columns.name()]
    settled_at: Annotated[datetime | None, columns.moment(optional=True)]

    @classmethod
    def lines_of(cls, tournament: Tournament) -> Iterator[Self]:
        last = last_lines(tournament)
        confirmations = Confirmation.objects.filter(game__round__tournament=tournament)
        for row in confirmations.select_related("game__round", "player").order_by(
            "game__round__number", "game__table", "at", "pk"
        ):
            is_open = row.kind == DISPUTE and row.settled_at is None
            if is_open or row.sequence == last.get(row.game_id):
                number = row.player and row.player.number
                others = {"number": number, "answer": of_answer(row)}
                yield columns.line_of(cls, row, row.game, **others)

    def refuse_half(self, cells: columns.Cells) -> None:
        settling = (self.answer, self.settled_by, self.settled_at)
        if not self.by:
            cells.fault("missing", _("%(column)s is empty."), "by")
        if self.kind == CONFIRM and (self.text or any(settling)):
            message = _("A confirmation has no text and cannot be settled.")
            cells.fault("only_confirmed", message, "text")
        elif self.kind == DISPUTE and not (self.text and self.number):
            message = _("A dispute needs a text and a player number.")
            cells.fault("half_a_dispute", message, "text")
        if any(settling) and not all(settling):
            message = _("A settled dispute needs a person, a time and an answer.")
            cells.fault("half_settled", message, "answer")

    def wrong(self, tables: Tables) -> Iterator[FileFault]:
        ledger = tables.ledgers.get(self.table)
        once = (self.file, self.table, self.number, self.kind)
        is_settled = self.settled_at is not None
        if ledger is None or ledger.is_empty:
            yield self.fault("no_result", _("This table has no result yet."))
        elif self.number and self.number not in tables.numbers[self.table]:
            message = _("Player %(number)s is not at this table.")
            yield self.fault("player_elsewhere", message, number=self.number)
        elif self.kind == CONFIRM and not ledger.state.over:
            yield self.fault("not_over", _("The game at this table is not over yet."))
        elif self.kind == CONFIRM and not self.number and self.by == ledger.author:
            message = _("“%(by)s” made the last entry. Someone else must confirm it.")
            yield self.fault("own_entry", message, by=self.by)
        elif once in tables.seen and not is_settled:
            yield self.fault(
                "said_twice", _("This confirmation or dispute is listed twice.")
            )
        if not is_settled:
            tables.seen.add(once)

    def as_row(self, stored: Stored) -> Confirmation:
        game = stored.games[self.table]
        return Confirmation(
            game=game,
            player=stored.players[self.number] if self.number else None,
            sequence=stored.last_lines[game.pk],
            **columns.kept(self, Confirmation) | self.answer.as_answer,
        )
