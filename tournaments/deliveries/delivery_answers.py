"""The possible answers when the program tries to deliver a message."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    """The result of a try.

    REFUSED: the server will not accept this message. AGAIN: the server may accept it
    later. UNREACHABLE: the server accepts no message at present. GONE: the server will
    never accept a message again.
    """

    ACCEPTED = "accepted"
    REFUSED = "refused"
    GONE = "gone"
    AGAIN = "again"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True)
class Answer:
    """The result of a try, with the error as the other server reported it."""

    outcome: Outcome
    text: str = ""
