"""Check-in: one tap marks a player, warnings use the marks, and two devices agree."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from rules.absence_score_options import Absence
from scoring.ledger import enter_hand
from scoring.standings.rank_players import standings
from scoring.tournament_log import log_in_words_and_groups
from tests.tournaments.pages import count_queries, page, says
from tournaments.access import player_links
from tournaments.check_in import check_in_marks, presence_grid
from tournaments.models import (
    CheckIn,
    CheckInState,
    Round,
    RoundState,
    Seat,
    StartMode,
    Tournament,
)
from tournaments.people import player_changes, register_players
from tournaments.people.problems_of_published_seats import seat_problems
from tournaments.people.register_players import PlayerRow
from tournaments.refusals import Refused
from tournaments.rounds import (
    publish_seating,
    round_clock,
    round_deadlines,
    seat_rounds_and_exchange_seats,
    start_checks,
)
from tournaments.seating.constraints import Constraints, Uneven
from tournaments.seating.generate_seating import draw
from tournaments.seating.seating_plan import seated
from tournaments.seating.seating_request import Request
from tournaments.seating_drafts.seating_request_data import seating_players_of
from tournaments.tournament_setup import archive_and_bin

HERE, LATE, NO_SHOW = CheckInState.HERE, CheckInState.LATE, CheckInState.NO_SHOW


def tap(client, tournament, **said):
    return client.post(page("check_in", tournament.slug), said, follow=True)


def state(tournament, number: int) -> str:
    return check_in_marks.state_of(tournament.players.get(number=number))


def times(tournament, number: int) -> tuple[int, int | None]:
    player = tournament.players.get(number=number)
    return player.first_round, player.last_round


def last_words(tournament) -> str:
    return log_in_words_and_groups.of_event(tournament.log.first())


def test_a_tap_says_who_is_here_and_is_undone(tournament, referee_client):
    assert says(tap(referee_client, tournament, here="3"), "Player 03 checked in.")
    assert state(tournament, 3) == HERE
    assert CheckIn.objects.get().by == "referee"
    assert last_words(tournament) == "Player 3 checked in."
    again = tap(referee_client, tournament, here="3")
    assert says(again, "Player 03 is already checked in.")
    assert again.context["desk"].here == 1
    assert len(again.context["desk"].missing) == 7
    [mine] = again.context["desk"].taps
    assert (mine.number, mine.by) == (3, "referee")
    undone = tap(referee_client, tournament, undo=mine.revision)
    assert says(undone, "Player 03: change undone.")
    assert state(tournament, 3) == CheckInState.EXPECTED
    assert last_words(tournament).startswith("Undone at check-in: Player 3")
    assert not undone.context["desk"].taps
    twice = tap(referee_client, tournament, undo=mine.revision)
    assert says(twice, "The status of Player 03 has changed since then")


@pytest.mark.parametrize(
    "said", [{}, {"here": "99"}, {"here": "²"}, {"here": "9" * 30}, {"undo": "x"}]
)
def test_what_means_nobody_is_told(tournament, director_client, said):
    revision = tournament.revision
    assert tap(director_client, tournament, **said).status_code == 200
    tournament.refresh_from_db()
    assert tournament.revision == revision
    assert not CheckIn.objects.exists()


def test_the_code_of_a_players_own_link_is_a_tap(tournament, director_client):
    player = tournament.players.get(number=5)
    path = reverse("me:page", args=[player_links.token_of(player)])
    scanned = tap(director_client, tournament, code=f"http://hall.example{path}")
    assert says(scanned, "Player 05 checked in.")
    response = director_client.get(page("check_in", tournament.slug), {"q": path})
    assert [line.number for line in response.context["desk"].shown] == [5]
    player_links.renew(player, by="director")
    for code in (f"http://hall.example{path}", "http://hall.example/me/x/", "", "x\0"):
        refused = tap(director_client, tournament, code=code)
        assert says(refused, "This is not a player code of this tournament.")


def test_only_this_page_may_use_the_camera(tournament, director_client):
    desk = director_client.get(page("check_in", tournament.slug))
    assert desk["Permissions-Policy"] == "camera=(self)"
    players = director_client.get(page("players", tournament.slug))
    assert "camera=()" in players["Permissions-Policy"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"q": "ayer 04"}, [4]),
        ({"q": "2"}, [2]),
        ({"q": "ital"}, [2, 4, 6, 8]),
        ({"q": "team 2", "sort": "country"}, [2, 5, 7, 6, 8]),
        ({"sort": "nonsense"}, [*range(1, 9)]),
    ],
)
def test_the_desk_is_searched_and_sorted(tournament, director_client, asked, found):
    desk = director_client.get(page("check_in", tournament.slug), asked).context["desk"]
    assert sorted(line.number for line in desk.shown) == sorted(found)


def test_who_is_missing_is_told_by_country(tournament, director_client):
    for number in (1, 3, 5, 7, 2):
        check_in_marks.mark(tournament, number, HERE, by="x")
    desk = director_client.get(
        page("check_in", tournament.slug), {"sort": "country"}
    ).context["desk"]
    [italy] = desk.missing_together
    assert (italy.word, len(italy.lines)) == ("Italy", 3)


def test_who_does_not_come_misses_the_rounds_and_may_come_after_all(
    tournament, director_client
):
    address = page("check_in_player", tournament.slug, 8)
    director_client.post(address, {"state": NO_SHOW})
    assert times(tournament, 8) == (1, 0)
    assert last_words(tournament) == "Player 8 is a no-show."
    assert says(director_client.get(page("check_in", tournament.slug)), "No-show")
    director_client.post(address, {"state": "nonsense"})
    assert state(tournament, 8) == NO_SHOW
    tap(director_client, tournament, here="8")
    assert (state(tournament, 8), times(tournament, 8)) == (HERE, (1, None))


def test_a_players_page_shows_the_rounds_of_nobody_else(tournament, director_client):
    register_players.register(tournament, [PlayerRow("09", club="Table 8")], by="x")
    response = director_client.get(page("check_in_player", tournament.slug, 8))
    assert [row.line.player.number for row in response.context["grid"].lines] == [8]


def test_who_comes_after_all_is_there_from_the_next_round(tournament, running_round):
    register_players.register(tournament, [PlayerRow("09", first_round=1)], by="x")
    check_in_marks.mark(tournament, 9, NO_SHOW, by="x")
    assert times(tournament, 9) == (1, 1)
    check_in_marks.mark(tournament, 9, HERE, by="x")
    assert times(tournament, 9) == (2, None)


def test_who_withdrew_is_not_checked_in(tournament, director_client):
    player = tournament.players.get(number=2)
    player_changes.withdraw(player, 0, by="x", reason="ill")
    assert says(tap(director_client, tournament, here="2"), "Player 02 is withdrawn")
    desk = director_client.get(page("check_in", tournament.slug)).context["desk"]
    assert 2 not in [line.number for line in desk.missing]


def test_a_round_starts_without_who_is_not_checked_in_only_if_that_is_said(
    tournament, seated_round, director_client, noon
):
    control = page("hall", tournament.slug)
    assert not director_client.get(control).context["missing"]
    for number in range(1, 8):
        check_in_marks.mark(tournament, number, HERE, by="x")
    shown = director_client.get(control)
    assert says(shown, "1 player of round 1 is not checked in")
    start = page("start", tournament.slug, 1)
    seated_round.refresh_from_db()
    version = {"version": seated_round.clock_version}
    refused = director_client.post(start, version)
    assert refused.status_code == 422
    assert says(refused, "Seated but not checked in: Player 08 (2).")
    assert says(refused, "Start anyway")
    director_client.post(page("check_in", tournament.slug), {"here": 8, "back": "hall"})
    assert not director_client.get(control).context["missing"]
    check_in_marks.mark(tournament, 8, LATE, by="x")
    director_client.post(start, {**version, "although": "on"})
    seated_round.refresh_from_db()
    assert seated_round.state == RoundState.RUNNING


def test_publishing_and_arranging_a_start_ask_about_who_is_not_checked_in(
    tournament, seated_round, director_client, noon
):
    """Publishing asks if the clock then starts automatically, and for the next round
    only, because players may still check in for later rounds.
    """
    publish_seating.unpublish(seated_round.pk, by="x", reason="x")
    Tournament.objects.update(start_mode=StartMode.PUBLISHED)
    for number in range(1, 8):
        check_in_marks.mark(tournament, number, HERE, by="x")
    pk = {"seats": seated_round.pk}
    publish = page("publish", tournament.slug, 1)
    refused = director_client.post(publish, pk)
    assert refused.status_code == 422
    assert says(refused, "Seated but not checked in: Player 08 (2).")
    assert says(refused, "Publish anyway")
    director_client.post(publish, {**pk, "although": "on"})
    seated_round.refresh_from_db()
    assert seated_round.state == RoundState.PUBLISHED

    at = noon + timedelta(minutes=5)
    if seated_round.starts_at:
        round_clock.call_off_start(seated_round.pk, by="x")
    with pytest.raises(Refused, match="Seated but not checked in: Player 08"):
        round_clock.start_at(seated_round.pk, at=at, by="x", now=noon)
    round_clock.start_at(seated_round.pk, at=at, by="x", now=noon, although=True)
    # The clock starts anyway: a change of the start does not ask again.
    at += timedelta(minutes=1)
    round_clock.start_at(seated_round.pk, at=at, by="x", now=noon)
    tables = [
        seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 2, 3, 4)),
        seat_rounds_and_exchange_seats.TableRow(2, 2, (5, 6, 7, 8)),
    ]
    [later] = seat_rounds_and_exchange_seats.seat_rounds(tournament, tables, by="x")
    assert publish_seating.publish(later.pk, by="x").state == RoundState.PUBLISHED


def test_seating_is_published_without_a_question_if_a_director_starts_the_round(
    tournament, seated_round, noon
):
    publish_seating.unpublish(seated_round.pk, by="x", reason="x")
    for number in range(1, 8):
        check_in_marks.mark(tournament, number, HERE, by="x")
    publish_seating.publish(seated_round.pk, by="x")
    with pytest.raises(Refused, match="Seated but not checked in: Player 08"):
        round_clock.start(seated_round.pk, by="x", now=noon)


def test_a_start_that_the_clock_scheduled_asks_who_is_not_checked_in(
    tournament, seated_round, noon
):
    """The clock schedules the start of a round published in advance, unasked."""
    Tournament.objects.update(start_mode=StartMode.PUBLISHED, countdown=5)
    tournament.refresh_from_db()
    for number in range(1, 8):
        check_in_marks.mark(tournament, number, HERE, by="x")
    round_clock.arrange_start(tournament, now=noon)
    seated_round.refresh_from_db()
    assert seated_round.starts_at == noon + timedelta(minutes=5)
    with pytest.raises(Refused, match="Seated but not checked in: Player 08"):
        round_clock.start(seated_round.pk, by="x", now=noon)
    at = noon + timedelta(minutes=9)
    with pytest.raises(Refused, match="Seated but not checked in: Player 08"):
        round_clock.start_at(seated_round.pk, at=at, by="x", now=noon)


def test_who_accepted_a_start_when_publishing_is_not_asked_again(
    tournament, seated_round, noon
):
    publish_seating.unpublish(seated_round.pk, by="x", reason="x")
    Tournament.objects.update(start_mode=StartMode.PUBLISHED, countdown=5)
    for number in range(1, 8):
        check_in_marks.mark(tournament, number, HERE, by="x")
    publish_seating.publish(seated_round.pk, by="x", although=True, now=noon)
    started = round_clock.start(seated_round.pk, by="x", now=noon)
    assert started.state == RoundState.RUNNING


def test_a_planned_start_without_a_schedule_asks_only_at_the_start(
    tournament, seated_round, noon
):
    publish_seating.unpublish(seated_round.pk, by="x", reason="x")
    Tournament.objects.update(start_mode=StartMode.PLANNED)
    for number in range(1, 8):
        check_in_marks.mark(tournament, number, HERE, by="x")
    publish_seating.publish(seated_round.pk, by="x", now=noon)
    with pytest.raises(Refused, match="Seated but not checked in: Player 08"):
        round_clock.start(seated_round.pk, by="x", now=noon)


def test_a_round_that_the_clock_starts_waits_for_nobody_and_names_who_is_missing(
    tournament, seated_round, director_client, noon
):
    """A round that the clock starts does not wait for missing players.

    The log names them, and so does the control room until their table enters a hand.
    """
    for number in range(1, 8):
        check_in_marks.mark(tournament, number, HERE, by="x")
    at = noon + timedelta(minutes=5)
    round_clock.start_at(seated_round.pk, at=at, by="x", now=noon, although=True)
    version = Round.objects.get().clock_version
    assert round_deadlines.start_if_due(seated_round.pk, version=version, now=at)
    assert "Seated but not checked in: 8." in last_words(tournament)
    control = page("hall", tournament.slug)
    assert says(director_client.get(control), "1 player of round 1 is not checked in")
    second = seated_round.games.get(table=2)
    enter_hand.enter(
        second.pk, {"kind": "washout"}, hand=1, device_key="k", by="referee"
    )
    assert not director_client.get(control).context["missing"]


def test_who_does_not_come_keeps_a_round_from_its_start(seated_round, noon):
    tournament = seated_round.tournament
    check_in_marks.mark(tournament, 1, HERE, by="x")
    check_in_marks.mark(tournament, 8, NO_SHOW, by="x")
    with pytest.raises(Refused, match="Absent players are seated in round 1"):
        round_clock.start(seated_round.pk, by="x", now=noon, although=True)
    publish_seating.unpublish(seated_round.pk, by="x", reason="x")
    with pytest.raises(Refused, match="Absent players are seated in round 1"):
        publish_seating.publish(seated_round.pk, by="x")


def test_whoever_has_played_since_the_check_in_began_is_not_asked_for_again(
    seated_round,
):
    tournament = seated_round.tournament
    check_in_marks.mark(tournament, 1, HERE, by="x")
    begun = CheckIn.objects.get().at
    tables = [
        seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 2, 5, 6)),
        seat_rounds_and_exchange_seats.TableRow(2, 2, (3, 4, 7, 8)),
    ]
    [later] = seat_rounds_and_exchange_seats.seat_rounds(tournament, tables, by="x")
    assert len(start_checks.not_checked_in(later)) == 7
    Round.objects.filter(pk=seated_round.pk).update(
        state=RoundState.CLOSED, started_at=begun + timedelta(minutes=5)
    )
    assert start_checks.not_checked_in(later) == []
    check_in_marks.restart_check_in(tournament, by="x")
    check_in_marks.mark(tournament, 2, HERE, by="x")
    CheckIn.objects.update(at=begun + timedelta(days=1))
    assert len(start_checks.not_checked_in(later)) == 7


def test_a_new_day_begins_anew(tournament, director_client):
    anew = page("check_in_anew", tournament.slug)
    assert says(director_client.post(anew, follow=True), "No one is checked in.")
    check_in_marks.mark(tournament, 1, HERE, by="x")
    check_in_marks.mark(tournament, 2, NO_SHOW, by="x")
    director_client.post(anew)
    assert [state(tournament, number) for number in (1, 2)] == ["expected", NO_SHOW]
    assert last_words(tournament).startswith("Check-in restarted: 1 player")


def changes(client, tournament, since: int, **asked):
    address = page("check_in_changes", tournament.slug)
    return client.get(
        address, {"since": since, **asked}, headers={"HX-Request": "true"}
    )


def test_another_desk_is_told_of_the_rows_that_changed(tournament, director_client):
    seen = tournament.revision
    assert changes(director_client, tournament, seen).status_code == 204
    check_in_marks.mark(tournament, 4, HERE, by="x")
    told = changes(director_client, tournament, seen)
    assert [line.number for line in told.context["rows"]] == [4]
    assert 'id="p4"' in told.content.decode()
    assert 'id="p5"' not in told.content.decode()
    elsewhere = changes(director_client, tournament, seen, q="player 05")
    assert not elsewhere.context["rows"]
    register_players.register(tournament, [PlayerRow("New")], by="x")
    whole = changes(director_client, tournament, seen)
    assert 'id="desk"' in whole.content.decode()


def test_a_tap_by_script_answers_with_its_row_and_all_since(
    tournament, director_client
):
    seen = tournament.revision
    check_in_marks.mark(tournament, 1, HERE, by="other")
    answer = director_client.post(
        page("check_in", tournament.slug),
        {"here": 2, "since": seen},
        headers={"HX-Request": "true"},
    )
    assert [line.number for line in answer.context["rows"]] == [1, 2]
    wrong = director_client.post(
        page("check_in", tournament.slug),
        {"here": 77, "since": seen},
        headers={"HX-Request": "true"},
    )
    assert says(wrong, "No player has number 77.")


@pytest.mark.parametrize(
    ("before", "round_", "there", "after"),
    [
        ((1, None), 1, False, (2, None, ())),
        ((1, None), 2, False, (1, None, (2,))),
        ((1, None), 3, False, (1, 2, ())),
        ((2, None), 1, True, (1, None, ())),
        ((1, 1), 3, True, (1, None, (2,))),
        ((1, 1), 2, True, (1, 2, ())),
        ((2, 2), 2, False, (2, 1, ())),
        ((1, 0), 2, True, (2, 2, ())),
        ((3, None), 3, False, (3, 2, ())),
        ((1, None), 2, True, (1, None, ())),
    ],
)
def test_rounds_are_tapped_on_and_off(tournament, before, round_, there, after):
    """A tap changes the player's attendance of this round only."""
    first, last = before
    tournament.players.filter(number=1).update(first_round=first, last_round=last)
    was = tournament.players.get(number=1)
    presence_grid.set_presence(tournament, 1, round_, present=there, by="x")
    player = tournament.players.get(number=1)
    assert (player.first_round, player.last_round, player.away) == after
    for number in (1, 2, 3):
        expected = there if number == round_ else was.plays(number)
        assert player.plays(number) == expected


