"""A person's stored figures over several tournaments: sums, records, opponents and best
hands. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q

from rules.winds import Wind
from scoring.models import PlayerFigures, TournamentFigures, Win
from scoring.over_tournaments.tournament_history import PastTournament
from scoring.public.latest_hands import WonHand, shown_win
from scoring.statistics.count_games import PairFigures
from scoring.statistics.figures import RECORDS, At, Figures, total
from tournaments.models import Player, Seat
from tournaments.people.identities import under_public_name
from tournaments.people.records_of_person import kept_keys, not_nameable

#: Most opponents and hands on a page.
MOST_RIVALS, MOST_HANDS = 5, 4


@dataclass(frozen=True)
class ShownRecord:
    """A record and the first game where the person reached it."""

    key: str
    value: int
    row: PastTournament
    at: At


@dataclass(frozen=True)
class PersonFigures:
    """A person's figures in some tournaments.

    `pairs`: figures against each opponent, by person key; `as_of`: when the oldest
    figures were stored, None without figures.
    """

    figures: Figures
    records: Sequence[ShownRecord]
    pairs: Mapping[int, PairFigures]
    as_of: datetime | None


def person_figures(rows: Sequence[PastTournament]) -> PersonFigures:
    """Return the figures of a person in these tournaments.

    Uses a fixed number of queries.
    """
    by_player = {row.player.pk: row for row in rows}
    stored = PlayerFigures.objects.in_bulk(list(by_player))
    figures = {pk: Figures.from_data(own.data) for pk, own in stored.items()}
    times = TournamentFigures.objects.filter(
        tournament__in=[row.tournament.pk for row in rows]
    )
    return PersonFigures(
        total(figures.values()),
        _records({pk: (by_player[pk], own) for pk, own in figures.items()}),
        _pairs(by_player, stored),
        times.order_by("at").values_list("at", flat=True).first(),
    )


def _records(
    figures: Mapping[int, tuple[PastTournament, Figures]],
) -> list[ShownRecord]:
    found = []
    for key in RECORDS:
        rows = [
            ShownRecord(key, record.value, row, record.at[0])
            for row, own in figures.values()
            if (record := own.records.get(key)) is not None
        ]
        if rows:
            found.append(max(rows, key=lambda one: one.value))
    return found


def _pairs(
    rows: Mapping[int, PastTournament], stored: Mapping[int, PlayerFigures]
) -> dict[int, PairFigures]:
    """Return the figures against each opponent, by key of the kept record.

    A tournament is left out if the opponent chose a stricter public name there than
    elsewhere.
    """
    by_number: defaultdict[tuple[int, int], PairFigures] = defaultdict(PairFigures)
    for pk, own in stored.items():
        for number, data in own.pairs.items():
            tournament = rows[pk].tournament.pk
            by_number[tournament, int(number)].add(PairFigures(*data))
    tournaments = {tournament for tournament, _number in by_number}
    players = Player.objects.filter(tournament__in=tournaments)
    opponents = [
        row
        for row in players.values_list("tournament", "number", "person", "pk")
        if row[:2] in by_number
    ]
    left_out = not_nameable({person for _tournament, _number, person, _pk in opponents})
    persons = {
        (tournament, number): person
        for tournament, number, person, pk in opponents
        if pk not in left_out
    }
    kept = kept_keys(set(persons.values()))
    pairs: defaultdict[int, PairFigures] = defaultdict(PairFigures)
    for key, pair in by_number.items():
        if key in persons:
            pairs[kept[persons[key]]].add(pair)
    return dict(pairs)


def most_met(
    pairs: Mapping[int, PairFigures], among: Iterable[int]
) -> list[tuple[int, PairFigures]]:
    """Return (person, figures) of the opponents with the most games together, most
    games first. Only persons in `among`, and at most `MOST_RIVALS`.
    """
    met = [(person, pairs[person]) for person in among if person in pairs]
    return sorted(met, key=lambda one: (-one[1].games, one[0]))[:MOST_RIVALS]


def best_hands(rows: Sequence[PastTournament]) -> list[tuple[PastTournament, WonHand]]:
    """Return the most valuable hands that a person won in these tournaments of one
    ruleset, at most `MOST_HANDS`. Names are the public names in the hand's tournament.
    """
    by_player = {row.player.pk: row for row in rows}
    seats = Seat.objects.filter(player__in=by_player).values_list(
        "game", "wind", "player"
    )
    owner = {(game, wind): player for game, wind, player in seats}
    wins = Win.objects.filter(
        Q(game__seats__player__in=by_player) & Q(game__seats__wind=F("seat"))
    ).select_related("game__round")
    best = list(wins.order_by("-worth", "at")[:MOST_HANDS])
    names = _names(best)
    found = []
    for win in best:
        player = owner.get((win.game_id, win.seat))
        if player in by_player:
            row = by_player[player]
            shown = shown_win(win, row.tournament, names[win.game_id])
            found.append((row, shown))
    return found


def _names(wins: Iterable[Win]) -> dict[int, dict[Wind, Player]]:
    names: defaultdict[int, dict[Wind, Player]] = defaultdict(dict)
    seats = Seat.objects.filter(game__in={win.game_id for win in wins})
    for seat in seats.select_related("player__person"):
        names[seat.game_id][Wind(seat.wind)] = under_public_name(seat.player)
    return names
