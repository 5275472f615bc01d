"""The log for directors: search, figures and names, and download."""

from __future__ import annotations

import csv
import io

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from scoring.corrections import correct_and_undo, exchange_players
from scoring.ledger import enter_hand
from scoring.tournament_log.log_in_words_and_groups import (
    GROUPS,
    SENTENCES,
    EventLog,
    Looked,
    group_of,
    of_event,
)
from scoring.tournament_log.wind_draw_sentences import WIND_DRAW_SENTENCES
from tournaments.access import player_links, table_links
from tournaments.models import LogEvent, Tournament
from tournaments.models.change_origin import Origin
from tournaments.people import player_changes, register_players, substitutes
from tournaments.rounds import referee_calls, seat_rounds_and_exchange_seats

WIN = {"kind": "win", "winner": "E", "from": "S", "points": 24}
TOTALS = {"kind": "totals", "scores": {"E": 40, "S": -8, "W": -12, "N": -20}}


def of_log(tournament: Tournament, name: str = "log", **query: object) -> str:
    address = reverse(f"director:{name}", args=[tournament.slug])
    return f"{address}?{'&'.join(f'{key}={value}' for key, value in query.items())}"


def said(tournament: Tournament, **looked: object) -> list[str]:
    log = EventLog(tournament)
    return [line.sentence for line in log.lines(log.matching(Looked(**looked)))]


@pytest.fixture
def played(game) -> Tournament:
    """Return the tournament after a hand at table 1, its correction, paper totals, and
    a referee call at table 2.
    """
    first = enter_hand.enter(game.pk, WIN, hand=1, device_key="one", by="referee")
    correct_and_undo.correct(
        first.entry.pk,
        {**WIN, "points": 30},
        device_key="two",
        by="director",
        reason="miscounted",
    )
    enter_hand.enter(game.pk, TOTALS, device_key="three", by="referee", reason="paper")
    other = game.round.games.get(table=2)
    referee_calls.call(other.pk, by="table 2, device K47")
    return game.round.tournament


def test_figures_and_names_before_and_after(played):
    totals, corrected, entered = said(played, table=1)[:3]
    assert entered == (
        "Round 1, table 1, hand 1: a win. +48 / −32 / −8 / −8 (1 Player 01: 0 → +48, "
        "2 Player 02: 0 → −32, 3 Player 03: 0 → −8, 4 Player 04: 0 → −8)"
    )
    assert "+6 / −6 / 0 / 0 (1 Player 01: +48 → +54" in corrected
    assert "table 1: +40 / −8 / −12 / −20 from paper totals." in totals


def test_players_who_are_gone_keep_their_names_in_the_log(played):
    register_players.register(
        played, [register_players.PlayerRow("Nine")], by="director"
    )
    register_players.withdraw(played.players.get(number=9), by="director", reason="ill")
    assert said(played)[0] == "Player 9 Nine withdrawn."


def test_what_is_looked_for_is_found(played):
    assert len(said(played, table=2)) == 1
    assert said(played, person="table 2, device K47") == said(played, kind="calls")
    assert len(said(played, kind="corrections")) == 1
    assert len(said(played, kind="hands")) == 2
    assert all("entered" not in event for event in said(played, with_hands=False))
    assert said(played, text="MISCOUNTED table") == said(played, kind="corrections")
    assert said(played, text="player 04 win") == said(played, text="a win. +48")
    assert said(played, text="nobody said this") == []


def test_hands_after_the_gong_are_a_type(played):
    for kind in ("hand_held", "late_hand_refused"):
        played.record(kind, by="referee", round=1, table=1, hand=3)
    found = said(played, kind="late")
    assert len(found) == 2
    assert all("after the gong" in sentence for sentence in found)


