"""Clubs: the rights of each club role, changes of roles, and constraints."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from scoring.models import Series
from scoring.series import change_series, who_sees_series
from tournaments.access import staff_invitations
from tournaments.access.live_access import helper, who_may
from tournaments.access.page_access import only_shows_screens, role_in
from tournaments.access.roles_and_permissions import Ability
from tournaments.clubs import (
    change_clubs,
    staff_of_clubs,
    tournaments_of_clubs,
    who_sees_clubs,
)
from tournaments.models import (
    CLUB_ROLES,
    Club,
    ClubStaff,
    ClubTournament,
    Membership,
    Role,
    Tournament,
)
from tournaments.refusals import Refused
from tournaments.tournament_setup import delete_tournaments
from tournaments.tournament_setup.my_tournaments import own_events
from tournaments.tournament_setup.new_tournament_form import TournamentForm
from tournaments.tournament_setup.offered_rulesets_and_presets import presets

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(director, tournament) -> Club:
    """Return a private club that owns a private tournament and a private series."""
    made = change_clubs.create_club("Evening Club", owner=director, by="owner")
    change_clubs.add_tournament(made, tournament, by=director)
    Tournament.objects.update(is_public=False)
    season = change_series.create_series("Evenings", "Autumn", "mcr", by=director)
    change_series.assign_club(season.series, made, by="director")
    return made


def account(name: str) -> User:
    return User.objects.create_user(name)


def with_role(club: Club, role: Role) -> User:
    user = account(f"club-{role.value}")
    staff_of_clubs.give_club_role(
        club, user.username, role, by="director", giver=Role.OWNER
    )
    return user


def status(user: User, name: str, *args: object) -> int:
    client = Client()
    client.force_login(user)
    return client.get(reverse(name, args=args)).status_code


#: By page: the status for each of CLUB_ROLES.
PAGES = {
    ("clubs:club", "evening-club"): (200, 200, 200, 200),
    ("clubs:calendar", "evening-club"): (200, 200, 200, 200),
    ("director:club", "evening-club"): (200, 200, 403, 403),
    ("public:tournament", "spring-cup"): (200, 200, 200, 200),
    ("director:hall", "spring-cup"): (200, 200, 200, 200),
    ("director:helpers", "spring-cup"): (200, 200, 403, 403),
    ("director:event", "spring-cup"): (200, 200, 403, 403),
    ("director:event_bin", "spring-cup"): (302, 403, 403, 403),
    ("director:disputes", "spring-cup"): (200, 200, 200, 403),
    ("director:check_in", "spring-cup"): (200, 200, 200, 200),
    ("public:season", "evenings", "autumn"): (200, 200, 404, 404),
    ("director:season", "evenings", "autumn"): (200, 200, 404, 404),
}


@pytest.mark.parametrize("role", CLUB_ROLES)
def test_a_role_in_a_club_holds_on_all_its_objects(club, role):
    user, column = with_role(club, role), CLUB_ROLES.index(role)
    met = {page: status(user, *page) for page in PAGES}
    assert met == {page: expected[column] for page, expected in PAGES.items()}


@pytest.mark.parametrize("role", CLUB_ROLES)
def test_people_of_other_clubs_are_refused_everywhere(club, role):
    other = change_clubs.create_club("Morning Club", owner=account("x"), by="owner")
    user = with_role(other, role)
    assert {status(user, *page) for page in PAGES} == {404}
    assert status(user, "clubs:club", "morning-club") == 200
    client = Client()
    client.force_login(user)
    tournament = club.tournaments.get()
    for name in ("director:club_act", "director:club_role"):
        path = reverse(name, args=[club.slug])
        sent = {"do": "remove", "key": tournament.pk}
        assert client.post(path, sent).status_code == 404
    # A director of another club has no role in the tournament.
    own = reverse("director:club_act", args=["morning-club"])
    client.post(own, {"do": "add", "key": tournament.pk})
    client.post(own, {"do": "add_series", "key": Series.objects.get().pk})
    assert ClubTournament.objects.get().club == club
    assert Series.objects.get().club == club


def test_the_higher_of_two_roles_counts(club, tournament):
    user = with_role(club, Role.SCORER)
    assert role_in(tournament, user) is Role.SCORER
    Membership.objects.create(user=user, tournament=tournament, role=Role.DIRECTOR)
    assert role_in(tournament, user) is Role.DIRECTOR
    Membership.objects.filter(user=user).update(role=Role.SCREEN)
    assert role_in(tournament, user) is Role.SCORER
    assert not only_shows_screens(user)
    [row] = own_events(user).events
    assert row.role is Role.SCORER


def test_live_pages_of_a_club_stop_with_the_role(club, tournament):
    user = with_role(club, Role.REFEREE)
    client = Client()
    client.force_login(user)
    reader = helper(tournament, user.pk, Ability.RULE)
    reader = replace(reader, signed_in=client.session.session_key or "")
    assert who_may([reader]) == {reader}
    staff_of_clubs.remove_club_role(club, user.pk, by="director", giver=Role.OWNER)
    assert who_may([reader]) == set()


def test_only_owners_of_a_tournament_give_it_to_a_club(club, tournament, director):
    user = with_role(club, Role.DIRECTOR)
    with pytest.raises(Refused, match="Only owners"):
        change_clubs.remove_tournament(club, tournament.pk, by=user)
    change_clubs.remove_tournament(club, tournament.pk, by=director)
    assert role_in(tournament, user) is None
    Membership.objects.create(user=user, tournament=tournament, role=Role.DIRECTOR)
    with pytest.raises(Refused, match="Only owners"):
        change_clubs.add_tournament(club, tournament, by=user)
    other = change_clubs.create_club("Morning Club", owner=director, by="owner")
    change_clubs.add_tournament(other, tournament, by=director)
    with pytest.raises(Refused, match="another club"):
        change_clubs.add_tournament(club, tournament, by=director)
    kinds = set(tournament.log.values_list("kind", flat=True))
    assert {"club_assigned", "club_removed"} <= kinds


def test_roles_are_given_and_removed_as_in_a_tournament(club, director):
    user = with_role(club, Role.DIRECTOR)

    def give(name: str, role: Role) -> None:
        staff_of_clubs.give_club_role(club, name, role, by="d", giver=Role.DIRECTOR)

    with pytest.raises(Refused, match="add owners"):
        give(user.username, Role.OWNER)
    with pytest.raises(Refused, match="who is an owner or director"):
        give("director", Role.SCORER)
    with pytest.raises(Refused, match="No account"):
        give("nobody", Role.SCORER)
    with pytest.raises(Refused, match="one of the roles"):
        give(user.username, Role.SCREEN)
    with pytest.raises(Refused, match="only owner"):
        staff_of_clubs.remove_club_role(
            club, director.pk, by="director", giver=Role.OWNER
        )


def test_a_removed_director_cannot_return_by_an_invitation(club, tournament):
    user = with_role(club, Role.DIRECTOR)
    staff_invitations.invite(
        tournament, role=Role.REFEREE, by=user.username, giver=Role.DIRECTOR
    )
    staff_of_clubs.remove_club_role(club, user.pk, by="director", giver=Role.OWNER)
    assert not staff_invitations.invitations_of(tournament).exists()


def test_directors_of_the_club_edit_its_series(club):
    user, referee = with_role(club, Role.DIRECTOR), with_role(club, Role.REFEREE)
    series = Series.objects.get()
    assert who_sees_series.may_edit(series, user)
    assert list(who_sees_series.edited_by(user)) == [series]
    assert not who_sees_series.may_edit(series, referee)
    change_series.assign_club(series, None, by="director")
    assert not who_sees_series.may_edit(series, user)


def test_a_deleted_club_leaves_its_tournaments_and_series(club, tournament, director):
    user = with_role(club, Role.SCORER)
    with pytest.raises(Refused, match="Enter the title"):
        change_clubs.delete_club(club, title="Evening", by="director")
    change_clubs.delete_club(club, title="Evening Club", by="director")
    assert not Club.objects.exists()
    assert Series.objects.get().club is None
    assert role_in(tournament, user) is None
    assert role_in(tournament, director) is Role.OWNER


def test_a_deleted_tournament_leaves_its_club(club, tournament):
    delete_tournaments.delete_rows_of(tournament)
    assert not ClubTournament.objects.exists()
    assert Club.objects.get() == club


@pytest.mark.parametrize(
    "broken",
    [
        lambda club: Club.objects.filter(pk=club.pk).update(title=""),
        lambda club: Club.objects.filter(pk=club.pk).update(link="javascript:1"),
        lambda club: ClubStaff.objects.update(role="screen"),
        lambda club: ClubStaff.objects.create(
            club=club, user=club.staff.get().user, role="scorer"
        ),
        lambda club: ClubTournament.objects.create(
            tournament_id=club.tournaments.get().pk, club=club
        ),
    ],
)
def test_the_database_refuses_what_no_club_has(club, broken):
    with pytest.raises(IntegrityError), transaction.atomic():
        broken(club)


def test_the_owner_of_the_installation_makes_a_club(owner_client, stranger):
    path = reverse("director:clubs")
    answer = owner_client.post(path, {"title": "Night Club", "owner": "nobody"})
    assert answer.status_code == 422
    assert "No account has the user name" in answer.content.decode()
    owner_client.post(path, {"title": "Night Club", "owner": "Stranger"})
    club = Club.objects.get()
    assert who_sees_clubs.role_in_club(club, stranger) is Role.OWNER
    client = Client()
    client.force_login(stranger)
    settings = reverse("director:club", args=[club.slug])
    assert settings in client.get(reverse("director:home")).content.decode()
    answer = client.post(settings, {"title": "Night Club", "link": "ftp://x"})
    assert answer.status_code == 422
    client.post(settings, {"title": "Night Club", "link": "www.night.example"})
    club.refresh_from_db()
    assert club.link == "https://www.night.example"
    act = reverse("director:club_act", args=[club.slug])
    client.post(act, {"do": "show"})
    home = Client().get(reverse("public:home")).content.decode()
    assert reverse("clubs:club", args=[club.slug]) in home
    role = reverse("director:club_role", args=[club.slug])
    answer = client.post(role, {"username": "nobody", "role": "scorer"})
    assert answer.status_code == 422
    assert client.post(act, {"do": "add", "key": "9" * 30}).status_code == 404
    client.post(act, {"do": "delete", "title": "Night Club"})
    assert not Club.objects.exists()


def test_an_owner_takes_a_tournament_out_of_its_club(
    club, tournament, director_client, referee_client
):
    staff = director_client.get(reverse("director:helpers", args=[tournament.slug]))
    assert "Evening Club" in staff.content.decode()
    leave = reverse("director:leave_club", args=[tournament.slug])
    assert referee_client.post(leave).status_code == 403
    director_client.post(leave)
    assert not ClubTournament.objects.exists()


def test_new_tournaments_and_copies_are_in_the_club(club, tournament, director_client):
    new = reverse("director:new")
    page = director_client.get(f"{new}?club=evening-club").content.decode()
    assert '<option value="evening-club" selected>' in page
    preset = presets()["mcr-club-night"]
    form = TournamentForm.from_preset(preset)
    shown = {field.name: field.value() for field in form}
    sent = {name: value for name, value in shown.items() if value}
    sent |= {"countdown": "0"}
    sent |= {"preset": "mcr-club-night", "filled": "mcr-club-night"}
    sent |= {"title": "Club Night", "club": club.slug, "ruleset": "mcr"}
    assert director_client.post(new, sent).status_code == 302
    copy = reverse("director:event_copy", args=[tournament.slug])
    director_client.post(copy, {"title": "Another Night"})
    titles = tournaments_of_clubs.tournaments_of(club).values_list("title", flat=True)
    assert set(titles) == {"Spring Cup", "Club Night", "Another Night"}


def test_a_copy_of_a_stranger_to_the_club_is_in_no_club(club, tournament, stranger):
    Membership.objects.create(user=stranger, tournament=tournament, role="director")
    client = Client()
    client.force_login(stranger)
    copy = reverse("director:event_copy", args=[tournament.slug])
    client.post(copy, {"title": "Own Night"})
    assert role_in(Tournament.objects.get(title="Own Night"), stranger) is Role.OWNER
    assert ClubTournament.objects.count() == 1
    text = client.get(reverse("director:new")).content.decode()
    assert 'name="club"' not in text


def test_without_a_club_no_page_mentions_clubs(tournament, client, director_client):
    assert "lub" not in client.get(reverse("public:home")).content.decode()
    for page in (("director:home",), ("director:helpers", tournament.slug)):
        text = director_client.get(reverse(page[0], args=page[1:])).content.decode()
        assert "Club" not in text
