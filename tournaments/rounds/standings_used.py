"""The standings used by a draft or a cut: the rounds that count, the missing tables,
and the place and points of each player. The scoring app registers the function that
calculates the results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple, Protocol

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rules.strict_reader import JsonObject
from tournaments.models import Stage, Tournament
from tournaments.refusals import Refused, refusal
from tournaments.rounds.seeding_lists import Seeding, read_seeding
from tournaments.web.list_wording import (
    joined_sentences,
    joined_with_commas,
    joined_with_semicolons,
)

#: Length of a fingerprint in hexadecimal digits.
FINGERPRINT = 12
#: Most tables named per round.
MOST_TABLES = 12


class Counts(StrEnum):
    """The results that count while earlier rounds are not closed: only closed rounds
    (CLOSED), or also the finished tables of open rounds (FINISHED)."""

    CLOSED = "closed"
    FINISHED = "finished"


class Line(NamedTuple):
    """A player's line in the standings. `points` and `score` are exact fractions,
    written as text."""

    number: int
    place: int
    points: str
    score: str


@dataclass(frozen=True)
class Basis:
    """The standings before a round, with one line for each player, best first.

    - `before`: the number of the round.
    - `rounds`: the numbers of the rounds that count.
    - `open`: earlier rounds that are not closed, with their unfinished tables.
    - `counts`: the director's decision, or "" if none was needed; `by` and `at` are the
      name of the director and the time (ISO 8601).
    - `is_repaired`: whether the seating was repaired later for players who joined or
      left.
    - `seeding`: the list that orders the players before any round counts, or None.
    """

    before: int
    rounds: tuple[int, ...]
    open: Mapping[int, tuple[int, ...]]
    lines: tuple[Line, ...]
    counts: str = ""
    by: str = ""
    at: str = ""
    is_repaired: bool = False
    seeding: Seeding | None = None

    @property
    def order(self) -> list[int]:
        """Return the player numbers, best first."""
        return [line.number for line in self.lines]

    @property
    def after(self) -> int:
        """Return the number of the last round that counts, or 0 if there is none."""
        return max(self.rounds, default=0)

    @property
    def seen(self) -> str:
        """Return a fingerprint of the rounds that count and the missing tables."""
        return _fingerprint((self.rounds, sorted(self.open.items())))

    def reopened(self, now: Basis) -> tuple[int, ...]:
        """Return the numbers of the rounds that count in these standings and are open
        in the standings `now`, because they were reopened."""
        return tuple(
            number
            for number in now.open
            if number in self.rounds and number not in self.open
        )

    def fingerprint(self, now: Basis) -> str:
        """Return a fingerprint of the lines of the standings `now` and the rounds
        reopened since these standings."""
        return _fingerprint((now.lines, self.reopened(now)))

    def among(self, numbers: Collection[int]) -> Basis:
        """Return the standings with only these players. The places are counted among
        these players."""
        lines = [line for line in self.lines if line.number in numbers]
        return replace(self, lines=placed_among(lines))

    def seeded(self, seeding: Seeding | None) -> Basis:
        """Return the standings in the order of the seeding list. Players with equal
        values keep their order.

        Return the standings unchanged if there is no list or a round counts.
        """
        if seeding is None or self.rounds:
            return self
        values = {number: seeding.value_of(number) for number in self.order}
        lowest = Decimal("-Infinity")
        ordered = sorted(self.lines, key=lambda line: -(values[line.number] or lowest))
        places: dict[Decimal | None, int] = {}
        lines = tuple(
            line._replace(place=places.setdefault(values[line.number], place))
            for place, line in enumerate(ordered, 1)
        )
        return replace(self, lines=lines, seeding=seeding)

    def as_data(self) -> JsonObject:
        seeding = {"seeding": self.seeding.as_data()} if self.seeding else {}
        return {
            "before": self.before,
            "rounds": list(self.rounds),
            "open": [[number, list(tables)] for number, tables in self.open.items()],
            "lines": [list(line) for line in self.lines],
            "counts": self.counts,
            "by": self.by,
            "at": self.at,
            "is_repaired": self.is_repaired,
            **seeding,
        }

    def as_logged(self) -> JsonObject:
        """Return data for the log: the rounds that count, the open rounds with their
        unfinished tables, and the title of the seeding list, if one was used."""
        seeded = {"seeded_by": self.seeding.title} if self.seeding else {}
        return {
            "rounds": list(self.rounds),
            "open": [[number, list(tables)] for number, tables in self.open.items()],
            **seeded,
        }

    def in_words(self) -> str:
        """Return sentences about the rounds that count and the missing tables, or about
        the seeding list if one was used."""
        if self.seeding:
            without = [one for one in self.order if one not in self.seeding.values]
            return self.seeding.in_words(len(without))
        return joined_sentences(_sentences(self.rounds, self.open))

    def open_in_words(self) -> str:
        """Return sentences about the earlier rounds that are not closed, and the tables
        whose results are missing."""
        message = ngettext(
            "Round %(rounds)s is not closed.",
            "Rounds %(rounds)s are not closed.",
            len(self.open),
        ) % {"rounds": joined_with_commas(self.open)}
        tables = _tables(self.open, self.open)
        missing = (
            _("Results missing: %(tables)s.")
            if tables
            else _("All results are entered.")
        )
        return f"{message} {missing % {'tables': tables}}"

    def choice_in_words(self) -> str:
        """Return the label of the option to use these standings."""
        left_out = [str(number) for number in self.open if number not in self.rounds]
        missing = _tables(self.open, self.rounds)
        if not self.after:
            message = ngettext(
                "Use the order of player numbers (round %(rounds)s does not count)",
                "Use the order of player numbers (rounds %(rounds)s do not count)",
                len(left_out),
            )
        elif missing and left_out:
            message = ngettext(
                "Use the standings after round %(after)s without round %(rounds)s and "
                "without %(tables)s",
                "Use the standings after round %(after)s without rounds %(rounds)s and "
                "without %(tables)s",
                len(left_out),
            )
        elif missing:
            message = _("Use the standings after round %(after)s without %(tables)s")
        elif left_out:
            message = ngettext(
                "Use the standings after round %(after)s without round %(rounds)s",
                "Use the standings after round %(after)s without rounds %(rounds)s",
                len(left_out),
            )
        else:
            message = _("Use the standings after round %(after)s, which is not closed")
        return message % {
            "after": self.after,
            "rounds": joined_with_commas(left_out),
            "tables": missing,
        }


def read_basis(data: Mapping[str, object]) -> Basis | None:
    """Return the standings from the JSON that `as_data` makes, or None if `data` is
    empty."""
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
        read_seeding(values.get("seeding")),
    )


def placed_among(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return these lines, best first, with their places among these players."""
    places: dict[int, int] = {}
    for at, line in enumerate(lines, 1):
        places.setdefault(line.place, at)
    return tuple(line._replace(place=places[line.place]) for line in lines)


