"""Players with the same name are shown with their numbers on every page that has their
names.
"""

from __future__ import annotations

import pytest

from tournaments.models import Person, ShownAs, Tournament
from tournaments.people import player_changes, register_players
from tournaments.people.identities import under_public_name
from tournaments.people.namesakes import mark_namesakes
from tournaments.people.register_players import PlayerRow


def names(tournament: Tournament) -> dict[int, str]:
    """Return the names on staff pages of the players from number 9 on, by number."""
    players = tournament.players.filter(number__gt=8).select_related("person")
    return {player.number: str(player) for player in players}


def public_names(tournament: Tournament) -> dict[int, str]:
    players = tournament.players.filter(number__gt=8).select_related("person")
    return {player.number: str(under_public_name(player)) for player in players}


def register(tournament: Tournament, *rows: PlayerRow) -> None:
    register_players.register(tournament, rows, by="director")


@pytest.fixture
def wei(tournament) -> Tournament:
    """Register two players whose names look alike, and another player.

    Return the tournament.
    """
    register(
        tournament,
        PlayerRow("Chén", "Wei"),
        PlayerRow("chen", "Wei"),
        PlayerRow("Berg", "Anna"),
    )
    return tournament


def test_namesakes_have_their_numbers_in_their_names(wei):
    assert names(wei) == {9: "Wei Chén (9)", 10: "Wei chen (10)", 11: "Anna Berg"}
    assert public_names(wei) == names(wei)
    for player in wei.players.filter(number__in=(9, 11)).select_related("person"):
        assert player.public_name == str(player)


def test_a_namesake_who_is_removed_or_renamed_leaves_a_plain_name(wei, director):
    nine, ten = wei.players.filter(number__in=(9, 10)).order_by("number")
    row = PlayerRow("Cheng", "Wei", first_round=1)
    player_changes.correct(ten, row, director=director)
    assert names(wei) == {9: "Wei Chén", 10: "Wei Cheng", 11: "Anna Berg"}
    row = PlayerRow("Berg", "Anna", first_round=1)
    player_changes.correct(nine, row, director=director)
    assert names(wei) == {9: "Anna Berg (9)", 10: "Wei Cheng", 11: "Anna Berg (11)"}
    nine.refresh_from_db()
    register_players.withdraw(nine, by="director", reason="twice on the list")
    assert names(wei) == {10: "Wei Cheng", 11: "Anna Berg"}


def test_a_number_beside_a_public_name_reveals_no_hidden_namesake(wei):
    nine = wei.players.get(number=9)
    player_changes.show_as(nine, ShownAs.NUMBER, by="director")
    assert names(wei)[10] == "Wei chen (10)"
    assert public_names(wei) == {9: "Player 9", 10: "Wei chen", 11: "Anna Berg"}


def test_equal_initials_are_told_apart_in_public_only(wei):
    register(
        wei,
        PlayerRow("Braun", "Albert", shown_as=ShownAs.INITIALS),
        PlayerRow("Beck", "Agnes", shown_as=ShownAs.INITIALS),
    )
    assert {names(wei)[12], names(wei)[13]} == {"Albert Braun", "Agnes Beck"}
    assert public_names(wei)[12] == "A. B. (12)"
    assert public_names(wei)[13] == "A. B. (13)"


def test_a_choice_in_another_tournament_marks_the_namesakes_here(wei):
    other = Tournament.objects.create(
        slug="other",
        title="Other",
        planned_rounds=3,
        minutes=60,
        end_policy="finish_hand",
    )
    person = Person.objects.get(players__tournament=wei, players__number=9)
    register_players.register_known(other, person, by="director")
    shown = other.players.get()
    player_changes.show_as(shown, ShownAs.INITIALS, by="director")
    assert public_names(wei) == {9: "W. C.", 10: "Wei chen", 11: "Anna Berg"}


def test_marking_again_changes_nothing(wei, django_assert_num_queries):
    with django_assert_num_queries(1):
        mark_namesakes(wei)
