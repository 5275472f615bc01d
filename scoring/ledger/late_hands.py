"""Hands that a table enters after its time, and the word that they had begun before
the gong.

By a tournament's choice the table gives that word itself: the hand counts at once and
is flagged, so that a referee may look at it and take it out; or a referee gives it, and
the hand waits. One that waits counts for nothing; everybody at the table sees it.
`enter_or_hold`, `decide` and `take_back` are one transaction each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from rules.after_time import Word, word_of
from rules.entries import Entry, Gong, PlayEnded, Raw
from rules.faults import RuleError
from rules.table import Ending, Position
from rules.winds import Wind
from scoring.ledger import entering
from scoring.ledger.book import Book
from scoring.ledger.device_keys import is_same, other_content
from scoring.ledger.end_of_time import AFTER_TIME
from scoring.ledger.writing import HandConflict, Receipt
from scoring.models import LateHand, LedgerEntry
from scoring.wording import ledger_words
from scoring.wording.reasons import ANOTHER_VERSION, NONE, Reason
from tournaments.access.roles import Visitor
from tournaments.models import LateWord, Session, Tournament
from tournaments.refusals import refusal
from tournaments.web.requests import new_device_key

COUNTS = LateHand.Decision.COUNTS
REFUSED = LateHand.Decision.REFUSED
TAKEN_BACK = LateHand.Decision.TAKEN_BACK


#: What comes into a ledger without anybody entering a hand.
NO_ENTRIES = (Gong.kind, PlayEnded.kind)


@dataclass(frozen=True)
class InWords:
    """A hand that came after time, in words, and what must be vouched for."""

    late: LateHand
    words: str
    word: Word


def gives_word(visitor: Visitor, session: Session) -> bool:
    """Whether whoever is there may say that a hand had begun before the gong."""
    by_tables = session.round.tournament.late_word == LateWord.TABLE
    return by_tables or visitor.is_referee


def enter_or_hold(
    session: Session,
    raw: Raw,
    visitor: Visitor,
    values: Mapping[str, Any],
    *,
    inspect: Callable[[Position], None] | None = None,
) -> Receipt | LateHand:
    """Enter a hand as `ledger.enter` does, with a form's `values` and `inspect`; on a
    device's own word it is flagged. Or keep it until a referee has said that it counts.
    A device that sends it again by its key is told what became of it.

    Raises RuleError with every fault, HandConflict if that hand has another outcome.
    """
    word = gives_word(visitor, session)
    enter = partial(
        entering.enter,
        session.pk,
        raw,
        device_key=values["device_key"],
        by=visitor.by,
        hand=values["hand"],
        seating=values["seating"],
        inspect=inspect,
    )
    try:
        if word and values["before_gong"] and visitor.is_device:
            return _enter_flagged(enter, session, raw, visitor, values)
        return enter(before_gong=values["before_gong"] and word)
    except RuleError as error:
        codes = {fault.code for fault in error.faults}
        if codes == {"out_of_order"} and (first := _open(session).first()):
            raise refusal(
                "waits_for_word",
                _("Hand %(hand)s waits for a referee's word: this one comes after it."),
                "hand",
                hand=first.hand,
            ) from error
        if word or AFTER_TIME not in codes:
            raise
    return _hold(session, raw, visitor, values)


@transaction.atomic
def _enter_flagged(
    enter: Callable[..., Receipt],
    session: Session,
    raw: Raw,
    visitor: Visitor,
    values: Mapping[str, Any],
) -> Receipt:
    """Enter it, on the table's word only where one is needed: then it is flagged."""
    try:
        return enter(before_gong=False)
    except RuleError as error:
        if {fault.code for fault in error.faults} != {AFTER_TIME}:
            raise
    receipt = enter(before_gong=True)
    late = _kept(session, raw, visitor, values, line=receipt.entry)
    _record(late, "hand_flagged", by=visitor.by)
    return receipt


@transaction.atomic
def _hold(
    session: Session, raw: Raw, visitor: Visitor, values: Mapping[str, Any]
) -> LateHand:
    Session.objects.select_for_update().get(pk=session.pk)
    rules = session.round.tournament.rules
    entry = rules.read_entry(raw)
    known = LateHand.objects.filter(
        session=session, device_key=values["device_key"]
    ).first()
    if known:
        _refuse_another(known, entry, values)
        return known
    for other in _open(session).filter(hand=values["hand"]):
        if is_same(other.offered, entry, rules):
            return other
    late = _kept(session, raw, visitor, values)
    _record(late, "hand_held", by=visitor.by)
    return late


