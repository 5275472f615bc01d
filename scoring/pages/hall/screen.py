"""The screen in the hall: the seats of a round for everybody in the room, before
they are on the web. Whoever has the link's key may look."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from django.http import Http404
from django.template.loader import render_to_string
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from scoring.pages.seating_pages import Sitting, chosen_round, sittings, worth_naming
from tournaments.access.stream_readers import Reader, hall_mark
from tournaments.event_time import zone
from tournaments.event_time.progress import next_up
from tournaments.events.setup.screen_setup import announcement_of
from tournaments.live import stream
from tournaments.live.topics import Kind, kinds
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


def by_key(slug: str, key: str) -> Tournament:
    """The tournament that the link opens. A 404 says nothing of why."""
    tournament = Tournament.objects.filter(slug=slug, binned_at=None).first()
    expected = tournament.hall_key if tournament else ""
    if not constant_time_compare(key, expected) or tournament is None:
        raise Http404
    zone.follow(tournament)
    return tournament


def seats(tournament: Tournament, number: int = 0, part: int = 1) -> Context:
    """The seats of a round that the hall may see; without a number, of the one
    people are looking for. Raises NotThere."""
    in_hall = tournament.rounds.exclude(state=RoundState.DRAFT).order_by("number")
    rounds = list(in_hall)
    round_ = chosen_round(rounds, number)
    parts = parts_of(worth_naming(sittings(tournament, round_)))
    shown = parts[min(part, len(parts)) - 1] if parts else None
    # When a round begins that is not public yet is not told beside its seats.
    tells_start = round_ if round_ and round_.state != RoundState.HALL else None
    return {
        "tournament": tournament,
        "rounds": rounds,
        "parts": parts,
        "part": shown,
        "following": next_up(tournament, shown=tells_start),
        "next_part": shown.number % len(parts) + 1 if shown else 1,
        "round": round_,
        "announcement": announcement_of(tournament),
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


def live_url(tournament: Tournament, number: int, part: int, reader: Reader) -> str:
    """The stream that renews the screen until the key is renewed."""
    shown = hall_mark(tournament.hall_key), str(number), str(part)
    return stream.url("hall_seats", tournament, *shown, reader=reader)


def register() -> None:
    """Tell the live stream how to render the screen."""
    kinds["hall_seats"] = Kind(_render, urgent=True)


def _render(tournament: Tournament, args: tuple[str, ...]) -> str:
    mark, number, part = args
    try:
        if mark != hall_mark(tournament.hall_key):
            raise Http404(_("This link has been replaced: ask for the new one."))
        context = seats(tournament, int(number), int(part))
    except Http404 as gone:
        return render_to_string("public/_not_there.html", {"sentence": str(gone)})
    return render_to_string(TEMPLATE, context)
