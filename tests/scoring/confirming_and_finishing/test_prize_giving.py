"""Prize giving: places are revealed from the last place of the podium to the first.
Places that are not revealed appear nowhere.
"""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from rules.faults import RuleError
from scoring.confirming_and_finishing import (
    finish_reopen_and_publish_results,
    prize_giving,
)
from scoring.hall import prize_giving_pages
from scoring.standings import final_standings
from tests.scoring.absences import played
from tournaments.access.live_access import hall_mark
from tournaments.live.live_topics import kinds
from tournaments.models import Person

NAMES = ("Ash", "Birch", "Cedar", "Date", "Elm", "Fir", "Gorse", "Hazel")


@pytest.fixture
def finished(tournament):
    """Return a finished tournament of 8 players.

    Their places are different except for two ties, and their names occur nowhere else.
    """
    for number, name in enumerate(NAMES, start=1):
        person = tournament.players.get(number=number).person
        Person.objects.filter(pk=person.pk).update(last_name=f"{name}tree")
    played(tournament, 1, (1, 2, 3, 4))
    played(tournament, 2, (5, 6, 7, 8), scores={"E": 90, "S": 0, "W": -20, "N": -70})
    tournament.planned_rounds = 2
    tournament.save()
    finish_reopen_and_publish_results.finish(
        tournament, by="director", now=timezone.now(), held_back=True
    )
    return tournament


def order(tournament):
    rows = final_standings.final_of(tournament).ranking.placed
    return [row.line.player.person.last_name for row in rows]


def of_stream(tournament):
    return kinds[prize_giving_pages.NAME].render(
        tournament, (hall_mark(tournament.hall_key),)
    )


def test_each_step_tells_one_place_and_leaks_nothing(finished, director_client, client):
    best = order(finished)
    screen = reverse("hall:prizes_by_key", args=[finished.slug, finished.hall_key])
    control = reverse("director:prizes", args=[finished.slug])
    onwards = reverse("director:prizes_next", args=[finished.slug])
    director_client.post(control, {"places": 3})
    for told in range(4):
        for page in (client.get(screen).content.decode(), of_stream(finished)):
            shown = [name for name in best if name in page]
            assert shown == best[3 - told : 3]
        giving = prize_giving.giving_of(finished)
        if told < 3:
            assert best[2 - told] in director_client.get(control).content.decode()
            director_client.post(onwards, {"seen": giving.shown_from or ""})
            after = director_client.get(control).content.decode()
            said = rf"On screen: {3 - told}\. <bdi>[^<]*{best[2 - told]}</bdi></span>"
            assert re.search(said, after)
    assert giving.is_complete
    assert best[0] in client.get(f"/t/{finished.slug}/").content.decode()


def test_who_gives_prizes_is_told_that_walls_give_them_away(
    finished, director_client, client
):
    winner = order(finished)[0]
    control = reverse("director:prizes", args=[finished.slug])
    hold = reverse("director:prizes_hold", args=[finished.slug])
    wall = reverse("hall:standings_by_key", args=[finished.slug, finished.hall_key])
    public = f"/t/{finished.slug}/standings/"
    told = "Final standings are already public"
    prize_giving.show_everybody(finished, by="director")
    director_client.post(control, {"places": 3})
    assert told in director_client.get(control).content.decode()
    assert all(winner in client.get(one).content.decode() for one in (wall, public))
    director_client.post(hold)
    director_client.post(hold)
    assert told not in director_client.get(control).content.decode()
    for one in (wall, public):
        assert winner not in client.get(one).content.decode()
    assert finished.log.filter(kind="final_held_back").count() == 1
    # Once all places are revealed, the page asks no more questions.
    prize_giving.show_everybody(finished, by="director")
    giving = prize_giving.giving_of(finished)
    while not giving.is_complete:
        giving = prize_giving.reveal(finished, seen=giving.shown_from, by="director")
    assert told not in director_client.get(control).content.decode()