def used_in_words(logged: JsonObject) -> str:
    """Return the sentences of `Basis.in_words`, from data that `as_logged` made."""
    if "seeded_by" in logged:
        return _("Seeding: %(title)s.") % {"title": logged["seeded_by"]}
    return joined_sentences(_sentences(logged["rounds"], dict(logged["open"])))


def _sentences(
    rounds: Collection[int], open_: Mapping[int, Sequence[int]]
) -> Iterator[str]:
    if rounds:
        yield _("Standings after round %(round)s.") % {"round": max(rounds)}
    else:
        yield _("No round counts yet, so players are in order of player number.")
    uncounted = [number for number in open_ if number not in rounds]
    for number in uncounted:
        yield _("Round %(round)s is not closed and does not count.") % {"round": number}
    if tables := _tables(open_, rounds):
        yield _("Results missing: %(tables)s.") % {"tables": tables}


def _tables(open_: Mapping[int, Sequence[int]], rounds: Collection[int]) -> str:
    """Return a phrase that lists the unfinished tables of the rounds, or "" if there
    are none. At most `MOST_TABLES` tables of a round are named; the others are counted.
    """
    parts = []
    for number, tables in open_.items():
        if number not in rounds or not tables:
            continue
        named = joined_with_commas(tables[:MOST_TABLES])
        more = len(tables) - MOST_TABLES
        message = ngettext(
            "table %(tables)s of round %(round)s",
            "tables %(tables)s of round %(round)s",
            len(tables),
        )
        parts.append(
            message
            % {
                "tables": f"{named} … +{more}" if more > 0 else named,
                "round": number,
            }
        )
    return joined_with_semicolons(parts)


