"""Hands entered after the gong, and the confirmation that a hand had started before it.
Reads only.

The tournament decides who confirms. If the table confirms, the hand counts immediately
and is flagged, so a referee can check and remove it. If a referee confirms, the hand
waits: it does not count yet, and everyone at the table sees it. `enter_late_hand`
enters a late hand, `decide_late_hand` decides about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from rules.faults import RuleError
from rules.hands_after_gong import FactToConfirm, fact_for
from rules.ledger_entries import PlayEnded, Raw
from rules.tables_of_two_or_three import seats_by
from rules.winds import Wind
from scoring.ledger.table_ledger import NOT_ENTERED
from scoring.models import LateHand
from scoring.wording import ledger_entry_wording
from tournaments.access.page_access import Visitor
from tournaments.models import Game, LateWord, RoundState, Tournament

#: Kinds of ledger entries made without entering a hand.
NO_ENTRIES = (*NOT_ENTERED, PlayEnded.kind)


@dataclass(frozen=True)
class InWords:
    """A late hand as text. `word`: the fact that must be confirmed."""

    late: LateHand
    text: str
    word: FactToConfirm


def gives_word(visitor: Visitor, game: Game) -> bool:
    """Return whether this visitor may confirm that a hand of the game started before
    the gong.
    """
    by_tables = game.round.tournament.late_word == LateWord.TABLE
    return by_tables or visitor.is_referee


def waiting(game: Game, names: Mapping[Wind, str]) -> list[InWords]:
    """Return the table's late hands that wait for a referee."""
    return _in_words(game, open_at(game), names)


def flagged(game: Game, names: Mapping[Wind, str]) -> list[InWords]:
    """Return the table's late hands that the table confirmed and no referee has
    checked.
    """
    return _in_words(game, _flagged().filter(game=game), names)


def refused(game: Game, names: Mapping[Wind, str]) -> list[InWords]:
    """Return the refused late hands of a game, until another hand is entered at the
    table or the hand has an outcome.
    """
    hands = LateHand.objects.filter(game=game)
    if (since := hands.aggregate(at=Max("at"))["at"]) is None:
        return []
    entered = game.ledger.exclude(kind__in=NO_ENTRIES)
    since = max(since, entered.aggregate(at=Max("at"))["at"] or since)
    settled = entered.filter(hand=OuterRef("hand"), settles_hand=True)
    stand = hands.filter(decision=LateHand.Decision.REFUSED, decided_at__gte=since)
    known = stand.exclude(Exists(settled.filter(superseded_by=None)))
    return _in_words(game, known, names)


def others_wait(late: LateHand) -> bool:
    """Return whether another late hand of the table waits for a referee."""
    return open_at(late.game).exclude(pk=late.pk).exists()


def waiting_in(tournament: Tournament) -> QuerySet[LateHand]:
    """Return the tournament's late hands that wait for a referee, oldest first."""
    return _in_order(LateHand.objects.filter(decision="", line=None), tournament)


def unsettled_in(tournament: Tournament) -> QuerySet[LateHand]:
    """Return the tournament's late hands without a referee's decision, oldest first:
    waiting hands, and hands that count because the table confirmed them.
    """
    either = Q(line=None) | Q(pk__in=_flagged().values("pk"))
    return _in_order(LateHand.objects.filter(either, decision=""), tournament)


def _in_order(hands: QuerySet[LateHand], tournament: Tournament) -> QuerySet[LateHand]:
    chosen = hands.filter(game__round__tournament=tournament)
    return chosen.select_related("game__round").order_by("at", "pk")


def _flagged() -> QuerySet[LateHand]:
    """Return the late hands that count and that no referee has checked.

    A correction or undo of a hand is a check, and so is closing the round.
    """
    counts = LateHand.objects.filter(decision="", line__isnull=False)
    open_rounds = counts.exclude(game__round__state=RoundState.CLOSED)
    return open_rounds.filter(line__superseded_by=None)


def _in_words(
    game: Game, hands: Iterable[LateHand], names: Mapping[Wind, str]
) -> list[InWords]:
    word = fact_for(game.round.end_policy)
    entries = [(late, game.rules.read_entry(late.offered)) for late in hands]
    return [
        InWords(late, ledger_entry_wording.of_entry(entry, names), word)
        for late, entry in entries
    ]


def open_at(game: Game) -> QuerySet[LateHand]:
    """Return the table's late hands that wait for a referee, as rows."""
    return LateHand.objects.filter(game=game, decision="", line=None)


def as_logged(game: Game, raw: Raw | None) -> dict[str, object]:
    """Return log data of a hand: the entry, and the player numbers in seat order.

    The log can then show the hand in any language. Empty if the rules cannot read
    `raw`.
    """
    rules = game.rules
    try:
        entry = rules.read_entry(raw or {})
    except RuleError:
        return {}
    numbers = {seat.wind: seat.player.number for seat in game.seats.all()}
    return {
        "offered": {"kind": entry.kind, **entry.as_data()},
        "seats": [numbers[seat] for seat in seats_by(rules)],
    }
