"""The ledger of a table: its game with seats, its entries in replay order, and its
state. Write only in a transaction that has locked the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from rules.dead_hands_and_tile_count import refuse_dead_wins
from rules.ledger_entries import (
    Entry,
    Gong,
    Penalty,
    PlayEnded,
    Reseat,
    RulesChanged,
    Substituted,
    Totals,
)
from rules.ledger_replay import follow_seated, replay_seated
from rules.ruleset_and_table_state import Ruleset, TableState
from rules.winds import Scores, Wind
from scoring.ledger import stored_results
from scoring.ledger import stored_wins as wins
from scoring.ledger.replay_with_unsaved_entry import Draft, Preview, replayed
from scoring.ledger.seats_and_rules_history import SeatsByLedger
from scoring.models import RETRACTION, LedgerEntry, Win
from scoring.wording.stored_reasons import ENTERED_AGAIN, NONE, Reason
from tournaments.models import Game, Round, Seat, Tournament


def seats_at_tables() -> QuerySet[Seat]:
    """Return all seats with the related rows that table pages show."""
    return Seat.objects.select_related("player__person", "player__team", "result")


def give_seats(game: Game) -> None:
    """Load the game's seats with the related rows that table pages show."""
    prefetch_related_objects([game], Prefetch("seats", seats_at_tables()))


def opened(game_id: int) -> Game:
    """Read a game with its round and seats, and return it.

    Raises DoesNotExist if the game was deleted.
    """
    rows = Game.objects.select_related("round__tournament", "extension")
    game = rows.get(pk=game_id)
    give_seats(game)
    return game


def locked(game_id: int, known: Game | None = None) -> Game:
    """Return the game, locked until the end of the transaction. Raises DoesNotExist.

    `known`: the game as read before. It is returned if the tournament's revision is
    unchanged, because every change of round, seats or rules raises the revision.
    Otherwise round and seats are read again, because the round may have ended or
    players may have been reseated.
    """
    Game.objects.select_for_update().get(pk=game_id)
    if known and _is_as_known(known.round.tournament):
        return known
    return opened(game_id)


def lines_of(game: Game) -> list[LedgerEntry]:
    """Return the entries of the game's ledger, in the order written."""
    lines = list(LedgerEntry.objects.filter(game=game))
    for line in lines:
        line.game = game
    return lines


def _is_as_known(tournament: Tournament) -> bool:
    return Tournament.objects.filter(
        pk=tournament.pk, revision=tournament.revision
    ).exists()


#: Kinds that paper totals do not replace, because they are not play.
NOT_PLAYED = (
    Totals.kind,
    Reseat.kind,
    Substituted.kind,
    Gong.kind,
    PlayEnded.kind,
    RulesChanged.kind,
)


def is_behind(line: LedgerEntry, totals: int) -> bool:
    """Return whether paper totals replace the entry.

    Totals replace all earlier entries, and later entries copied from the paper sheet.
    `totals`: place of the paper totals.
    """
    if line.place < totals:
        return True
    if line.kind == Penalty.kind:
        return bool(line.data.get("in_totals"))
    return line.kind not in NOT_PLAYED


