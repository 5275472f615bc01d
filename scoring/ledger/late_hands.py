"""Hands that a table enters after its time, and the word that they had begun before
the gong.

By a tournament's choice the table gives that word itself: the hand counts at once and
is flagged, so that a referee may look at it and take it out; or a referee gives it, and
the hand waits. One that waits counts for nothing; everybody at the table sees it.
`late_hand_entry` enters one, `late_hand_decision` says what becomes of it; what is here
only reads.

What was offered at a table and is not in its ledger, as the log keeps it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from rules.faults import RuleError
from rules.hands_after_gong import Word, word_of
from rules.ledger_entries import PlayEnded, Raw
from rules.tables_of_two_or_three import seats_by
from rules.winds import Wind
from scoring.ledger.table_ledger import NOT_ENTERED
from scoring.models import LateHand
from scoring.wording import ledger_entry_wording
from tournaments.access.page_access import Visitor
from tournaments.models import LateWord, Session, Tournament

#: What comes into a ledger without anybody entering a hand.
NO_ENTRIES = (*NOT_ENTERED, PlayEnded.kind)


@dataclass(frozen=True)
class InWords:
    """A hand that came after time, in words, and what must be vouched for."""

    late: LateHand
    words: str
    word: Word


def gives_word(visitor: Visitor, session: Session) -> bool:
    """Whether this visitor may say that a hand had begun before the gong."""
    by_tables = session.round.tournament.late_word == LateWord.TABLE
    return by_tables or visitor.is_referee


def waiting(session: Session, names: Mapping[Wind, str]) -> list[InWords]:
    """The hands of a table that wait for a referee's word. Reads only."""
    return _in_words(session, open_at(session), names)


def flagged(session: Session, names: Mapping[Wind, str]) -> list[InWords]:
    """The hands of a table that count on its own word, at which no referee has looked.
    Reads only."""
    return _in_words(session, _flagged().filter(session=session), names)


def refused(session: Session, names: Mapping[Wind, str]) -> list[InWords]:
    """The hands of a table that a referee refused, until something new is entered
    there. Reads only."""
    hands = LateHand.objects.filter(session=session)
    if (since := hands.aggregate(at=Max("at"))["at"]) is None:
        return []
    entered = session.ledger.exclude(kind__in=NO_ENTRIES)
    since = max(since, entered.aggregate(at=Max("at"))["at"] or since)
    settled = entered.filter(hand=OuterRef("hand"), settles_hand=True)
    stand = hands.filter(decision=LateHand.Decision.REFUSED, decided_at__gte=since)
    known = stand.exclude(Exists(settled.filter(superseded_by=None)))
    return _in_words(session, known, names)


def others_wait(late: LateHand) -> bool:
    """Whether another hand of the same table waits for a word."""
    return open_at(late.session).exclude(pk=late.pk).exists()


def waiting_in(tournament: Tournament) -> QuerySet[LateHand]:
    """The hands that wait at the tables of a tournament, the oldest first."""
    return _in_order(LateHand.objects.filter(decision="", line=None), tournament)


def unsettled_in(tournament: Tournament) -> QuerySet[LateHand]:
    """Both: those that wait, and those that count on their tables' word."""
    either = Q(line=None) | Q(line__superseded_by=None)
    return _in_order(LateHand.objects.filter(either, decision=""), tournament)


def _in_order(hands: QuerySet[LateHand], tournament: Tournament) -> QuerySet[LateHand]:
    chosen = hands.filter(session__round__tournament=tournament)
    return chosen.select_related("session__round").order_by("at", "pk")


def _flagged() -> QuerySet[LateHand]:
    """Late hands that count and that no referee has seen: one who corrects such a hand,
    or takes it back, has seen it."""
    counts = LateHand.objects.filter(decision="", line__isnull=False)
    return counts.filter(line__superseded_by=None)


def _in_words(
    session: Session, hands: Iterable[LateHand], names: Mapping[Wind, str]
) -> list[InWords]:
    word = word_of(session.round.end_policy)
    entries = [(late, session.rules.read_entry(late.offered)) for late in hands]
    return [
        InWords(late, ledger_entry_wording.of_entry(entry, names), word)
        for late, entry in entries
    ]


def open_at(session: Session) -> QuerySet[LateHand]:
    """The hands of a table that wait for a referee's word."""
    return LateHand.objects.filter(session=session, decision="", line=None)


def as_logged(session: Session, raw: Raw | None) -> dict[str, object]:
    """For the log's data: the entry, and the start numbers of those who sit at the
    table in the order of its seats, so that every reader has its words in their
    language. Nothing where `raw` is no entry by the tournament's rules."""
    rules = session.rules
    try:
        entry = rules.read_entry(raw or {})
    except RuleError:
        return {}
    numbers = {seat.wind: seat.entry.number for seat in session.seats.all()}
    return {
        "offered": {"kind": entry.kind, **entry.as_data()},
        "seats": [numbers[seat] for seat in seats_by(rules)],
    }
