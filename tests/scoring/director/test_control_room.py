"""The control room: the next step and its obstacles, all tables at a glance, and
search.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.ledger import enter_hand
from scoring.rounds import end_and_close_round
from tests.scoring.hall_pages import address, seat, text_of, win
from tournaments.models import Round, RoundState
from tournaments.rounds import publish_seating, round_clock


@pytest.fixture
def slug(tournament) -> str:
    return tournament.slug


@pytest.fixture
def hall(director_client, slug):
    def open_hall(**query):
        return director_client.get(address("hall", slug, **query))

    return open_hall


def first_of(response) -> str:
    following = response.context["next"]
    return following.name if following else ""


def test_one_thing_comes_next_in_every_state(hall, slug, tournament, noon):
    assert reverse("director:draw_new", args=[slug]) in text_of(hall())
    round_ = seat(tournament, 1)
    page = hall()
    assert first_of(page) == "publish"
    assert [deed.name for deed in page.context["beside"]] == ["show_in_hall"]
    publish_seating.show_in_hall(round_.pk, by="director")
    assert first_of(hall()) == "publish"
    publish_seating.publish(round_.pk, by="director")
    assert first_of(hall()) == "start"
    now = timezone.now()
    round_clock.start(round_.pk, by="director", now=now)
    assert first_of(hall()) == "pause"
    round_clock.pause(round_.pk, by="director", now=now)
    assert first_of(hall()) == "resume"
    end_and_close_round.end_now(round_.pk, by="director", reason="fire alarm", now=now)
    assert first_of(hall()) == "close"
    end_and_close_round.close(round_.pk, by="director", reason="all gone", now=now)
    page = hall()
    assert first_of(page) == ""
    assert reverse("director:draw_new", args=[slug]) in text_of(page)


def test_the_next_thing_is_not_in_the_menu_too(hall, running_round):
    context = hall().context
    names = [deed.name for deed in context["menu"]]
    assert context["next"].name not in names
    assert {"extend", "end_now", "close", "undo_start"} <= set(names)


def test_a_round_whose_tables_are_all_done_is_closed_next(hall, running_round):
    for game in running_round.games.all():
        for hand in range(1, 17):
            enter_hand.enter(
                game.pk,
                {"kind": "washout"},
                hand=hand,
                device_key=f"{game.pk}-{hand}",
                by="referee",
            )
    assert Round.objects.get().state == RoundState.RUNNING
    assert first_of(hall()) == "close"


def test_what_keeps_a_round_from_its_close_links_to_the_tables(
    hall, slug, game, running_round
):
    assert "Before closing the round" not in text_of(hall())
    end_and_close_round.end_now(
        running_round.pk, by="director", reason="alarm", now=timezone.now()
    )
    page = hall()
    blocker, empty = page.context["blockers"]
    assert blocker.sentence.startswith("Still playing: tables 1, 2.")
    assert blocker.tables == (1, 2)
    assert empty.sentence.startswith("No hands entered at tables 1, 2.")
    text = text_of(page)
    section = text[text.index('data-fold="blockers"') :].partition("</details>")[0]
    assert "2 tables are still playing" in section.partition("</summary>")[0]
    assert reverse("table:session", args=[slug, 1, 2]) in section


def test_the_word_that_a_round_is_closed_leads_to_its_opening(
    director_client, slug, running_round
):
    """The message that a round is closed has a link to reopen the round, because the
    control room already shows the next round.
    """
    sent = {"version": running_round.clock_version, "reason": "over"}
    closed = director_client.post(address("close", slug, 1), sent, follow=True)
    link = f"{address('hall', slug)}?round=1&amp;open=reopen"
    assert f'Round 1 closed. <a href="{link}">Reopen round</a>' in text_of(closed)
    there = text_of(director_client.get(address("hall", slug, round=1, open="reopen")))
    assert '<details data-fold="reopen" open>' in there


def test_a_table_that_sends_nothing_is_looked_after(hall, seated_round, slug):
    now = timezone.now()
    round_clock.start(seated_round.pk, by="director", now=now - timedelta(minutes=30))
    first = seated_round.games.get(table=1)
    win(first, 1)
    page = hall()
    quiet, silent = page.context["tables"]
    assert (quiet.silent, silent.silent, silent.needs) == (0, 30, "late")
    assert (quiet.ago, silent.ago) == ("just now", "30 min ago")
    assert "Table 2 inactive for 30 minutes" in text_of(page)
    end_and_close_round.close(seated_round.pk, by="director", reason="over")
    assert "inactive for" not in text_of(hall())


def test_who_leads_stands_out_and_the_wall_says_how_far_it_is(hall, game):
    first, _second = hall().context["tables"]
    assert first.best is None
    assert first.wall.done == ""
    win(game, 1, 24)
    win(game, 2, 24)
    first, second = hall().context["tables"]
    assert first.best == first.seat_scores[0].score
    assert (first.wall.done.count("m"), first.wall.todo.count("m")) == (2, 13)
    assert text_of(hall()).count('class="lead"') == 1
    assert second.wall.todo.count("m") == 15


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("2", [2]),
        ("player 06", [2]),
        (" PLAYER 0", [1, 2]),
        ("nobody", []),
        ("", [1, 2]),
    ],
)
def test_a_table_is_found_by_its_number_or_a_name(hall, running_round, text, tables):
    page = hall(q=text)
    assert [one.game.table for one in page.context["tables"]] == tables
    assert "0 of 2 tables are done" in text_of(page) or not tables


def test_pages_stand_in_groups_and_a_referee_sees_their_own(
    hall, referee_client, slug, running_round
):
    def links(page: str) -> list[str]:
        nav = page[page.index('class="side"') :].partition("</nav>")[0]
        return [part.partition('"')[0] for part in nav.split('href="')[1:]]

    mine = links(text_of(hall()))
    for name in ("players", "seating", "plan", "helpers", "settings", "log"):
        assert address(name, slug) in mine
    theirs = links(text_of(referee_client.get(address("hall", slug))))
    assert address("disputes", slug) in theirs
    assert address("settings", slug) not in theirs
    for each in theirs:
        if not each.startswith("/static"):
            assert referee_client.get(each).status_code == 200, each
