"""A session's ledger opened: its live lines, its state, and its state with a
change in it. Only the verbs in `scoring.ledger` write through it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch
from django.utils.translation import gettext

from rules.entries import Entry, Gong, Totals
from rules.table import Line, Ruleset, TableState, replay
from scoring import results
from scoring.models import RETRACTION, LedgerEntry
from tournaments.models import Round, Seat, Session, Tournament


@dataclass(frozen=True)
class Draft:
    """A line that is to be written. `entry` None retracts what it supersedes."""

    entry: Entry | None
    hand: int
    settles_hand: bool
    supersedes: LedgerEntry | None = None
    reason: str = ""

    @classmethod
    def instead_of(cls, line: LedgerEntry, entry: Entry | None, reason: str) -> Draft:
        """A draft that takes the place of `line`."""
        return cls(entry, line.hand, line.settles_hand, line, reason)


@dataclass(frozen=True)
class Preview:
    """What a draft would do: the state without it and with it, and its own line
    in the latter (None if it only takes something back)."""

    before: TableState
    after: TableState
    line: Line | None


class Book:
    """The ledger of one session, read once."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.rules: Ruleset = session.round.tournament.rules
        self.lines = list(session.ledger.all())

    @classmethod
    def all_of(cls, tournament: Tournament) -> list[Book]:
        """Every session's book, by round and table, in a handful of queries."""
        seats = Seat.objects.select_related("entry")
        sessions = (
            Session.objects.filter(round__tournament=tournament)
            .select_related("round__tournament")
            .prefetch_related("ledger", Prefetch("seats", seats))
            .order_by("round__number", "table")
        )
        return [cls(session) for session in sessions]

    @classmethod
    def locked(cls, session_id: int) -> Book:
        """The book with its session locked until the transaction ends.

        The round is read after the lock is held: it may have ended meanwhile.
        """
        session = Session.objects.select_for_update().get(pk=session_id)
        session.round = Round.objects.select_related("tournament").get(
            pk=session.round_id
        )
        return cls(session)

    @cached_property
    def heads(self) -> list[LedgerEntry]:
        """The lines nothing supersedes, retractions too."""
        superseded = {line.supersedes_id for line in self.lines}
        return [line for line in self.lines if line.pk not in superseded]

    @cached_property
    def live(self) -> list[LedgerEntry]:
        """The lines that count, in the order they are replayed."""
        return _in_order([line for line in self.heads if line.kind != RETRACTION])

    @property
    def last_entered(self) -> LedgerEntry | None:
        """The line that counts and was entered last; the gong is not entered."""
        entered = (line for line in self.live if line.kind != Gong.kind)
        return max(entered, key=self._entered_at, default=None)

    def _entered_at(self, line: LedgerEntry) -> int:
        """A sequence; a correction was entered when what it corrects was."""
        by_pk = {line.pk: line for line in self.lines}
        while line.supersedes_id and by_pk[line.supersedes_id].kind != RETRACTION:
            line = by_pk[line.supersedes_id]
        return line.sequence

    @cached_property
    def state(self) -> TableState:
        return replay(self.rules, map(self.entry_of, self.live))

    def entry_of(self, line: LedgerEntry) -> Entry:
        return self.rules.read_entry(line.raw)

    def outcome(self, hand: int) -> LedgerEntry | None:
        """The head of the hand's chain: its live outcome, or its retraction."""
        for line in self.heads:
            if line.settles_hand and line.hand == hand:
                return line
        return None

    def draft(self, entry: Entry, reason: str = "") -> Draft:
        """A new line about the running hand, or the last one once play is over.

        An outcome entered again after it was taken back joins the old chain.
        """
        hand = self.state.position.hand
        if self.state.over and not entry.settles_hand:
            hand = max(self.state.hands_played, 1)
        retracted = self.outcome(hand) if entry.settles_hand else None
        if retracted and not reason:
            reason = gettext("entered again")
        return Draft(entry, hand, entry.settles_hand, retracted, reason)

    def state_with(self, draft: Draft) -> TableState:
        """The state with `draft` in its place. Raises RuleError if the rules
        refuse it, or a later line could not follow it."""
        return replay(self.rules, map(self.entry_of, self._lines_with(draft)))

    def preview(self, draft: Draft) -> Preview:
        """What `draft` would do. Raises RuleError as `state_with` does."""
        lines = self._lines_with(draft)
        after = replay(self.rules, map(self.entry_of, lines))
        drafted = zip(lines, after.lines, strict=True)
        own = next((replayed for line, replayed in drafted if line.pk is None), None)
        return Preview(self.state, after, own)

    def write(self, draft: Draft, *, device_key: str, by: str) -> LedgerEntry:
        """Append the draft and the projections it changes.

        Raises RuleError if the rules refuse it; nothing is written then.
        """
        state = self.state_with(draft)
        line = self._line_of(draft)
        line.device_key = device_key
        line.by = by
        line.save(force_insert=True)
        results.project(self.session, state, sequence=line.sequence)
        self.lines.append(line)
        for name in ("heads", "live", "state"):
            self.__dict__.pop(name, None)
        return line

    def _lines_with(self, draft: Draft) -> list[LedgerEntry]:
        lines = [line for line in self.live if line != draft.supersedes]
        if draft.entry is None:
            return lines
        return _in_order([*lines, self._line_of(draft)])

    def _line_of(self, draft: Draft) -> LedgerEntry:
        """The draft as a line that is not written yet."""
        sequence = len(self.lines) + 1
        return LedgerEntry(
            session=self.session,
            sequence=sequence,
            place=draft.supersedes.place if draft.supersedes else sequence,
            hand=draft.hand,
            kind=draft.entry.kind if draft.entry else RETRACTION,
            settles_hand=draft.settles_hand,
            data=draft.entry.as_data() if draft.entry else {},
            supersedes=draft.supersedes,
            reason=draft.reason,
        )


def _in_order(lines: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Lines in the order they are replayed.

    Penalties and false wins of a hand come before its outcome; a correction
    stands in the place of what it corrects. Totals come after all that was there
    before them, since they stand for it, and before what came later.
    """
    lines = list(lines)
    totals = [line.place for line in lines if line.kind == Totals.kind]

    def order(line: LedgerEntry) -> tuple[bool, int, bool, int]:
        if totals and line.place >= min(totals):
            return True, 0, False, line.place
        return False, line.hand, line.settles_hand, line.place

    return sorted(lines, key=order)