def test_who_is_away_in_the_middle_is_not_seated_there_and_comes_back(
    tournament, director_client, noon
):
    """A player who misses a round in the middle is not seated in it and comes back
    after it. Seating, warnings, the attendance grid and the numbers of the round agree.
    """
    register_players.register(tournament, [PlayerRow("09")], by="x")
    presence_grid.set_presence(tournament, 9, 1, present=False, by="x")
    presence_grid.set_presence(tournament, 1, 2, present=False, by="x")
    assert last_words(tournament) == ("Player 1 plays from round 1 on. Not in round 2.")
    demands = Constraints(uneven=Uneven.FILLERS)
    drawn = draw(
        Request(seating_players_of(tournament, 1, 3), 3, "seed", demands=demands)
    )
    in_rounds = [
        {number for table in tables for number in seated(table)}
        for tables in drawn.plan
    ]
    assert [1 in numbers for numbers in in_rounds] == [True, False, True]
    rows = [
        seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 2, 3, 4)),
        seat_rounds_and_exchange_seats.TableRow(2, 2, (5, 6, 7, 8)),
    ]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(tournament, rows, by="x")
    problems = seat_problems(tournament)
    assert "1 Player 01 is absent but has a seat in round 2." in problems.sentences
    with pytest.raises(
        Refused, match="Absent players are seated in round 2: 1 Player 01"
    ):
        publish_seating.publish(round_.pk, by="x")
    ninth = tournament.players.get(number=9)
    Seat.objects.filter(player__number=1).update(player=ninth)
    Round.objects.update(state=RoundState.CLOSED)
    tournament.options = {"missed_score": -100}
    tournament.save()
    lines = [placed.line for placed in standings(tournament)]
    absent = {line.player.number: line.absences for line in lines}
    assert absent[1] == {Absence.MISSED: 1}
    assert absent[2] == {}