def test_a_player_is_found_where_they_sat_and_where_they_are_named(played):
    players = [played.players.get(number=number) for number in (1, 5)]
    player_changes.keep_apart(*players, by="director", reason="")
    apart = "Players 1 Player 01 and 5 Player 05 are kept apart."
    first, fifth = said(played, player=1), said(played, player=5)
    assert apart in first
    assert apart in fifth
    assert any("hand 1: a win" in words for words in first)
    assert not any("hand 1: a win" in words for words in fifth)
    assert any("table 2: referee called" in words for words in fifth)
    assert said(played, player=15) == []


def test_an_exchange_is_found_by_its_tables_and_names_its_players(played):
    tables = played.rounds.get().games.order_by("table")
    given = {"by": "director", "reason": "wrong table", "since_the_start": True}
    exchange_players.exchange_players(tables[0].pk, 1, 6, **given)
    words = (
        "Round 1: player 1 Player 01 at table 1 and player 6 Player 06 at table 2 "
        "swapped."
    )
    for looked in ({"table": 1}, {"table": 2}, {"player": 1}, {"player": 6}):
        assert words in said(played, **looked)
    assert words not in said(played, player=2, kind="players")


def test_a_substitution_that_was_taken_back_names_who_is_gone(tournament):
    rows = [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))]
    seat_rounds_and_exchange_seats.seat_rounds(tournament, rows, by="director")
    old = tournament.players.get(number=4)
    player_changes.substitute_newcomer(
        tournament,
        old,
        register_players.PlayerRow(last_name="Stand-In"),
        1,
        by="director",
        reason="ill",
    )
    substitutes.take_back(tournament, old, by="director", reason="well again")
    words = (
        "Substitution undone: player 4 Player 04 has the seat in round 1 again; "
        "player 9 Stand-In is no longer registered."
    )
    for number in (4, 9):
        assert words in said(tournament, player=number)


def test_the_page_links_to_the_table_and_to_players(played, director_client):
    text = director_client.get(of_log(played, kind="hands")).content.decode()
    assert f'href="{reverse("table:session", args=[played.slug, 1, 1])}"' in text
    assert f'href="{reverse("director:player", args=[played.slug, 4])}"' in text
    assert "?by=referee" in text


@pytest.mark.parametrize(
    "query", ["table=x&player=-1&kind=none&page=z", "q=%00&by=%00", "table=99999999"]
)
def test_an_address_that_means_nothing_is_no_fault(played, director_client, query):
    address = reverse("director:log", args=[played.slug])
    for more in ("", "log.csv"):
        assert director_client.get(f"{address}{more}?{query}").status_code == 200


def test_the_file_holds_what_was_looked_for(played, director_client):
    register_players.register(played, [register_players.PlayerRow("9")], by="=1+1")
    response = director_client.get(of_log(played, "log_csv", kind="players"))
    assert "attachment" in response["Content-Disposition"]
    text = response.content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 2
    assert rows[0]["by"] == "'=1+1"
    assert rows[0]["what"] == "Player 9 9 registered."
    everything = director_client.get(of_log(played, "log_csv")).content.decode()
    assert everything.count("\r\n") == 1 + played.log.count()


@pytest.mark.parametrize("query", [{}, {"player": 1}, {"q": "washout"}, {"table": 1}])
def test_a_long_log_asks_as_much_as_a_short_one(played, director_client, query):
    def queries() -> list[int]:
        counted = []
        for name in ("log", "log_csv"):
            with CaptureQueriesContext(connection) as captured:
                response = director_client.get(of_log(played, name, **query))
                assert response.status_code == 200
            counted.append(len(captured))
        return counted

    def grow(to: int) -> None:
        first = played.log.order_by("-revision").first().revision
        data = {"round": 1, "table": 1, "hand": 1, "entry": "washout", "seats": [1, 2]}
        LogEvent.objects.bulk_create(
            LogEvent(
                tournament=played,
                revision=first + 1 + number,
                by="referee",
                kind="entered",
                data=data,
            )
            for number in range(to - played.log.count())
        )

    grow(16)
    few = queries()
    grow(1000)
    assert queries() == few


