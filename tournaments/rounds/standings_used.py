"""The standing that a draw or a cut uses: the rounds it counts, the tables it lacks,
and every player's place and points. The results are scoring's, which registers what
counts them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple, Protocol

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rules.strict_reader import JsonObject
from tournaments.models import Stage, Tournament
from tournaments.refusals import Refused, refusal

#: So many figures of a fingerprint tell standings apart.
FINGERPRINT = 12
#: So many tables of a round are named.
MOST_TABLES = 12


class Counts(StrEnum):
    """What a standing counts while earlier rounds are not closed: CLOSED rounds only,
    or also the tables of the others that have FINISHED."""

    CLOSED = "closed"
    FINISHED = "finished"


class Line(NamedTuple):
    """A player's line; `points` and `score` are exact fractions as text."""

    number: int
    place: int
    points: str
    score: str


@dataclass(frozen=True)
class Basis:
    """The standing before a round, of the players who play in it, best first. `rounds`:
    those that count; `open`: earlier rounds that are not closed, with the tables that
    have not finished. `counts`: the director's decision, "" where none was needed;
    `by` and `at`: who made it, and when (ISO 8601).
    `is_repaired`: players joined or left since, and their seats were repaired."""

    before: int
    rounds: tuple[int, ...]
    open: Mapping[int, tuple[int, ...]]
    lines: tuple[Line, ...]
    counts: str = ""
    by: str = ""
    at: str = ""
    is_repaired: bool = False

    @property
    def order(self) -> list[int]:
        """The player numbers, best first."""
        return [line.number for line in self.lines]

    @property
    def after(self) -> int:
        """The last round that counts; 0: none does."""
        return max(self.rounds, default=0)

    @property
    def seen(self) -> str:
        """Changes whenever other tables or rounds are counted."""
        return _fingerprint((self.rounds, sorted(self.open.items())))

    def reopened(self, now: Basis) -> tuple[int, ...]:
        """Rounds that were closed and counted here, and are open now."""
        return tuple(
            number
            for number in now.open
            if number in self.rounds and number not in self.open
        )

    def fingerprint(self, now: Basis) -> str:
        """Of the standing as it is `now`: changes whenever that does."""
        return _fingerprint((now.lines, self.reopened(now)))

    def among(self, numbers: Collection[int]) -> Basis:
        """The standing of these players alone."""
        own = [line for line in self.lines if line.number in numbers]
        return replace(self, lines=placed_among(own))

    def as_data(self) -> JsonObject:
        return {
            "before": self.before,
            "rounds": list(self.rounds),
            "open": [[number, list(tables)] for number, tables in self.open.items()],
            "lines": [list(line) for line in self.lines],
            "counts": self.counts,
            "by": self.by,
            "at": self.at,
            "is_repaired": self.is_repaired,
        }

    def as_logged(self) -> JsonObject:
        """What the log keeps of it."""
        return {
            "rounds": list(self.rounds),
            "open": [[number, list(tables)] for number, tables in self.open.items()],
        }

    def in_words(self) -> str:
        """After which round the standing is, and which tables are missing."""
        return " ".join(_sentences(self.rounds, self.open))

    def open_in_words(self) -> str:
        """Which earlier rounds are not closed, and their tables that are missing."""
        words = _("Round %(rounds)s is not closed.") % {
            "rounds": ", ".join(map(str, self.open))
        }
        tables = _tables(self.open, self.open)
        missing = _("Missing: %(tables)s.") if tables else _("No tables missing.")
        return f"{words} {missing % {'tables': tables}}"

    def choice_in_words(self) -> str:
        """What a director decides who lets this count."""
        left_out = ", ".join(str(n) for n in self.open if n not in self.rounds)
        missing = _tables(self.open, self.rounds)
        values = {"after": self.after, "rounds": left_out, "tables": missing}
        if not self.after:
            words = _("Use player numbers, without round %(rounds)s")
        elif missing and left_out:
            words = _(
                "Use the standings after round %(after)s without round %(rounds)s and "
                "without %(tables)s"
            )
        elif missing:
            words = _("Use the standings after round %(after)s without %(tables)s")
        elif left_out:
            words = _(
                "Use the standings after round %(after)s without round %(rounds)s"
            )
        else:
            words = _("Use the standings after round %(after)s, which is not closed")
        return words % values


def read_basis(data: Mapping[str, object]) -> Basis | None:
    """The basis that `as_data` wrote; None where none was kept."""
    if not data:
        return None
    values: JsonObject = dict(data)
    return Basis(
        values["before"],
        tuple(values["rounds"]),
        {number: tuple(tables) for number, tables in values["open"]},
        tuple(Line(*line) for line in values["lines"]),
        values["counts"],
        values["by"],
        values["at"],
        values["is_repaired"],
    )


