"""The awards of a tournament: chosen by the director, revealed step by step at the
prize giving, printed, and public only when the results are."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from rules.faults import RuleError
from scoring.awards.awards_of_tournament import (
    category_places,
    chosen_awards,
    final_figures,
    results_of,
)
from scoring.awards.choose_awards import choose_awards
from scoring.confirming_and_finishing import prize_giving
from scoring.confirming_and_finishing.finish_reopen_and_publish_results import (
    finish,
    reopen,
)
from scoring.hall.prize_giving_pages import prizes_page
from scoring.mirror.parts_of_tournament import Row
from scoring.mirror.public_rows import PublicRows
from scoring.models import PlayerFigures, PrizeStep, TournamentAwards
from scoring.statistics.figures import Figures
from scoring.statistics.store_figures import store
from tests.scoring.absences import played
from tournaments.models import Person, Player

NAMES = ("Ash", "Birch", "Cedar", "Date", "Elm", "Fir", "Gorse", "Hazel")


@pytest.fixture
def finished(tournament):
    """Return a finished tournament with hidden standings.

    Players 1 and 5 won their tables, 5 with the higher score. Players 3, 6, 7 and 8 are
    juniors.
    """
    for number, name in enumerate(NAMES, start=1):
        person = tournament.players.get(number=number).person
        Person.objects.filter(pk=person.pk).update(last_name=f"{name}tree")
    Player.objects.filter(tournament=tournament, number__in=(3, 6, 7, 8)).update(
        categories="Junior"
    )
    played(tournament, 1, (1, 2, 3, 4))
    played(tournament, 2, (5, 6, 7, 8), scores={"E": 90, "S": 0, "W": -20, "N": -70})
    tournament.planned_rounds = 2
    tournament.save()
    choose(tournament, ["highest_score", "most_firsts"])
    finish(tournament, by="director", now=timezone.now(), held_back=True)
    return tournament


def choose(tournament, keys, least_games=None, places=2):
    return choose_awards(
        tournament, keys, least_games=least_games, category_places=places, by="director"
    )


def winners(tournament):
    chosen = chosen_awards(tournament)
    results = results_of(chosen, tournament.ruleset, final_figures(tournament))
    return {one.award.key: [h.name for h in one.holders] for one in results}


@pytest.mark.django_db
def test_all_tied_players_win_the_chosen_awards(finished):
    assert winners(finished) == {"highest_score": [5], "most_firsts": [1, 5]}
    # Games without hands have no cases.
    choose(finished, ["biggest_win", "fewest_deal_ins"])
    assert winners(finished) == {}


@pytest.mark.django_db
def test_stored_figures_are_used_only_if_they_are_of_these_results(finished):
    counted = final_figures(finished)
    store(finished)
    assert final_figures(finished) == counted
    PlayerFigures.objects.filter(player__number=5).update(data={})
    assert final_figures(finished)[5] == Figures()
    reopen(finished, by="director", reason="wrong scores")
    finish(finished, by="director", now=timezone.now())
    # The stored figures are older than the standings: counted again.
    assert final_figures(finished) == counted


@pytest.mark.django_db
def test_categories_have_their_own_places(finished):
    places = category_places(finished, 8)
    # From last to first, as they are revealed.
    assert [(one.place, [row.number for row in one.rows]) for one in places] == [
        (4, [8]),
        (3, [7]),
        (2, [3]),
        (1, [6]),
    ]
    assert [one.place for one in category_places(finished, 2)] == [2, 1]
    assert category_places(finished, 0) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wrong",
    [
        {"keys": ["most_ippatsu"]},
        {"keys": ["nothing"]},
        {"keys": [], "least_games": 0},
        {"keys": [], "places": 9},
    ],
)
def test_awards_that_mean_nothing_are_refused(tournament, wrong):
    with pytest.raises(RuleError):
        choose(tournament, **wrong)
    assert not chosen_awards(tournament).keys


@pytest.mark.django_db
def test_the_prize_giving_reveals_one_award_at_a_time(
    finished, director_client, client
):
    screen = reverse("hall:prizes_by_key", args=[finished.slug, finished.hall_key])
    onwards = reverse("director:prizes_next", args=[finished.slug])
    control = reverse("director:prizes", args=[finished.slug])
    director_client.post(control, {"places": 1})
    trees = [f"{name}tree" for name in NAMES]
    seen = []
    for _step in range(5):
        giving = prize_giving.giving_of(finished)
        director_client.post(
            onwards, {"seen": giving.shown_from or "", "steps": giving.steps_shown}
        )
        page = client.get(screen).content.decode()
        current = page.partition('class="prize-before')[0]
        seen.append([name for name in trees if name in current])
        after = prize_giving.giving_of(finished)
        assert not after.is_complete or len(seen) == 5
    assert seen == [
        ["Elmtree"],
        ["Ashtree", "Elmtree"],
        ["Cedartree"],
        ["Firtree"],
        ["Elmtree"],
    ]
    public = client.get(reverse("public:standings", args=[finished.slug]))
    assert "Elmtree" in public.content.decode()


@pytest.mark.django_db
def test_nothing_is_public_before_the_prize_giving_is_over(
    finished, director_client, client
):
    store(finished)
    page = reverse("public:statistics", args=[finished.slug])
    prize_giving.prepare(finished, 1, by="director")
    for number in range(4):
        prize_giving.reveal(finished, seen=None, steps_seen=number, by="director")
        assert client.get(page).status_code == 404
    prize_giving.reveal(finished, seen=None, steps_seen=4, by="director")
    shown = client.get(page).content.decode()
    assert "Most first places at the table" in shown
    person = finished.players.get(number=1)
    Player.objects.filter(pk=person.pk).update(shown_as="number")
    shown = client.get(page).content.decode()
    assert "Ashtree" not in shown
    assert "Player 1" in shown
    assert prizes_page(finished)["newest"][0].name.endswith("Elmtree")


@pytest.mark.django_db
def test_hidden_names_stay_hidden_on_the_screen(finished, client):
    Player.objects.filter(tournament=finished, number=5).update(shown_as="number")
    screen = reverse("hall:prizes_by_key", args=[finished.slug, finished.hall_key])
    prize_giving.prepare(finished, 1, by="director")
    prize_giving.reveal(finished, seen=None, by="director")
    page = client.get(screen).content.decode()
    assert "Player 5" in page
    assert "Elmtree" not in page


@pytest.mark.django_db
def test_steps_can_be_hidden_again_and_outdated_ones_change_nothing(finished):
    prize_giving.prepare(finished, 1, by="director")
    prize_giving.reveal(finished, seen=None, by="director")
    with pytest.raises(RuleError) as refused:
        prize_giving.reveal(finished, seen=None, by="director")
    assert refused.value.faults[0].code == "changed"
    giving = prize_giving.hide(finished, seen=None, steps_seen=1, by="director")
    assert giving.steps_shown == 0
    with pytest.raises(RuleError) as refused:
        prize_giving.hide(finished, seen=None, by="director")
    assert refused.value.faults[0].code == "nothing_told"
    # A restart uses the current choice.
    choose(finished, [], places=0)
    assert PrizeStep.objects.count() == 4
    prize_giving.prepare(finished, 1, by="director")
    assert not PrizeStep.objects.exists()


@pytest.mark.django_db
def test_directors_choose_awards_and_see_the_winners(finished, director_client):
    page = reverse("director:awards", args=[finished.slug])
    shown = director_client.get(page).content.decode()
    assert "Highest hand" in shown
    assert "ippatsu" not in shown
    assert "Elmtree" in shown
    assert "Junior" in shown
    sent = {"keys": ["highest_score"], "least_games": "", "category_places": "0"}
    answer = director_client.post(page, sent, follow=True)
    assert "Awards saved." in answer.content.decode()
    assert chosen_awards(finished).keys == ["highest_score"]
    wrong = director_client.post(page, {"keys": ["x"], "category_places": "9"})
    assert wrong.status_code == 422
    assert finished.log.filter(kind="awards_chosen").count() == 2


@pytest.mark.django_db
def test_diplomas_and_certificates(finished, director_client):
    def sheets(paper):
        address = reverse("director:paper_of_event", args=[finished.slug, paper])
        page = director_client.get(address).content.decode()
        return page, page.count('class="paper-sheet')

    page, number = sheets("awards")
    # One for the highest score, two for shared firsts, two for juniors.
    assert number == 5
    assert "Highest score in a game" in page
    assert page.index("Firtree") < page.rindex("Cedartree")
    page, number = sheets("attendance")
    assert number == 8
    assert "played 1 round of the tournament" in page


@pytest.mark.django_db
def test_award_diplomas_wait_for_final_results(tournament, director_client):
    played(tournament, 1, (1, 2, 3, 4))
    choose(tournament, ["highest_score"])
    address = reverse("director:paper_of_event", args=[tournament.slug, "awards"])
    page = director_client.get(address).content.decode()
    assert "Places may still change." in page
    assert 'class="paper-sheet' not in page
    provisional = director_client.get(f"{address}?provisional=1").content.decode()
    assert provisional.count('class="paper-sheet') == 1


@pytest.mark.django_db
def test_a_mirror_gets_the_choice_but_not_the_steps_to_come(finished):
    prize_giving.prepare(finished, 1, by="director")
    rows = [
        Row(model, {"id": 1, "tournament_id": finished.pk})
        for model in (TournamentAwards, PrizeStep)
    ]
    [sent] = PublicRows(finished).parts({"awards": rows}).values()
    assert [row.model for row in sent] == [TournamentAwards]