def _kept(
    session: Session,
    raw: Raw,
    visitor: Visitor,
    values: Mapping[str, Any],
    line: LedgerEntry | None = None,
) -> LateHand:
    """The hand as it was offered; with its line if it counts already."""
    entry = session.round.tournament.rules.read_entry(raw)
    return LateHand.objects.create(
        session=session,
        hand=values["hand"],
        offered={"kind": entry.kind, **entry.as_data()},
        seating=values["seating"],
        device_key=values["device_key"],
        by=visitor.by,
        line=line,
    )


def _refuse_another(known: LateHand, entry: Entry, values: Mapping[str, Any]) -> None:
    """Raises Refused, with both, if the key of a hand that is kept comes with
    another."""
    rules = known.session.round.tournament.rules
    same = is_same(known.offered, entry, rules)
    if same and (known.hand, known.seating) == (values["hand"], values["seating"]):
        return
    names = Book(known.session).names
    kept = ledger_words.of_entry(rules.read_entry(known.offered), names)
    raise other_content(kept, ledger_words.of_entry(entry, names))


@transaction.atomic
def decide(
    late_id: int,
    *,
    counts: bool,
    by: str,
    reason: str = "",
    ends_play: bool = False,
) -> LateHand:
    """Say that a hand had begun before the gong and enter it, or that it had not,
    with a reason; with `ends_play` also that none was being played then. Of one that
    counts on the table's word: that it stays (`scoring/corrections` takes it out).

    A refusal can be turned into a yes as long as the table's ledger allows it.
    Raises RuleError: it was decided before, no reason is given, or the hand cannot
    follow what the ledger says by now.
    """
    late = locked(late_id)
    if late.decision not in ("", REFUSED) or (late.decision and not counts):
        raise refusal("decided", _("This was decided meanwhile: look again."))
    if not counts and not reason.strip():
        raise refusal(
            "no_reason", _("Give the reason why it does not count."), "reason"
        )
    if late.line_id and not counts:
        raise refusal("counts_already", _("This hand counts: take it out."))
    if counts and not late.line_id:
        late.line = _entered(late)
        for other in _open(late.session).filter(hand=late.hand).exclude(pk=late.pk):
            _decided(other, REFUSED, by=by, answer=ANOTHER_VERSION)
    kind = "late_hand_counts" if counts else "late_hand_refused"
    _decided(late, COUNTS if counts else REFUSED, by=by, answer=Reason(reason))
    _record(late, kind, by=by, reason=reason)
    if ends_play and not counts:
        _end_play(late, by=by, reason=reason)
    return late


def taken_out(
    late: LateHand, *, by: str, reason: str, ends_play: bool = False
) -> LateHand:
    """Say that a hand that counted on the table's word had not begun before the gong.

    Called inside the transaction that has taken its line back.
    """
    late.line = None
    _decided(late, REFUSED, by=by, answer=Reason(reason))
    _record(late, "late_hand_refused", by=by, reason=reason)
    if ends_play:
        _end_play(late, by=by, reason=reason)
    return late


def _end_play(late: LateHand, *, by: str, reason: str) -> None:
    """No hand was being played at the gong."""
    ended = {"kind": PlayEnded.kind, "why": Ending.TIME}
    key = new_device_key()
    entering.enter(late.session_id, ended, device_key=key, by=by, reason=reason)


@transaction.atomic
def take_back(late_id: int, *, by: str) -> LateHand:
    """Whoever entered it takes it back before anybody decided. Raises Refused if
    somebody has."""
    late = locked(late_id)
    if late.decision or late.line_id:
        raise refusal(
            "decided",
            _("This was decided meanwhile: only a referee or a director changes that."),
        )
    _decided(late, TAKEN_BACK, by=by)
    _record(late, "late_hand_taken_back", by=by)
    return late


def enter_what_waits(sessions: Iterable[Session], *, by: str) -> None:
    """Time was given: hands that waited count now, as far as the ledger allows.

    Called inside the transaction that gives the time.
    """
    for late in LateHand.objects.filter(session__in=list(sessions), decision=""):
        try:
            with transaction.atomic():
                decide(late.pk, counts=True, by=by)
        except RuleError:
            continue


