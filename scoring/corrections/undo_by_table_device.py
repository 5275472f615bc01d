"""Limits of undo at a table device: it can undo only entries of the table's devices
that no one else has changed or decided.
"""

from __future__ import annotations

from django.db.models import Exists, Q
from django.utils.translation import gettext_noop as _

from scoring.ledger.table_ledger import TableLedger
from scoring.models import Confirmation, Conflict, LateHand, LedgerEntry
from scoring.rulesets.presenter_registry import declaration_kinds, false_win_kinds
from tournaments.access.page_access import is_device_name, named_by_device

OF_OTHERS = _(
    "Only a referee or director can undo this entry, because a referee or director "
    "entered or changed it."
)
DECIDED = _(
    "Only a referee or director can undo this hand, because a referee or director "
    "decided that it counts."
)
IN_TWO_VERSIONS = _(
    "Only a referee or director can undo this hand, because a referee or director "
    "entered or chose a version."
)
CONFIRMED = _(
    "Only a referee or director can undo this entry, because the result is confirmed."
)


def why_not_by_device(
    ledger: TableLedger, line: LedgerEntry, *, is_new: bool = False
) -> str:
    """Return why a device may not undo or change `line`, untranslated; "" if it may.

    A renumbered hand keeps its author. Uses one query; none if `is_new`, because no one
    has handled a new entry.
    """
    versions = ledger.versions(ledger.as_entered(line))
    if not all(
        _is_entered_by_device(ledger.as_entered(version)) for version in versions
    ):
        return OF_OTHERS
    return "" if is_new and len(versions) == 1 else _why_touched(versions)


def _is_entered_by_device(line: LedgerEntry) -> bool:
    """Return whether a device entered `line`, and it is a hand, false win or
    declaration."""
    kinds = false_win_kinds() | declaration_kinds()
    return is_device_name(line.by) and (line.settles_hand or line.kind in kinds)


def _why_touched(versions: list[LedgerEntry]) -> str:
    """Return how a referee, director or player has handled these versions of a hand,
    untranslated; "" if no one has. `versions`: newest first.
    """
    newest = versions[0]
    late = LateHand.objects.filter(line__in=versions).exclude(
        named_by_device("decided_by") | Q(decision="")
    )
    settled = Q(choice="") | named_by_device("settled_by")
    conflicts = Conflict.objects.filter(line__in=versions).exclude(
        settled & named_by_device("by")
    )
    # An open dispute does not accept any result.
    confirmations = Confirmation.objects.filter(
        game=newest.game_id, sequence__gte=newest.sequence
    ).exclude(kind=Confirmation.Kind.DISPUTE, settled_at=None)
    checks = LedgerEntry.objects.filter(pk=newest.pk).values_list(
        Exists(late), Exists(conflicts), Exists(confirmations)
    )
    for touched in checks:
        for is_so, why in zip(
            touched, (DECIDED, IN_TWO_VERSIONS, CONFIRMED), strict=True
        ):
            if is_so:
                return why
    return ""
