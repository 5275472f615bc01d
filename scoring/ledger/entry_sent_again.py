"""Device keys: what was saved under one, and whether what comes with it again is the
same. Only the same gets the first one's receipt: what is sent twice is one entry.

The same is the same entry as the rules read it, in the same hand, in place of the same
line and for the same reason; spaces and the order of fields make no difference. Tiles
say more than the points they are worth: a hand by its tiles and one by points of the
same value are two entries.
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
from scoring.ledger.table_ledger import Book
from scoring.models import RETRACTION, LedgerEntry
from scoring.wording import ledger_entry_wording, stored_reasons
from tournaments.refusals import Refused, refusal

#: Keys as devices make them. What the program itself writes has a key with a
#: slash, which no device can take from it.
DEVICE_KEY = re.compile(r"[^/\0]{1,64}")


@dataclass(frozen=True)
class Sent:
    """What came with a device key. None is what the sender did not say: how often the
    players had been seated again (`seating`), the line it comes in place of, whether it
    takes that back."""

    entry: Entry | None = None
    hand: int | None = None
    seating: int | None = None
    instead_of: LedgerEntry | None = None
    takes_back: bool | None = None
    reason: str = ""

    def is_saved_in(self, line: LedgerEntry, book: Book) -> bool:
        """Whether `line` is what was made of it."""
        return (
            (self.entry is None or _says(line, self.entry, book))
            and self.hand in (None, line.hand)
            and self.seating in (None, book.seats.steps_before(line))
            and (not self.instead_of or self.instead_of.pk == line.supersedes_id)
            and self.takes_back in (None, line.kind == RETRACTION)
            and self.reason == line.reason
        )


def is_same(raw: Raw, entry: Entry, rules: Ruleset) -> bool:
    """Whether what was saved as `raw` is that entry; what these rules cannot read is
    another one."""
    try:
        return raw["kind"] != RETRACTION and rules.read_entry(raw) == entry
    except RuleError:
        return False


def _says(line: LedgerEntry, entry: Entry, book: Book) -> bool:
    return line.kind != RETRACTION and book.seats.as_said(line) == entry


def saved_under(book: Book, device_key: str) -> LedgerEntry | None:
    """The line that came to this table with that key. Raises Refused if no device
    makes such keys."""
    if not DEVICE_KEY.fullmatch(device_key):
        raise refusal("bad_key", gettext_noop("This page has expired. Open it again."))
    return next((line for line in book.lines if line.device_key == device_key), None)


def receipt_for(book: Book, device_key: str, sent: Sent) -> Receipt | None:
    """The receipt of what came to this table with this key before. Raises Refused, with
    both, if that was something else."""
    line = saved_under(book, device_key)
    if line is None:
        return None
    if sent.is_saved_in(line, book):
        return Receipt(line, book, repeated=True)
    raise other_content(_words_of_line(book, line), _words_of_sent(book, sent))


def other_content(saved: str, sent: str) -> Refused:
    """The refusal that shows both: what was saved under a key, and what comes now."""
    return refusal(
        "other_content",
        gettext_noop(
            "This page already saved “%(saved)s”. Now you sent “%(sent)s”. If "
            "both are right, save again."
        ),
        "device_key",
        saved=saved,
        sent=sent,
    )


def _words_of_sent(book: Book, sent: Sent) -> str:
    if sent.entry:
        said = ledger_entry_wording.of_entry(sent.entry, book.names)
    elif sent.instead_of and sent.instead_of.kind != RETRACTION:
        said = _taken_back(book, sent.instead_of)
    elif sent.takes_back is False:
        said = _("Nothing is undone.")
    else:
        said = _("An entry is undone.")
    return _with_reason(said, sent.reason)


def _words_of_line(book: Book, line: LedgerEntry) -> str:
    """What a line says, a retraction by what it takes back."""
    if line.kind != RETRACTION:
        entry = book.entry_of(line)
        said = ledger_entry_wording.of_entry(entry, book.names_for(line, book.names))
    else:
        by_pk = {each.pk: each for each in book.lines}
        said = _taken_back(book, by_pk[line.supersedes_id or 0])
    return _with_reason(said, str(stored_reasons.of_line(line)))


def _taken_back(book: Book, line: LedgerEntry) -> str:
    said = ledger_entry_wording.of_entry(
        book.entry_of(line), book.names_for(line, book.names)
    )
    return _("Undone: %(words)s") % {"words": said}


def _with_reason(said: str, reason: str) -> str:
    return f"{said} ({reason})" if reason else said
