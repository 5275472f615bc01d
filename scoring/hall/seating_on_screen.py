"""The seats of a round on the hall's wall, for everybody in the room, before they are
on the web."""

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

#: So many people fit on a screen and can still be read from afar.
ON_A_SCREEN = 120

#: A few more are better squeezed than divided.
AT_MOST = 150

TEMPLATE = "hall/_seats.html"

#: How much narrower the first name is, which is not bold.
REGULAR = 0.92

#: What stands beside a namesake's name: the number.
NUMBER = 2.4

#: What a name has room for, in heights of the type of its row; beside a table whose
#: number has three digits.
ROOM, ROOM_BESIDE_HUNDREDS = 9.6, 8.9
HUNDREDS = 100
SIZES = (
    Size("", 1.0, 1),
    Size("wide", 0.86, 1),
    Size("long", 0.78, 2),
    Size("longer", 0.72, 2),
    Size("longest", 0.54, 3),
)


@dataclass(frozen=True)
class Line:
    """A person on the screen."""

    sitting: Sitting

    @property
    def length(self) -> str:
        """How much smaller the name is to be written, so that none is cut."""
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
    rounds = _rounds_in_hall(tournament)
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


def round_shown(tournament: Tournament, number: int = 0) -> Round | None:
    """The round whose seats these are. Raises NotThere."""
    return chosen_round(_rounds_in_hall(tournament), number)


def _rounds_in_hall(tournament: Tournament) -> list[Round]:
    shown = tournament.rounds.exclude(state=RoundState.DRAFT)
    return list(shown.order_by("number"))


def parts_of(people: list[Sitting]) -> list[Part]:
    """The people divided evenly, so that each part fits on a screen."""
    count = 1 if len(people) <= AT_MOST else -(-len(people) // ON_A_SCREEN)
    size = -(-len(people) // count)
    return [
        Part(1 + start // size, tuple(people[start : start + size]))
        for start in range(0, len(people), size or 1)
    ]
