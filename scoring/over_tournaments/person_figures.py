"""A person's stored figures over several tournaments: sums, records, opponents and best
hands. Reads only."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F

from rules.winds import Wind
from scoring.models import PlayerFigures, TournamentFigures, Win
from scoring.over_tournaments.tournament_history import PastTournament
from scoring.public.latest_hands import WonHand, shown_win
from scoring.statistics.count_games import PairFigures
from scoring.statistics.figures import RECORDS, At, Figures, total
from tournaments.models import Player, Seat
from tournaments.people.identities import under_public_name
from tournaments.people.records_of_person import (
    kept_keys,
    not_nameable,
    with_merged,
)
from tournaments.persons.pages_over_tournaments import few_who_agreed, with_page

#: Most opponents and hands on a page, and opponents whose figures are compared.
MOST_RIVALS, MOST_HANDS, MOST_COMPARED = 5, 4, 30


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
    as_of: datetime | None


def person_figures(rows: Sequence[PastTournament]) -> PersonFigures:
    """Return the figures of a person in these tournaments. Two queries."""
    by_player = {row.player.pk: row for row in rows}
    stored = PlayerFigures.objects.filter(player__in=by_player)
    figures = {
        pk: Figures.from_data(data) for pk, data in stored.values_list("pk", "data")
    }
    return PersonFigures(
        total(figures.values()),
        _records({pk: (by_player[pk], own) for pk, own in figures.items()}),
        stored_at(rows),
    )


def stored_at(rows: Iterable[PastTournament]) -> datetime | None:
    """Return when the oldest figures of these tournaments were stored."""
    times = TournamentFigures.objects.filter(
        tournament__in=[row.tournament.pk for row in rows]
    )
    return times.order_by("at").values_list("at", flat=True).first()


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


def frequent_opponents(rows: Sequence[PastTournament]) -> dict[int, PairFigures]:
    """Return the figures against the opponents met in most games, by the key of their
    kept record. Only opponents with a page are returned, at most `MOST_COMPARED`.
    Tournaments in which the opponent chose a stricter public name than elsewhere are
    left out.
    """
    own = [row.player.pk for row in rows]
    seats = Seat.objects.filter(game__seats__player__in=own, player__is_filler=False)
    seats = seats.exclude(player__in=own).order_by()
    met = dict(seats.values_list("player__person").annotate(Count("pk")))
    kept_of_met = kept_keys(met)
    games: Counter[int] = Counter()
    for person, number in met.items():
        games[kept_of_met[person]] += number
    persons = _first_with_page(sorted(games, key=lambda one: (-games[one], one)))
    kept = kept_keys(with_merged(persons))
    left_out = not_nameable(persons)
    players = Player.objects.filter(
        person__in=kept, tournament__in=[row.tournament.pk for row in rows]
    ).exclude(pk__in=left_out)
    numbers: defaultdict[int, dict[int, list[int]]] = defaultdict(dict)
    for tournament, number, person in players.values_list(
        "tournament", "number", "person"
    ):
        numbers[kept[person]].setdefault(tournament, []).append(number)
    return pairs_with(rows, numbers)


def _first_with_page(persons: Sequence[int]) -> list[int]:
    """Return the first `MOST_COMPARED` of these persons that have a page. Most have
    one, or few agreed, so the queries stop early."""
    agreed = few_who_agreed()
    if agreed is not None:
        persons = [person for person in persons if person in agreed]
    shown: list[int] = []
    for start in range(0, len(persons), 4 * MOST_COMPARED):
        part = persons[start : start + 4 * MOST_COMPARED]
        pages = with_page(set(part))
        shown += [person for person in part if person in pages]
        if len(shown) >= MOST_COMPARED:
            break
    return shown[:MOST_COMPARED]


def pairs_with(
    rows: Sequence[PastTournament],
    numbers: Mapping[int, Mapping[int, Sequence[int]]],
) -> dict[int, PairFigures]:
    """Return a person's figures against each opponent that the person met. `numbers`:
    by opponent, the player numbers in each tournament."""
    tournaments = {row.player.pk: row.tournament.pk for row in rows}
    stored = PlayerFigures.objects.filter(player__in=tournaments)
    pairs = {
        tournaments[pk]: own for pk, own in stored.values_list("pk", "pairs") if own
    }
    found: defaultdict[int, PairFigures] = defaultdict(PairFigures)
    for opponent, by_tournament in numbers.items():
        for tournament, own_numbers in by_tournament.items():
            for number in own_numbers:
                data = pairs.get(tournament, {}).get(str(number))
                if data is not None:
                    found[opponent].add(PairFigures(*data))
    return dict(found)


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
    won = Win.objects.filter(
        game__seats__player__in=by_player, game__seats__wind=F("seat")
    )
    best_keys = won.order_by("-worth", "at").values_list("pk", flat=True)[:MOST_HANDS]
    wins = Win.objects.filter(pk__in=list(best_keys)).select_related("game__round")
    best = list(wins.order_by("-worth", "at"))
    seats = Seat.objects.filter(
        player__in=by_player, game__in=[w.game_id for w in best]
    )
    owner = {
        (game, wind): player
        for game, wind, player in seats.values_list("game", "wind", "player")
    }
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
