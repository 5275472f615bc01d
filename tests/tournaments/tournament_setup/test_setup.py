"""Creation of a tournament, its players, seats, settings and staff, and the first
account of an installation.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from rules.faults import RuleError
from tournaments.access import first_account, staff_accounts
from tournaments.models import Role, RoundState, Tournament
from tournaments.people import register_players
from tournaments.refusals import Refused
from tournaments.rounds import publish_seating, seat_rounds_and_exchange_seats
from tournaments.tournament_setup import (
    create_and_change_tournament,
    description_and_logo,
)
from tournaments.tournament_setup.offered_rulesets_and_presets import SERVED

PLAN = create_and_change_tournament.Plan(
    title="Autumn Cup",
    ruleset="mcr",
    planned_rounds=5,
    minutes=60,
    end_policy="finish_hand",
)


def codes(caught) -> list[str]:
    return [fault.code for fault in caught.value.faults]


def rows(*numbers: int | None, **values) -> list[register_players.PlayerRow]:
    return [
        register_players.PlayerRow(last_name=f"Player {place}", number=number, **values)
        for place, number in enumerate(numbers, start=1)
    ]


def table(
    *numbers: int, number: int = 1, round_number: int = 1
) -> seat_rounds_and_exchange_seats.TableRow:
    return seat_rounds_and_exchange_seats.TableRow(round_number, number, numbers)


# --- making ---------------------------------------------------------------------


def test_who_makes_a_tournament_directs_it(director):
    tournament = create_and_change_tournament.create_tournament(PLAN, director=director)

    assert tournament.memberships.get().user == director
    assert tournament.memberships.get().role == Role.OWNER
    assert tournament.is_public is False
    assert tournament.log.get().kind == "created"


def test_tournaments_of_one_title_get_addresses_of_their_own(director):
    slugs = [
        create_and_change_tournament.create_tournament(PLAN, director=director).slug
        for _count in range(3)
    ]
    assert slugs == ["autumn-cup", "autumn-cup-2", "autumn-cup-3"]


@pytest.mark.parametrize("title", ["New", "import", "Practice"])
def test_no_tournament_takes_the_address_of_another_page(director, title):
    plan = replace(PLAN, title=title)
    slug = create_and_change_tournament.create_tournament(plan, director=director).slug
    assert slug == f"{title.lower()}-2"


def test_a_title_without_letters_still_gets_an_address(director):
    plan = replace(PLAN, title="麻將")
    assert (
        create_and_change_tournament.create_tournament(plan, director=director).slug
        == "tournament"
    )


def test_rules_whose_tables_cannot_be_entered_are_refused(director, monkeypatch):
    monkeypatch.delitem(SERVED, "riichi")
    with pytest.raises(RuleError) as caught:
        create_and_change_tournament.create_tournament(
            replace(PLAN, ruleset="riichi"), director=director
        )
    assert codes(caught) == ["not_served"]
    assert not Tournament.objects.exists()


def test_options_the_rules_do_not_have_are_refused(director):
    plan = replace(PLAN, options={"hands_limit": 17, "jokers": 2})
    with pytest.raises(RuleError) as caught:
        create_and_change_tournament.create_tournament(plan, director=director)
    assert codes(caught) == ["out_of_range", "unknown"]
    assert not Tournament.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_tournaments_of_one_title_may_be_made_at_the_same_moment(at_once):
    director = User.objects.create_user("director")

    def make() -> str:
        return create_and_change_tournament.create_tournament(
            PLAN, director=director
        ).slug

    assert sorted(at_once(make, make)) == ["autumn-cup", "autumn-cup-2"]


# --- players --------------------------------------------------------------------


def test_players_without_a_number_get_the_next_ones(tournament):
    players = register_players.register(tournament, rows(None, 20, None), by="director")
    assert [player.number for player in players] == [21, 20, 22]


def test_it_refuses_a_number_that_is_taken(tournament):
    with pytest.raises(Refused) as caught:
        register_players.register(tournament, rows(30, 8), by="director")
    assert codes(caught) == ["number_taken"]
    assert tournament.players.count() == 8


def test_an_ema_number_we_know_is_the_same_person(tournament, director):
    other = create_and_change_tournament.create_tournament(PLAN, director=director)
    [first] = register_players.register(
        tournament, rows(None, ema_number="100"), by="director"
    )
    [again] = register_players.register(
        other, rows(None, ema_number="100"), by="director"
    )
    assert first.person == again.person


def test_a_person_is_registered_once(tournament):
    register_players.register(tournament, rows(None, ema_number="100"), by="director")
    with pytest.raises(Refused) as caught:
        register_players.register(
            tournament, rows(None, ema_number="100"), by="director"
        )
    assert codes(caught) == ["registered"]
    assert caught.value.faults[0].field == "ema_number"


def test_a_known_person_is_not_registered_twice_in_one_list(tournament, director):
    other = create_and_change_tournament.create_tournament(PLAN, director=director)
    register_players.register(other, rows(None, ema_number="100"), by="director")
    twice = rows(None, None, ema_number="100")
    with pytest.raises(Refused):
        register_players.register(tournament, twice, by="director", account=director)
    assert tournament.players.count() == 8


def test_a_player_without_a_seat_can_withdraw(tournament):
    player = tournament.players.get(number=8)
    register_players.withdraw(player, by="director", reason="ill")

    assert not tournament.players.filter(number=8).exists()
    event = tournament.log.first()
    assert (event.kind, event.reason) == ("withdrawn", "ill")
    assert event.data == {"number": 8, "gone": {"8": "Player 08"}}


def test_a_player_with_a_seat_stays(tournament, seated_round):
    with pytest.raises(Refused) as caught:
        register_players.withdraw(
            tournament.players.get(number=8), by="director", reason="ill"
        )
    assert codes(caught) == ["has_seat"]
    assert tournament.players.filter(number=8).exists()


# --- seats ----------------------------------------------------------------------


def test_a_seated_round_is_a_draft(tournament):
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, [table(4, 3, 2, 1)], by="director"
    )

    assert round_.state == RoundState.DRAFT
    seats = round_.seats.order_by("player__number")
    assert [seat.wind for seat in seats] == ["N", "W", "S", "E"]


def test_a_draft_is_replaced_and_so_are_published_seats(tournament, seated_round):
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament, [table(1, 2, 3, 4)], by="director"
    )

    round_ = tournament.rounds.get()
    assert round_.state == RoundState.DRAFT
    assert round_.games.count() == 1


def test_a_round_that_started_keeps_its_seats(tournament, running_round):
    with pytest.raises(Refused) as caught:
        seat_rounds_and_exchange_seats.seat_rounds(
            tournament, [table(1, 2, 3, 4)], by="director"
        )
    assert codes(caught) == ["round_started"]
    assert tournament.rounds.get().games.count() == 2


@pytest.mark.parametrize(
    ("tables", "code"),
    [
        ([], "no_tables"),
        ([table(1, 2, 3, 99)], "unknown_player"),
        ([table(1, 2, 3, 1)], "seated_twice"),
        ([table(1, 2, 3, 4), table(4, 5, 6, 7, number=2)], "seated_twice"),
        ([table(1, 2, 3, 4), table(5, 6, 7, 8)], "table_twice"),
    ],
)
def test_it_refuses_a_plan_that_cannot_be(tournament, tables, code):
    with pytest.raises(Refused) as caught:
        seat_rounds_and_exchange_seats.seat_rounds(tournament, tables, by="director")
    assert codes(caught) == [code]
    assert not tournament.rounds.exists()


def test_a_plan_with_one_bad_round_seats_none(tournament):
    plan = [table(1, 2, 3, 4), table(1, 2, 3, 99, round_number=2)]
    with pytest.raises(Refused):
        seat_rounds_and_exchange_seats.seat_rounds(tournament, plan, by="director")
    assert not tournament.rounds.exists()


def test_seats_are_published_only_as_they_were_looked_at(tournament):
    [old] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, [table(1, 2, 3, 4)], by="director"
    )
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament, [table(5, 6, 7, 8)], by="director"
    )
    with pytest.raises(Refused) as caught:
        publish_seating.publish(old.pk, by="director")
    assert codes(caught) == ["seats_replaced"]


# --- settings -------------------------------------------------------------------


def settings_of(tournament: Tournament) -> create_and_change_tournament.Settings:
    return create_and_change_tournament.Settings(
        planned_rounds=tournament.planned_rounds,
        minutes=tournament.minutes,
        end_policy=tournament.end_policy,
        tie_breaks=tournament.tie_breaks,
        late_word=tournament.late_word,
    )


def test_the_log_keeps_what_a_setting_was(tournament):
    settings = replace(settings_of(tournament), minutes=90, tie_breaks=["score"])
    create_and_change_tournament.change_settings(tournament, settings, by="director")

    tournament.refresh_from_db()
    assert (tournament.minutes, tournament.tie_breaks) == (90, ["score"])
    assert tournament.log.first().data == {
        "changes": {
            "minutes": [100, 90],
            "tie_breaks": [["table_points", "score"], ["score"]],
        }
    }


def test_settings_saved_unchanged_are_no_change(tournament):
    revision = tournament.revision
    create_and_change_tournament.change_settings(
        tournament, settings_of(tournament), by="director"
    )
    tournament.refresh_from_db()
    assert tournament.revision == revision


def test_the_title_changes_and_the_address_stays(tournament):
    description_and_logo.describe(tournament, {}, title="Summer Cup", by="director")
    tournament.refresh_from_db()
    assert (tournament.title, tournament.slug) == ("Summer Cup", "spring-cup")


def test_fewer_rounds_than_are_seated_are_refused(tournament):
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament, [table(1, 2, 3, 4, round_number=3)], by="director"
    )
    with pytest.raises(Refused) as caught:
        create_and_change_tournament.change_settings(
            tournament, replace(settings_of(tournament), planned_rounds=2), by="x"
        )
    assert codes(caught) == ["rounds_seated"]
    assert caught.value.faults[0].field == "planned_rounds"


def test_a_round_more_than_planned_does_not_lock_the_settings(tournament):
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament, [table(1, 2, 3, 4, round_number=9)], by="director"
    )
    create_and_change_tournament.change_settings(
        tournament, replace(settings_of(tournament), minutes=90), by="director"
    )
    tournament.refresh_from_db()
    assert tournament.minutes == 90


def test_a_running_clock_keeps_its_end_when_the_minutes_change(running_round):
    tournament = running_round.tournament
    create_and_change_tournament.change_settings(
        tournament, replace(settings_of(tournament), minutes=10), by="director"
    )
    end = running_round.ends_at
    running_round.refresh_from_db()
    assert running_round.ends_at == end


# --- helpers --------------------------------------------------------------------


def test_a_helper_gets_an_account_and_a_role(tournament):
    user = staff_accounts.create_account(
        tournament, username="anna", password="p4ssw0rd!", role=Role.REFEREE, by="x"
    )
    assert user.check_password("p4ssw0rd!")
    assert tournament.memberships.get(user=user).role == Role.REFEREE
    event = tournament.log.first()
    assert event.data == {"account": "anna", "role": "referee"}
    assert "p4ssw0rd!" not in str(vars(event))


def test_a_name_is_one_account_whatever_its_letters(tournament, stranger):
    with pytest.raises(Refused) as caught:
        staff_accounts.create_account(
            tournament, username="STRANGER", password="x", role=Role.REFEREE, by="x"
        )
    assert codes(caught) == ["name_taken"]
    assert not tournament.memberships.filter(user=stranger).exists()


def test_an_account_that_exists_gets_a_role_and_another(tournament, stranger):
    for role in (Role.REFEREE, Role.DIRECTOR, Role.REFEREE):
        staff_accounts.give_role(
            tournament, username="stranger", role=role, by="director"
        )
        assert tournament.memberships.get(user=stranger).role == role


def test_an_account_that_is_not_there_gets_no_role(tournament):
    with pytest.raises(Refused) as caught:
        staff_accounts.give_role(
            tournament, username="ghost", role=Role.REFEREE, by="x"
        )
    assert codes(caught) == ["no_such_account"]


def test_a_removed_helper_keeps_the_account(tournament, referee):
    staff_accounts.remove(tournament, username="referee", by="director")
    assert not tournament.memberships.filter(user=referee).exists()
    assert User.objects.filter(username="referee").exists()


def test_removing_twice_says_so(tournament, referee):
    staff_accounts.remove(tournament, username="referee", by="director")
    with pytest.raises(Refused) as caught:
        staff_accounts.remove(tournament, username="referee", by="director")
    assert codes(caught) == ["no_role"]


def test_somebody_always_owns_the_tournament(tournament):
    with pytest.raises(Refused) as removed:
        staff_accounts.remove(tournament, username="director", by="director")
    with pytest.raises(Refused) as demoted:
        staff_accounts.give_role(
            tournament, username="director", role=Role.REFEREE, by="director"
        )
    assert codes(removed) == codes(demoted) == ["last_owner"]
    assert tournament.memberships.get().role == Role.OWNER


def test_an_owner_may_leave_when_there_is_another(tournament, stranger):
    staff_accounts.give_role(tournament, username="stranger", role=Role.OWNER, by="x")
    staff_accounts.remove(tournament, username="director", by="stranger")
    assert tournament.memberships.get().user == stranger


def test_made_passwords_differ_and_are_easy_to_copy():
    made = {staff_accounts.new_password() for _count in range(50)}
    assert len(made) == 50
    assert all(len(password) == 14 and password.count("-") == 2 for password in made)
    assert not set("".join(made)) & set("01oil")


# --- the first account ----------------------------------------------------------


@pytest.mark.django_db
def test_the_first_account_directs_everything():
    user = first_account.make_first_account(username="first", password="p4ssw0rd!")
    assert user.is_superuser
    assert user.check_password("p4ssw0rd!")
    assert not first_account.is_unclaimed()


def test_there_is_one_first_account(stranger):
    with pytest.raises(Refused) as caught:
        first_account.make_first_account(username="second", password="p4ssw0rd!")
    assert codes(caught) == ["claimed"]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_come_first_at_the_same_moment_one_is(at_once):
    def claim(name: str) -> bool:
        try:
            first_account.make_first_account(username=name, password="p4ssw0rd!")
        except Refused:
            return False
        return True

    claimed = at_once(lambda: claim("first"), lambda: claim("second"))
    assert sorted(claimed) == [False, True]
    assert User.objects.count() == 1
