"""What the links to tables are made of: signed words that name a table.

A link names a session and a version, a sign on a table its tournament, its number
and a version; the database says whether that version still counts. Nothing of a
link is stored.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core import signing
from django.utils.crypto import constant_time_compare

_LINKS = signing.Signer(salt="tournaments.table_link")
_SIGNS = signing.Signer(salt="tournaments.table_sign")

#: Of a signature on a table: enough that nobody guesses it, and a smaller QR code.
SIGN_LENGTH = 22


@dataclass(frozen=True)
class Claim:
    """What somebody shows to get to a table. `signs`: the version of the sign on
    the table it came from; 0 if it came from the link of a round."""

    session: int
    version: int
    signs: int = 0

    def __str__(self) -> str:
        return f"{self.session}.{self.version}.{self.signs}"


def link_token(session_id: int, version: int) -> str:
    """The words of a link."""
    return _LINKS.sign(f"{session_id}.{version}")


def read_link(token: str) -> Claim | None:
    """The claim that is in a link; None if it was not signed here."""
    try:
        return read_claim(_LINKS.unsign(token))
    except signing.BadSignature:
        return None


def read_claim(words: str) -> Claim | None:
    """The claim that somebody has written down, whose signature was checked."""
    numbers = words.split(".")
    if len(numbers) not in (2, 3) or not all(map(str.isdecimal, numbers)):
        return None
    return Claim(*map(int, numbers))


def sign_key(tournament_id: int, version: int, table: int) -> str:
    """The key in the address that is on a table."""
    return _SIGNS.signature(f"{tournament_id}.{version}.{table}")[:SIGN_LENGTH]


def is_sign_key(key: str, tournament_id: int, version: int, table: int) -> bool:
    return constant_time_compare(key, sign_key(tournament_id, version, table))