def test_the_grid_tells_who_is_there_when(tournament, running_round, referee_client):
    address = page("check_in_rounds", tournament.slug)
    referee_client.post(address, {"at": "3.2.off"})
    assert tournament.players.get(number=3).away == (2,)
    assert last_words(tournament) == ("Player 3 plays from round 1 on. Not in round 2.")
    shown = referee_client.get(address)
    assert shown.context["grid"].counts == [8, 7, 8]
    for at in ("3.1.off", "3.9.on", "77.2.on", "3.2", "", "x.y.z"):
        assert referee_client.post(address, {"at": at}).status_code == 302
    assert tournament.players.get(number=3).away == (2,)
    response = referee_client.get(address, {"q": "player 03"})
    assert len(response.context["grid"].lines) == 1


@pytest.mark.parametrize("name", ["check_in", "check_in_rounds"])
def test_more_players_need_no_more_queries(tournament, director_client, name):
    def queries() -> int:
        return count_queries(director_client, page(name, tournament.slug))

    rows = [PlayerRow(f"P{n}", team=f"T{n}", country="DK") for n in range(32)]
    register_players.register(tournament, rows[:8], by="director")
    check_in_marks.mark(tournament, 1, HERE, by="x")
    few = queries()
    register_players.register(tournament, rows[8:], by="director")
    for number in range(2, 20):
        check_in_marks.mark(tournament, number, HERE, by="x")
    assert queries() == few


