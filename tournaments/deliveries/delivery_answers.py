"""Answers to a try to deliver a message."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    """Result of a try. AGAIN: this message may be accepted later; UNREACHABLE: the
    server accepts no message at present; GONE: it never accepts one again.
    """

    ACCEPTED = "accepted"
    REFUSED = "refused"
    GONE = "gone"
    AGAIN = "again"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True)
class Answer:
    """Result of a try, and the error in the words of the other server."""

    outcome: Outcome
    text: str = ""
