"""Find problems in existing seating: absent and new players, fixed tables, and pairs to
keep apart. This module only reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import ngettext

from tournaments.models import NOT_BEGUN, Player, Seat, Tournament
from tournaments.people.player_list_and_kept_apart import never_meet
from tournaments.people.presence_in_rounds import rounds_in_words
from tournaments.seating.constraints import Uneven
from tournaments.seating.seating_plan import Pair

#: Most problems shown on a page.
MOST_SAID = 30


@dataclass(frozen=True)
class SeatProblems:
    """The problems of existing seating. False in a condition if there are no problems.

    `rounds`: the seated rounds that have not started. `sentences`: descriptions of
    their problems.
    """

    rounds: tuple[int, ...]
    sentences: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.sentences)

    @property
    def rounds_in_words(self) -> str:
        return rounds_in_words(self.rounds)


def seat_problems(tournament: Tournament) -> SeatProblems:
    """Return the problems of the seating of rounds that have not started. The number of
    queries is constant."""
    to_come = tournament.rounds.filter(state__in=NOT_BEGUN).order_by("number")
    numbers = tuple(to_come.values_list("number", flat=True))
    if not numbers:
        return SeatProblems((), ())
    people = tournament.players.filter(is_filler=False).select_related("person")
    seating = _Seating(
        numbers,
        {player.pk: player for player in people.order_by("number")},
        _places(tournament),
        _may_sit_out(tournament),
    )
    sentences = [
        *seating.gone(),
        *seating.without_seat(),
        *seating.elsewhere(),
        *seating.meeting(never_meet(tournament)),
    ]
    if len(sentences) > MOST_SAID:
        more = len(sentences) - MOST_SAID
        message = ngettext("… and %(count)s more.", "… and %(count)s more.", more)
        sentences[MOST_SAID:] = [message % {"count": more}]
    return SeatProblems(numbers, tuple(sentences))


#: Table of every player in every remaining round: {player id: {round: table}}.
_Places = Mapping[int, Mapping[int, int]]


@dataclass(frozen=True)
class _Seating:
    """The seating of remaining rounds.

    `people`: players by primary key. `sit_out`: the player numbers that may have a bye,
    by round.
    """

    rounds: tuple[int, ...]
    people: Mapping[int, Player]
    places: _Places
    sit_out: Mapping[int, Collection[int]]

    def gone(self) -> Iterator[str]:
        """Yield a sentence for each absent player with a seat."""
        for player, places in self._everybody():
            away = [round_ for round_ in places if not player.plays(round_)]
            if away:
                yield ngettext(
                    "%(player)s is absent but has a seat in round %(rounds)s.",
                    "%(player)s is absent but has seats in rounds %(rounds)s.",
                    len(away),
                ) % {
                    "player": _called(player),
                    "rounds": rounds_in_words(away),
                }

    def without_seat(self) -> Iterator[str]:
        """Yield a sentence for each present player without a seat in any round. Players
        who may have a bye are left out."""
        for player, places in self._everybody():
            present = [
                round_
                for round_ in self.rounds
                if player.plays(round_)
                and player.number not in self.sit_out.get(round_, ())
            ]
            if present and not places.keys() & set(present):
                yield ngettext(
                    "%(player)s is present but has no seat in round %(rounds)s.",
                    "%(player)s is present but has no seats in rounds %(rounds)s.",
                    len(present),
                ) % {
                    "player": _called(player),
                    "rounds": rounds_in_words(present),
                }

    def elsewhere(self) -> Iterator[str]:
        """Yield a sentence for each player with a fixed table who is at another
        table."""
        for player, places in self._everybody():
            if player.fixed_table is None:
                continue
            wrong = [r for r, table in places.items() if table != player.fixed_table]
            if wrong:
                yield ngettext(
                    "%(player)s needs table %(table)s but has another table in "
                    "round %(rounds)s.",
                    "%(player)s needs table %(table)s but has other tables in "
                    "rounds %(rounds)s.",
                    len(wrong),
                ) % {
                    "player": _called(player),
                    "table": player.fixed_table,
                    "rounds": rounds_in_words(wrong),
                }

    def meeting(self, never: Iterable[Pair]) -> Iterator[str]:
        """Yield a sentence for each pair to keep apart that shares a table."""
        by_number = {player.number: (player, at) for player, at in self._everybody()}
        for one, other in sorted(never):
            (first, first_tables), (second, second_tables) = (
                by_number[one],
                by_number[other],
            )
            together = [
                r for r, table in first_tables.items() if second_tables.get(r) == table
            ]
            if together:
                yield ngettext(
                    "%(one)s and %(other)s must be kept apart but share a table "
                    "in round %(rounds)s.",
                    "%(one)s and %(other)s must be kept apart but share tables "
                    "in rounds %(rounds)s.",
                    len(together),
                ) % {
                    "one": _called(first),
                    "other": _called(second),
                    "rounds": rounds_in_words(together),
                }

    def _everybody(self) -> Iterator[tuple[Player, Mapping[int, int]]]:
        for pk, player in self.people.items():
            yield player, self.places.get(pk, {})


def _places(tournament: Tournament) -> _Places:
    places: dict[int, dict[int, int]] = {}
    seats = Seat.objects.filter(
        round__tournament=tournament, round__state__in=NOT_BEGUN
    ).order_by("round__number")
    for player, round_, table in seats.values_list(
        "player", "round__number", "game__table"
    ):
        places.setdefault(player, {})[round_] = table
    return places


def _may_sit_out(tournament: Tournament) -> dict[int, set[int]]:
    """Return the player numbers in rounds whose seating allows byes, by round."""
    drawn = tournament.rounds.filter(
        state__in=NOT_BEGUN, draw__request__demands__uneven=Uneven.BYES
    )
    return {
        round_: {entrant["number"] for entrant in entrants or ()}
        for round_, entrants in drawn.values_list("number", "draw__request__entrants")
    }


def _called(player: Player) -> str:
    return f"{player.number} {player.person}"
