"""A person's records, opponents and best hands across tournaments, as shown. Reads
only."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.winds import Wind
from scoring.models import PlayerFigures, Win
from scoring.over_tournaments.person_sums import Opponent, PersonSums
from scoring.over_tournaments.tournament_history import PastTournament
from scoring.public.latest_hands import WonHand, shown_win
from scoring.statistics.count_games import PairFigures
from scoring.statistics.figures import At
from tournaments.models import Player, Seat
from tournaments.people.identities import under_public_name
from tournaments.people.records_of_person import kept_keys, not_nameable
from tournaments.persons.pages_over_tournaments import few_who_agreed, with_page

#: Most opponents on a page, and opponents whose figures are compared.
MOST_RIVALS, MOST_COMPARED = 5, 30


@dataclass(frozen=True)
class ShownRecord:
    """A record and the first game where the person reached it."""

    key: str
    value: int
    row: PastTournament
    at: At


def shown_records(
    sums: PersonSums, rows: Sequence[PastTournament]
) -> list[ShownRecord]:
    """Return the records of a person in these tournaments."""
    by_player = {row.player.pk: row for row in rows}
    return [
        ShownRecord(key, best.value, by_player[best.player], best.at)
        for key, best in sums.records.items()
    ]


def frequent_opponents(opponents: Sequence[Opponent]) -> dict[int, PairFigures]:
    """Return the figures against the most frequent opponents, by the key of their kept
    record. Only opponents with a page are returned, at most `MOST_COMPARED`.
    Tournaments in which the opponent chose a stricter public name than elsewhere are
    left out.
    """
    kept = kept_keys({one.person for one in opponents})
    games: Counter[int] = Counter()
    for one in opponents:
        games[kept[one.person]] += one.games
    persons = _first_with_page(sorted(games, key=lambda pk: (-games[pk], pk)))
    left_out = not_nameable(persons)
    figures: defaultdict[int, list[Sequence[int]]] = defaultdict(list)
    for one in opponents:
        person = kept[one.person]
        if person in persons and one.player not in left_out and one.figures:
            figures[person].append(one.figures)
    return {
        person: PairFigures(*map(sum, zip(*rows, strict=True)))
        for person, rows in figures.items()
    }


def _first_with_page(persons: Sequence[int]) -> set[int]:
    """Return the first `MOST_COMPARED` of these persons that have a page. Persons are
    read in parts until there are enough."""
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
    return set(shown[:MOST_COMPARED])


def pairs_with(
    rows: Sequence[PastTournament],
    numbers: Mapping[int, Mapping[int, Sequence[int]]],
) -> dict[int, PairFigures]:
    """Return a person's figures against each opponent that the person met. `rows`: the
    person's tournaments. `numbers`: by opponent, the player numbers in each tournament.
    """
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


def shown_hands(
    keys: Sequence[int], rows: Sequence[PastTournament]
) -> list[tuple[PastTournament, WonHand]]:
    """Return these hands that a person won in these tournaments, the most valuable
    first. Names are the public names in the hand's tournament.
    """
    by_player = {row.player.pk: row for row in rows}
    wins = Win.objects.filter(pk__in=keys).select_related("game__round")
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
