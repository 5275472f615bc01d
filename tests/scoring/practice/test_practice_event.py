"""Practice tournaments.

They start at a chosen point, have a mark, are separate from real tournaments, and are
deleted after 30 days.
"""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.models import LedgerEntry, Sheet
from scoring.practice.bots_directing_rounds import come_to
from scoring.practice.make_practice_tournament import PracticePlan, make_practice
from scoring.practice.practice_players_and_formats import (
    Format,
    invented_people,
    seats_of,
)
from scoring.practice.reset_practice import reset
from scoring.standings.make_cut import make_cut
from scoring.standings.proposed_cut import proposed_cut
from scoring.tournament_folder import copy_tournament
from tests.scoring.folders import there_and_back
from tests.scoring.rehearsals import rehearsal
from tests.scoring.table_device import text
from tournaments.check_in.match_day_attendance import attendance_of
from tournaments.models import Game, Person, Player, RoundState, Tournament
from tournaments.people import register_players
from tournaments.people.persons_of_other_tournaments import suggestions
from tournaments.refusals import Refused
from tournaments.rounds.match_days import DayPlan, LeaguePlan, days_of, set_league
from tournaments.rounds.stages.stage_settings import (
    StagePlan,
    members_of,
    set_stages,
    stages_of,
)
from tournaments.tournament_setup import (
    create_and_change_tournament,
    delete_tournaments,
)
from tournaments.tournament_setup.archive_and_bin import BIN_KEEPS
from tournaments.tournament_setup.offered_rulesets_and_presets import presets

NEW = reverse("director:practice")


@pytest.fixture
def small(director) -> Tournament:
    """Return a practice tournament of 8 players during the second of 3 rounds."""
    return made(director, "mcr")


def made(director, ruleset: str, **said: object) -> Tournament:
    preset = next(each for each in presets().values() if each.ruleset == ruleset)
    asked = {"players": 8, "rounds": 3, "round": 2, "in_the_middle": True, "seed": 7}
    plan = PracticePlan(preset=preset, **{**asked, **said})
    return make_practice(plan, director=director, now=timezone.now())


def test_nobody_meets_twice_where_there_are_tables_enough():
    seats = list(seats_of([range(1, 73)], range(1, 6), 4))
    assert len(seats) == 5 * 18
    for round_ in range(1, 6):
        seated = [n for row in seats if row.round == round_ for n in row.numbers]
        assert sorted(seated) == list(range(1, 73))
    pairs = [
        pair
        for row in seats
        for at, one in enumerate(sorted(row.numbers))
        for pair in [(one, other) for other in sorted(row.numbers)[at + 1 :]]
    ]
    assert len(pairs) == len(set(pairs))


def test_people_are_invented_and_no_two_alike():
    people = invented_people(400, Random(1))
    assert len({(first, last) for first, last, _club in people}) == 400
    assert all(club.startswith("Invented") for _first, _last, club in people)
    assert people == invented_people(400, Random(1))


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", ["mcr", "hong_kong", "classical", "riichi"])
def test_it_stands_in_the_middle_of_a_round(director, ruleset):
    event = made(director, ruleset)

    states = list(event.rounds.values_list("state", flat=True))
    assert states == [RoundState.CLOSED, RoundState.RUNNING, RoundState.DRAFT]
    sheets = Sheet.objects.filter(game__round__tournament=event)
    assert not sheets.filter(game__round__number=1, over="").exists()
    assert sheets.filter(game__round__number=2, over="").count() == 2
    assert rebuild(event, check=True) == []
    assert event.is_practice
    assert not event.is_public


@pytest.mark.django_db
def test_it_stands_before_a_round(director):
    event = made(director, "mcr", round=1, in_the_middle=False)
    first = event.rounds.get(number=1)
    assert first.state == RoundState.PUBLISHED
    assert not LedgerEntry.objects.filter(game__round__tournament=event).exists()


