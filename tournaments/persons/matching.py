"""Compare two records of persons. This module uses no database.

Numbers decide first: the European number, then a national number. If only the name is
the same, the owner decides. Two players of one tournament are always two humans. Two
records with different numbers are also two humans, except after a change of country
(EMA presidium, 24 July 2018: one number for each person, a new number after a transfer,
results kept).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from tournaments.models.names_without_accents import name_key, plain
from tournaments.people.countries_and_ema_numbers import ema_number, flag_of


class Answer(StrEnum):
    """The result of a comparison. SAME: a number proves that both are one human. ASK:
    the owner must decide. DIFFERENT: the records must never be merged."""

    SAME = "same"
    ASK = "ask"
    DIFFERENT = "different"


class Evidence(StrEnum):
    """Evidence about whether two records are the same human, strongest first."""

    TOGETHER = "together"
    NUMBERS_DIFFER = "numbers_differ"
    NATIONAL_NUMBERS_DIFFER = "national_numbers_differ"
    TRANSFER = "transfer"
    NUMBER = "number"
    NATIONAL_NUMBER = "national_number"
    NUMBER_ON_ONE_SIDE = "number_on_one_side"
    NAME = "name"
    OTHER_NAME = "other_name"
    COUNTRY = "country"
    OTHER_COUNTRY = "other_country"
    CLUB = "club"


@dataclass(frozen=True)
class Identity:
    """The data of a record that identify its person."""

    first_name: str
    last_name: str
    country: str = ""
    club: str = ""
    ema_number: str = ""
    national_number: str = ""

    @property
    def name_key(self) -> str:
        return name_key(self.first_name, self.last_name)

    @property
    def number(self) -> str:
        """Return the European number as eight digits; as written if it is not valid."""
        return ema_number(self.ema_number).number or self.ema_number.strip()

    @property
    def nation(self) -> str:
        return flag_of(self.country) or plain(self.country)


@dataclass(frozen=True)
class Match:
    """The result of a comparison with its evidence. `rank`: a higher number is more
    likely."""

    answer: Answer
    evidence: tuple[Evidence, ...]

    @property
    def rank(self) -> int:
        weights = {
            Evidence.NUMBER: 16,
            Evidence.NATIONAL_NUMBER: 8,
            Evidence.NAME: 4,
            Evidence.COUNTRY: 2,
            Evidence.CLUB: 1,
        }
        return sum(weights.get(one, 0) for one in self.evidence)


def match(one: Identity, other: Identity, *, together: bool) -> Match:
    """Return whether two records belong to the same human, with the evidence.

    `together`: both have played in the same tournament.
    """
    evidence = tuple(_evidence(one, other, together=together))
    return Match(_answer(evidence), evidence)


def _answer(evidence: tuple[Evidence, ...]) -> Answer:
    never = (
        Evidence.TOGETHER,
        Evidence.NUMBERS_DIFFER,
        Evidence.NATIONAL_NUMBERS_DIFFER,
    )
    numbers = (Evidence.NUMBER, Evidence.NATIONAL_NUMBER)
    if any(one in evidence for one in never):
        return Answer.DIFFERENT
    by_number = any(one in evidence for one in numbers)
    if Evidence.NAME in evidence:
        return Answer.SAME if by_number else Answer.ASK
    return Answer.ASK if by_number else Answer.DIFFERENT


def _evidence(one: Identity, other: Identity, *, together: bool) -> list[Evidence]:
    evidence = [Evidence.TOGETHER] if together else []
    same_name = one.name_key == other.name_key != ""
    same_country = one.nation == other.nation != ""
    moved = bool(one.nation and other.nation) and not same_country
    if one.number and other.number:
        if one.number == other.number:
            evidence.append(Evidence.NUMBER)
        else:
            transfer = same_name and moved and one.number[:2] != other.number[:2]
            evidence.append(Evidence.TRANSFER if transfer else Evidence.NUMBERS_DIFFER)
    elif one.number or other.number:
        evidence.append(Evidence.NUMBER_ON_ONE_SIDE)
    if one.national_number and other.national_number and same_country:
        same = plain(one.national_number) == plain(other.national_number)
        evidence.append(
            Evidence.NATIONAL_NUMBER if same else Evidence.NATIONAL_NUMBERS_DIFFER
        )
    evidence.append(Evidence.NAME if same_name else Evidence.OTHER_NAME)
    if same_country:
        evidence.append(Evidence.COUNTRY)
    elif moved:
        evidence.append(Evidence.OTHER_COUNTRY)
    if plain(one.club) == plain(other.club) != "":
        evidence.append(Evidence.CLUB)
    return evidence


#: Keys of a record. Records with a common key are compared.
KEYS: tuple[Callable[[Identity], str], ...] = (
    lambda one: one.number and f"ema {one.number}",
    lambda one: one.national_number and f"{one.nation} {plain(one.national_number)}",
    lambda one: one.name_key and f"name {one.name_key}",
)
