"""Paper totals of a round on one page.

Valid rows are saved, and rows with errors are shown again.
"""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from scoring.corrections import paper_totals
from scoring.models import LedgerEntry, TypedTotals
from scoring.rounds import end_and_close_round
from scoring.standings.rank_players import standings
from scoring.tournament_log.log_in_words_and_groups import of_event
from tests.scoring.halls import hall_of, signed_in
from tournaments.models import LogEvent, Membership, Role, Tournament

COLUMNS = ("east", "south", "west", "north")


def page_of(tournament: Tournament) -> str:
    return reverse("director:paper_round", args=[tournament.slug, 1])


def typed(rows: dict[int, tuple], **more: str) -> dict[str, str]:
    """Return the form data for the scores of each table, by table number."""
    values = {}
    for table, scores in rows.items():
        values[f"t{table}-device_key"] = f"key{table}"
        values[f"t{table}-penalties"] = more.get(f"sum{table}", "0")
        for column, score in zip(COLUMNS, scores, strict=True):
            values[f"t{table}-{column}"] = str(score)
    return values


@pytest.fixture
def hall(director):
    return hall_of(director, "mcr", 3)


@pytest.fixture
def event(hall):
    return hall[0].round.tournament


def test_good_rows_are_saved_and_a_wrong_one_keeps_what_was_typed(
    event, hall, director
):
    client = signed_in(director)
    rows = {1: (40, -8, -12, -20), 2: (40, -8, -12, -21), 3: (1, "x", "", 0)}
    answer = client.post(page_of(event), typed(rows))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "1 table saved." in page
    assert "2 tables not saved" in page
    assert "The scores add up to -1. They must add up to 0." in page
    assert 'href="#t2"' in page
    assert 'value="-21"' in page
    assert 'value="x"' in page
    # Only the first error has the focus.
    assert re.findall(r'name="(\S+)"[^>]*autofocus', page) == ["t2-penalties"]
    [line] = LedgerEntry.objects.all()
    assert line.game == hall[0]
    # Saved totals cannot be changed here; sending the same again is allowed.
    again = client.post(page_of(event), typed({1: (40, -8, -12, -20)}))
    assert again.status_code == 302
    assert LedgerEntry.objects.count() == 1


def test_one_table_is_one_line_of_the_log_that_says_all(event, director):
    before = event.log.count()
    signed_in(director).post(page_of(event), typed({3: ("+40", "−8", "-12", "-20")}))
    [line, *older] = LogEvent.objects.filter(tournament=event)
    assert len(older) == before
    scores = "+40 / −8 / −12 / −20"
    said = of_event(line)
    assert said.startswith(f"Round 1, table 3: {scores} from paper totals. (9: 0")
    assert said.endswith("12: 0 → −20)")


def test_penalties_change_what_the_scores_sum_to(event, hall, director):
    rows = {1: (30, -8, -12, -20)}
    client = signed_in(director)
    assert client.post(page_of(event), typed(rows)).status_code == 422
    assert client.post(page_of(event), typed(rows, sum1="-10")).status_code == 302
    assert LedgerEntry.objects.get().data["penalties"] == -10


def test_riichi_rows_sum_to_what_the_four_started_with(director):
    event = hall_of(director, "riichi", 1)[0].round.tournament
    client = signed_in(director)
    page = client.get(page_of(event)).content.decode()
    start = sum(event.rules.opening_scores().values())
    assert f'value="{start}"' in page
    each = start // 4
    rows = {1: (each + 5000, each, each, each - 5000)}
    wrong = typed(rows, sum1=str(start - 1000))
    assert client.post(page_of(event), wrong).status_code == 422
    assert client.post(page_of(event), typed(rows, sum1=str(start))).status_code == 302


@pytest.fixture
def second(event):
    user = User.objects.create_user("second", password="second-pass-1")
    Membership.objects.create(user=user, tournament=event, role=Role.REFEREE)
    return signed_in(user)


def test_two_people_type_before_it_counts(event, director, second):
    Tournament.objects.update(totals_twice=True)
    first, rows = signed_in(director), {2: (40, -8, -12, -20)}
    first.post(page_of(event), typed(rows))
    first.post(page_of(event), typed(rows))
    assert not LedgerEntry.objects.exists()
    # Others do not see the totals, only that some were entered.
    page = second.get(page_of(event)).content.decode()
    assert "1 person has entered these totals" in page
    assert "+40" not in page
    # Different totals: both are shown with the differences, and nothing counts.
    page = second.post(page_of(event), typed({2: (41, -9, -12, -20)}), follow=True)
    assert "<mark>+41</mark>" in page.content.decode()
    assert "<mark>−12</mark>" not in page.content.decode()
    assert not LedgerEntry.objects.exists()
    second.post(page_of(event), typed(rows))
    [line] = LedgerEntry.objects.all()
    assert (line.data["scores"]["E"], line.by) == (40, "second")
    assert not TypedTotals.objects.exists()


def test_hands_won_are_told_with_the_tables_that_they_are_known_of(
    event, hall, director
):
    signed_in(director).post(page_of(event), typed({1: (40, -8, -12, -20)}))
    line = next(row.line for row in standings(event) if row.line.tables)
    assert (line.hands_won, line.logged, line.tables) == (0, 0, 1)
    end_and_close_round.close(hall[0].round_id, by="director", reason="no other sheets")
    Tournament.objects.update(tie_breaks=["table_points", "hands_won"])
    page = reverse("public:standings", args=[event.slug])
    said = signed_in(director).get(page).content.decode()
    assert "of 0<span" not in said
    assert "not known" in said


def test_a_longer_hall_asks_the_database_no_more(
    director, django_assert_max_num_queries
):
    for tables in (2, 12):
        event = hall_of(director, "mcr", tables)[0].round.tournament
        client = signed_in(director)
        client.get(page_of(event))
        with django_assert_max_num_queries(14):
            client.get(page_of(event))


def test_whoever_types_others_at_the_same_moment_is_told(event, hall, director, second):
    """If another person has entered different totals since the page was opened, the
    page shows the typed totals again with a message. No input is lost.
    """
    signed_in(director).post(page_of(event), typed({1: (40, -8, -12, -20)}))
    answer = second.post(page_of(event), typed({1: (41, -9, -12, -20)}))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Other totals were entered here: +40 / −8 / −12 / −20." in page
    assert "You entered: 41 / -9 / -12 / -20" in page
    [line] = LedgerEntry.objects.all()
    assert line.data["scores"]["E"] == 40


def test_what_was_typed_is_still_there_once_the_round_is_closed(event, director):
    end_and_close_round.close(event.rounds.get().pk, by="director", reason="lunch")
    rows = typed({1: (40, -8, -12, -20)})
    answer = signed_in(director).post(page_of(event), rows)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Round 1 is closed" in page
    assert "You entered: 40 / -8 / -12 / -20" in page


@pytest.mark.django_db(transaction=True)
def test_two_who_type_the_same_at_the_same_moment_count_once(hall, at_once):
    Tournament.objects.update(totals_twice=True)
    raw = {"kind": "totals", "scores": {"E": 40, "S": -8, "W": -12, "N": -20}}

    def typing(by: str):
        return lambda: paper_totals.enter_totals(
            hall[0].pk, raw, device_key=f"key-{by}", by=by
        )

    assert sorted(at_once(typing("one"), typing("two"))) == ["count", "wait"]
    assert LedgerEntry.objects.count() == 1
    assert not TypedTotals.objects.exists()
