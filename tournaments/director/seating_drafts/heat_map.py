"""Draw the meetings of a plan as a diagram: a square for each pair, darker for more
meetings.

The diagram is SVG within the page, with classes instead of colours. The stylesheet has
the colours for light and dark mode.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.seating import seating_plan
from tournaments.seating.constraints import SeatingPlayer
from tournaments.seating.seating_plan import Pair, Plan
from tournaments.web.list_wording import joined_sentences, joined_with_commas

#: Most players for squares with tooltips. With more, the page would be too large and
#: the squares too small to point at.
MOST_NAMED = 120

#: Number of meetings with separate shades; more have the last shade.
SHADES = 4

#: About the most numbers that fit along a side. With more players, only every second,
#: fifth … number is written.
LABELS = 40
STEPS = (1, 2, 5, 10, 20, 50, 100)

#: The first number is also written if the step is larger than this.
LEAST_APART = 2


@dataclass(frozen=True)
class Square:
    """A pair that meets, as one square of the diagram.

    Row and column count from 0. `mates`: the players are team-mates.
    """

    row: int
    column: int
    rounds: tuple[int, ...]
    mates: bool

    @property
    def shade(self) -> str:
        """Return the CSS classes of the square."""
        shade = f"met-{min(len(self.rounds), SHADES)}"
        return f"{shade} wrong" if self.mates else shade


def heat_map(
    plan: Plan, entrants: Sequence[SeatingPlayer], *, label: str
) -> SafeString:
    """Return the diagram of meetings in `plan`. Rows and columns are in the order of
    `entrants`.

    Squares of team-mates are framed, even if the players do not meet. `label`: id of
    the element that labels the diagram.
    """
    numbers = [entrant.number for entrant in entrants]
    squares = list(_squares(seating_plan.meetings(plan), entrants))
    named = len(entrants) <= MOST_NAMED
    margin = _margin(len(numbers))
    return format_html(
        '<svg class="heat-map" viewBox="{start} {start} {side} {side}" role="img" '
        'aria-labelledby="{label}" aria-describedby="{label}-words">'
        '<desc id="{label}-words">{words}</desc>'
        '<path class="field" d="M0 0h{count}v{count}h-{count}z"/>'
        '<path class="mates" d="{mates}"/>'
        "{squares}{diagonal}{numbers}</svg>",
        start=-margin,
        side=margin + len(numbers) + _every(len(numbers)),
        label=label,
        words=in_words(squares),
        count=len(numbers),
        mates=_drawn(_mates(entrants)),
        squares=_named(squares, entrants) if named else _unnamed(squares),
        diagonal=format_html(
            '<path class="self" d="{}"/>',
            _drawn((place, place) for place in range(len(numbers))),
        ),
        numbers=_numbers(numbers),
    )


def in_words(squares: Sequence[Square]) -> str:
    """Return sentences that summarise the diagram, for screen readers."""
    by_times: dict[int, int] = {}
    for square in squares:
        by_times[len(square.rounds)] = by_times.get(len(square.rounds), 0) + 1
    lines = [
        ngettext(
            "%(count)s pair meets in %(times)s rounds.",
            "%(count)s pairs meet in %(times)s rounds.",
            count // 2,
        )
        % {"count": count // 2, "times": times}
        for times, count in sorted(by_times.items())
        if times > 1
    ]
    once = by_times.get(1, 0) // 2
    first = ngettext(
        "%(count)s pair meets once.", "%(count)s pairs meet once.", once
    ) % {"count": once}
    return joined_sentences(
        [first, *lines] if lines else [first, _("No repeat opponents.")]
    )


def _squares(
    met: Mapping[Pair, Sequence[int]], entrants: Sequence[SeatingPlayer]
) -> Iterator[Square]:
    """Yield both squares of each pair that meets."""
    places = {entrant.number: place for place, entrant in enumerate(entrants)}
    for pair, rounds in sorted(met.items()):
        if pair[0] not in places or pair[1] not in places:
            continue
        row, column = (places[number] for number in pair)
        mates = _are_mates(entrants[row], entrants[column])
        yield Square(row, column, tuple(rounds), mates)
        yield Square(column, row, tuple(rounds), mates)


def _are_mates(one: SeatingPlayer, other: SeatingPlayer) -> bool:
    return bool(one.team) and one.team == other.team


def _mates(entrants: Sequence[SeatingPlayer]) -> Iterator[tuple[int, int]]:
    """Yield (row, column) of the squares of team-mates."""
    teams: dict[str, list[int]] = {}
    for place, entrant in enumerate(entrants):
        if entrant.team:
            teams.setdefault(entrant.team, []).append(place)
    for team in teams.values():
        yield from permutations(team, 2)


def _named(squares: Sequence[Square], entrants: Sequence[SeatingPlayer]) -> SafeString:
    """Return the squares with tooltips. Squares of repeat opponents also show the
    number of meetings."""
    return format_html_join(
        "",
        '<g class="{}"><path d="M{} {}h1v1h-1z"/>{}<title>{}</title></g>',
        (
            (
                square.shade,
                square.column,
                square.row,
                _times(square),
                _sentence(square, entrants),
            )
            for square in squares
        ),
    )


def _times(square: Square) -> SafeString | str:
    if len(square.rounds) == 1:
        return ""
    return format_html(
        '<text x="{}.5" y="{}.8">{}</text>',
        square.column,
        square.row,
        len(square.rounds),
    )


def _sentence(square: Square, entrants: Sequence[SeatingPlayer]) -> str:
    one, other = entrants[square.row], entrants[square.column]
    message = ngettext(
        "%(one)s and %(other)s: round %(rounds)s",
        "%(one)s and %(other)s: rounds %(rounds)s",
        len(square.rounds),
    )
    return message % {
        "one": f"{one.number} {one.name}".strip(),
        "other": f"{other.number} {other.name}".strip(),
        "rounds": joined_with_commas(square.rounds),
    }


def _unnamed(squares: Sequence[Square]) -> SafeString:
    """Return the squares as one path for each shade."""
    shades: dict[str, list[tuple[int, int]]] = {}
    for square in squares:
        shades.setdefault(square.shade, []).append((square.row, square.column))
    return format_html_join(
        "",
        '<path class="{}" d="{}"/>',
        ((shade, _drawn(places)) for shade, places in sorted(shades.items())),
    )


def _drawn(places: Iterable[tuple[int, int]]) -> SafeString:
    """Return the squares, given as (row, column), as an SVG path. The path has only
    digits and letters."""
    return mark_safe(  # noqa: S308
        "".join(f"M{column} {row}h1v1h-1z" for row, column in places)
    )


def _margin(count: int) -> int:
    """Return the width of the margin for the numbers along the sides, in squares."""
    return 2 * _every(count) if count > LABELS else 2


def _every(count: int) -> int:
    """Return the step between the player numbers along a side of `count` squares.

    This is the smallest of `STEPS` that leaves at most about `LABELS` numbers.
    """
    return next(
        (step for step in STEPS if count <= LABELS * step),
        STEPS[-1],
    )


def _numbers(numbers: Sequence[int]) -> SafeString:
    """Return the player numbers along the top and the left side. The class `every-N`
    sets the font size for step N."""
    step = _every(len(numbers))
    written = [
        (place, number)
        for place, number in enumerate(numbers)
        if number % step == 0 or (place == 0 and step > LEAST_APART)
    ]
    return format_html(
        '<g class="numbers every-{}" aria-hidden="true">{}{}</g>',
        step,
        format_html_join(
            "",
            '<text class="top" x="{}.5" y="{}">{}</text>',
            ((place, f"-{step * 0.4:g}", number) for place, number in written),
        ),
        format_html_join(
            "",
            '<text class="side" x="{}" y="{}">{}</text>',
            (
                (f"-{step * 0.3:g}", f"{place + 0.5 + step * 0.25:g}", number)
                for place, number in written
            ),
        ),
    )