@pytest.mark.parametrize(
    ("kind", "data", "one", "several"),
    [
        (
            "round_extended",
            lambda count: {"round": 2, "minutes": count},
            "Round 2: 1 minute added.",
            "Round 2: 2 minutes added.",
        ),
        (
            "round_extended",
            lambda count: {"round": 2, "minutes": -count},
            "Round 2: 1 minute removed.",
            "Round 2: 2 minutes removed.",
        ),
        (
            "table_extended",
            lambda count: {"round": 2, "table": 3, "minutes": -count},
            "Round 2, table 3: 1 minute of extra time removed.",
            "Round 2, table 3: 2 minutes of extra time removed.",
        ),
        (
            "closed_with_late_hands",
            lambda count: {"round": 2, "tables": [3, 4][:count]},
            "Round 2 closed with an undecided late hand at table 3.",
            "Round 2 closed with undecided late hands at tables 3, 4.",
        ),
        (
            "several_left",
            lambda count: {"numbers": [3, 4][:count], "after": 2},
            "Player 3 withdrew after round 2.",
            "Players 3, 4 withdrew after round 2.",
        ),
        (
            "several_removed",
            lambda count: {"numbers": [3, 4][:count]},
            "Player 3 removed.",
            "Players 3, 4 removed.",
        ),
        (
            "prize_giving_prepared",
            lambda count: {"places": count},
            "Prize giving prepared: first place.",
            "Prize giving prepared: the first 2 places.",
        ),
    ],
)
def test_one_and_several_have_their_own_sentence(kind, data, one, several):
    sentences = [of_event(LogEvent(kind=kind, data=data(count))) for count in (1, 2)]
    assert sentences == [one, several]


def test_every_kind_is_in_one_group():
    kinds = [kind for _words, group in GROUPS.values() for kind in group]
    assert sorted(kinds) == sorted(SENTENCES)
    assert group_of("entered") == "hands"


# --- origin of entries ------------------------------------------------------------


def last_origin(tournament: Tournament) -> str:
    return tournament.log.order_by("-revision").first().origin


def test_the_log_says_by_which_door_a_change_came(
    running_round, director_client, tournament
):
    at = reverse("table:call", args=[tournament.slug, 1, 1])
    game = table_links.games_with_links().get(round=running_round, table=1)
    link = reverse("table:link", args=[table_links.token_of(game)])
    sign = reverse(
        "table:sign", args=[tournament.slug, 1, table_links.sign_of(tournament, 1)]
    )
    for door, origin in ((link, Origin.LINK), (sign, Origin.TABLE)):
        device = Client()
        device.get(door)
        device.post(at)
        assert last_origin(tournament) == origin
        call = game.calls.get(ended_at=None)
        director_client.post(at, {"ended": call.pk})
        assert last_origin(tournament) == Origin.DESK
    register_players.register(
        tournament, [register_players.PlayerRow("9")], by="a command"
    )
    assert last_origin(tournament) == Origin.UNKNOWN


def test_a_players_own_link_is_a_door(game, tournament, director_client):
    Tournament.objects.filter(pk=tournament.pk).update(confirmation="players")
    enter_hand.enter(game.pk, TOTALS, device_key="one", by="referee", reason="paper")
    player = player_links.with_links().get(tournament=tournament, number=1)
    own = reverse("me:table", args=[player_links.token_of(player), 1])
    sequence = game.ledger.order_by("-sequence").first().sequence
    Client().post(own, {"say": "dispute", "sequence": sequence, "text": "no"})
    event = tournament.log.order_by("-revision").first()
    assert (event.kind, event.origin) == ("result_disputed", Origin.OWN_LINK)
    page = director_client.get(of_log(tournament, kind="results")).content.decode()
    assert "player link" in page


def test_drawn_winds_have_the_letters_of_the_language():
    data = {"round": 2, "table": 1, "numbers": [4, 1, 3, 2], "seed": "x"}
    with translation.override("de"):
        text = WIND_DRAW_SENTENCES["winds_drawn"](data)
    assert "O 4, S 1, W 3, N 2" in text
