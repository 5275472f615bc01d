"""The score sheet: a ledger hand by hand, with payments, running scores, and all
versions of corrected entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from django.db.models import Prefetch
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from rules.hands_after_gong import is_last_hand
from rules.ruleset_and_table_state import Line, Payment
from rules.winds import Scores, Wind
from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound, public_round
from scoring.all_pages.wall_of_tiles_drawing import AROUND_A_NUMBER
from scoring.confirming_and_finishing.confirmation_status import unconfirmed_among
from scoring.confirming_and_finishing.tables_still_playing import progress_at
from scoring.entry_forms.tile_hand_values import HandInWords, shown_hands_of
from scoring.ledger.table_ledger import TableLedger, seats_at_tables
from scoring.models import RETRACTION, LedgerEntry
from scoring.rounds import clock_wording
from scoring.rulesets.any_ruleset.outcome_and_counter_words import Names
from scoring.rulesets.any_ruleset.part_of_game import PartOfGame
from scoring.rulesets.presenter_registry import deposit_reasons, presenter_of
from scoring.standings import who_sees_hidden_results
from scoring.table.why_points_differ import final_settlement
from scoring.wording import ledger_entry_wording, next_hand_and_seat_wording
from scoring.wording.next_hand_and_seat_wording import seats_in_order
from tournaments.models import Game, Player, Seat, Tournament
from tournaments.people.identities import under_public_name
from tournaments.web.form_fields_and_types import Context

Seats = Mapping[Wind, Seat]


@dataclass(frozen=True)
class Transfer:
    """A payment of points.

    `payer`, `payee`: a seat, or None for no one or the table. `why`: reason as text, ""
    for the win itself.
    """

    payer: Seat | None
    payee: Seat | None
    amount: int
    reason: str = ""

    @property
    def why(self) -> str:
        return ledger_entry_wording.of_payment(self.reason)

    @property
    def by_table(self) -> bool:
        """Return whether the table, not another player, pays or receives the points."""
        return self.reason in deposit_reasons()


@dataclass(frozen=True)
class Cell:
    """A player's part in an entry: the wind in that hand, the points won or lost, and
    the score afterwards.
    """

    wind: Wind
    change: int
    score: int

    @property
    def deals(self) -> bool:
        return self.wind is Wind.EAST


@dataclass(frozen=True)
class Version:
    """An earlier version of an entry.

    `line`: the version; `text`: its text; `changed`: the entry that replaced it;
    `entered`: the entry with its author and time.
    """

    line: LedgerEntry
    text: str
    changed: LedgerEntry
    entered: LedgerEntry


@dataclass(frozen=True)
class SheetLine:
    """A row of the score sheet: an entry that counts.

    `entered`: the original entry, which differs if the hand moved to another number.
    `corrected`: more than the number has changed. `earlier`: earlier versions;
    `before_move`: versions before the move. `opens_part`: the first entry in its part
    of the game. `hands`: the hands with known tiles.
    """

    line: LedgerEntry
    entered: LedgerEntry
    text: str
    part: PartOfGame
    opens_part: bool
    transfers: tuple[Transfer, ...]
    cells: tuple[Cell, ...]
    earlier: tuple[Version, ...]
    before_move: tuple[Version, ...]
    corrected: bool
    hands: tuple[HandInWords, ...] = ()

    @property
    def has_figures(self) -> bool:
        """Return whether the entry is the outcome of a hand or moves points; the gong
        does neither.
        """
        return self.line.settles_hand or any(cell.change for cell in self.cells)

    @property
    def moved(self) -> bool:
        """Return whether the hand has another number than when it was entered."""
        return self.entered != self.line


@dataclass(frozen=True)
class UndoneEntry:
    """An undone entry. `earlier`: its versions, oldest first."""

    line: LedgerEntry
    earlier: tuple[Version, ...]


def game_page(
    tournament: Tournament, number: int, table: int, *, reader: Player | None = None
) -> Context:
    """Return the content of a table's score sheet page.

    `reader`: a player, who sees the other players under the names they chose. Raises
    PublicPageNotFound if the round or table does not exist.
    """
    game = _game(tournament, number, table)
    for seat in game.seats.all() if reader else ():
        if seat.player != reader:
            under_public_name(seat.player)
    return sheet_of(TableLedger(game))


def public_game_page(tournament: Tournament, number: int, table: int) -> Context:
    """Return the content of a table's public score sheet page.

    Players have the names they chose. Raises PublicPageNotFound if the round or table
    does not exist, or results of the round are hidden.
    """
    visible = who_sees_hidden_results.visible_to_public(tournament)
    if not visible.tells(number):
        raise PublicPageNotFound(visible.notice)
    game = _game(tournament, number, table)
    for seat in game.seats.all():
        under_public_name(seat.player)
    return sheet_of(TableLedger(game))


def standing_of(ledger: TableLedger) -> Context:
    """Return the current state of play at a table."""
    seats, state = _seats(ledger), ledger.state
    position = state.position
    facts = next_hand_and_seat_wording.facts(position, ledger.rules)
    scores = ledger.final_scores()
    return {
        "game": ledger.game,
        "state": state,
        "ending": ledger_entry_wording.of_ending(state.over) if state.over else "",
        "now_winds": [(seats[seat], position.winds[seat]) for seat in position.seats],
        "facts": [] if state.over else facts,
        "scores": scores,
        "gaps": next_hand_and_seat_wording.gaps(scores),
        "ready": [seats[seat] for seat in state.position.ready if not state.over],
        "dead_hands": [seats[seat] for seat in state.position.dead if not state.over],
        "round": ledger.game.round,
        "leader": _leader(scores, seats),
        "settlement": SimpleLazyObject(partial(final_settlement, ledger)),
        "at_the_end": clock_wording.of_table(
            ledger.game, state, is_last_hand=is_last_hand(ledger.rules, state)
        ),
    }


def _leader(scores: Scores, seats: Seats) -> tuple[Seat, int] | None:
    """Return the leader and the lead in points; None if several players share
    the lead.
    """
    best, second, *_rest = sorted(scores.values(), reverse=True)
    if best == second:
        return None
    return next(seats[seat] for seat in scores if scores[seat] == best), best - second


def sheet_of(ledger: TableLedger) -> Context:
    """Return the context of a table's score sheet page."""
    game, seats = ledger.game, _seats(ledger)
    standing = standing_of(ledger)
    lacking = unconfirmed_among(game.round.tournament, [game])
    return standing | {
        "seats": list(seats.values()),
        "progress": progress_at([game], lacking)[game.pk],
        "left_over": any(
            score != ledger.state.scores[seat]
            for seat, score in standing["scores"].items()
        ),
        "lines": SimpleLazyObject(partial(_lines, ledger, seats)),
        "taken_back": _undone_entries(ledger, seats),
        "wall": AROUND_A_NUMBER.of_table(game, is_over=ledger.state.over is not None),
        "tables": SimpleLazyObject(
            lambda: game.round.games.values_list("table", flat=True)
        ),
    }


