"""The seating of a round on hall screens.

Hall screens may show a seating before it is published.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.all_pages.seats_of_round_by_name import (
    Sitting,
    chosen_round,
    sittings,
    worth_naming,
)
from scoring.hall.name_sizes_on_screen import Size, size_for, word_widths
from tournaments.models import Round, RoundState, Tournament
from tournaments.tournament_time.schedule_forecast import next_up
from tournaments.web.form_fields_and_types import Context

#: Number of people per screen that can be read from 10 m. With 4 columns of 18 rows on
#: 1920 x 1080 pixels, letters are 2.2 % of the height, even in names that need two
#: lines.
ON_A_SCREEN = 72

TEMPLATE = "hall/_seats.html"

#: Relative width of the first name, which is not bold.
REGULAR = 0.92

#: Width of the number shown for players with the same name, in font heights.
NUMBER = 2.4

#: Room for a name in font heights of its row; with a table number of 3 digits.
ROOM, ROOM_BESIDE_HUNDREDS = 9.6, 8.9
HUNDREDS = 100
SIZES = (
    Size("", 1.0, 1),
    Size("wide", 0.86, 1),
    Size("long", 0.85, 2),
    Size("longer", 0.72, 2),
    Size("longest", 0.54, 3),
)


@dataclass(frozen=True)
class Line:
    """A player on the screen."""

    sitting: Sitting

    @property
    def length(self) -> str:
        """Return the size class in which the name fits."""
        person = self.sitting.person
        widths = [
            *word_widths(f"{person.last_name} "),
            *(REGULAR * width for width in word_widths(person.first_name)),
        ]
        if person.has_namesake:
            widths.append(NUMBER)
        place = self.sitting.place
        is_beside_hundreds = place is not None and place.table >= HUNDREDS
        room = ROOM_BESIDE_HUNDREDS if is_beside_hundreds else ROOM
        return size_for(widths, room, SIZES)


@dataclass(frozen=True)
class Part:
    """The players on one screen, sorted by name."""

    number: int
    sittings: tuple[Sitting, ...]

    @property
    def label(self) -> str:
        """Return the first 3 letters of the first and of the last player's last
        name.
        """
        first, last = self.sittings[0].person, self.sittings[-1].person
        return f"{first.last_name[:3]} – {last.last_name[:3]}"

    @property
    def lines(self) -> list[Line]:
        return [Line(sitting) for sitting in self.sittings]


def seats(tournament: Tournament, number: int = 0) -> Context:
    """Return the content for the seating of a round visible in the hall, divided into
    `parts`. Without a number, use the current or next round. Raises PublicPageNotFound
    if no visible round has that number.
    """
    rounds = _rounds_in_hall(tournament)
    round_ = chosen_round(rounds, number)
    parts = parts_of(worth_naming(sittings(tournament, round_)))
    # The start of an unpublished round is not shown with its seating.
    tells_start = round_ if round_ and round_.state != RoundState.HALL else None
    return {
        "tournament": tournament,
        "rounds": rounds,
        "parts": parts,
        "following": next_up(tournament, shown=tells_start),
        "round": round_,
    }


def round_shown(tournament: Tournament, number: int = 0) -> Round | None:
    """Return the round whose seating is shown, or None without rounds.

    Raises PublicPageNotFound if no visible round has that number.
    """
    return chosen_round(_rounds_in_hall(tournament), number)


def _rounds_in_hall(tournament: Tournament) -> list[Round]:
    shown = tournament.rounds.exclude(state=RoundState.DRAFT)
    return list(shown.order_by("number"))


def parts_of(people: list[Sitting]) -> list[Part]:
    """Return the players divided evenly among as many screens as needed."""
    count = max(1, -(-len(people) // ON_A_SCREEN))
    size = -(-len(people) // count)
    return [
        Part(1 + start // size, tuple(people[start : start + size]))
        for start in range(0, len(people), size or 1)
    ]
