"""A season of 40 club nights with all hands.

After a merge, a correction and an undo, every derived figure equals a figure rebuilt
from the ledgers.
"""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest
from django.utils import timezone

from rules.winds import WINDS
from scoring.confirming_and_finishing.finish_reopen_and_publish_results import (
    finish,
    reopen,
)
from scoring.corrections.correct_and_undo import correct
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.models import (
    LedgerEntry,
    PlayerFigures,
    RatingSystem,
    Result,
    Season,
    TournamentFigures,
    ValueKind,
    Win,
)
from scoring.over_tournaments.head_to_head import head_to_head
from scoring.over_tournaments.person_figures import frequent_opponents
from scoring.over_tournaments.person_sums import sums_of
from scoring.over_tournaments.tournament_history import history_of
from scoring.series import change_series, rating_of_series, read_season_values
from scoring.series.season_standings import board_of
from scoring.statistics.store_figures import renew_outdated
from scoring.wording.stored_reasons import NONE
from tests.scoring.results import append_all
from tournaments.models import (
    EventDescription,
    Person,
    Player,
    Round,
    RoundState,
    Tournament,
)
from tournaments.persons import pages_over_tournaments
from tournaments.persons.merge_and_undo import merge, undo
from tournaments.rounds import seat_rounds_and_exchange_seats
from tournaments.tournament_setup.create_and_change_tournament import (
    Plan,
    create_tournament,
)

pytestmark = pytest.mark.django_db

NIGHTS, REGULARS, HANDS = 40, 12, 16


def hands_by_chance(chance: Random) -> list[dict[str, object]]:
    """Return the random hands of a game: wins on a discard, self-draws and draws."""
    hands: list[dict[str, object]] = []
    for _hand in range(HANDS):
        winner, discarder = chance.sample(WINDS, 2)
        if chance.random() < 0.15:
            hands.append({"kind": "washout"})
            continue
        hand = {"kind": "win", "winner": winner, "points": chance.randint(8, 40)}
        hands.append(hand | {"from": None if chance.random() < 0.3 else discarder})
    return hands


def night(number: int, persons: list[Person], chance: Random) -> Tournament:
    """Return a finished tournament of a night, in which two tables play two rounds."""
    plan = Plan(
        title=f"Night {number}",
        ruleset="mcr",
        planned_rounds=2,
        minutes=90,
        end_policy="finish_hand",
        is_public=True,
    )
    made = create_tournament(plan, director=None, by="owner")
    day = date(2026, 1, 7) + timedelta(weeks=number)
    EventDescription.objects.create(tournament=made, starts_on=day)
    Player.objects.bulk_create(
        Player(tournament=made, person=person, number=at)
        for at, person in enumerate(persons, 1)
    )
    for round_number in (1, 2):
        seats = chance.sample(range(1, 9), 8)
        rows = [
            seat_rounds_and_exchange_seats.TableRow(round_number, 1, tuple(seats[:4])),
            seat_rounds_and_exchange_seats.TableRow(round_number, 2, tuple(seats[4:])),
        ]
        [round_] = seat_rounds_and_exchange_seats.seat_rounds(made, rows, by="owner")
        for game in round_.games.select_related("round__tournament"):
            played = enumerate(hands_by_chance(chance), 1)
            append_all(game, [(at, hand, NONE) for at, hand in played], by="owner")
        Round.objects.filter(pk=round_.pk).update(state=RoundState.CLOSED)
    finish(made, by="owner", now=timezone.now())
    return made