def _seats(ledger: TableLedger) -> Seats:
    return {Wind(seat.wind): seat for seat in seats_in_order(ledger.game)}


def _game(tournament: Tournament, number: int, table: int) -> Game:
    round_ = public_round(tournament, number)
    game = (
        round_.games.filter(table=table)
        .select_related("sheet", "extension")
        .prefetch_related(Prefetch("seats", seats_at_tables()))
        .first()
    )
    if game is None:
        raise PublicPageNotFound(
            _("Round %(round)s has no table %(table)s.")
            % {"round": number, "table": table}
        )
    return game


def _lines(ledger: TableLedger, seats: Seats) -> list[SheetLine]:
    return [_line(ledger, seats, number) for number in range(len(ledger.live))]


def last_line(ledger: TableLedger) -> SheetLine:
    """Return the last entry that counts as a row, without preparing the rows
    before it.
    """
    return _line(ledger, _seats(ledger), len(ledger.live) - 1)


def _line(ledger: TableLedger, seats: Seats, number: int) -> SheetLine:
    """Return the row of the entry at index `number` of the entries that count."""
    line, replayed = ledger.live[number], ledger.state.lines[number]
    before = ledger.state.lines[number - 1] if number else None
    part_of_game = presenter_of(ledger.rules.id).part_of_game
    part, entered = part_of_game(replayed.before), ledger.as_entered(line)
    names = _names(seats)
    return SheetLine(
        line,
        entered,
        ledger_entry_wording.of_line(replayed, ledger.names_for(line, names)),
        part,
        before is None or part_of_game(before.before).key != part.key,
        transfers(replayed.settlement.payments, seats),
        _cells(replayed, before.scores if before else ledger.rules.opening_scores()),
        _earlier(ledger, line, seats),
        _earlier(ledger, entered, seats) if entered != line else (),
        ledger.is_corrected(line),
        shown_hands_of(ledger.raw_of(line), replayed.before, ledger.rules, names),
    )


def _cells(replayed: Line, before: Scores) -> tuple[Cell, ...]:
    """Return each player's part in an entry.

    Changes are differences of scores, so paper totals are included.
    """
    return tuple(
        Cell(
            replayed.before.winds[seat],
            replayed.scores[seat] - before[seat],
            replayed.scores[seat],
        )
        for seat in replayed.before.seats
    )


def transfers(payments: Iterable[Payment], seats: Seats) -> tuple[Transfer, ...]:
    """Return the payments with players instead of seats."""
    return tuple(
        Transfer(
            seats[payment.payer] if payment.payer else None,
            seats[payment.payee] if payment.payee else None,
            payment.amount,
            payment.reason,
        )
        for payment in payments
    )


def _earlier(
    ledger: TableLedger, head: LedgerEntry, seats: Seats
) -> tuple[Version, ...]:
    """Return the versions that `head` replaced, oldest first."""
    by_pk = {line.pk: line for line in ledger.lines}
    versions = []
    changed = head
    while changed.supersedes_id:
        line = by_pk[changed.supersedes_id]
        entered, text = ledger.as_entered(line), _words(ledger, line, seats)
        versions.append(Version(line, text, changed, entered))
        changed = line
    return tuple(reversed(versions))


def _undone_entries(ledger: TableLedger, seats: Seats) -> list[UndoneEntry]:
    return [
        UndoneEntry(line, _earlier(ledger, line, seats))
        for line in ledger.heads
        if line.kind == RETRACTION
    ]


def _words(ledger: TableLedger, line: LedgerEntry, seats: Seats) -> str:
    if line.kind == RETRACTION:
        return _("Undone.")
    return ledger_entry_wording.of_entry(
        ledger.entry_of(line), ledger.names_for(line, _names(seats))
    )


def _names(seats: Seats) -> Names:
    return {wind: seat.player for wind, seat in seats.items()}