def test_check_in_is_of_the_log_kinds_that_have_words(tournament):
    check_in_marks.mark(tournament, 1, HERE, by="x")
    kept = tournament.log.first().data
    assert json.loads(json.dumps(kept)) == kept
    assert kept["now"] == ["here", 1, None]


def begin(round_) -> None:
    round_clock.start(round_.pk, by="x", now=timezone.now(), although=True)


def test_a_tap_of_before_a_round_is_not_undone_once_it_has_begun(
    tournament, seated_round
):
    """A tap from before a round cannot be undone after the round has begun, because the
    round was played with or without these players.
    """
    check_in_marks.mark(tournament, 8, NO_SHOW, by="x")
    check_in_marks.mark(tournament, 8, HERE, by="x")
    [came, *_older] = tournament.log.filter(kind=check_in_marks.KIND)
    begin(seated_round)
    with pytest.raises(Refused) as refused:
        check_in_marks.undo(tournament, came.revision, by="x")
    assert refused.value.faults[0].code == "begun_since"
    assert (state(tournament, 8), times(tournament, 8)) == (HERE, (1, None))
    check_in_marks.mark(tournament, 7, LATE, by="x")
    check_in_marks.undo(tournament, tournament.log.first().revision, by="x")
    assert state(tournament, 7) == CheckInState.EXPECTED


def test_what_is_archived_is_not_checked_in_again(tournament):
    check_in_marks.mark(tournament, 8, HERE, by="x")
    revision = tournament.log.first().revision
    archive_and_bin.archive(tournament, by="director")
    for change in (
        lambda: check_in_marks.undo(tournament, revision, by="x"),
        lambda: check_in_marks.restart_check_in(tournament, by="x"),
    ):
        with pytest.raises(Refused) as refused:
            change()
        assert refused.value.faults[0].code == "archived"
    assert state(tournament, 8) == HERE
