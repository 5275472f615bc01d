"""Device keys: find the entry saved under a key, and check whether a later request with
that key repeats it. A repetition gets the first receipt and creates no second entry.

Two entries are the same if the rules read both as equal, and hand, replaced entry and
reason are the same. Whitespace and the order of fields do not matter. A hand entered by
tiles and one entered by value are different.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.faults import RuleError
from rules.ledger_entries import Entry, Raw
from rules.ruleset_and_table_state import Ruleset
from scoring.ledger.ledger_transaction import Receipt
from scoring.ledger.table_ledger import TableLedger
from scoring.models import RETRACTION, LedgerEntry
from scoring.wording import ledger_entry_wording, stored_reasons
from tournaments.refusals import Refused, refusal

#: Keys made by devices. Keys of the program itself contain a slash, so no device can
#: claim them.
DEVICE_KEY = re.compile(r"[^/\0]{1,64}")


@dataclass(frozen=True)
class Sent:
    """An entry sent with a device key.

    A field is None if it was not sent. `seating`: number of reseats; `instead_of`: the
    entry to replace; `takes_back`: whether it is a retraction.
    """

    entry: Entry | None = None
    hand: int | None = None
    seating: int | None = None
    instead_of: LedgerEntry | None = None
    takes_back: bool | None = None
    reason: str = ""

    def is_saved_in(self, line: LedgerEntry, ledger: TableLedger) -> bool:
        """Return whether `line` contains this entry.

        Fields that were not sent are not compared.
        """
        return (
            (self.entry is None or _says(line, self.entry, ledger))
            and self.hand in (None, line.hand)
            and self.seating in (None, ledger.seats.steps_before(line))
            and (not self.instead_of or self.instead_of.pk == line.supersedes_id)
            and self.takes_back in (None, line.kind == RETRACTION)
            and self.reason == line.reason
        )


def is_same(raw: Raw, entry: Entry, rules: Ruleset) -> bool:
    """Return whether the saved `raw` is readable, is not a retraction, and equals the
    entry.
    """
    try:
        return raw["kind"] != RETRACTION and rules.read_entry(raw) == entry
    except RuleError:
        return False


def _says(line: LedgerEntry, entry: Entry, ledger: TableLedger) -> bool:
    return line.kind != RETRACTION and ledger.seats.as_said(line) == entry


def saved_under(ledger: TableLedger, device_key: str) -> LedgerEntry | None:
    """Return the table's entry with that key, or None.

    Raises Refused if a device cannot create this key.
    """
    if not DEVICE_KEY.fullmatch(device_key):
        raise refusal("bad_key", gettext_noop("This page has expired. Open it again."))
    return next((line for line in ledger.lines if line.device_key == device_key), None)


def receipt_for(ledger: TableLedger, device_key: str, sent: Sent) -> Receipt | None:
    """Return the receipt of the earlier entry with this key, or None for a new key.

    Raises Refused, showing both entries, if they differ.
    """
    line = saved_under(ledger, device_key)
    if line is None:
        return None
    if sent.is_saved_in(line, ledger):
        return Receipt(line, ledger, repeated=True)
    raise other_content(_words_of_line(ledger, line), _words_of_sent(ledger, sent))


def other_content(saved: str, sent: str) -> Refused:
    """Return the refusal that shows the saved and the sent entry as text."""
    return refusal(
        "other_content",
        gettext_noop(
            "This page has already saved “%(saved)s”. You have now entered "
            "“%(sent)s”. If both are correct, save again."
        ),
        "device_key",
        saved=saved,
        sent=sent,
    )


def _words_of_sent(ledger: TableLedger, sent: Sent) -> str:
    if sent.entry:
        text = ledger_entry_wording.of_entry(sent.entry, ledger.names)
    elif sent.instead_of and sent.instead_of.kind != RETRACTION:
        text = _taken_back(ledger, sent.instead_of)
    elif sent.takes_back is False:
        text = _("Nothing undone.")
    else:
        text = _("Entry undone.")
    return _with_reason(text, sent.reason)


def _words_of_line(ledger: TableLedger, line: LedgerEntry) -> str:
    """Return the text of an entry with its reason.

    The text of a retraction names the undone entry.
    """
    if line.kind != RETRACTION:
        entry = ledger.entry_of(line)
        text = ledger_entry_wording.of_entry(
            entry, ledger.names_for(line, ledger.names)
        )
    else:
        by_pk = {entry_line.pk: entry_line for entry_line in ledger.lines}
        text = _taken_back(ledger, by_pk[line.supersedes_id or 0])
    return _with_reason(text, str(stored_reasons.of_line(line)))


def _taken_back(ledger: TableLedger, line: LedgerEntry) -> str:
    text = ledger_entry_wording.of_entry(
        ledger.entry_of(line), ledger.names_for(line, ledger.names)
    )
    return _("Undone: %(words)s") % {"words": text}


def _with_reason(text: str, reason: str) -> str:
    return f"{text} ({reason})" if reason else text