def placed_among(lines: Sequence[Line]) -> tuple[Line, ...]:
    """These lines, best first, with the places they have among themselves."""
    places: dict[int, int] = {}
    for at, line in enumerate(lines, 1):
        places.setdefault(line.place, at)
    return tuple(line._replace(place=places[line.place]) for line in lines)


def used_in_words(logged: JsonObject) -> str:
    """What `as_logged` wrote, as `Basis.in_words`."""
    return " ".join(_sentences(logged["rounds"], dict(logged["open"])))


def _sentences(
    rounds: Collection[int], open_: Mapping[int, Sequence[int]]
) -> Iterator[str]:
    if rounds:
        yield _("Standings after round %(round)s.") % {"round": max(rounds)}
    else:
        yield _("No round counts yet. Players are in order of player number.")
    uncounted = [number for number in open_ if number not in rounds]
    for number in uncounted:
        yield _("Round %(round)s is not closed and does not count.") % {"round": number}
    if tables := _tables(open_, rounds):
        yield _("Missing: %(tables)s.") % {"tables": tables}
    elif not uncounted:
        yield _("No tables missing.")


def _tables(open_: Mapping[int, Sequence[int]], rounds: Collection[int]) -> str:
    """The tables that have not finished, of rounds that count."""
    found = []
    for number, tables in open_.items():
        if number not in rounds or not tables:
            continue
        named = ", ".join(map(str, tables[:MOST_TABLES]))
        more = len(tables) - MOST_TABLES
        words = ngettext(
            "table %(tables)s of round %(round)s",
            "tables %(tables)s of round %(round)s",
            len(tables),
        )
        found.append(
            words
            % {
                "tables": f"{named} … +{more}" if more > 0 else named,
                "round": number,
            }
        )
    return "; ".join(found)


def _fingerprint(seen: object) -> str:
    return sha256(repr(seen).encode()).hexdigest()[:FINGERPRINT]


@dataclass(frozen=True)
class CutNow:
    """A cut by the current standing: the basis, who would qualify and does not play,
    and who plays and would not qualify."""

    basis: Basis
    would_come: tuple[int, ...]
    would_go: tuple[int, ...]


class Standings(Protocol):
    """What a tournament's results are now, read once."""

    def basis(
        self, before: int, counts: str = "", rounds: Collection[int] | None = None
    ) -> Basis:
        """The standing before a round. `rounds`: those that count, where that is
        decided already."""

    def cut(self, stage: Stage) -> CutNow:
        """The cut before a stage."""

    def points_in_words(self, line: Line) -> str:
        """The points of a line, as the standings of this ruleset show them."""


#: What counts results: one function, which scoring registers.
_registered: list[Callable[[Tournament], Standings]] = []


def register(read: Callable[[Tournament], Standings]) -> None:
    """Let `read` count the results of tournaments."""
    _registered[:] = [read]


def standings_now(tournament: Tournament) -> Standings:
    """Return what counts the tournament's results as they are now."""
    [read] = _registered
    return read(tournament)


def choices_of(standings: Standings, before: int) -> dict[str, Basis]:
    """What a director can let count before a round, by what the form sends; nothing
    where all earlier rounds are closed."""
    closed = standings.basis(before, Counts.CLOSED)
    if not closed.open:
        return {}
    finished = standings.basis(before, Counts.FINISHED)
    found = [closed] if finished.rounds == closed.rounds else [closed, finished]
    return {f"{each.counts}:{each.seen}": each for each in found}


def decided_basis(
    tournament: Tournament, before: int, choice: str, *, by: str
) -> Basis:
    """The standing before a round. `choice`: one of `choices_of`, or its name alone.
    Raises Refused, about `standing`, while earlier rounds are not closed and nothing is
    decided, or other tables count than those decided on."""
    standings = standings_now(tournament)
    counts, _colon, seen = choice.partition(":")
    if counts not in set(Counts):
        counts = ""
    basis = standings.basis(before, counts)
    if not basis.open:
        return replace(basis, counts="")
    if not counts:
        raise undecided(basis)
    if seen and seen != basis.seen:
        raise refusal(
            "standing_changed",
            gettext_noop(
                "Other tables have finished since you opened this page. Choose the "
                "standings again."
            ),
            "standing",
        )
    return replace(basis, by=by, at=timezone.now().isoformat())


def undecided(basis: Basis) -> Refused:
    """That a draw waits for a decision."""
    return refusal(
        "standing_open",
        gettext_noop(
            "Round %(rounds)s is not closed. Close it first, or choose which standings "
            "to use."
        ),
        "standing",
        rounds=", ".join(map(str, basis.open)),
    )