def test_an_event_that_only_helpers_see_says_so_where_it_is_finished(
    finished, director_client
):
    finished.is_public = False
    finished.save()
    end = reverse("director:finish", args=[finished.slug])
    said = director_client.get(end).content.decode()
    assert "Only staff can see this tournament." in said
    assert (
        "The final standings are hidden from hall screens until the prize giving."
        in said
    )
    shown = reverse("director:final_shown", args=[finished.slug])
    control = reverse("director:prizes", args=[finished.slug])
    told = director_client.post(shown, follow=True).content.decode()
    assert "Hall screens show the final standings." in told
    assert "The final standings are public" not in told
    page = director_client.get(control).content.decode()
    assert "Final standings are already on the hall screens." in page
    assert "Final standings are already public" not in page


def test_a_step_that_saw_something_older_changes_nothing(finished):
    prize_giving.prepare(finished, 3, by="director")
    prize_giving.reveal(finished, seen=None, by="director")
    with pytest.raises(RuleError) as refused:
        prize_giving.reveal(finished, seen=None, by="director")
    assert refused.value.faults[0].code == "changed"
    assert prize_giving.giving_of(finished).shown_from == 3
    prize_giving.hide(finished, seen=3, by="director")
    assert prize_giving.revealed(prize_giving.giving_of(finished)) == []


def test_whoever_shares_a_place_is_told_together(tournament):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    tournament.planned_rounds = 1
    tournament.save()
    finish_reopen_and_publish_results.finish(
        tournament, by="director", now=timezone.now()
    )
    prize_giving.prepare(tournament, 4, by="director")
    first = prize_giving.reveal(tournament, seen=None, by="director")
    assert [row.place for row in prize_giving.revealed(first)] == [3, 3]
    last = prize_giving.reveal(tournament, seen=3, by="director")
    assert last.is_complete


def test_the_screen_of_a_helper_has_the_button(finished, director_client, client):
    screen = reverse("hall:prizes", args=[finished.slug])
    prize_giving.prepare(finished, 3, by="director")
    assert "Next place" in director_client.get(screen).content.decode()
    onwards = reverse("director:prizes_next", args=[finished.slug])
    answer = director_client.post(onwards, {"seen": "", "screen": "on"})
    assert answer["Location"] == screen
    by_key = reverse("hall:prizes_by_key", args=[finished.slug, finished.hall_key])
    assert "Next place" not in client.get(by_key).content.decode()


def test_more_places_than_players_are_refused(finished, director_client):
    control = reverse("director:prizes", args=[finished.slug])
    answer = director_client.post(control, {"places": 9})
    assert answer.status_code == 422
    assert "The standings have only 8 places." in answer.content.decode()


def test_another_key_tells_nothing(finished):
    prize_giving.prepare(finished, 3, by="director")
    prize_giving.reveal(finished, seen=None, by="director")
    html = kinds[prize_giving_pages.NAME].render(finished, ("another",))
    assert "Ask the staff for the new link" in html
    assert not any(name in html for name in order(finished))


def test_nobody_can_add_up_what_is_held_back(finished, client):
    """Hidden places cannot be calculated from the contents of pages and of the pages'
    streams.
    """
    parts = {
        "round": (2,),
        "session": (2, 1),
        "player": (5,),
        "standings": (),
        "teams": (),
    }
    event = f"/t/{finished.slug}/"
    pages = ("rounds/2/", "rounds/2/tables/1/", "players/5/", "", "teams/")

    def shown():
        streams = [
            kinds[name].render(finished, tuple(map(str, numbers)))
            for name, numbers in parts.items()
        ]
        texts = [client.get(event + page).content.decode() for page in pages]
        return [text for text in (*streams, *texts) if "+90" in text]

    assert shown() == []
    prize_giving.show_everybody(finished, by="director")
    assert len(shown()) == 10


def test_ones_own_page_has_no_sum_while_it_is_held_back(finished, client):
    page = client.get(f"/t/{finished.slug}/players/5/")
    assert page.status_code == 200
    assert "published at the prize giving" in page.content.decode()
    assert not page.context["followed"].has_figures
    assert page.context["followed"].tables[0].result is None
