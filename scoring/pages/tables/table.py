"""Contexts of the table's pages, besides the score sheet. Reads only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext

from rules.after_time import word_needed
from rules.entries import FalseWin, Penalty
from rules.replay import follow_seated, replay_seated
from rules.table import Line, Position
from rules.winds import WINDS, Scores, Wind
from scoring.corrections import conflicts
from scoring.corrections.changed_hands import ChangedHand, changed_hands
from scoring.corrections.device_rights import why_not_by_device
from scoring.entry.points.hands_ahead import hands_ahead
from scoring.entry.points.payment_table import payment_table
from scoring.entry.tiles.hands_of_entry import HandInWords, shown_hands_of
from scoring.ledger import late_hands
from scoring.ledger.book import NOT_ENTERED, Book
from scoring.ledger.drafts import Preview
from scoring.models import LedgerEntry
from scoring.pages.tables import score_sheet
from scoring.pages.tables.drawn_table import place_of, short_names
from scoring.pages.tables.form_news import FormNews, form_news, stage_of
from scoring.pages.tables.score_sheet import Transfer, transfers
from scoring.pages.tables.seat_drawing import arrow_between
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.entry_forms import false_win_ends_hand
from scoring.standings.penalty_effects import PointsEffect, points_effects
from scoring.wording import ledger_words, positions
from tournaments.models import Seat, Session
from tournaments.rounds.referee_calls import AT_THE_TABLES, open_call
from tournaments.web.requests import new_device_key
from tournaments.web.untyped_values import Context

Seats = Mapping[Wind, Seat]


@dataclass(frozen=True)
class Change:
    """A player's score before and after; `short` is what the four call them."""

    seat: Seat
    short: str
    before: int
    after: int

    @property
    def difference(self) -> int:
        return self.after - self.before


@dataclass(frozen=True)
class Effect:
    """What an entry does: who pays whom by it, and each player's score; `then` says
    what comes next, "" where that is said elsewhere. `points`: what it does to the
    points that decide places, where scores do not tell; `warning`: that it only
    warns; `changed`: hands further on that it alters."""

    payments: tuple[Transfer, ...]
    changes: tuple[Change, ...]
    then: str = ""
    points: tuple[PointsEffect, ...] = ()
    warning: str = ""
    changed: tuple[ChangedHand, ...] = ()

    @property
    def shows_scores(self) -> bool:
        """Whether the scores are worth showing: not where only points change."""
        return not self.points or any(change.difference for change in self.changes)


@dataclass(frozen=True)
class Sitting:
    """A player in the next hand. `place` is where at the table, named by the wind
    there in the first hand of a round of winds; `moves_from` the place the player
    leaves for it now."""

    wind: Wind
    seat: Seat
    place: Wind
    moves_from: Wind | None = None

    @property
    def arrow(self) -> str:
        return arrow_between(self.moves_from, self.place) if self.moves_from else ""


@dataclass(frozen=True)
class SavedReceipt:
    """What was saved. `next` is "" once something newer was entered, or play is
    over; `sitting` is in the order of the winds of the next hand."""

    line: LedgerEntry
    words: str
    effect: Effect
    next: str
    sitting: tuple[Sitting, ...]
    hands: tuple[HandInWords, ...] = ()

    @property
    def seats_change(self) -> bool:
        return bool(self.moved)

    @property
    def moved(self) -> set[Wind]:
        """The seats whose players change places now."""
        return {Wind(player.seat.wind) for player in self.sitting if player.moves_from}


def table_page(book: Book) -> Context:
    """The whole page: the score sheet, and what the entry form needs to know."""
    session = book.session
    return {
        **sheet_part(book),
        **entry_part(book),
        "conflicts": SimpleLazyObject(
            lambda: conflicts.waiting(session, names_of(session))
        ),
        "late_hands": SimpleLazyObject(
            lambda: late_hands.waiting(session, names_of(session))
        ),
        "flagged_hands": SimpleLazyObject(
            lambda: late_hands.flagged(session, names_of(session))
        ),
        "refused_hands": SimpleLazyObject(
            lambda: late_hands.refused(session, names_of(session))
        ),
        "call": SimpleLazyObject(partial(open_call, session)),
        "may_call": session.round.state in AT_THE_TABLES,
    }


def sheet_part(book: Book) -> dict[str, object]:
    """What the hands so far need to be shown."""
    return {
        **score_sheet.sheet_of(book),
        "newest": book.last_entered,
        "lines_written": len(book.lines),
        "read_at": book.read_at,
        "own_change": book.session.round.tournament.revision,
    }


def entry_part(book: Book) -> Context:
    """What the part of the page where hands are entered needs to know."""
    session, state = book.session, book.state
    round_ = session.round
    word = word_needed(state) if round_.is_open else None
    may_enter = round_.is_open and (state.over is None or word is not None)
    return {
        **score_sheet.standing_of(book),
        "tournament": round_.tournament,
        "may_enter": may_enter,
        "payments": partial(payment_table, round_.tournament, state.position),
        "ahead": partial(hands_ahead, round_.tournament, state),
        "word_needed": word,
        "stage": stage_of(book, may_enter=may_enter, needs_word=word is not None),
        "may_rule": round_.is_open or round_.state == "closed",
        "false_win_apart": not false_win_ends_hand(book.rules),
        "declares": presenter_of(book.rules.id).asks_declarations(book.rules),
    }


