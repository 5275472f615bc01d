"""The end of play on a table's page: places, confirmations and the next round.

Reads only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext as _

from rules.winds import Wind
from scoring.confirming_and_finishing.confirmation_status import (
    TableSignOff,
    table_sign_off,
)
from scoring.ledger.table_ledger import TableLedger
from scoring.standings.cut_line import cut_in_words
from scoring.standings.rank_players import in_words
from scoring.table.result_sheet import ResultRow, rows_of
from scoring.table.table_diagram import has_long_name, place_of, side_of
from tournaments.access.table_links import next_seats
from tournaments.models import (
    ConfirmationNeeded,
    CutRule,
    Game,
    Player,
    Seat,
    Tournament,
)
from tournaments.rounds.stages.stage_settings import stages_of, to_decide
from tournaments.tournament_time.schedule_forecast import planned_ahead, start_ahead


@dataclass(frozen=True)
class Next:
    """The next round.

    `at`: its start, None if unknown; `seats`: each player's seat, empty until the
    seating is public; `cut`: a sentence on who qualifies, "" once the cut is made.
    """

    number: int
    at: datetime | None
    seats: tuple[tuple[Player, Seat | None], ...] = ()
    cut: str = ""

    def seat_of(self, player: Player) -> Seat | None:
        return dict(self.seats).get(player)


@dataclass(frozen=True)
class EndRow(ResultRow):
    """A player's result in the table diagram.

    `place`: the player's side of the table.
    """

    place: Wind

    @property
    def side(self) -> str:
        return side_of(self.place)

    @property
    def is_long(self) -> bool:
        return has_long_name(self.seat)


@dataclass(frozen=True)
class EndOfPlay:
    """The end of a game.

    `rows`: players by place; `next`: None after the last round; `confirms_here`:
    players confirm the result on this device; `meaning`: sentences on what the scores
    mean.
    """

    closing: TableSignOff
    rows: Sequence[EndRow]
    confirms_here: bool
    next: Next | None
    meaning: str

    @property
    def next_to_confirm(self) -> EndRow | None:
        """Return the first player who has neither confirmed nor disputed the result;
        None if there is none, or if players do not confirm on this device.
        """
        silent = (row for row in self.rows if row.voice.state == "nothing")
        return next(silent, None) if self.confirms_here else None

    @property
    def message(self) -> str:
        """Return a sentence on the confirmation: what players must do, or that the
        result is confirmed; "" if no confirmation is needed.
        """
        if self.next_to_confirm:
            return _("Is your score right? Tap your seat.")
        if self.closing.disputes:
            return _("A referee will check it.")
        if not self.closing.asks:
            return ""
        if not self.closing.lacks:
            return _("The result is confirmed.")
        if self.closing.needed == ConfirmationNeeded.REFEREE:
            return _("A referee will confirm the result.")
        return _("Is your score right? Confirm it with your player link.")

    @property
    def agreement(self) -> str:
        """Return a text on how many of the table's players have confirmed the
        result.
        """
        return _("%(count)s of %(all)s confirmed") % {
            "count": self.closing.settled,
            "all": len(self.rows),
        }


def end_of_play(ledger: TableLedger, *, is_device: bool) -> EndOfPlay:
    """Return the end of a game whose play is over.

    `is_device`: the page is shown on a table device.
    """
    game = ledger.game
    tournament = game.round.tournament
    seats = Prefetch("seats", Seat.objects.select_related("player__person", "result"))
    table = (
        Game.objects.select_related("sheet", "round")
        .prefetch_related(seats)
        .get(pk=game.pk)
    )
    closing = table_sign_off(tournament, table)
    at_table = tournament.confirmation == ConfirmationNeeded.AT_TABLE
    return EndOfPlay(
        closing,
        [_at_the_table(ledger, row) for row in rows_of(closing)],
        confirms_here=is_device and at_table and closing.asks,
        next=next_round(game),
        meaning=meaning_of(tournament),
    )


def meaning_of(tournament: Tournament) -> str:
    """Return a sentence saying that the scores are final unless corrected, and
    sentences on how places are decided.
    """
    final = _("The scores are final unless corrected.")
    return f"{final} {in_words(tournament)}"


def _at_the_table(ledger: TableLedger, row: ResultRow) -> EndRow:
    place = place_of(ledger.state.position, Wind(row.seat.wind))
    return EndRow(row.seat, row.result, row.voice, place)


def next_round(game: Game) -> Next | None:
    """Return when and where the table's players play next, as far as this is public.

    Return None after the last round or in a finished tournament.
    """
    now = timezone.now()
    if seating := next_seats(game):
        return Next(
            seating.round.number, start_ahead(seating.round, now), seating.seats
        )
    tournament, number = game.round.tournament, game.round.number + 1
    if tournament.is_finished or number > tournament.planned_rounds:
        return None
    cut = _cut_before(tournament, number)
    return Next(number, planned_ahead(tournament, number, now), cut=cut)


def _cut_before(tournament: Tournament, number: int) -> str:
    """Return a sentence on who qualifies for the stage that starts with round `number`;
    "" if its cut is made already or it has no cut.
    """
    stage = to_decide(stages_of(tournament), number)
    is_cut = stage and stage.cut in (CutRule.TOP, CutRule.PER_GROUP)
    return cut_in_words(stage) if stage and is_cut else ""
