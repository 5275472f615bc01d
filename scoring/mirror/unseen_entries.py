"""Entries of a former home that the new home does not have.

The entries are handled like entries of a phone that was offline. Device keys ensure
that each entry counts once. Another version of a hand is a conflict, and other hands
wait for a referee. Entries of other kinds are listed for the directors (at most
`MOST_LEFT`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from rules.faults import RuleError
from rules.ledger_entries import PlayEnded, Raw, Totals
from scoring.corrections import conflicting_hands
from scoring.ledger import decide_late_hand
from scoring.ledger.entry_sent_again import is_same
from scoring.ledger.ledger_transaction import HandConflict
from scoring.ledger.table_ledger import NOT_ENTERED
from scoring.models import RETRACTION, Conflict, LateHand, LedgerEntry
from tournaments.models import Game, LogEvent, Mirror, Tournament

#: Kinds that the program itself adds at the new home too.
_MADE_ALONE = {*NOT_ENTERED, PlayEnded.kind}
#: Most entries kept in words.
MOST_LEFT = 1_000


@dataclass(frozen=True)
class Unseen:
    """An entry of a former home, with values as in `LedgerEntry`.

    `outcome`: the entry is the current outcome of its hand.
    """

    round: int
    table: int
    hand: int
    kind: str
    data: Mapping[str, object]
    outcome: bool
    device_key: str
    by: str
    at: str

    @property
    def raw(self) -> Raw:
        return {"kind": self.kind, **self.data}

    @property
    def entered_at(self) -> datetime:
        return parse_datetime(self.at) or timezone.now()


def entries_to_bring(mirror: Mirror) -> list[dict[str, object]]:
    """Return the entries of all tables that changed here after the last revision that
    the new home is known to have, as JSON.

    Entries that the new home already has are included.
    """
    tournament, revision = mirror.tournament, mirror.unseen_since
    assert tournament is not None
    assert revision is not None
    log = LogEvent.objects.filter(tournament=tournament, revision__gt=revision)
    places = set(log.values_list("data__round", "data__table"))
    games = Game.objects.filter(round__tournament=tournament)
    if not any(table is None for _round, table in places):
        found = games.values_list("round__number", "table", "pk")
        keys = [pk for number, table, pk in found if (number, table) in places]
        games = games.filter(pk__in=keys)
    lines = LedgerEntry.objects.filter(game__in=games).order_by("game", "sequence")
    lines = lines.select_related("game__round", "superseded_by")
    return [asdict(_unseen(line)) for line in lines]


def _unseen(line: LedgerEntry) -> Unseen:
    is_current = not hasattr(line, "superseded_by")
    return Unseen(
        round=line.game.round.number,
        table=line.game.table,
        hand=line.hand,
        kind=line.kind,
        data=line.data,
        outcome=line.settles_hand and is_current and line.kind != RETRACTION,
        device_key=line.device_key,
        by=line.by,
        at=line.at.isoformat(),
    )


def read_entries(content: object) -> list[Unseen]:
    """Return the entries read from parsed JSON.

    Raises ValueError for content that is not a list of entries.
    """
    if not isinstance(content, list):
        raise ValueError("entries")
    return [_read(entry) for entry in content]


def _read(entry: object) -> Unseen:
    types = {"int": int, "str": str, "bool": bool}
    if not isinstance(entry, dict) or set(entry) != {f.name for f in fields(Unseen)}:
        raise ValueError("entry")
    for one in fields(Unseen):
        if type(entry[one.name]) is not types.get(str(one.type), dict):
            raise ValueError(one.name)
    return Unseen(**entry)


@transaction.atomic
def bring(mirror: Mirror, entries: Iterable[Unseen], now: datetime) -> dict[str, int]:
    """Add the entries to the tournament, each once.

    Return the numbers of entries that wait for a referee, are in conflict, are listed
    for the directors, or were already known.
    """
    current = Mirror.objects.select_for_update().get(pk=mirror.pk)
    assert current.tournament is not None
    counts = {"waiting": 0, "conflicts": 0, "listed": 0, "known": 0}
    left = list(current.left_over)
    listed = {entry["device_key"] for entry in left}
    for entry in entries:
        done = _bring(current.tournament, entry, now, listed)
        counts[done] += 1
        if done == "listed" and len(left) < MOST_LEFT:
            left.append(asdict(entry))
            listed.add(entry.device_key)
    Mirror.objects.filter(pk=mirror.pk).update(left_over=left)
    return counts


def _bring(
    tournament: Tournament, entry: Unseen, now: datetime, listed: set[object]
) -> str:
    """Add one entry, and return what happened to it: "waiting", "conflicts", "listed"
    or "known".
    """
    if entry.kind in _MADE_ALONE or entry.device_key in listed or _is_known(entry):
        return "known"
    games = Game.objects.select_for_update(of=("self",)).select_related(
        "round__tournament"
    )
    game = games.filter(
        round__tournament=tournament, round__number=entry.round, table=entry.table
    ).first()
    is_hand = entry.outcome and entry.kind != Totals.kind
    if game is None or not is_hand or not _can_read(game, entry):
        return "listed"
    lines = game.ledger.filter(hand=entry.hand, settles_hand=True, superseded_by=None)
    line = lines.exclude(kind=RETRACTION).first()
    if line is None:
        _hold(game, entry, now)
        return "waiting"
    if is_same(line.raw, game.rules.read_entry(entry.raw), game.rules):
        return "known"
    refused = HandConflict(line, entry.raw)
    conflicting_hands.note(refused, device_key=entry.device_key, by=entry.by)
    return "conflicts"


def _is_known(entry: Unseen) -> bool:
    key = entry.device_key
    stored = (LedgerEntry, LateHand, Conflict)
    return any(model.objects.filter(device_key=key).exists() for model in stored)


def _can_read(game: Game, entry: Unseen) -> bool:
    try:
        game.rules.read_entry(entry.raw)
    except RuleError:
        return False
    return True


def _hold(game: Game, entry: Unseen, now: datetime) -> None:
    """Store a hand as a late hand that waits for a referee."""
    late = LateHand.objects.create(
        game=game,
        hand=entry.hand,
        offered=entry.raw,
        device_key=entry.device_key,
        by=entry.by,
        at=entry.entered_at,
        arrived_at=now,
    )
    decide_late_hand.record(late, "hand_held", by=entry.by)