@pytest.fixture
def season(director) -> Season:
    """Return the season.

    The first regular player has a second record, which is used on odd nights.
    """
    chance = Random("club nights")
    regulars = Person.objects.bulk_create(
        Person(first_name="Regular", last_name=f"{n:02}") for n in range(REGULARS)
    )
    twice = Person.objects.create(first_name="Regular", last_name="Again")
    season = change_series.create_series("Nights", "2026", "mcr", by=director)
    change_series.choose_rating(season.series, RatingSystem.ELO, by="director")
    Season.objects.filter(pk=season.pk).update(
        value=ValueKind.BASE_RANK,
        formula={"best": 12, "total": "sum", "ties": ["units_won", "fewest_deal_ins"]},
    )
    for number in range(NIGHTS):
        first = twice if number % 2 else regulars[0]
        others = chance.sample(regulars[1:], 7)
        change_series.add_tournament(
            season, night(number, [first, *others], chance), by="director"
        )
    pages_over_tournaments.switch(is_on=True, needs_consent=False, by="owner")
    renew_all()
    return Season.objects.get(pk=season.pk)


def renew_all() -> None:
    while renew_outdated():
        pass


def derived(season: Season) -> dict[str, object]:
    """Return all figures that span tournaments, by kind."""
    season = Season.objects.get(pk=season.pk)
    rating = rating_of_series.rating_of_series(season.series)
    figures: dict[str, object] = {
        "season": [
            (row.person.name, row.place, row.points, row.attended, row.counted)
            for row in board_of(season).rows
        ],
        "rating": [(row.key, row.place, row.rating, row.games) for row in rating.rows],
    }
    persons = list(Person.objects.filter(merged_as=None).order_by("pk"))
    for person in persons:
        rows = history_of(person.pk)
        sums = sums_of(rows)
        figures[f"history {person.pk}"] = [(row.place, row.of) for row in rows]
        figures[f"figures {person.pk}"] = sums.figures.as_data()
        figures[f"pairs {person.pk}"] = {
            key: pair.as_data()
            for key, pair in sorted(frequent_opponents(sums.opponents).items())
        }
    one, two = persons[0], persons[1]
    compared = head_to_head(one.pk, two.pk)
    figures["compared"] = (compared["tally"], compared["games"], compared["measures"])
    return figures


def rebuilt(season: Season) -> dict[str, object]:
    """Return the same figures after everything stored or cached has been calculated
    again.
    """
    read_season_values._kept.clear()
    PlayerFigures.objects.all().delete()
    TournamentFigures.objects.all().delete()
    for tournament in Tournament.objects.all():
        assert rebuild(tournament) == []
    renew_all()
    return derived(season)


def test_merges_and_corrections_equal_a_rebuild(season):
    assert Result.objects.count() == NIGHTS * 2 * 8
    assert Win.objects.count() > NIGHTS * 4 * HANDS / 2
    kept = Person.objects.get(last_name="00")
    merged = Person.objects.get(last_name="Again")
    apart = derived(season)
    assert len(apart[f"history {kept.pk}"]) == NIGHTS // 2

    entry = merge(kept, merged, by="owner")
    together = derived(season)
    assert len(together[f"history {kept.pk}"]) == NIGHTS
    assert f"history {merged.pk}" not in together
    assert ("Regular 00", NIGHTS) in [(row[0], row[3]) for row in together["season"]]

    # A correction of an early night reaches everything after it.
    early = Tournament.objects.order_by("pk")[1]
    reopen(early, by="owner", reason="a mistake")
    first = LedgerEntry.objects.filter(
        game__round__tournament=early, game__round__number=1, kind="win"
    ).order_by("pk")[0]
    correct(
        first.pk,
        {"kind": "win", "winner": "E", "from": "W", "points": 88},
        device_key="corrected",
        by="owner",
        reason="the sheet says so",
    )
    finish(early, by="owner", now=timezone.now())
    renew_all()
    corrected = derived(season)
    assert corrected["rating"] != together["rating"]
    assert corrected == rebuilt(season)

    undo(entry, by="owner", reason="2 people")
    again = derived(season)
    assert again.keys() == apart.keys()
    assert len(again[f"history {kept.pk}"]) == NIGHTS // 2
    assert again == rebuilt(season)