@pytest.mark.django_db
@pytest.mark.parametrize("format_", [Format.FINAL, Format.GROUPS])
def test_it_stands_before_a_final_or_in_it(director, format_):
    asked = {"players": 16, "round": 3, "format": format_}
    event = made(director, "mcr", **asked, in_the_middle=False)
    assert list(event.rounds.values_list("state", flat=True)) == [RoundState.CLOSED] * 2
    final = stages_of(event)[1]
    assert not final.is_decided
    assert len(proposed_cut(event, final).candidates) == 16

    inside = made(director, "mcr", **asked)
    last = inside.rounds.get(number=3)
    assert last.state == RoundState.RUNNING
    final = stages_of(inside)[1]
    ranks = [place.player.number for place in members_of(final)]
    assert len(ranks) == 8
    tables = [
        {seat.wind: seat.player.number for seat in game.seats.all()}
        for game in last.games.order_by("table")
    ]
    assert [set(table.values()) for table in tables] == [set(ranks[:4]), set(ranks[4:])]
    assert [table["E"] for table in tables] == [ranks[0], ranks[4]]
    for each in (event, inside):
        assert rebuild(each, check=True) == []
    if format_ == Format.GROUPS:
        group_of = {
            place.player.number: place.group
            for place in members_of(stages_of(event)[0])
        }
        for game in Game.objects.filter(round__tournament=event):
            own = {group_of[seat.player.number] for seat in game.seats.all()}
            assert len(own) == 1


@pytest.mark.django_db
def test_a_league_stands_on_a_match_day_with_whoever_came(director):
    event = made(director, "mcr", players=16, rounds=5, round=3, format=Format.LEAGUE)
    days = days_of(event)
    assert [(day.first_round, day.rounds) for day in days] == [(1, 2), (3, 2), (5, 1)]
    assert [day.opened_at is not None for day in days] == [True, True, False]
    assert list(event.rounds.values_list("number", flat=True)) == [1, 2, 3, 4]
    for day in days[:2]:
        come = {c.player.number for c in attendance_of(event, day).comers if c.is_here}
        for number in day.round_numbers:
            seated = event.rounds.get(number=number).seats
            assert set(seated.values_list("player__number", flat=True)) == come
        assert len(come) % 4 == 0
    assert rebuild(event, check=True) == []


@pytest.mark.django_db
def test_whoever_walks_in_plays_in_the_last_division(director):
    league = rehearsal("mcr", 16, director)
    divisions = StagePlan("groups", 12, groups=2, grouping="divisions")
    set_stages(league, [divisions], by="director")
    set_league(league, LeaguePlan((DayPlan(2),) * 6), by="director")
    league.refresh_from_db()
    make_cut(league, 1, by="director")
    for day in days_of(league):
        come = come_to(league, day, seed="1", by="director")
        assert len(come) % 4 == 0
    guests = league.players.filter(number__gt=16)
    assert guests.exists()
    assert {guest.stage_places.get().group for guest in guests} == {2}


@pytest.mark.django_db
def test_one_click_makes_eighteen_tables(director_client):
    response = director_client.post(NEW)
    event = Tournament.objects.get(is_practice=True)
    assert response["Location"] == reverse("director:practice_desk", args=[event.slug])
    assert event.rounds.get(number=1).games.count() == 18
    assert "Practice tournament: players and results are invented." in text(
        director_client.get(response.url)
    )


@pytest.mark.django_db
def test_what_cannot_be_made_is_said_beside_its_field(director_client):
    for asked, said in (
        ({"players": 10}, "Enter a multiple of 4"),
        ({"players": 404}, "less than or equal to 400"),
        ({"round": 6}, "This tournament has fewer rounds."),
        ({"preset": "x"}, "Select a valid choice"),
        (
            {"format": "final", "rounds": 1, "round": 1},
            "needs at least 1 round before it",
        ),
        ({"format": "league", "stands": "final"}, "has no final"),
    ):
        response = director_client.post(NEW, asked)
        assert response.status_code == 422
        assert said in text(response)
    asked = {"players": 8, "rounds": 2, "stands": "last", "round": 9}
    assert director_client.post(NEW, asked).status_code == 302
    assert director_client.post(NEW, asked | {"stands": "final"}).status_code == 302
    event = Tournament.objects.latest("pk")
    # Not all of the 8 players can qualify.
    assert [stage.cut_size for stage in stages_of(event)] == [0, 4]


