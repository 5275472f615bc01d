"""Reasons for changes: typed by a user or set by the program.

A reason of the program is stored as key and values, shown in the user's language and
exported in English.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext, override
from django.utils.translation import gettext_noop as _

from rules.faults import Fault
from rules.strict_reader import JsonObject
from scoring.models import Confirmation, LateHand, LedgerEntry
from tournaments.files.file_faults import as_stored, in_words
from tournaments.models import LogEvent
from tournaments.web.list_wording import joined_sentences

#: The program's reasons by key; `reason` in them is the typed text.
WORDS: Mapping[str, str] = {
    "entered_again": _("entered again"),
    "undone_at_table": _("undone at the table"),
    "hand_removed": _("hand %(hand)s removed: %(reason)s"),
    "hand_inserted": _("hand %(hand)s inserted: %(reason)s"),
    "ended_by_mistake": _("ended by mistake"),
    "taken_back_at_once": _("undone immediately"),
    "versions_compared": _("two versions compared at the table"),
    "referee_said_so": _("a referee decided it at the table"),
    "ended_before_time": _("the hand had ended before the gong"),
    "clock_was_moved": _("the server's clock changed"),
    "extra_time": _("extra time for this table"),
    "from_the_sheet": _("from the table's score sheet"),
    "played_before": _(
        "the hands on the paper sheet were played earlier than this entry"
    ),
    "no_hands": _("No hands were recorded: the recorded totals count."),
    "totals_used": _("The organisers used the recorded totals."),
    "another_version": _("another version counts"),
    "player_confirms": _("The player confirms the result."),
}

#: Texts in files of version 1.7 and earlier, which `read` still recognises.
FORMER_WORDS: Mapping[str, str] = {
    "hand_removed": "hand %(hand)s taken out: %(reason)s",
    "hand_inserted": "hand %(hand)s put in: %(reason)s",
    "taken_back_at_once": "taken back at once",
    "ended_before_time": "the hand had ended before time",
    "clock_was_moved": "the server's clock was moved",
    "from_the_sheet": "from the table's sheet",
}

#: Keys of answers to late hands and disputes.
ANSWERS = ("another_version", "player_confirms")

#: Key of a reason that lists faults of a file or round, stored in its values.
FAULTS = "faults"

_VALUES = {r"%\(hand\)s": "(?P<hand>[1-9][0-9]{0,3})", r"%\(reason\)s": "(?P<text>.+)"}


@dataclass(frozen=True)
class Reason:
    """A reason: a typed `text`, or a reason of the program with `key` and `values`.

    The reason of the program may contain typed text.
    """

    text: str = ""
    key: str = ""
    values: JsonObject = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Return whether there is a reason."""
        return bool(self.key or self.text.strip())

    def __str__(self) -> str:
        """Return the reason as text in the user's language."""
        if not self.key:
            return self.text
        if self.key == FAULTS:
            return _of_faults(**self.values)
        return gettext(WORDS[self.key]) % {**self.values, "reason": self.text}

    @property
    def as_written(self) -> str:
        """Return the reason as English text, as in files. `read` reverses this."""
        with override(None):
            return str(self)

    @property
    def as_fields(self) -> dict[str, object]:
        """Return the values of a ledger entry's fields that store the reason."""
        return {
            "reason": self.text,
            "reason_key": self.key,
            "reason_values": self.values,
        }

    @property
    def as_answer(self) -> dict[str, str]:
        """Return the values of the fields of a late hand or dispute that store the
        reason.
        """
        return {"answer": self.text, "answer_key": self.key}

    @property
    def in_log(self) -> dict[str, object]:
        """Return the log data that stores the reason in addition to its text; {} for a
        typed reason.
        """
        if not self.key:
            return {}
        return {"reason_key": self.key, "reason_values": self.values}


NONE = Reason()
ENTERED_AGAIN = Reason(key="entered_again")
UNDONE_AT_TABLE = Reason(key="undone_at_table")
ENDED_BY_MISTAKE = Reason(key="ended_by_mistake")
TAKEN_BACK_AT_ONCE = Reason(key="taken_back_at_once")
VERSIONS_COMPARED = Reason(key="versions_compared")
REFEREE_SAID_SO = Reason(key="referee_said_so")
ENDED_BEFORE_TIME = Reason(key="ended_before_time")
CLOCK_WAS_MOVED = Reason(key="clock_was_moved")
FROM_THE_SHEET = Reason(key="from_the_sheet")
PLAYED_BEFORE = Reason(key="played_before")
NO_HANDS = Reason(key="no_hands")
TOTALS_USED = Reason(key="totals_used")
ANOTHER_VERSION = Reason(key="another_version")
PLAYER_CONFIRMS = Reason(key="player_confirms")


#: Reasons that forms suggest.
OFFERED = (ENDED_BY_MISTAKE, TAKEN_BACK_AT_ONCE, VERSIONS_COMPARED, REFEREE_SAID_SO)


def from_form(text: str) -> Reason:
    """Return the reason that a form submits.

    A text suggested by the form becomes a reason of the program.
    """
    return next((reason for reason in OFFERED if str(reason) == text), Reason(text))


def hand_removed(hand: int, text: str) -> Reason:
    return Reason(text, "hand_removed", {"hand": hand})


def hand_inserted(hand: int, text: str) -> Reason:
    return Reason(text, "hand_inserted", {"hand": hand})


def of_faults(faults: Iterable[Fault], left_out: str = "") -> Reason:
    """Return a reason that lists these faults; `NONE` without faults.

    `left_out`: numbers of the hands left out because of the faults, as text.
    """
    stored = list(map(as_stored, faults))
    values = {"faults": stored, "left_out": left_out}
    return Reason(key=FAULTS, values=values) if stored else NONE


def of_line(line: LedgerEntry) -> Reason:
    return Reason(line.reason, line.reason_key, line.reason_values)


def of_answer(decided: LateHand | Confirmation) -> Reason:
    """Return the reason of a decision on a late hand or dispute."""
    return Reason(decided.answer, decided.answer_key)


def of_event(event: LogEvent) -> Reason:
    data = event.data
    key, values = data.get("reason_key", ""), data.get("reason_values", {})
    return Reason(event.reason, key, values)


def read(text: str, among: Collection[str] = WORDS) -> Reason:
    """Return the reason that a text in a file expresses.

    `among`: keys of the program's reasons to recognise.
    """
    for key in among:
        for pattern in _PATTERNS[key]:
            if match := pattern.fullmatch(text):
                values = match.groupdict()
                typed = values.pop("text", "")
                return Reason(typed, key, {name: int(values[name]) for name in values})
    return Reason(text)


def _of_faults(faults: Iterable[Mapping[str, object]], left_out: str = "") -> str:
    sentences = list(map(in_words, faults))
    if left_out:
        sentences.append(gettext("Hands %(hands)s are left out.") % {"hands": left_out})
    return joined_sentences(sentences)


def _pattern(text: str) -> re.Pattern[str]:
    """Return a pattern that matches the text with any values for its placeholders."""
    pattern = re.escape(text)
    for placeholder, value in _VALUES.items():
        pattern = pattern.replace(placeholder, value)
    return re.compile(pattern, re.DOTALL)


_PATTERNS = {
    key: [_pattern(each[key]) for each in (WORDS, FORMER_WORDS) if key in each]
    for key in WORDS
}
