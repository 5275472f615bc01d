"""Four seasons of real events, imported as past results.

Histories, pairs, ranking and series are the same as in another calculation. Skipped if
the data is not available.
"""

from __future__ import annotations

import json
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from django.conf import settings

from scoring.models import Season, ValueKind
from scoring.over_tournaments.head_to_head import head_to_head
from scoring.over_tournaments.tournament_history import history_of
from scoring.past_results.import_and_undo_results import (
    import_results,
    join_names,
    keep_list,
)
from scoring.past_results.results_preview import results_preview
from scoring.series import change_series
from scoring.series.ranking_of_series import ranking_of_series
from scoring.series.season_standings import board_of
from tournaments.models import Person, Tournament
from tournaments.persons.pages_over_tournaments import switch

CASES = settings.BASE_DIR.parent / "shared" / "cases" / "beyond"
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(
        not CASES.is_dir(), reason="the cases are not beside the project"
    ),
]


def case(name: str) -> dict:
    return json.loads((CASES / f"{name}.json").read_text())


def rounded(value: Fraction, digits: int) -> float:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return float(exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def imported(events: list[dict]) -> None:
    """Import these events as one list. Persons are recognised by name."""
    lines = ["Tournament,Date,Place,Name,Number of players,Table points,Score"]
    for event in events:
        for row in event["rows"]:
            cells = (event["event"], event["date"], row["place"], row["person"])
            figures = (row.get("table_points", ""), row.get("score", ""))
            lines.append(",".join(map(str, (*cells, event["players"], *figures))))
    text = "\n".join(lines)
    results = keep_list(text, "events.csv", ruleset="mcr", is_public=True, by="owner")
    join_names(results, joins=True)
    results.refresh_from_db()
    shown = results_preview(results)
    assert not shown.faults
    import_results(results, expected=shown.rows, by="owner")


def persons() -> dict[str, int]:
    return dict(Person.objects.values_list("last_name", "pk"))


def test_histories_and_pairs_of_21_events():
    imported(case("own_ranking_21_events")["events"])
    switch(is_on=True, needs_consent=False, by="owner")
    published, keys = case("history_and_pairs_21_events"), persons()
    for row in published["history"]:
        own = history_of(keys[row["person"]])
        days = [one.starts_on.isoformat() for one in own]
        assert (len(own), days[-1], days[0]) == (
            row["events"],
            row["first"],
            row["last"],
        )
        found = [one.place for one in own if one.place is not None]
        assert found.count(1) == row["wins"]
        assert sum(place <= 3 for place in found) == row["podiums"]
        assert min(found) == row["best_place"]
        ranks = [one.base_rank for one in own if one.base_rank is not None]
        mean = Fraction(sum(ranks), len(ranks))
        assert rounded(mean, 1) == row["mean_base_rank"]
    for pair in published["pairs"]:
        tally = head_to_head(keys[pair["a"]], keys[pair["b"]])["tally"]
        assert (tally.total, tally.one, tally.two, tally.tied) == (
            pair["common_events"],
            pair["a_ahead"],
            pair["b_ahead"],
            pair["level"],
        )


def season_of(director, value: str) -> Season:
    season = change_series.create_series("Region", "All", "mcr", by=director)
    Season.objects.filter(pk=season.pk).update(value=value)
    change_series.choose_ranking(season.series, "ema", by="director")
    for tournament in Tournament.objects.all():
        change_series.add_tournament(season, tournament, by="director")
    return Season.objects.get(pk=season.pk)


def test_the_ranking_of_21_events(director):
    published = case("own_ranking_21_events")
    imported(published["events"])
    season = season_of(director, ValueKind.BASE_RANK)
    switch(is_on=True, needs_consent=False, by="owner")
    for day, expected in published["expected"].items():
        listed = ranking_of_series(season.series, date.fromisoformat(day))
        assert len(listed.rows) == expected["ranked"]
        for row in expected["rows"]:
            own = next(one for one in listed.rows if one.person.name == row["person"])
            assert (own.place, len(own.reckoning.live)) == (row["place"], row["events"])
            parts = (own.score, own.reckoning.part_a.value, own.reckoning.part_b.value)
            assert [rounded(part, 2) for part in parts] == [
                row["score"],
                row["part_a"],
                row["part_b"],
            ]


@pytest.mark.parametrize(
    "name", ["series_golden_league_2025", "series_rhone_alpes_2025"]
)
def test_the_standings_of_a_circuit(director, name):
    published = case(name)
    imported(published["events"])
    season = season_of(director, ValueKind.BASE_RANK)
    formula = {
        "best": published["expected"]["best"],
        "missing": "zero",
        "total": "mean",
    }
    Season.objects.filter(pk=season.pk).update(formula=formula)
    switch(is_on=True, needs_consent=False, by="owner")
    board = board_of(Season.objects.get(pk=season.pk))
    found = [
        (row.place, row.person.name, rounded(row.points, 1), row.attended)
        for row in board.ranked
        # A substitute without a name in the list.
        if row.person.name != "None"
    ]
    expected = [
        (row["place"], row["person"], row["points"], row["events_played"])
        for row in published["expected"]["standings"]
    ]
    assert sorted(found[: len(expected)]) == sorted(expected)
