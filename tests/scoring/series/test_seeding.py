"""Seeding of the first round by the ranking or rating of a series."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils import timezone

from scoring.models import Series
from scoring.series import change_series
from tests.scoring.absences import played
from tests.scoring.past_results.test_past_results import HEAD, imported, row
from tournaments.models import Draw, Person, Player, StagePlace, Tournament
from tournaments.refusals import Refused
from tournaments.rounds.outdated_seating_marks import Marker
from tournaments.rounds.seeding_lists import seeding_by, seeding_lists
from tournaments.rounds.stages import stage_settings
from tournaments.rounds.stages.stage_settings import StagePlan
from tournaments.rounds.standings_used import read_basis
from tournaments.seating.constraints import Constraints
from tournaments.seating_drafts import seating_jobs, submit_draft

pytestmark = pytest.mark.django_db

KEY = "ranking:region"


@pytest.fixture
def series(director) -> Series:
    """Return a series with two past tournaments of 16 players.

    The player Ada N was in place N.
    """
    season = change_series.create_series("Region", "All", "mcr", by=director)
    day = timezone.now().date() - timedelta(days=30)
    imported(
        HEAD
        + "".join(
            row(
                place,
                f"Ada Number{place}",
                title=title,
                day=(day + timedelta(days=later)).isoformat(),
                last="",
                number=f"0400{place:04}",
            )
            for later, title in enumerate(("Heron Open", "Winter Cup"))
            for place in range(1, 17)
        )
    )
    for one in Tournament.objects.filter(past_results__isnull=False):
        change_series.add_tournament(season, one, by="director")
    change_series.choose_ranking(season.series, "ema", by="director")
    return Series.objects.get()


@pytest.fixture
def seeded(tournament, series) -> Tournament:
    """Return a tournament of 8 players.

    Players 1 to 6 have ranks 6 to 1 in the series, and 7 and 8 have none.
    """
    Player.objects.filter(tournament=tournament).delete()
    for number in range(1, 7):
        person = Person.objects.get(ema_number=f"0400{7 - number:04}")
        Player.objects.create(tournament=tournament, person=person, number=number)
    for number in (7, 8):
        person = Person.objects.create(last_name=f"New {number}")
        Player.objects.create(tournament=tournament, person=person, number=number)
    return tournament


def submit(tournament: Tournament, seeding, method: str = "ranks") -> Draw:
    return submit_draft.submit(
        tournament,
        method=method,
        first_round=1,
        rounds=1,
        demands=Constraints(),
        seeding=seeding,
        by="director",
    )


def test_the_first_round_follows_the_ranking(seeded, director):
    assert seeding_lists(seeded, director) == {KEY: "Ranking of “Region”"}
    seeding = seeding_by(seeded, KEY, director)
    draw = submit(seeded, seeding)
    draw.refresh_from_db()
    used = read_basis(draw.basis)
    assert used.order == [6, 5, 4, 3, 2, 1, 7, 8]
    assert draw.request["standing"] == used.order
    assert used.seeding.day == timezone.now().date().isoformat()
    words = used.in_words()
    assert "Seeding: Ranking of “Region”, as of" in words
    assert "2 players without a value come last." in words
    assert seeded.log.filter(data__standing__seeded_by="Ranking of “Region”").exists()


def test_players_without_a_value_count_as_stated(seeded, director):
    best, *_others = seeding_by(seeded, KEY, director).values.values()
    seeding = seeding_by(seeded, KEY, director, missing=str(float(best) - 1))
    used = read_basis(submit(seeded, seeding).basis)
    assert used.order == [6, 7, 8, 5, 4, 3, 2, 1]
    assert [line.place for line in used.lines] == [1, 2, 2, 4, 5, 6, 7, 8]
    assert "2 players without a value count as" in used.in_words()


def test_a_later_change_of_the_ranking_does_not_mark_the_draft(seeded, director):
    draw = submit(seeded, seeding_by(seeded, KEY, director))
    Draw.objects.filter(pk=draw.pk).update(state="draft")
    draw.refresh_from_db()
    change_series.choose_ranking(Series.objects.get(), "", by="director")
    mark = Marker(seeded).of_draw(draw)
    assert not mark.is_changed
    assert mark.seeds[0][0] == "6 Ada Number1"
    assert mark.seeds[-1] == ("8 New 8", "")
    seeded.players.filter(number=2).update(last_round=0)
    assert Marker(seeded).of_draw(draw).is_changed


def test_generating_again_keeps_the_list(seeded, director):
    draw = submit(seeded, seeding_by(seeded, KEY, director))
    Draw.objects.filter(pk=draw.pk).update(state="draft")
    draw.refresh_from_db()
    again = submit_draft.generate_again(draw, version=draw.version, by="director")
    assert read_basis(again.basis) == read_basis(draw.basis)


def test_lists_that_cannot_seed(seeded, director):
    with pytest.raises(Refused, match="no longer exists"):
        seeding_by(seeded, "ranking:nothing", director)
    assert seeding_by(seeded, "", director) is None
    # The public cannot see a private series.
    assert seeding_lists(seeded, AnonymousUser()) == {}
    Player.objects.filter(tournament=seeded, number__lte=6).delete()
    with pytest.raises(Refused, match="No player of this"):
        seeding_by(seeded, KEY, director)


def test_a_rating_seeds_players_with_enough_games(series, tournament, director):
    season = series.seasons.get()
    change_series.choose_rating(series, "danish_mean", by="director")
    key = "rating:region"
    change_series.add_tournament(season, tournament, by="director")
    with pytest.raises(Refused, match="No player of this"):
        seeding_by(tournament, key, director)
    for number in range(1, 11):
        played(tournament, number, (1, 2, 3, 4), (5, 6, 7, 8))
    values = seeding_by(tournament, key, director).values
    assert list(values)[:2] == [1, 5]
    assert len(values) == 8


def test_the_form_offers_the_lists(seeded, director_client):
    address = reverse("director:draw_new", args=[seeded.slug])
    assert "Ranking of “Region”" in director_client.get(address).content.decode()
    form = director_client.get(address).context["form"]
    sent = {
        field.html_name: field.value() for field in form if field.value() is not None
    }
    wrong = director_client.post(address, sent | {"seeding": KEY, "method": "plan"})
    assert "Choose a method that uses the standings" in wrong.content.decode()
    sent |= {"seeding": KEY, "method": "ranks", "rounds": 1, "unseeded": "12.5"}
    answer = director_client.post(address, sent)
    assert answer.status_code == 302
    used = read_basis(Draw.objects.get().basis)
    assert used.seeding.missing == "12.5"
    seating_jobs.run(Draw.objects.get().pk)
    page = director_client.get(answer["Location"]).content.decode()
    assert "Seeding: Ranking of “Region”" in page


def test_groups_of_a_first_stage_follow_the_ranking(seeded, director_client):
    plans = [
        StagePlan("groups", 1, groups=2),
        StagePlan("final", 1, cut="top", cut_size=4),
    ]
    stage_settings.set_stages(seeded, plans, by="director")
    address = reverse("director:stage", args=[seeded.slug, 1])
    page = director_client.get(address)
    assert "Ranking of “Region”" in page.content.decode()
    sent = {"seen": page.context["form"].initial["seen"], "seeding": KEY}
    assert director_client.post(address, sent).status_code == 302
    places = StagePlace.objects.filter(stage__number=1).order_by("rank")
    assert [place.player.number for place in places] == [6, 5, 4, 3, 2, 1, 7, 8]
    groups = {place.player.number: place.group for place in places}
    assert [groups[number] for number in (6, 5, 4, 3)] == [1, 2, 2, 1]
    shown = director_client.get(address).content.decode()
    assert "Seeding: Ranking of “Region”" in shown
    assert "would qualify" not in shown
