"""Conflicts: two versions of one hand.

Everyone at the table sees both versions until a referee chooses one. The table may also
choose if the director allows it. `note`, `note_discarded`, `note_too_late` and `settle`
each run in one transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from rules.ledger_entries import Raw
from rules.winds import Wind
from scoring.corrections import correct_and_undo
from scoring.corrections.undo_by_table_device import why_not_by_device
from scoring.ledger.entry_sent_again import is_same
from scoring.ledger.late_hands import as_logged
from scoring.ledger.ledger_transaction import HandConflict
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Conflict
from scoring.wording import ledger_entry_wording
from scoring.wording.stored_reasons import from_form
from tournaments.access.page_access import Visitor
from tournaments.models import Game, Tournament
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import refuse_if_finished
from tournaments.web.request_types_and_form_faults import new_device_key

#: Maximum number of log events per table for entries sent after the round was closed.
MOST_TOO_LATE = 50


@dataclass(frozen=True)
class TwoVersions:
    """An open conflict with both versions as text.

    `refusal`: why a table device may not choose, "" if it may.
    """

    conflict: Conflict
    entered: str
    offered: str
    #: Why a table device may not choose; "" if it may.
    refusal: str


@transaction.atomic
def note(refused: HandConflict, *, device_key: str, by: str) -> Conflict:
    """Store and log the refused version of a hand, and return the conflict.

    A repeated request returns the stored conflict. Different versions with the same key
    are all stored.
    """
    line = refused.existing
    Game.objects.select_for_update().get(pk=line.game_id)
    rules = line.game.rules
    entry = rules.read_entry(refused.offered)
    offered = {"kind": entry.kind, **entry.as_data()}
    with_key = 0
    for stored in line.conflicts.all():
        has_key = stored.device_key.partition("/")[0] == device_key
        with_key += has_key
        if is_same(stored.offered, entry, rules) and (has_key or not stored.choice):
            return stored
    conflict = Conflict.objects.create(
        line=line,
        offered=offered,
        device_key=f"{device_key}/{with_key}" if with_key else device_key,
        by=by,
    )
    line.game.record("hand_conflict", by=by, hand=line.hand)
    return conflict


@transaction.atomic
def note_discarded(
    game: Game,
    *,
    hand: int,
    raw: Raw | None,
    words: str,
    reason: str,
    device_key: str,
    by: str,
) -> None:
    """Log once that a device discarded an entry.

    `words`: the device's text of the entry, used if the rules cannot read `raw`. A
    second request with the same key, entry and reason is a repetition and is not
    logged.
    """
    why = from_form(reason)
    _record_once(
        game,
        "entry_discarded",
        by=by,
        reason=why.text,
        device_key=device_key,
        log_data={
            "hand": hand,
            **(as_logged(game, raw) or {"words": words}),
            **why.in_log,
        },
    )


@transaction.atomic
def note_too_late(
    game: Game,
    *,
    hand: int,
    raw: Raw | None,
    words: str,
    device_key: str,
    by: str,
) -> None:
    """Log once that a device sent an entry after its round was closed.

    `raw` and `words`: as in `note_discarded`.
    """
    _record_once(
        game,
        "entry_too_late",
        most=MOST_TOO_LATE,
        by=by,
        device_key=device_key,
        log_data={"hand": hand, **(as_logged(game, raw) or {"words": words})},
    )


def _record_once(
    game: Game,
    kind: str,
    *,
    by: str,
    device_key: str,
    log_data: Mapping[str, object],
    reason: str = "",
    most: int | None = None,
) -> None:
    """Log an event about an entry.

    Do nothing if the same event is logged already, or the table has `most` events of
    this kind.
    """
    Game.objects.select_for_update().get(pk=game.pk)
    round_ = game.round
    log = round_.tournament.log.filter(kind=kind)
    same = {f"data__{name}": value for name, value in log_data.items()}
    if log.filter(data__device_key=device_key, reason=reason, **same).exists():
        return
    here = log.filter(data__round=round_.number, data__table=game.table)
    if most is not None and here.count() >= most:
        return
    game.record(kind, by=by, reason=reason, device_key=device_key, **log_data)


def may_settle(game: Game) -> bool:
    """Return whether the table may choose a version."""
    return bool(game.round.tournament.table_settles_conflicts)


def _why_not_by_device(ledger: TableLedger, conflict: Conflict) -> str:
    """Return why a table device may not choose a version, untranslated; "" if it may.

    A device may choose if the director allows it, both versions came from devices, and
    only devices changed them.
    """
    if not may_settle(ledger.game):
        return _("Call the referee to choose the right version.")
    if why_not_by_device(ledger, conflict.line):
        return _(
            "A referee or director has already dealt with this hand. Call the referee "
            "to choose."
        )
    return ""


def may_choose(ledger: TableLedger, conflict: Conflict, visitor: Visitor) -> bool:
    """Return whether this device or account may choose a version."""
    if visitor.is_device:
        return not _why_not_by_device(ledger, conflict)
    return visitor.is_referee


@transaction.atomic
def settle(
    game: Game,
    pk: int,
    choice: str,
    *,
    by: str,
    reason: str,
    device: bool = False,
) -> Conflict:
    """Choose one of the two versions and return the conflict.

    `device`: a table device chooses. Raises RuleError if a version was chosen before,
    the reason is missing, the device may not choose, the rules refuse the version, or
    the tournament is finished.
    """
    Game.objects.select_for_update().get(pk=game.pk)
    conflict = (
        Conflict.objects.select_related("line__game__round__tournament")
        .filter(pk=pk, line__game=game, choice="")
        .first()
    )
    if conflict is None:
        raise refusal("settled", _("This has already been decided. Reload the page."))
    refuse_if_finished(conflict.line.game.round.tournament)
    if device and (why_not := _why_not_by_device(TableLedger(game), conflict)):
        raise refusal("referee_only", why_not)
    if choice not in Conflict.Choice.values:
        raise refusal("no_choice", _("Choose the right version."))
    if not reason.strip():
        raise refusal("no_reason", _("Enter a reason for the choice."), "reason")
    if choice == Conflict.Choice.OFFERED:
        correct_and_undo.correct(
            conflict.line_id,
            conflict.offered,
            device_key=new_device_key(),
            by=by,
            reason=reason,
        )
    conflict.choice = choice
    conflict.settled_by = by
    conflict.settled_at = timezone.now()
    conflict.save()
    line = conflict.line
    why = from_form(reason)
    line.game.record(
        "conflict_settled",
        by=by,
        reason=why.text,
        hand=line.hand,
        choice=choice,
        **why.in_log,
    )
    return conflict


def waiting(game: Game, names: Mapping[Wind, str]) -> list[TwoVersions]:
    """Return the open conflicts of a table, with both versions as text."""
    conflicts = _open().filter(line__game=game)
    if not (open_conflicts := list(conflicts.select_related("line"))):
        return []
    ledger = TableLedger(game)

    def text_of(conflict: Conflict, raw: Raw) -> str:
        own = ledger.names_for(conflict.line, names)
        return ledger_entry_wording.of_entry(ledger.rules.read_entry(raw), own)

    return [
        TwoVersions(
            conflict,
            text_of(conflict, conflict.line.raw),
            text_of(conflict, conflict.offered),
            gettext(_why_not_by_device(ledger, conflict)),
        )
        for conflict in open_conflicts
    ]


def waiting_in(tournament: Tournament) -> QuerySet[Conflict]:
    """Return the open conflicts of a tournament, oldest first."""
    return (
        _open()
        .filter(line__game__round__tournament=tournament)
        .select_related("line__game__round")
        .order_by("at", "pk")
    )


def games_waiting(round_id: int) -> list[Game]:
    """Return the games of a round with an open conflict, by table."""
    waiting_at = _open().filter(line__game__round=round_id).values("line__game")
    return list(Game.objects.filter(pk__in=waiting_at).order_by("table"))


def _open() -> QuerySet[Conflict]:
    return Conflict.objects.filter(line__superseded_by=None, choice="")