def in_order(lines: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Return the entries in replay order.

    Penalties and false wins of a hand come before its outcome. A correction takes the
    position of the corrected entry. Totals come after the entries that they replace.
    The end of play comes right before the totals, because paper sheets do not record
    it.
    """
    lines = list(lines)
    totals = [line.place for line in lines if line.kind == Totals.kind]
    first = min(totals, default=None)

    def order(line: LedgerEntry) -> tuple[int, int, bool, int]:
        if first is None or is_behind(line, first):
            ends = first is not None and line.kind in (Gong.kind, PlayEnded.kind)
            if ends:
                return 1, 0, False, line.place
            return 0, line.hand, line.settles_hand, line.place
        return 2, 0, False, line.place

    return sorted(lines, key=order)


T = TypeVar("T")

#: Kinds that are not entered at the table and cannot be undone there.
NOT_ENTERED = (Gong.kind, RulesChanged.kind, Substituted.kind)

#: Kinds that do not change earlier wins.
_WITHOUT_WINS = (Gong.kind, Penalty.kind, Substituted.kind)


class TableLedger:
    """The ledger of one game, read once from the database."""

    def __init__(
        self,
        game: Game,
        lines: Iterable[LedgerEntry] | None = None,
        rules: Ruleset | None = None,
    ) -> None:
        """Read the ledger of a game.

        `lines` and `rules`: used instead of the stored ones.
        """
        self.game = game
        self.rules: Ruleset = rules or game.rules
        # Later changes are known only if they are written through this object.
        self.read_at: int = game.round.tournament.revision
        self.lines = list(game.ledger.all() if lines is None else lines)

    @classmethod
    def all_of(cls, tournament: Tournament) -> list[TableLedger]:
        """Return the ledgers of all games, by round and table.

        The number of queries does not depend on the number of games.
        """
        seats = Seat.objects.select_related("player")
        games = (
            Game.objects.filter(round__tournament=tournament)
            .select_related("round__tournament")
            .prefetch_related("ledger", Prefetch("seats", seats))
            .order_by("round__number", "table")
        )
        return [cls(game) for game in games]

    @classmethod
    def all_locked(cls, round_: Round) -> list[TableLedger]:
        """Return the ledgers of a round by table, without names.

        The caller has locked the games. The number of queries does not depend on the
        number of games.
        """
        return cls._of_round(round_, Seat.objects.all())

    @classmethod
    def all_named(cls, round_: Round) -> list[TableLedger]:
        """Return the ledgers of a round by table, with names, for reading.

        The number of queries does not depend on the number of games.
        """
        return cls._of_round(round_, seats_at_tables())

    @classmethod
    def _of_round(cls, round_: Round, seats: QuerySet[Seat]) -> list[TableLedger]:
        games = (
            round_.games.select_related("extension")
            .prefetch_related("ledger", Prefetch("seats", seats))
            .order_by("table")
        )
        return [cls(game) for game in games]

    @classmethod
    def locked(cls, game_id: int, known: Game | None = None) -> TableLedger:
        """Return the ledger, with its game locked until the end of the transaction.

        `known`: the game as read before (`table_ledger.locked`).
        """
        game = locked(game_id, known)
        return cls(game, lines_of(game))

    @classmethod
    def as_now(cls, game: Game) -> TableLedger:
        """Read the game and its ledger again, and return the ledger."""
        game = opened(game.pk)
        return cls(game, lines_of(game))

    @cached_property
    def heads(self) -> list[LedgerEntry]:
        """Return the entries that are not superseded, including retractions."""
        superseded = {line.supersedes_id for line in self.lines}
        return [line for line in self.lines if line.pk not in superseded]

    @cached_property
    def live(self) -> list[LedgerEntry]:
        """Return the entries that count, in replay order."""
        return in_order([line for line in self.heads if line.kind != RETRACTION])

    @property
    def last_entered(self) -> LedgerEntry | None:
        """Return the latest entry that counts, or None.

        Gongs, rule changes and takeovers by substitutes are left out.
        """
        entered = (line for line in self.live if line.kind not in NOT_ENTERED)
        return max(entered, key=self._entered_at, default=None)

    def _entered_at(self, line: LedgerEntry) -> int:
        """Return the sequence number of the entry; for a correction, of the original
        entry.
        """
        return self.versions(line)[-1].sequence

    def versions(self, line: LedgerEntry) -> list[LedgerEntry]:
        """Return the entry and the entries that it corrects, newest first.

        Entries before a retraction are left out.
        """
        chain = [line]
        while before := chain[-1].supersedes_id:
            if self._by_pk[before].kind == RETRACTION:
                break
            chain.append(self._by_pk[before])
        return chain

    def as_entered(self, line: LedgerEntry) -> LedgerEntry:
        """Return the entry with author, time and reason as first entered.

        For an entry moved to another hand, this is the entry before the move.
        """
        while line.moved_from_id:
            line = self._by_pk[line.moved_from_id]
        return line

    def is_corrected(self, line: LedgerEntry) -> bool:
        """Return whether the entry replaced another entry.

        Moving to another hand does not count.
        """
        before = self._by_pk.get(self.as_entered(line).supersedes_id or 0)
        moved = {entry_line.moved_from_id for entry_line in self.lines} - {None}
        return before is not None and before.supersedes_id not in moved

    @cached_property
    def _by_pk(self) -> dict[int, LedgerEntry]:
        return {line.pk: line for line in self.lines}

    def wins(self) -> list[Win]:
        """Return the unsaved rows of the wins that count."""
        return wins.rows_of(self.game, self.state, self.lines)

    def before_correction(self, line: LedgerEntry) -> Entry | None:
        """Return the different entry that this line corrected, with the current seats.

        Return None if there is none, or the correction was undone.
        """
        versions = self.versions(line)
        entries = [self.entry_of(version) for version in versions]
        first = max(n for n, entry in enumerate(entries) if entry == entries[0])
        return entries[first + 1] if first + 1 < len(entries) else None

    @cached_property
    def state(self) -> TableState:
        return replay_seated(self.rules, map(self.entry_of, self.live))

    def final_scores(self) -> Scores:
        """Return the current scores by seat.

        After the end of play, they include points that the rules add at the end, such
        as remaining riichi sticks.
        """
        seats = self.state.position.seats
        if self.state.over is None:
            return {seat: self.state.scores[seat] for seat in seats}
        placings = self.rules.rank(self.state)
        return {seat: placings[seat].score for seat in seats}

    @cached_property
    def names(self) -> dict[Wind, str]:
        """Return the players' names by seat."""
        return {Wind(seat.wind): str(seat.player) for seat in self.game.seats.all()}

    @cached_property
    def seats(self) -> SeatsByLedger:
        """Return the exchanges of seats in the ledger."""
        return SeatsByLedger(self.rules, self.lines)

    def entry_of(self, line: LedgerEntry) -> Entry:
        """Return a line's entry with the current seats.

        Raises RuleError if the rules cannot read it.
        """
        return self.seats.entry_of(line)

    def raw_of(self, line: LedgerEntry) -> dict[str, object]:
        """Return a line's entry with the current seats, as JSON in the rules'
        notation.
        """
        entry = self.entry_of(line)
        return {"kind": line.kind, **entry.as_data()}

    def names_for(self, line: LedgerEntry, names: Mapping[Wind, T]) -> Mapping[Wind, T]:
        """Return the names for the seats that `line` mentions.

        `names`: current name of each seat.
        """
        return self.seats.names_for(line, names)

    @property
    def totals(self) -> LedgerEntry | None:
        """Return the paper totals that count, or None."""
        totals = (line for line in self.live if line.kind == Totals.kind)
        return max(totals, key=lambda line: line.place, default=None)

    def by_hands(self) -> TableState:
        """Return the state of a table with paper totals, replayed from its hands and
        the penalties included in the totals. Gong and end of play are left out, because
        a paper sheet has no times.
        """
        lines = filter(self.is_of_hands, self.live)
        return replay_seated(self.rules, map(self.entry_of, lines))

    def is_of_hands(self, line: LedgerEntry) -> bool:
        """Return whether the entry is a hand or penalty that the paper totals include.

        Without totals, return whether it is a hand or a penalty.
        """
        if line.kind in (*NOT_ENTERED, PlayEnded.kind, Totals.kind):
            return False
        totals = self.totals
        return totals is None or is_behind(line, totals.place)

    def completed(self, line: LedgerEntry) -> Entry:
        """Return a line's entry.

        If the line counts, the entry includes values calculated by the replay, such as
        the value of a hand entered by tiles.
        """
        if line in self.live:
            return self.state.lines[self.live.index(line)].entry
        return self.entry_of(line)

    def outcome(self, hand: int) -> LedgerEntry | None:
        """Return the latest ledger entry on the hand's outcome: the outcome that
        counts, or its retraction. Return None if the hand was never entered.
        """
        for line in self.heads:
            if line.settles_hand and line.hand == hand:
                return line
        return None

    def draft(self, entry: Entry, reason: Reason = NONE) -> Draft:
        """Return a draft of the entry for the current hand; after the end of play, for
        the last hand. An outcome entered again supersedes its retraction, with a
        default reason.
        """
        state = self.by_hands() if _in_totals(entry) else self.state
        hand = state.position.hand
        if self.state.over and not entry.settles_hand and not _in_totals(entry):
            hand = max(self.state.hands_played, 1)
        retracted = self.outcome(hand) if entry.settles_hand else None
        if retracted and not reason:
            reason = ENTERED_AGAIN
        return Draft(entry, hand, entry.settles_hand, retracted, reason)

    def state_with(self, draft: Draft) -> TableState:
        """Return the state with `draft`.

        Raises RuleError if the rules refuse the draft, or a later entry no longer fits.
        """
        return self._replayed(self._lines_with(draft), draft)

    def preview(self, draft: Draft) -> Preview:
        """Return the effect of `draft`. Raises RuleError as `state_with` does."""
        lines = self._lines_with(draft)
        after = self._replayed(lines, draft)
        drafted = zip(lines, after.lines, strict=True)
        own = next((replayed for line, replayed in drafted if line.pk is None), None)
        return Preview(self.state, after, own, tuple(lines))

    def _replayed(self, lines: Sequence[LedgerEntry], draft: Draft) -> TableState:
        own = self.line_of(draft)
        if _only_adds(draft) and lines[-1].sequence == own.sequence:
            state = follow_seated(self.rules, self.state, self.entry_of(own))
        else:
            seats = SeatsByLedger(self.rules, [*self.lines, own])
            state = replayed(self.rules, lines, seats, own.sequence)
        refuse_dead_wins(self.state, state)
        return state

    def write(self, draft: Draft, *, device_key: str, by: str) -> LedgerEntry:
        """Append the draft, update the stored results and return the entry.

        Raises RuleError if the rules refuse the draft; then nothing is written.
        """
        [line] = write_all([(self, draft, device_key)], by=by)
        return line

    def append(self, line: LedgerEntry) -> None:
        """Add an entry to the ledger in memory."""
        self.lines.append(line)
        self.renew()

    def renew(self) -> None:
        """Clear cached values after entries have changed."""
        for name in ("heads", "live", "seats", "state", "_by_pk"):
            self.__dict__.pop(name, None)

    def _lines_with(self, draft: Draft) -> list[LedgerEntry]:
        lines = [line for line in self.live if line != draft.supersedes]
        if draft.entry is None:
            return lines
        return in_order([*lines, self.line_of(draft)])

    def line_of(self, draft: Draft) -> LedgerEntry:
        """Return the draft as an unsaved entry."""
        sequence = len(self.lines) + 1
        return LedgerEntry(
            game=self.game,
            sequence=sequence,
            place=draft.supersedes.place if draft.supersedes else sequence,
            hand=draft.hand,
            kind=draft.entry.kind if draft.entry else RETRACTION,
            settles_hand=draft.settles_hand,
            data=draft.entry.as_data() if draft.entry else {},
            supersedes=draft.supersedes,
            moved_from=draft.moved_from,
            **draft.reason.as_fields,
        )


def write_all(
    drafts: Iterable[tuple[TableLedger, Draft, str]], *, by: str
) -> list[LedgerEntry]:
    """Append drafts to several ledgers, update the stored results and return the
    entries. Each item: ledger, draft and device key. Uses as many queries as for one
    table. Raises RuleError if the rules refuse a draft; then nothing is written.
    """
    written = []
    for ledger, draft, device_key in drafts:
        line, state = ledger.line_of(draft), ledger.state_with(draft)
        line.device_key, line.by = device_key, by
        written.append((ledger, line, state))
    if renewed := [ledger.game for ledger, line, _state in written if _renews(line)]:
        wins.forget(renewed)
    LedgerEntry.objects.bulk_create([line for _ledger, line, _state in written])
    wins.add([win for change in written for win in _new_wins(*change)])
    stored_results.project_all(
        [(ledger.game, state, line.sequence) for ledger, line, state in written]
    )
    for ledger, line, state in written:
        ledger.append(line)
        ledger.state = state
    return [line for _ledger, line, _state in written]


def _renews(line: LedgerEntry) -> bool:
    """Return whether a new entry may change earlier wins.

    The first outcome of a hand changes none.
    """
    if line.settles_hand and line.supersedes_id is None:
        return False
    return line.kind not in _WITHOUT_WINS or line.supersedes_id is not None


def _new_wins(ledger: TableLedger, line: LedgerEntry, state: TableState) -> list[Win]:
    """Return the wins to store after a new entry. `state`: the state with the entry."""
    lines = [*ledger.lines, line]
    if _renews(line):
        return wins.rows_of(ledger.game, state, lines)
    if not line.settles_hand:
        return []
    return wins.rows_of(ledger.game, state, lines, line.hand)


def _only_adds(draft: Draft) -> bool:
    """Return whether the draft leaves the meaning and order of all other entries
    unchanged: it is not a retraction, correction, reseat or paper totals.
    """
    moves = isinstance(draft.entry, Reseat | Totals)
    return draft.entry is not None and draft.supersedes is None and not moves


def _in_totals(entry: Entry) -> bool:
    return isinstance(entry, Penalty) and entry.in_totals
