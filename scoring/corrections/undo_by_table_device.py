"""Whether a table's device may undo an entry: only what devices of the table entered
and nobody else has touched since."""

from __future__ import annotations

from django.db.models import Exists, Q
from django.utils.translation import gettext_noop as _

from scoring.ledger.table_ledger import Book
from scoring.models import Confirmation, Conflict, LateHand, LedgerEntry
from scoring.rulesets.presenter_registry import declaration_kinds, false_win_kinds
from tournaments.access.page_access import is_device_name, named_by_device

OF_OTHERS = _(
    "Only a referee or director can undo this: one of them entered or changed it."
)
DECIDED = _(
    "Only a referee or director can undo this: one of them decided that it counts."
)
IN_TWO_VERSIONS = _(
    "Only a referee or director can undo this: one of them entered or chose a version."
)
CONFIRMED = _("Only a referee or director can undo this: the result is confirmed.")


def why_not_by_device(book: Book, line: LedgerEntry, *, is_new: bool = False) -> str:
    """Why a device may not take back, or change, what `line` says, for gettext; "" if
    it may. A hand that only moved to another number is whose it was. One query; none
    if it `is_new`, so that nobody has had to do with it.
    """
    versions = book.versions(book.as_entered(line))
    if not all(_is_entered_by_device(book.as_entered(each)) for each in versions):
        return OF_OTHERS
    return "" if is_new and len(versions) == 1 else _why_touched(versions)


def _is_entered_by_device(line: LedgerEntry) -> bool:
    """Whether it is a hand, a false win or a declaration that a device entered."""
    kinds = false_win_kinds() | declaration_kinds()
    return is_device_name(line.by) and (line.settles_hand or line.kind in kinds)


def _why_touched(versions: list[LedgerEntry]) -> str:
    """What a referee, a director or a player had to do with these lines of one hand,
    the newest first; "" if they had not."""
    newest = versions[0]
    late = LateHand.objects.filter(line__in=versions).exclude(
        named_by_device("decided_by") | Q(decision="")
    )
    settled = Q(choice="") | named_by_device("settled_by")
    conflicts = Conflict.objects.filter(line__in=versions).exclude(
        settled & named_by_device("by")
    )
    # Who disputes a result has not said yet that anything stands.
    said = Confirmation.objects.filter(
        session=newest.session_id, sequence__gte=newest.sequence
    ).exclude(kind=Confirmation.Kind.DISPUTE, settled_at=None)
    found = LedgerEntry.objects.filter(pk=newest.pk).values_list(
        Exists(late), Exists(conflicts), Exists(said)
    )
    for touched in found:
        for is_so, why in zip(
            touched, (DECIDED, IN_TWO_VERSIONS, CONFIRMED), strict=True
        ):
            if is_so:
                return why
    return ""
