"""The seats of a round on the hall's wall, for everybody in the room, before they are
on the web."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from scoring.pages.sittings import Sitting, chosen_round, sittings, worth_naming
from tournaments.event_time.progress import next_up
from tournaments.models import RoundState, Tournament
from tournaments.web.untyped_values import Context

#: So many people fit on a screen and can still be read from afar.
ON_A_SCREEN = 120

#: A few more are better squeezed than divided.
AT_MOST = 150

TEMPLATE = "hall/_seats.html"

#: How wide letters are, in heights of the type: a narrow one, a capital, a Chinese one.
NARROW, COMMON, CAPITAL, SQUARE = 0.36, 0.6, 0.72, 1.0

#: How much narrower the first name is, which is not bold.
REGULAR = 0.92

#: What stands beside a namesake's name: the number.
NUMBER = 2.4

#: What a name has room for, in heights of the type of its row.
ROOM = 9.6
#: How much smaller a name may be written (hall.css), and in how many lines then.
SIZES = (("", 1.0, 1), ("wide", 0.86, 1), ("long", 0.78, 2), ("longer", 0.72, 2))
LONGEST = "longest"


@dataclass(frozen=True)
class Line:
    """A person on the screen."""

    sitting: Sitting

    @property
    def length(self) -> str:
        """How much smaller the name is to be written, so that none is cut."""
        person = self.sitting.person
        widths = [
            *_widths_of(f"{person.last_name} "),
            *(REGULAR * width for width in _widths_of(person.first_name)),
        ]
        if person.has_namesake:
            widths.append(NUMBER)
        for name, size, lines in SIZES:
            if _lines_of(widths, ROOM / size) <= lines:
                return name
        return LONGEST


@dataclass(frozen=True)
class Part:
    """The people of one screen, in the order of their names."""

    number: int
    sittings: tuple[Sitting, ...]

    @property
    def label(self) -> str:
        """The beginnings of its first and last name."""
        first, last = self.sittings[0].person, self.sittings[-1].person
        return f"{first.last_name[:3]} – {last.last_name[:3]}"

    @property
    def lines(self) -> list[Line]:
        return [Line(sitting) for sitting in self.sittings]


def seats(tournament: Tournament, number: int = 0) -> Context:
    """The seats of a round that the hall may see, in `parts`; without a number, of the
    one people are looking for. Raises NotThere."""
    in_hall = tournament.rounds.exclude(state=RoundState.DRAFT).order_by("number")
    rounds = list(in_hall)
    round_ = chosen_round(rounds, number)
    parts = parts_of(worth_naming(sittings(tournament, round_)))
    # When a round begins that is not public yet is not told beside its seats.
    tells_start = round_ if round_ and round_.state != RoundState.HALL else None
    return {
        "tournament": tournament,
        "rounds": rounds,
        "parts": parts,
        "following": next_up(tournament, shown=tells_start),
        "round": round_,
    }


def parts_of(people: list[Sitting]) -> list[Part]:
    """The people divided evenly, so that each part fits on a screen."""
    count = 1 if len(people) <= AT_MOST else -(-len(people) // ON_A_SCREEN)
    size = -(-len(people) // count)
    return [
        Part(1 + start // size, tuple(people[start : start + size]))
        for start in range(0, len(people), size or 1)
    ]


def _lines_of(widths: Sequence[float], room: float) -> float:
    """How many lines words of these widths need; endless if one fits into none."""
    lines, used = 1, 0.0
    for width in widths:
        if width > room:
            return inf
        if used + width > room:
            lines, used = lines + 1, 0.0
        used += width
    return lines


def _widths_of(words: str) -> list[float]:
    """How wide each word is, where it can be broken."""
    found = re.findall(r"[^\s-]+[\s-]?", words)
    return [sum(map(_width_of, word)) for word in found]


def _width_of(letter: str) -> float:
    """About how wide a letter of bold type is."""
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return SQUARE
    if letter in " -.'fijlrtI":
        return NARROW
    return CAPITAL if letter.isupper() else COMMON