def _fingerprint(seen: object) -> str:
    return sha256(repr(seen).encode()).hexdigest()[:FINGERPRINT]


@dataclass(frozen=True)
class CutNow:
    """The result of a cut by the current standings, compared with the players of the
    stage.

    `would_come`: players who would qualify but are not in the stage. `would_go`:
    players who are in the stage but would not qualify.
    """

    basis: Basis
    would_come: tuple[int, ...]
    would_go: tuple[int, ...]


class Standings(Protocol):
    """The current results of a tournament, read once from the database."""

    def basis(
        self, before: int, counts: str = "", rounds: Collection[int] | None = None
    ) -> Basis:
        """Return the standings before round `before`. `counts` is a value of `Counts`,
        or "" for only closed rounds. `rounds` contains the rounds that count, if
        already decided."""

    def cut(self, stage: Stage) -> CutNow:
        """Return the result of the cut before the stage by the current standings,
        compared with the players of the stage."""

    def points_in_words(self, line: Line) -> str:
        """Return the points of a line as the standings of this ruleset show points."""


#: The function that scoring registers to calculate results.
_registered: list[Callable[[Tournament], Standings]] = []


def register(read: Callable[[Tournament], Standings]) -> None:
    """Register `read` as the function that calculates results."""
    _registered[:] = [read]


def standings_now(tournament: Tournament) -> Standings:
    """Return the tournament's current results, calculated by the registered
    function."""
    [read] = _registered
    return read(tournament)


def choices_of(standings: Standings, before: int) -> dict[str, Basis]:
    """Return the standings that can be chosen before a round, by form value.

    Return an empty dict if all earlier rounds are closed.
    """
    closed = standings.basis(before, Counts.CLOSED)
    if not closed.open:
        return {}
    finished = standings.basis(before, Counts.FINISHED)
    choices = [closed] if finished.rounds == closed.rounds else [closed, finished]
    return {f"{basis.counts}:{basis.seen}": basis for basis in choices}


def decided_basis(
    tournament: Tournament,
    before: int,
    choice: str,
    *,
    by: str,
    seeding: Seeding | None = None,
) -> Basis:
    """Return the standings to use before a round. If no round counts, the players are
    in the order of `seeding`.

    `choice` is a key of `choices_of`, or the part of a key before the colon. Raises
    Refused for the field `standing` if earlier rounds are open and `choice` is empty or
    unknown. It also raises Refused if the tables that count have changed since the
    choice.
    """
    standings = standings_now(tournament)
    counts, _colon, seen = choice.partition(":")
    if counts not in set(Counts):
        counts = ""
    basis = standings.basis(before, counts)
    if not basis.open:
        return replace(basis, counts="").seeded(seeding)
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
    """Return the refusal for standings that were not chosen although earlier rounds are
    open."""
    return refusal(
        "standing_open",
        ngettext(
            "Round %(rounds)s is not closed. Close it first, or choose which standings "
            "to use.",
            "Rounds %(rounds)s are not closed. Close them first, or choose which "
            "standings to use.",
            len(basis.open),
        ),
        "standing",
        rounds=joined_with_commas(basis.open),
    )
