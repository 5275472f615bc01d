"""Finishing a tournament: conditions, final standings, and reopening."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from rules.faults import RuleError
from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.confirming_and_finishing.missing_before_finishing import missing
from scoring.exports import hands_export
from scoring.ledger import enter_hand
from scoring.models import FinalPlace, FinalStandings, Result
from scoring.standings import final_standings
from scoring.standings.rank_players import ranking_of
from scoring.tournament_log import log_in_words_and_groups
from tests.examples import how_many
from tests.scoring.absences import played, player_numbered
from tests.scoring.results import crowd
from tournaments.models import LogEvent, Round, RoundState, Tournament
from tournaments.people import player_changes
from tournaments.people.register_players import PlayerRow
from tournaments.refusals import Refused
from tournaments.rounds import publish_seating, seat_rounds_and_exchange_seats
from tournaments.seating.constraints import Constraints
from tournaments.seating_drafts import submit_draft
from tournaments.seating_drafts.confirm_draft import idle_rounds, leave_out
from tournaments.tournament_setup.tournament_states import EventState, with_state


@pytest.fixture
def over(tournament):
    """Return the tournament with all rounds closed."""
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    played(tournament, 2, (1, 5, 2, 6), (3, 7, 4, 8))
    tournament.planned_rounds = 2
    tournament.save()
    return tournament


def finish(tournament, **given):
    return finish_reopen_and_publish_results.finish(
        tournament, by="director", now=timezone.now(), **given
    )


def codes(call):
    with pytest.raises(RuleError) as refused:
        call()
    return [fault.code for fault in refused.value.faults]


def text(client, url):
    return client.get(url).content.decode()


def rename(tournament, director, number, name):
    director.is_superuser = True
    player_changes.correct(
        player_numbered(tournament, number),
        PlayerRow(last_name=name),
        director=director,
    )


def test_names_and_figures_stay_as_they_were(over, director, client):
    finish(over)
    before = [row.last_name for row in FinalPlace.objects.order_by("position")]
    rename(over, director, 1, "Renamed")
    over.refresh_from_db()
    assert over.is_finished
    final = final_standings.final_of(over)
    names = [row.line.player.person.last_name for row in final.ranking.placed]
    assert names == before
    assert "Renamed" not in names
    [changed] = final_standings.changed_since(final.row, over)
    assert (changed.number, changed.now.last_name) == (1, "Renamed")
    page = text(client, f"/t/{over.slug}/")
    assert "Final standings" in page
    assert "Results have changed since then." in page
    assert "Renamed" not in page


def test_a_rule_that_changes_alters_nothing_silently(over, client):
    final = finish(over)
    over.tie_breaks = ["hands_won"]
    over.save()
    over.options = {**over.options, "sit_out_points": 4}
    over.save()
    assert [row.place for row in final_standings.final_of(over).ranking.placed] == [
        row.place for row in final.places.order_by("position")
    ]
    decided = final_standings.tie_breaks_of(over, final_standings.final_of(over))
    assert decided == ["table_points", "score"]


def test_nothing_is_entered_or_seated_until_it_is_opened_again(over, client):
    game = over.rounds.get(number=1).games.get(table=1)
    penalty = {"kind": "penalty", "seat": "E", "amount": -10}

    def enter():
        return enter_hand.enter(game.pk, penalty, device_key="late", by="referee")

    finish(over)
    line = game.ledger.first()
    assert codes(enter) == ["finished"]
    rows = [seat_rounds_and_exchange_seats.TableRow(3, 1, (1, 2, 3, 4))]
    assert codes(
        lambda: seat_rounds_and_exchange_seats.seat_rounds(over, rows, by="x")
    ) == ["finished"]
    draw = {"method": "lot", "first_round": 3, "rounds": 1, "demands": Constraints()}
    assert codes(lambda: submit_draft.submit(over, **draw, by="x")) == ["finished"]
    assert not over.draws.exists()
    assert line is not None
    finish_reopen_and_publish_results.reopen(
        over, by="director", reason="A penalty was forgotten."
    )
    enter()


def test_opening_it_again_keeps_its_standings_in_the_log(over):
    finish(over)
    assert codes(
        lambda: finish_reopen_and_publish_results.reopen(
            over, by="director", reason=" "
        )
    ) == ["no_reason"]
    finish_reopen_and_publish_results.reopen(over, by="director", reason="Wrong sheet.")
    over.refresh_from_db()
    assert not over.is_finished
    assert not FinalStandings.objects.exists()
    event = LogEvent.objects.filter(kind="finish_taken_back").get()
    assert len(event.data["standings"]) == 8
    assert event.data["standings"][0]["place"] == 1


def test_a_round_that_is_not_closed_is_first(over):
    rows = [seat_rounds_and_exchange_seats.TableRow(3, 1, (1, 2, 3, 4))]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(over, rows, by="director")
    assert codes(lambda: finish(over, reason="Enough.")) == ["rounds_open"]
    publish_seating.publish(round_.pk, by="director")
    assert codes(lambda: finish(over, reason="Enough.")) == ["rounds_open"]


def test_rounds_that_nobody_has_seen_are_left_out_when_an_event_ends_early(
    over, director_client
):
    """Unpublished rounds are deleted when a tournament ends early. The confirmed plan
    of all rounds cannot become a draft again after the first round.
    """
    last = over.rounds.get(number=2)
    rows = [
        seat_rounds_and_exchange_seats.TableRow(number, 1, (1, 2, 3, 4))
        for number in (3, 4)
    ]
    shown, _unseen = seat_rounds_and_exchange_seats.seat_rounds(
        over, rows, by="director"
    )
    publish_seating.publish(shown.pk, by="director")
    assert idle_rounds(over) == [4]
    publish_seating.unpublish(shown.pk, by="director", reason="The hall closes.")
    finish_page = reverse("director:finish", args=[over.slug])
    said = "Delete the seating of rounds 3, 4"
    assert said in director_client.get(finish_page).content.decode()
    address = reverse("director:finish_leave_out", args=[over.slug])
    assert director_client.post(address).url == finish_page
    assert over.rounds.order_by("number").last() == last
    assert "Seating of rounds 3, 4" in log_in_words_and_groups.of_event(
        over.log.first()
    )
    assert said not in director_client.get(finish_page).content.decode()
    with pytest.raises(Refused):
        leave_out(over, by="director")
    finish(over)
    with pytest.raises(Refused):
        leave_out(over, by="director")


def test_what_else_is_missing_needs_a_reason(over):
    over.planned_rounds = 3
    over.confirmation = "referee"
    over.save()
    found = {each.code: each for each in missing(over)}
    assert set(found) == {"rounds_to_come", "without_word"}
    assert found["without_word"].tables == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert codes(lambda: finish(over)) == ["no_reason"]
    finish(over, reason="The hall closes.")
    assert codes(lambda: finish(over)) == ["finished"]


def test_another_revision_than_was_looked_at_is_refused(over):
    assert codes(lambda: finish(over, revision=over.revision + 1)) == ["changed"]


def test_it_is_not_offered_while_a_round_is_to_come(over, director_client):
    rows = [seat_rounds_and_exchange_seats.TableRow(3, 1, (1, 2, 3, 4))]
    seat_rounds_and_exchange_seats.seat_rounds(over, rows, by="director")
    hall = reverse("director:hall", args=[over.slug])
    for address in (hall, f"{hall}?round=2"):
        assert "Finish the tournament" not in text(director_client, address)


def test_the_page_finishes_it_and_opens_it_again(over, director_client):
    hall = text(director_client, reverse("director:hall", args=[over.slug]))
    assert "Finish the tournament" in hall
    url = reverse("director:finish", args=[over.slug])
    assert "Ready to finish" in text(director_client, url)
    over.refresh_from_db()
    answer = director_client.post(url, {"revision": over.revision}, follow=True)
    assert "Final results" in answer.content.decode()
    assert "View final results" in text(
        director_client, reverse("director:hall", args=[over.slug])
    )
    again = reverse("director:finish_reopen", args=[over.slug])
    assert director_client.post(again, {"reason": ""}).status_code == 422
    director_client.post(again, {"reason": "Not yet."})
    over.refresh_from_db()
    assert not over.is_finished


def test_the_figure_that_decides_between_two_players_is_shown(over, director_client):
    """Criteria after the last that decides a place are left out. Players 2 and 7 have
    equal points, and only their scores differ."""
    Result.objects.filter(seat__player__number=7, seat__round__number=1).update(score=3)
    page = reverse("director:finish", args=[over.slug])
    over.tie_breaks = ["table_points", "hands_won", "score", "firsts"]
    over.save()
    columns = director_client.get(page).context["columns"]
    keys = [column.key for column in columns]
    assert keys == ["table_points", "hands_won", "score"]
    over.tie_breaks = ["table_points", "score", "firsts"]
    over.save()
    columns = director_client.get(page).context["columns"]
    assert "firsts" not in [column.key for column in columns]


def test_held_back_results_are_nobody_elses_until_the_first_place_is_told(over, client):
    finish(over, held_back=True)
    page = text(client, f"/t/{over.slug}/")
    assert "published at the prize giving" in page
    assert 'aria-label="Podium"' not in page
    assert "published at the prize giving" in text(client, f"/t/{over.slug}/players/1/")


def test_nobody_is_on_the_podium_before_anybody_is_ahead(tournament, director_client):
    page = director_client.get(reverse("director:finish", args=[tournament.slug]))
    assert len(page.context["rows"]) == 8
    assert page.context["podium"] == []


def test_queries_do_not_grow(over, director_client):
    def counted(url):
        with CaptureQueriesContext(connection) as found:
            assert director_client.get(url).status_code == 200
        return len(found)

    page = reverse("director:finish", args=[over.slug])
    public = f"/t/{over.slug}/"
    workbook = reverse("director:event_workbook", args=[over.slug])
    folder = reverse("director:event_zip", args=[over.slug])
    few = [counted(url) for url in (page, workbook, folder)]
    players = how_many(1000, 200)
    crowd(over, players)
    Round.objects.filter(tournament=over).update(state=RoundState.CLOSED)
    many = [counted(url) for url in (page, workbook, folder)]
    assert (many[0], many[2]) == (few[0], few[2])
    # Tables are loaded a few at a time, so that no workbook is held in memory.
    assert many[1] - few[1] <= 4 * (players // 4) / hands_export.CHUNK
    final_few = counted(public)
    over.refresh_from_db()
    finish(over, reason="No words.")
    assert counted(page) <= few[0]
    # Four queries for the final standings, and one for whether the statistics may be
    # shown.
    assert counted(public) <= final_few + 5


def test_the_database_alters_no_final_line(over):
    finish(over)
    with pytest.raises(IntegrityError), transaction.atomic():
        FinalPlace.objects.filter(number=1).update(score=1)


def test_the_own_list_says_that_it_is_finished(over):
    finish(over)
    [event] = with_state(Tournament.objects.filter(pk=over.pk))
    assert event.state == EventState.FINISHED


def test_the_second_of_two_who_finish_or_open_it_is_told_why_not(over, director_client):
    address = reverse("director:finish", args=[over.slug])
    sent = {"revision": over.revision}
    assert director_client.post(address, sent).status_code == 302
    answer = director_client.post(address, sent)
    assert answer.status_code == 422
    assert "A director must reopen it first" in answer.content.decode()
    again = reverse("director:finish_reopen", args=[over.slug])
    reason = {"reason": "A sheet was missing."}
    assert director_client.post(again, reason).status_code == 302
    answer = director_client.post(again, reason)
    assert answer.status_code == 422
    assert "This tournament is not finished." in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_what_is_entered_at_the_same_moment_is_in_it_or_refused(over, at_once):
    game = over.rounds.get(number=2).games.get(table=2)
    penalty = {"kind": "penalty", "seat": "E", "amount": -10}

    def enter():
        try:
            enter_hand.enter(game.pk, penalty, device_key="late", by="referee")
        except RuleError as error:
            return error.faults[0].code
        return "entered"

    def end():
        return finish(Tournament.objects.get(pk=over.pk)).held_back

    answers = at_once(enter, end)
    assert answers[0] in ("entered", "finished")
    now = Tournament.objects.get(pk=over.pk)
    stored = final_standings.as_data(FinalStandings.objects.get())
    final = FinalStandings.objects.get()
    rows = final_standings.rows_of(final, ranking_of(now))
    assert stored == [final_standings.row_as_data(row) for row in rows]