def waiting(session: Session, names: Mapping[Wind, str]) -> list[InWords]:
    """The hands of a table that wait for a referee's word. Reads only."""
    return _in_words(session, _open(session), names)


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
    stand = hands.filter(decision=REFUSED, decided_at__gte=since)
    known = stand.exclude(Exists(settled.filter(superseded_by=None)))
    return _in_words(session, known, names)


def others_wait(late: LateHand) -> bool:
    """Whether another hand of the same table waits for a word."""
    return _open(late.session).exclude(pk=late.pk).exists()


def waiting_in(tournament: Tournament) -> QuerySet[LateHand]:
    """The hands that wait at the tables of a tournament, the oldest first."""
    return _in_order(LateHand.objects.filter(decision="", line=None), tournament)


def unsettled_in(tournament: Tournament) -> QuerySet[LateHand]:
    """Both: those that wait, and those that count on their tables' word."""
    either = Q(line=None) | Q(line__superseded_by=None)
    return _in_order(LateHand.objects.filter(either, decision=""), tournament)


def flagged_in(tournament: Tournament) -> QuerySet[LateHand]:
    """The hands that count on their tables' word, at which no referee has looked, the
    oldest first."""
    return _in_order(_flagged(), tournament)


def _in_order(hands: QuerySet[LateHand], tournament: Tournament) -> QuerySet[LateHand]:
    chosen = hands.filter(session__round__tournament=tournament)
    return chosen.select_related("session__round").order_by("at", "pk")


def _flagged() -> QuerySet[LateHand]:
    """Whoever corrects such a hand, or takes it back, has looked at it."""
    counts = LateHand.objects.filter(decision="", line__isnull=False)
    return counts.filter(line__superseded_by=None)


def _in_words(
    session: Session, hands: Iterable[LateHand], names: Mapping[Wind, str]
) -> list[InWords]:
    tournament = session.round.tournament
    word = word_of(tournament.end_policy)
    entries = [(late, tournament.rules.read_entry(late.offered)) for late in hands]
    return [
        InWords(late, ledger_words.of_entry(entry, names), word)
        for late, entry in entries
    ]


def _open(session: Session) -> QuerySet[LateHand]:
    return LateHand.objects.filter(session=session, decision="", line=None)


def locked(late_id: int) -> LateHand:
    """The hand, its table locked as for any entry until the transaction ends."""
    late = LateHand.objects.select_related("session__round__tournament").get(pk=late_id)
    Session.objects.select_for_update().get(pk=late.session_id)
    late.refresh_from_db(fields=["decision", "line"])
    return late


def _entered(late: LateHand) -> LedgerEntry:
    """The line of the hand, entered on a referee's word."""
    try:
        receipt = entering.enter(
            late.session_id,
            late.offered,
            device_key=_free_key(late),
            by=late.by,
            hand=late.hand,
            before_gong=True,
            seating=late.seating,
        )
    except HandConflict:
        raise refusal(
            "entered_meanwhile",
            _("Hand %(hand)s was entered differently meanwhile: correct it there."),
            hand=late.hand,
        ) from None
    if LateHand.objects.filter(line=receipt.entry).exists():
        raise refusal(
            "counts_already",
            _("Hand %(hand)s counts already, just as it is here."),
            hand=late.hand,
        )
    return receipt.entry


def _free_key(late: LateHand) -> str:
    """The key it came with; another once a line with that was taken out."""
    used = LedgerEntry.objects.filter(device_key=late.device_key)
    taken = used.filter(session=late.session, superseded_by__isnull=False)
    return new_device_key() if taken.exists() else late.device_key


def _decided(late: LateHand, decision: str, *, by: str, answer: Reason = NONE) -> None:
    late.decision = decision
    late.decided_by = by
    late.decided_at = timezone.now()
    late.answer, late.answer_key = answer.text, answer.key
    late.save()


def _record(late: LateHand, kind: str, *, by: str, reason: str = "") -> None:
    round_ = late.session.round
    round_.tournament.record(
        kind,
        by=by,
        reason=reason,
        round=round_.number,
        table=late.session.table,
        hand=late.hand,
    )
