"""One press checks in every player, or every player except some, and can be undone."""

from __future__ import annotations

from tests.tournaments.pages import page, says
from tournaments.check_in import check_in_marks
from tournaments.models import CheckInState
from tournaments.people import player_changes

HERE, LATE, NO_SHOW = CheckInState.HERE, CheckInState.LATE, CheckInState.NO_SHOW


def press(client, tournament, **sent):
    return client.post(page("check_in", tournament.slug), sent, follow=True)


def states(tournament) -> dict[int, str]:
    players = tournament.players.select_related("check_in").order_by("number")
    return {one.number: check_in_marks.state_of(one).value for one in players}


def test_everyone_is_here(tournament, referee_client):
    answer = press(referee_client, tournament, everyone="yes", but="")
    assert says(answer, "8 players checked in.")
    assert set(states(tournament).values()) == {HERE}
    [tap] = answer.context["desk"].taps
    assert (tap.name, tap.label) == ("8 players", "Checked in")
    undone = press(referee_client, tournament, undo=tap.revision)
    assert says(undone, "Check-in of 8 players undone.")
    assert set(states(tournament).values()) == {CheckInState.EXPECTED}
    assert not undone.context["desk"].taps
    assert says(press(referee_client, tournament, undo=tap.revision), "Nothing to undo")


def test_everyone_but_some_by_number_and_name(tournament, referee_client):
    check_in_marks.mark(tournament, 1, LATE, by="desk")
    check_in_marks.mark(tournament, 2, NO_SHOW, by="desk")
    player_changes.withdraw(
        tournament.players.get(number=8), 0, by="director", reason="ill"
    )
    answer = press(referee_client, tournament, everyone="yes", but="3 4, player 05")
    assert says(answer, "3 players checked in.")
    assert answer.context["desk"].taps[0].name == "3 players"
    assert states(tournament) == {
        1: HERE,
        2: NO_SHOW,
        **dict.fromkeys((3, 4, 5, 8), CheckInState.EXPECTED),
        **dict.fromkeys((6, 7), HERE),
    }
    check_in_marks.mark(tournament, 6, LATE, by="desk")
    event = tournament.log.get(kind=check_in_marks.EVERYONE)
    check_in_marks.undo_everyone(tournament, event.revision, by="desk")
    assert states(tournament)[1] == LATE
    assert states(tournament)[6] == LATE
    assert states(tournament)[7] == CheckInState.EXPECTED


def test_an_unknown_name_changes_nothing_and_stays_typed(tournament, referee_client):
    answer = press(referee_client, tournament, everyone="yes", but="3, Nobody")
    assert says(answer, "No player has the name “Nobody”.")
    assert says(answer, 'value="3, Nobody"')
    assert set(states(tournament).values()) == {CheckInState.EXPECTED}
    check_in_marks.mark_everyone(tournament, [], by="desk")
    assert says(press(referee_client, tournament, everyone="yes"), "No other players")