@pytest.mark.django_db
def test_every_page_of_it_is_marked(small, director_client, client):
    hall = reverse("hall:seats", args=[small.slug])
    pages = [
        reverse("director:hall", args=[small.slug]),
        reverse("director:players", args=[small.slug]),
        reverse("public:standings", args=[small.slug]),
        reverse("table:session", args=[small.slug, 2, 1]),
        hall,
    ]
    for address in pages:
        assert 'class="practice-mark"' in text(director_client.get(address)), address


@pytest.mark.django_db
def test_every_sheet_of_paper_says_so(small, director_client):
    address = reverse("director:paper_of_event", args=[small.slug, "badges"])
    sheets = text(director_client.get(address))
    assert f"<span>Practice · {small.title}" in sheets
    assert "> · Invented Club" not in sheets


@pytest.mark.django_db
def test_it_is_in_no_list_of_real_events(small, director, director_client, client):
    address = small.slug
    for reader in (director_client, client):
        for path in ("/", "/sitemap.xml", "/api/v1/tournaments/"):
            assert address not in text(reader.get(path)), path
    home = reverse("director:home")
    assert f"/director/{address}/" not in text(director_client.get(home))
    practised = director_client.get(home, {"state": "practice"})
    assert f"/director/{address}/" in text(practised)
    assert client.get(f"/t/{address}/").status_code == 404


@pytest.mark.django_db
def test_it_stays_one_as_a_folder_and_its_settings_make_a_real_event(small, director):
    folder = there_and_back(small)
    assert json.loads(folder["event.json"])["is_practice"] is True
    copy = Tournament.objects.latest("pk")
    assert (copy.is_practice, copy.is_public) == (True, False)
    reset(copy, 1, by="director")
    asked = {"title": "Cup", "starts_on": None, "director": director}
    assert not copy_tournament.copy_event(
        small, **asked, with_players=False
    ).is_practice
    with pytest.raises(Refused):
        copy_tournament.copy_event(small, **asked, with_players=True)


@pytest.mark.django_db
def test_its_people_are_offered_nowhere_else(small, tournament, director):
    person = small.players.get(number=1).person
    assert suggestions(tournament, director, person.last_name) == []


@pytest.mark.django_db
def test_nobody_real_plays_in_it(small, tournament):
    real = Person.objects.create(last_name="Real")
    register_players.register_known(tournament, real, by="director")
    with pytest.raises(Refused):
        register_players.register_known(small, real, by="director")


@pytest.mark.django_db
def test_it_is_never_shown_to_everybody(small, director_client):
    with pytest.raises(Refused):
        create_and_change_tournament.show_to_public(small, True, by="director")
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=small.pk).update(is_public=True)
    show = reverse("director:show", args=[small.slug])
    assert director_client.post(show, {"shown": "yes"}, follow=True).status_code == 200
    settings = text(
        director_client.get(reverse("director:settings", args=[small.slug]))
    )
    assert "Make the tournament public" not in settings


@pytest.mark.django_db
def test_it_goes_after_thirty_days_as_it_is(small, tournament):
    people = set(
        Player.objects.filter(tournament=small).values_list("person", flat=True)
    )
    born = small.created_at
    assert delete_tournaments.empty_bin(born + BIN_KEEPS - timedelta(minutes=1)) == 0
    assert delete_tournaments.empty_bin(born + BIN_KEEPS) == 1
    assert not Tournament.objects.filter(pk=small.pk).exists()
    assert not Person.objects.filter(pk__in=people).exists()
    assert Tournament.objects.filter(pk=tournament.pk).exists()
