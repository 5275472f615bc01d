"""The possible results when the program tries to deliver a message."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    """The result of an attempt to deliver.

    REFUSED: the server will never accept this message. AGAIN: the server may accept it
    later. UNREACHABLE: the server accepts no messages at present. GONE: the server will
    never accept a message again.
    """

    ACCEPTED = "accepted"
    REFUSED = "refused"
    GONE = "gone"
    AGAIN = "again"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True)
class Answer:
    """The result of an attempt, with the error that the other server reported."""

    outcome: Outcome
    text: str = ""