def news_of_form(
    book: Book, asked: Mapping[str, object], stage: str
) -> dict[str, FormNews | None]:
    """What the page says beside a form that it was `asked` about: its `hand`, the
    `stage` it came at, and whether the device is `ahead` of the table."""
    return {
        "form_news": form_news(
            book,
            str(asked.get("hand", "")),
            str(asked.get("stage", "")),
            now=stage,
            names=names_of(book.session),
            ahead="ahead" in asked,
        )
    }


def undo_of(book: Book, *, is_new: bool = False) -> dict[str, object]:
    """What an undo would take back, in words, and what would stand again; empty if
    there is nothing. `is_new`: this request has written it."""
    line = book.last_entered
    if line is None:
        return {}
    names = book.names_for(line, names_of(book.session))
    before = book.before_correction(line)
    return {
        "undo": line,
        "undo_words": ledger_words.of_entry(book.completed(line), names),
        "undo_restores": ledger_words.of_entry(before, names) if before else "",
        "undo_refusal": SimpleLazyObject(
            lambda: gettext(why_not_by_device(book, line, is_new=is_new))
        ),
        "undo_key": new_device_key(),
    }


def seats_of(session: Session) -> Seats:
    """The seats by the wind they started with."""
    return {Wind(seat.wind): seat for seat in session.seats.all()}


def names_of(session: Session) -> dict[Wind, str]:
    return {wind: str(seat.entry) for wind, seat in seats_of(session).items()}


def effect_of(preview: Preview, session: Session) -> Effect:
    """What a draft would do: its own payments, the scores in the end, and which hand
    the table would play then."""
    seats = seats_of(session)
    payments = preview.line.settlement.payments if preview.line else ()
    after = preview.after
    if after.over:
        then = ledger_words.of_ending(after.over)
    else:
        rules = session.rules
        then = positions.of_next(after.position, rules, names_of(session))
    return Effect(
        transfers(payments, seats),
        _changes(preview.before.scores, after.scores, seats),
        then,
        points_effects(session, preview.before, after, seats),
        _warning(preview.line, names_of(session)),
        changed_hands(preview, seats),
    )


def _warning(line: Line | None, names: Mapping[Wind, str]) -> str:
    """The words of a penalty that costs nothing."""
    entry = line.entry if line else None
    if not isinstance(entry, Penalty) or any(entry.amounts.values()):
        return ""
    return ledger_words.of_entry(entry, names)


def receipt_of(book: Book, sequence: int) -> SavedReceipt | None:
    """The receipt of a line; None if there is none or it no longer counts."""
    line = next((line for line in book.live if line.sequence == sequence), None)
    if line is None or line.kind in NOT_ENTERED:
        return None
    index = book.live.index(line)
    replayed = book.state.lines[index]
    earlier = book.rules.opening_scores()
    if index:
        earlier = book.state.lines[index - 1].scores
    seats, names = seats_of(book.session), names_of(book.session)
    effect = Effect(
        transfers(replayed.settlement.payments, seats),
        _changes(earlier, replayed.scores, seats),
        points=_points_of(book, index, seats),
    )
    goes_on = book.state.over is None and line == book.last_entered
    position = book.state.position
    return SavedReceipt(
        line,
        ledger_words.of_line(replayed, book.names_for(line, names)),
        effect,
        positions.of_next(position, book.rules, names) if goes_on else "",
        _sitting(replayed, position, seats) if goes_on else (),
        shown_hands_of(book.raw_of(line), replayed.before, book.rules, names),
    )


def _points_of(book: Book, index: int, seats: Seats) -> tuple[PointsEffect, ...]:
    """What the line that counts at `index` did to the points that decide places."""
    if not isinstance(book.state.lines[index].entry, Penalty | FalseWin):
        return ()
    entries = [book.entry_of(line) for line in book.live[: index + 1]]
    before = replay_seated(book.rules, entries[:-1])
    after = follow_seated(book.rules, before, entries[-1])
    return points_effects(book.session, before, after, seats)


def winds_at(line: LedgerEntry, book: Book) -> list[tuple[Seat, Wind]]:
    """Each seat with its wind in the hand of a line that counts."""
    seats = seats_of(book.session)
    position = book.state.lines[book.live.index(line)].before
    return [(seats[seat], position.winds[seat]) for seat in position.seats]


def _sitting(line: Line, position: Position, seats: Seats) -> tuple[Sitting, ...]:
    """The players in the next hand; after a hand that ends a round of winds, with
    the places they change."""
    players = []
    for seat in sorted(
        position.seats, key=lambda seat: WINDS.index(position.winds[seat])
    ):
        before, now = place_of(line.before, seat), place_of(position, seat)
        moves_from = before if before is not now else None
        players.append(Sitting(position.winds[seat], seats[seat], now, moves_from))
    return tuple(players)


def _changes(before: Scores, after: Scores, seats: Seats) -> tuple[Change, ...]:
    shorts = short_names(list(seats.values()))
    return tuple(
        Change(seats[seat], shorts[seat], before[seat], after[seat])
        for seat in sorted(seats, key=WINDS.index)
    )
