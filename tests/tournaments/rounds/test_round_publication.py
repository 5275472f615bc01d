"""A seating draft becomes public seating, and is withdrawn again.

The tests check which visitors see the seats at each step.
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.all_pages import public_rounds_and_tables as queries
from scoring.hall import control_room_tables as hall_fragments
from scoring.public import (
    player_page_and_own_results,
    round_page,
    tournament_home,
    tournament_list,
)
from scoring.standings.rank_players import standings
from scoring.tournament_log import log_in_words_and_groups
from tournaments.models import Draw, DrawState, Player, Round, RoundState, Tournament
from tournaments.people import register_players, substitutes
from tournaments.refusals import Refused
from tournaments.rounds import publish_seating, round_clock
from tournaments.seating.constraints import Apart, Constraints, Strictness
from tournaments.seating.seating_request import Method
from tournaments.seating_drafts import confirm_draft, seating_jobs, submit_draft

PLAN = (
    ((1, 5, 2, 6), (3, 7, 4, 8)),
    ((5, 1, 3, 7), (2, 6, 4, 8)),
)
EASY = Constraints(teams=Apart(Strictness.SOFT), moves=2_000)


def codes(caught) -> list[str]:
    return [fault.code for fault in caught.value.faults]


def reread(draw: Draw) -> Draw:
    return Draw.objects.get(pk=draw.pk)


def seats_of(tournament: Tournament, number: int) -> dict[int, list[int]]:
    """Return the player numbers E S W N at each table of a round."""
    round_ = tournament.rounds.get(number=number)
    tables: dict[int, dict[str, int]] = {}
    for seat in round_.seats.select_related("game", "player"):
        tables.setdefault(seat.game.table, {})[seat.wind] = seat.player.number
    return {table: [winds[wind] for wind in "ESWN"] for table, winds in tables.items()}


def states(tournament: Tournament) -> list[str]:
    return list(tournament.rounds.order_by("number").values_list("state", flat=True))


def last_words(tournament: Tournament) -> str:
    return log_in_words_and_groups.of_event(tournament.log.first())


@pytest.fixture
def draft(tournament) -> Draw:
    return submit_draft.import_plan(tournament, PLAN, by="director")


@pytest.fixture
def confirmed(draft) -> Draw:
    return confirm_draft.confirm(draft, by="director")


@pytest.fixture
def with_house_player(tournament) -> Draw:
    """Return a confirmed seating of 7 players and a house player."""
    tournament.players.filter(number=8).delete()
    draw = submit_draft.submit(
        tournament,
        method=Method.PLAN,
        first_round=1,
        rounds=2,
        demands=EASY,
        by="director",
    )
    seating_jobs.run(draw.pk)
    return confirm_draft.confirm(reread(draw), by="director")


# --- confirming -----------------------------------------------------------------


def test_a_confirmed_draft_is_seated_as_it_is(confirmed, tournament):
    assert confirmed.state == DrawState.CONFIRMED
    assert seats_of(tournament, 1) == {1: [1, 5, 2, 6], 2: [3, 7, 4, 8]}
    assert seats_of(tournament, 2) == {1: [5, 1, 3, 7], 2: [2, 6, 4, 8]}
    assert states(tournament) == [RoundState.DRAFT] * 2
    assert {round_.draw for round_ in tournament.rounds.all()} == {confirmed}
    assert last_words(tournament) == "Seating draft 1 confirmed for rounds 1, 2."


def test_a_draft_is_confirmed_once(confirmed, tournament):
    with pytest.raises(Refused) as caught:
        confirm_draft.confirm(confirmed, by="director")
    assert codes(caught) == ["wrong_state"]
    assert tournament.log.filter(kind="draw_confirmed").count() == 1


def test_only_the_draft_that_was_looked_at_is_confirmed(draft, tournament):
    with pytest.raises(Refused) as caught:
        confirm_draft.confirm(draft, version=7, by="director")
    assert codes(caught) == ["draft_changed"]
    assert not tournament.rounds.exists()
    confirm_draft.confirm(draft, version=0, by="director")


@pytest.mark.django_db(transaction=True)
def test_of_two_drafts_confirmed_at_once_one_keeps_its_rounds(tournament, at_once):
    drafts = [submit_draft.import_plan(tournament, PLAN, by="x") for _ in range(2)]
    at_once(
        *(lambda draft=draft: confirm_draft.confirm(draft, by="x") for draft in drafts)
    )
    kept = {round_.draw_id for round_ in tournament.rounds.all()}
    assert len(kept) == 1
    found = sorted(reread(draft).state for draft in drafts)
    assert found == [DrawState.CONFIRMED, DrawState.DISCARDED]


def test_a_new_draw_takes_the_place_of_an_old_one(confirmed, tournament):
    again = submit_draft.import_plan(tournament, PLAN[::-1], by="director")
    again = confirm_draft.confirm(again, by="director")
    assert seats_of(tournament, 1) == {1: [5, 1, 3, 7], 2: [2, 6, 4, 8]}
    assert reread(confirmed).state == DrawState.DISCARDED
    assert last_words(tournament) == (
        "Seating draft 2 confirmed for rounds 1, 2. This replaces draft 1."
    )


def test_a_draw_keeps_the_rounds_that_a_new_one_leaves(confirmed, tournament):
    later = submit_draft.import_plan(tournament, PLAN[:1], first_round=2, by="director")
    confirm_draft.confirm(later, by="director")
    assert reread(confirmed).state == DrawState.CONFIRMED
    assert list(confirmed.seated_rounds.values_list("number", flat=True)) == [1]
    assert list(later.seated_rounds.values_list("number", flat=True)) == [2]


@pytest.mark.parametrize(
    ("show", "code"),
    [
        (lambda pk: publish_seating.show_in_hall(pk, by="x"), "round_shown"),
        (lambda pk: publish_seating.publish(pk, by="x"), "round_shown"),
    ],
    ids=["hall", "web"],
)
def test_seats_that_were_shown_are_not_replaced_silently(
    confirmed, tournament, show, code
):
    show(tournament.rounds.get(number=2).pk)
    again = submit_draft.import_plan(tournament, PLAN[::-1], by="director")
    with pytest.raises(Refused) as caught:
        confirm_draft.confirm(again, by="director")
    assert codes(caught) == [code]
    assert seats_of(tournament, 1)[1] == [1, 5, 2, 6]
    assert reread(again).state == DrawState.DRAFT


def test_a_round_that_began_meanwhile_keeps_its_seats(confirmed, tournament, noon):
    again = submit_draft.import_plan(tournament, PLAN[::-1], by="director")
    first = tournament.rounds.get(number=1)
    publish_seating.publish(first.pk, by="director")
    round_clock.start(first.pk, by="director", now=noon)
    with pytest.raises(Refused) as caught:
        confirm_draft.confirm(again, by="director")
    assert codes(caught) == ["round_started"]


def test_nobody_is_seated_who_left_after_the_draw(draft, tournament):
    tournament.players.filter(number=4).update(last_round=1)
    tournament.players.filter(number=8).delete()
    with pytest.raises(Refused) as caught:
        confirm_draft.confirm(draft, by="director")
    assert codes(caught) == ["not_there"]
    assert str(caught.value.faults[0].params["who"]) == "8"
    tournament.players.filter(number=7).update(number=8)
    tournament.players.filter(number=6).update(first_round=2)
    with pytest.raises(Refused) as caught:
        confirm_draft.confirm(draft, by="director")
    assert str(caught.value.faults[0].params["who"]) == "6 Player 06, 7"
    assert not tournament.rounds.exists()


def test_a_table_with_an_empty_chair_is_not_seated(tournament):
    plan = (((1, 5, 2, 6), (3, 7, 4, None)),)
    draft = submit_draft.import_plan(tournament, plan, by="director")
    with pytest.raises(Refused) as caught:
        confirm_draft.confirm(draft, by="director")
    assert codes(caught) == ["incomplete_table"]
    assert caught.value.faults[0].params == {"round": 1, "tables": "2"}


# --- house players --------------------------------------------------------------


def test_house_players_are_registered_when_they_are_needed(
    with_house_player, tournament
):
    house = tournament.players.get(is_filler=True)
    assert [house.number] == with_house_player.fillers
    assert (str(house), house.team) == ("House player 1", None)
    assert house.seats.count() == 2
    words = f"The house player got number {house.number}."
    assert words in last_words(tournament)


def test_a_house_player_stays_the_same_in_the_next_draw(with_house_player, tournament):
    [number] = with_house_player.fillers
    draw = submit_draft.submit(
        tournament,
        method=Method.PLAN,
        first_round=3,
        rounds=1,
        demands=EASY,
        by="director",
    )
    seating_jobs.run(draw.pk)
    draw = confirm_draft.confirm(reread(draw), by="director")
    assert draw.fillers == [number]
    assert tournament.players.filter(is_filler=True).count() == 1


def test_house_players_who_sit_nowhere_are_forgotten(with_house_player, tournament):
    confirm_draft.reopen(with_house_player, by="director", reason="one more came")
    assert not tournament.players.filter(is_filler=True).exists()
    assert not Player.objects.filter(person__first_name="House player").exists()


def test_a_number_that_a_player_got_meanwhile_is_no_house_players(tournament):
    tournament.players.filter(number=8).delete()
    draft = submit_draft.import_plan(tournament, PLAN, by="director")
    row = register_players.PlayerRow(last_name="Newcomer", number=8)
    register_players.register(tournament, [row], by="director")
    with pytest.raises(Refused) as caught:
        confirm_draft.confirm(draft, by="director")
    assert codes(caught) == ["filler_number_taken"]


def test_house_players_have_no_place_in_the_standings(with_house_player, tournament):
    [number] = with_house_player.fillers
    placed = [row.line.player.number for row in standings(tournament)]
    assert sorted(placed) == [*range(1, 8)]
    with pytest.raises(queries.PublicPageNotFound):
        player_page_and_own_results.player_page(tournament, number)
    [card] = tournament_list.events(tournament.memberships.get().user).cards
    assert card.players == 7


# --- back to a draft ------------------------------------------------------------


def test_a_draw_that_nobody_saw_is_reopened(confirmed, tournament):
    draft = confirm_draft.reopen(confirmed, by="director", reason="typing error")
    assert (draft.state, draft.version) == (DrawState.DRAFT, 1)
    assert not tournament.rounds.exists()
    assert tournament.log.first().reason == "typing error"
    assert last_words(tournament) == "Seating 1 is a draft again."
    confirm_draft.confirm(draft, version=1, by="director")
    assert seats_of(tournament, 2)[2] == [2, 6, 4, 8]


def test_a_draw_that_somebody_saw_is_not_reopened(confirmed, tournament):
    round_ = tournament.rounds.get(number=2)
    publish_seating.show_in_hall(round_.pk, by="director")
    with pytest.raises(Refused) as caught:
        confirm_draft.reopen(confirmed, by="director", reason="x")
    assert codes(caught) == ["round_shown"]
    publish_seating.unpublish(round_.pk, by="director", reason="x")
    confirm_draft.reopen(confirmed, by="director", reason="x")


# --- hall, public, and back -----------------------------------------------------


def test_the_hall_sees_the_seats_before_the_web(confirmed, tournament):
    first = tournament.rounds.get(number=1)
    assert (
        publish_seating.show_in_hall(first.pk, by="director").state == RoundState.HALL
    )
    assert last_words(tournament) == "Seating of round 1 shown in the hall."
    assert (
        publish_seating.publish(first.pk, by="director").state == RoundState.PUBLISHED
    )


@pytest.mark.parametrize(
    "show", [publish_seating.show_in_hall, publish_seating.publish]
)
def test_seats_are_taken_back_with_a_reason(confirmed, tournament, show):
    first = tournament.rounds.get(number=1)
    show(first.pk, by="director")
    taken = publish_seating.unpublish(first.pk, by="director", reason="wrong list")
    assert taken.state == RoundState.DRAFT
    assert tournament.log.first().reason == "wrong list"
    assert last_words(tournament) == "Seating of round 1 unpublished."


def test_a_round_that_has_begun_is_not_taken_back(running_round):
    with pytest.raises(Refused) as caught:
        publish_seating.unpublish(running_round.pk, by="director", reason="x")
    assert codes(caught) == ["wrong_state"]


def test_a_round_shown_in_the_hall_does_not_start(confirmed, tournament, noon):
    first = tournament.rounds.get(number=1)
    publish_seating.show_in_hall(first.pk, by="director")
    with pytest.raises(Refused) as caught:
        round_clock.start(first.pk, by="director", now=noon)
    assert codes(caught) == ["wrong_state"]


def test_an_incomplete_round_is_not_shown_in_the_hall(confirmed, tournament):
    first = tournament.rounds.get(number=1)
    first.seats.get(player__number=8).delete()
    for show in (publish_seating.show_in_hall, publish_seating.publish):
        with pytest.raises(Refused) as caught:
            show(first.pk, by="director")
        assert codes(caught) == ["incomplete_table"]


def test_all_rounds_of_a_draw_are_shown_and_taken_back(confirmed, tournament, noon):
    publish_seating.show_draw_in_hall(confirmed.pk, by="director")
    assert states(tournament) == [RoundState.HALL] * 2
    publish_seating.publish_draw(confirmed.pk, by="director")
    assert states(tournament) == [RoundState.PUBLISHED] * 2
    round_clock.start(tournament.rounds.get(number=1).pk, by="director", now=noon)
    publish_seating.unpublish_draw(confirmed.pk, by="director", reason="x")
    assert states(tournament) == [RoundState.RUNNING, RoundState.DRAFT]


def test_of_a_draw_all_rounds_are_shown_or_none(confirmed, tournament):
    tournament.rounds.get(number=2).seats.first().delete()
    with pytest.raises(Refused):
        publish_seating.publish_draw(confirmed.pk, by="director")
    assert states(tournament) == [RoundState.DRAFT] * 2


def test_what_is_shown_already_is_not_shown_again(confirmed, tournament):
    publish_seating.publish_draw(confirmed.pk, by="director")
    revision = Tournament.objects.get(pk=tournament.pk).revision
    for show in (publish_seating.publish_draw, publish_seating.show_draw_in_hall):
        with pytest.raises(Refused) as caught:
            show(confirmed.pk, by="director")
        assert codes(caught) == ["nothing_to_show"]
    assert Tournament.objects.get(pk=tournament.pk).revision == revision


# --- nothing leaks --------------------------------------------------------------


def public_pages(tournament: Tournament) -> dict[str, tuple[int, str]]:
    """Return the status and text of every public page of the tournament for an
    anonymous client, by address. Parts that change with every request are left out.
    """
    slug = tournament.slug
    addresses = [
        reverse("public:home"),
        reverse("public:tournament", args=[slug]),
        reverse("public:teams", args=[slug]),
        *(reverse("public:round", args=[slug, number]) for number in (1, 2)),
        *(reverse("public:player", args=[slug, number]) for number in (1, 8)),
    ]
    pages = {}
    for address in addresses:
        response = Client().get(address)
        lines = response.content.decode().splitlines()
        words = "\n".join(line for line in lines if "sse-connect" not in line)
        pages[address] = (response.status_code, words)
    return pages


def test_nothing_of_a_draft_is_public(tournament):
    before = public_pages(tournament)
    promised = submit_draft.submit(
        tournament,
        method=Method.PLAN,
        first_round=1,
        rounds=2,
        demands=EASY,
        promise=True,
        by="director",
    )
    assert public_pages(tournament) == before
    seating_jobs.discard(promised, by="director", reason="x")
    draw = submit_draft.import_plan(tournament, PLAN, by="director")
    assert public_pages(tournament) == before
    confirm_draft.confirm(draw, by="director")
    assert public_pages(tournament) == before
    publish_seating.show_draw_in_hall(draw.pk, by="director")
    assert public_pages(tournament) == before
    publish_seating.publish_draw(draw.pk, by="director")
    publish_seating.unpublish_draw(draw.pk, by="director", reason="x")
    assert public_pages(tournament) == before


def test_published_seats_are_public(tournament, confirmed):
    """Published seats change the public pages.

    This shows that the previous test would notice a leak.
    """
    before = public_pages(tournament)
    publish_seating.publish_draw(confirmed.pk, by="director")
    after = public_pages(tournament)
    assert [status for status, _words in after.values()] == [200] * len(after)
    assert after != before


@pytest.mark.parametrize("state", ["draft", "hall"])
def test_no_query_of_the_public_pages_shows_hidden_rounds(
    confirmed, tournament, state, director
):
    if state == "hall":
        publish_seating.show_draw_in_hall(confirmed.pk, by="director")
    assert list(queries.public_rounds(tournament)) == []
    assert queries.nav(tournament).rounds == []
    assert tournament_home.home_page(tournament)["walls"] == []
    assert (
        player_page_and_own_results.player_page(tournament, 1)["followed"].tables == []
    )
    assert tournament_list.events(director).cards[0].round is None
    with pytest.raises(queries.PublicPageNotFound):
        round_page.round_page(tournament, 1)


@pytest.mark.parametrize("state", ["draft", "hall"])
def test_at_a_hidden_table_nothing_is_entered(
    confirmed, tournament, state, referee_client
):
    if state == "hall":
        publish_seating.show_draw_in_hall(confirmed.pk, by="director")
    address = reverse("table:session", args=[tournament.slug, 1, 1])
    assert referee_client.get(address).status_code == 404


def test_helpers_see_a_round_shown_in_the_hall_as_the_next_draft(confirmed, tournament):
    publish_seating.show_draw_in_hall(confirmed.pk, by="director")
    assert hall_fragments.chosen_round(tournament, None).number == 1


# --- substitutes ----------------------------------------------------------------


@pytest.fixture
def reserve(tournament) -> Player:
    [player] = register_players.register(
        tournament, [register_players.PlayerRow(last_name="Reserve")], by="director"
    )
    return player


def take_over(tournament: Tournament, old: int, new: Player, first_round: int):
    return substitutes.substitute(
        tournament,
        tournament.players.get(number=old),
        new,
        first_round,
        by="director",
        reason="ill",
    )


@pytest.fixture
def started(confirmed, tournament, noon) -> Round:
    """Return round 1, which is running. Round 2 is published."""
    publish_seating.publish_draw(confirmed.pk, by="director")
    return round_clock.start(
        tournament.rounds.get(number=1).pk, by="director", now=noon
    )


def test_a_substitute_takes_over_from_a_round_on(started, tournament, reserve):
    assert take_over(tournament, 4, reserve, 2) == [2]
    assert seats_of(tournament, 1)[2] == [3, 7, 4, 8]
    assert seats_of(tournament, 2)[2] == [2, 6, 9, 8]
    gone = tournament.players.get(number=4)
    assert (gone.first_round, gone.last_round) == (1, 1)
    reserve.refresh_from_db()
    assert (reserve.first_round, reserve.last_round) == (2, None)
    assert tournament.log.first().reason == "ill"
    assert last_words(tournament) == ("Player 9 substitutes for player 4 in round 2.")


def give_back(tournament: Tournament, number: int) -> Player:
    player = tournament.players.get(number=number)
    return substitutes.take_back(tournament, player, by="director", reason="well again")


def test_a_substitution_is_taken_back(started, tournament, reserve):
    before = [seats_of(tournament, number) for number in (1, 2)]
    take_over(tournament, 4, reserve, 2)
    assert give_back(tournament, 4).number == 4
    assert [seats_of(tournament, number) for number in (1, 2)] == before
    there = tournament.players.filter(number__in=[4, 9]).order_by("number")
    times = list(there.values_list("first_round", "last_round"))
    assert times == [(1, None), (reserve.first_round, None)]
    assert (
        last_words(tournament)
        == "Substitution undone: player 4 has the seat in round 2 again."
    )
    # Only once, and from either player's page.
    with pytest.raises(Refused) as caught:
        give_back(tournament, 9)
    assert codes(caught) == ["no_substitution"]
    take_over(tournament, 4, tournament.players.get(number=9), 2)
    give_back(tournament, 9)
    assert [seats_of(tournament, number) for number in (1, 2)] == before


def test_a_substitution_for_a_removed_player_is_not_undone(
    confirmed, tournament, reserve
):
    take_over(tournament, 4, reserve, 1)
    away = tournament.players.get(number=4)
    register_players.withdraw(away, by="director", reason="did not come")
    row = register_players.PlayerRow("New", "Player", number=4)
    [newcomer] = register_players.register(tournament, [row], by="director")
    for player in (reserve, newcomer):
        assert substitutes.substitution_of(player) is None
        with pytest.raises(Refused) as caught:
            give_back(tournament, player.number)
        assert codes(caught) == ["no_substitution"]
    assert seats_of(tournament, 1)[2] == [3, 7, 9, 8]


def test_a_substitution_stays_once_it_was_played(started, tournament, reserve, noon):
    take_over(tournament, 4, reserve, 2)
    Round.objects.filter(tournament=tournament, number=2).update(state="closed")
    with pytest.raises(Refused) as caught:
        give_back(tournament, 9)
    assert codes(caught) == ["round_started"]
    assert tournament.players.get(number=4).last_round == 1


@pytest.mark.parametrize(
    ("old", "new", "first_round", "code"),
    [
        (4, 9, 1, "round_started"),
        (4, 5, 2, "seated_already"),
        (4, 9, 3, "no_seat"),
        (9, 4, 3, "no_seat"),
    ],
)
def test_what_a_substitute_cannot_take_over_is_refused(
    started, tournament, reserve, old, new, first_round, code
):
    before = [seats_of(tournament, number) for number in (1, 2)]
    with pytest.raises(Refused) as caught:
        take_over(tournament, old, tournament.players.get(number=new), first_round)
    assert codes(caught) == [code]
    assert [seats_of(tournament, number) for number in (1, 2)] == before
    assert tournament.players.get(number=4).last_round is None


def test_a_house_player_may_leave_the_seat_and_take_it_again(
    with_house_player, tournament, reserve
):
    [number] = with_house_player.fillers
    take_over(tournament, number, reserve, 2)
    house = tournament.players.get(number=number)
    assert (house.first_round, house.last_round) == (1, None)
    reserve.refresh_from_db()
    take_over(tournament, reserve.number, house, 2)
    house.refresh_from_db()
    assert (house.first_round, house.last_round) == (1, None)
    assert house.seats.count() == 2
