"""The public page of a club: dates, names as the persons chose them, and the
calendar.
"""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from scoring.clubs import club_results
from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.models import FinalStandings, PlayerFigures
from scoring.past_results.import_and_undo_results import import_results, keep_list
from scoring.series import change_series
from scoring.statistics import store_figures
from tests.scoring.absences import played
from tournaments.clubs import change_clubs
from tournaments.models import (
    Club,
    ClubMember,
    ClubTournament,
    EventDescription,
    Person,
    Player,
    ShownAs,
    Tournament,
)
from tournaments.persons import merge_and_undo, pages_over_tournaments
from tournaments.privacy.anonymise_player import take_name_out
from tournaments.tournament_setup import create_and_change_tournament

pytestmark = pytest.mark.django_db


def pages_of(club: Club) -> list[str]:
    """Return the texts of all public pages and files of the club."""
    names = ("clubs:club", "clubs:statistics", "clubs:calendar")
    answers = [Client().get(reverse(name, args=[club.slug])) for name in names]
    return [answer.content.decode() for answer in answers if answer.status_code == 200]


def page(club: Club) -> str:
    answer = Client().get(reverse("clubs:club", args=[club.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def statistics(club: Club) -> int:
    return Client().get(reverse("clubs:statistics", args=[club.slug])).status_code


def choose(club: Club, shown_as: ShownAs) -> int:
    """Set how the winner's name is shown. Return the key of the winner's person."""
    player = club.tournaments.get().tournament.players.get(number=1)
    player.shown_as = shown_as
    player.save(update_fields=["shown_as"])
    return player.person_id


def test_the_page_shows_winner_season_and_records(club, pages_are_on):
    text = page(club)
    for heading in ("Last winners", "Evenings", "Ranking", "Records", "Calendar"):
        assert heading in text
    assert text.count("Zephyrwood") >= 3
    answer = Client().get(reverse("clubs:statistics", args=[club.slug]))
    shown = answer.context["statistics"]
    assert shown.tournaments == 1
    assert shown.games == 4
    assert len(shown.players) == 8
    record = next(one for one in shown.records if one.key == "highest_score")
    assert record.value == 40
    assert {name.person.name for name, _one in record.holders} >= {"Quill Zephyrwood"}
    assert answer["X-Robots-Tag"] == "noindex"


def test_large_values_of_records_are_grouped(club, pages_are_on, keeping):
    figures = PlayerFigures.objects.first()
    _value, *at = figures.data["records"]["highest_score"]
    figures.data["records"]["biggest_win"] = [32_000, *at]
    figures.save()
    assert "<b>32,000</b>" in page(club)


def test_an_anonymised_holder_of_a_record(club, pages_are_on, keeping):
    assert len(pages_of(club)) == 3
    player = club.tournaments.get().tournament.players.get(number=1)
    take_name_out(player, by="director", reason="asked")
    texts = pages_of(club)
    assert len(texts) == 3
    assert not any("Zephyrwood" in text for text in texts)


def test_kept_results_of_a_deleted_person_are_left_out(
    club, pages_are_on, keeping, monkeypatch
):
    """The person is deleted while the page is computed."""
    monkeypatch.setattr(club_results, "shown", lambda _people: {})
    assert "No records yet" in page(club)
    shown = Client().get(reverse("clubs:statistics", args=[club.slug]))
    assert shown.context["statistics"].players == []


def test_kept_results_follow_the_first_day(club, pages_are_on, keeping):
    """The member joined after the day on which the tournament now begins."""
    tournament = club.tournaments.get().tournament
    today = timezone.localdate()
    ClubMember.objects.create(
        club=club, person=tournament.players.get(number=1).person, since=today
    )
    Club.objects.filter(pk=club.pk).update(members_only=True)
    details, _is_new = EventDescription.objects.get_or_create(tournament=tournament)
    for day, is_shown in ((today, True), (today - timedelta(days=1), False)):
        EventDescription.objects.filter(pk=details.pk).update(starts_on=day)
        answer = Client().get(reverse("clubs:statistics", args=[club.slug]))
        assert bool(answer.context["statistics"].players) is is_shown


def test_merged_records_are_one_person_in_statistics(club, pages_are_on, director):
    tournament = club.tournaments.get().tournament
    other = Person.objects.create(first_name="Q", last_name="Zephyrwood")
    second = coming(director, "Winter Cup")
    for player in tournament.players.filter(number__lte=4):
        person = other if player.number == 1 else player.person
        Player.objects.create(tournament=second, person=person, number=player.number)
    played(second, 1, (1, 2, 3, 4))
    Tournament.objects.filter(pk=second.pk).update(planned_rounds=1)
    second.refresh_from_db()
    finish_reopen_and_publish_results.finish(second, by="director", now=timezone.now())
    change_clubs.add_tournament(club, second, by=director)
    store_figures.renew_outdated()
    path = reverse("clubs:statistics", args=[club.slug])
    assert len(Client().get(path).context["statistics"].players) == 9
    kept = tournament.players.get(number=1).person
    merge_and_undo.merge(kept, other, by="owner")
    shown = Client().get(path).context["statistics"]
    games = {row.name.person.name: row.games for row in shown.players}
    assert len(shown.players) == 8
    assert games["Quill Zephyrwood"] == 3
    assert shown.tournaments == 2


@pytest.mark.parametrize("shown_as", ShownAs)
def test_each_choice_of_a_name_holds_on_all_pages(club, pages_are_on, shown_as):
    person = choose(club, shown_as)
    texts = pages_of(club)
    assert len(texts) == 3
    expected = {
        ShownAs.FULL: "Quill Zephyrwood",
        ShownAs.INITIALS: "Q. Z.",
        ShownAs.NUMBER: f"Player {person}",
    }[shown_as]
    assert all(expected in text for text in texts[:2])
    is_full = shown_as is ShownAs.FULL
    assert all(("Zephyrwood" in text) is is_full for text in texts[:2])
    link = reverse("persons:person", args=[person])
    assert all((link in text) is (shown_as is not ShownAs.NUMBER) for text in texts[:2])


def test_a_player_who_refused_is_a_number(club, pages_are_on):
    player = club.tournaments.get().tournament.players.get(number=1)
    pages_over_tournaments.choose(player, agrees=False, by="player")
    texts = pages_of(club)
    assert f"Player {player.person_id}" in texts[0]
    assert not any("Zephyrwood" in text or "Quill" in text for text in texts)


def test_without_consent_everyone_is_a_number(club):
    pages_over_tournaments.switch(is_on=True, needs_consent=True, by="owner")
    names = [
        player.person for player in club.tournaments.get().tournament.players.all()
    ]
    for text in pages_of(club):
        assert not any(f">{person}<" in text for person in names)


HIDDEN = (
    "0 of 8 players agreed to be named. The others are shown as Player 1, Player 2."
)


def test_staff_see_why_names_are_hidden(club, director_client, owner_client):
    """Other visitors do not."""
    pages_over_tournaments.switch(is_on=True, needs_consent=True, by="owner")
    path = reverse("clubs:club", args=[club.slug])
    settings = reverse("director:club", args=[club.slug])
    season = club.series.get().seasons.get()
    slugs = [season.series.slug, season.slug]
    seasons = [reverse(f"{name}:season", args=slugs) for name in ("public", "director")]
    for address in (path, settings, *seasons):
        text = director_client.get(address).content.decode()
        assert f"{HIDDEN} Only the owner of this installation" in text, address
        text = owner_client.get(address).content.decode()
        assert f'?next={address}#pages">Change this setting' in text, address
    assert "players agreed" not in page(club)


def test_names_hidden_by_the_players_are_not_explained(club, director_client):
    pages_over_tournaments.switch(is_on=True, needs_consent=True, by="owner")
    for player in club.tournaments.get().tournament.players.all():
        pages_over_tournaments.choose(player, agrees=player.number < 4, by="player")
    path = reverse("clubs:club", args=[club.slug])
    assert "players agreed" not in director_client.get(path).content.decode()


def test_the_owner_turns_on_winners_in_the_settings(
    club, director_client, owner_client
):
    """The consent of players is needed unless the owner decides otherwise."""
    settings = reverse("director:club", args=[club.slug])
    act = reverse("director:club_act", args=[club.slug])
    shown = director_client.get(settings).content.decode()
    assert "Only the owner of this installation can turn them on." in shown
    assert "turn_on_pages" not in shown
    sent = {"do": "turn_on_pages", "needs_consent": "on"}
    assert director_client.post(act, sent).status_code == 403
    assert not pages_over_tournaments.setting().is_on
    shown = owner_client.get(settings).content.decode()
    assert 'name="needs_consent" checked' in shown
    assert HIDDEN in shown
    answer = owner_client.post(act, sent, follow=True)
    assert f"Winners and standings are shown. {HIDDEN}" in answer.content.decode()
    assert answer.request["PATH_INFO"] == settings
    assert "Last winners" in page(club)
    assert "Zephyrwood" not in page(club)
    owner_client.post(act, {"do": "turn_on_pages"})
    assert "Zephyrwood" in page(club)


def test_without_pages_over_tournaments_no_person_is_shown(club):
    [text, _calendar] = pages_of(club)
    assert "Zephyrwood" not in text
    assert "Player 0" not in text
    assert "Last winners" not in text
    assert "Evenings" not in text
    assert statistics(club) == 404


def test_hidden_results_have_no_winner(club, pages_are_on):
    FinalStandings.objects.update(held_back=True)
    text = page(club)
    assert "Last winners" not in text
    assert statistics(club) == 404


@pytest.mark.parametrize(
    "hidden",
    [
        {"is_public": False},
        {"binned_at": timezone.now()},
        {"finished_at": None},
    ],
)
def test_tournaments_that_do_not_count_show_nobody(club, pages_are_on, hidden):
    Tournament.objects.update(**hidden)
    assert "Last winners" not in page(club)
    assert statistics(club) == 404


def test_an_archived_tournament_still_counts(club, pages_are_on):
    Tournament.objects.update(archived_at=timezone.now())
    assert "Last winners" in page(club)


#: Winners of imported tournaments.
WINNERS = ("Ada", "Bea", "Cleo", "Dora", "Eve", "Fay", "Gwen")


def results_only(club: Club, count: int) -> None:
    """Import tournaments without games into the club, "Night 1" first."""
    lines = ["Tournament;Date;Place;Name"]
    for number, name in enumerate(WINNERS[:count], 1):
        night = f"Night {number};2025-01-{number:02}"
        lines += [f"{night};1;{name} Holm", f"{night};2;Zoe Lind"]
    results = keep_list(
        "\n".join(lines).encode(),
        "list.csv",
        ruleset="mcr",
        is_public=True,
        by="director",
    )
    import_results(results, expected=2 * count, by="director")
    for one in Tournament.objects.filter(title__startswith="Night "):
        ClubTournament.objects.create(club=club, tournament=one)


def test_all_winners_are_on_a_page_of_their_own(club, pages_are_on):
    address = reverse("clubs:tournaments", args=[club.slug])
    assert address not in page(club)
    results_only(club, 7)
    text = page(club)
    assert "All 8 finished tournaments" in text
    assert f'href="{address}"' in text
    assert text.count('class="place-tile first" aria-hidden="true"') == 6
    text = Client().get(address).content.decode()
    assert all(f">Night {number}<" in text for number in range(1, 8))
    order = ["Zephyrwood", *(f"{name} Holm" for name in reversed(WINNERS))]
    assert sorted(order, key=text.index) == order


def test_a_club_without_games_promises_no_statistics(club, pages_are_on):
    results_only(club, 1)
    assert "Statistics" in page(club)
    played = Tournament.objects.get(title="Spring Cup")
    change_clubs.remove_tournament(club, played.pk, by=club.staff.get().user)
    text = page(club)
    assert "Ada Holm" in text
    assert "Statistics" not in text
    assert "Records" not in text
    assert statistics(club) == 404


def test_private_series_are_not_on_the_page(club, pages_are_on):
    change_series.show_series(club.series.get(), False, by="director")
    assert "Evenings" not in page(club)


def test_a_tournament_kept_from_search_engines_keeps_the_page(club, pages_are_on):
    path = reverse("clubs:club", args=[club.slug])
    assert not Client().get(path).has_header("X-Robots-Tag")
    Tournament.objects.update(search_engines=False)
    assert Client().get(path)["X-Robots-Tag"] == "noindex"


def test_a_hidden_club_is_as_one_that_does_not_exist(club, stranger_client):
    change_clubs.show_club(club, False, by="director")
    names = ("clubs:club", "clubs:calendar", "clubs:statistics")
    for name in names:
        path = reverse(name, args=[club.slug])
        for client in (Client(), stranger_client):
            assert client.get(path).status_code == 404
    assert club.title not in Client().get(reverse("clubs:clubs")).content.decode()
    assert club.title not in Client().get(reverse("public:home")).content.decode()


def coming(director, title: str, *, is_public: bool = True) -> Tournament:
    plan = create_and_change_tournament.Plan(
        title=title,
        ruleset="mcr",
        planned_rounds=2,
        minutes=90,
        end_policy="finish_hand",
        is_public=is_public,
    )
    made = create_and_change_tournament.create_tournament(plan, director=director)
    first = timezone.now().date() + timedelta(days=20)
    EventDescription.objects.update_or_create(
        tournament=made,
        defaults={
            "starts_on": first,
            "ends_on": first + timedelta(days=1),
            "venue": "Harbour; Rooms",
        },
    )
    return made


def test_the_calendar_has_public_dates_without_secrets(club, director):
    shown = coming(director, "Winter, Cup")
    secret = coming(director, "Secret Cup", is_public=False)
    league = coming(director, "Thursday League")
    day = timezone.now().date() + timedelta(days=3)
    league.match_days.create(number=1, first_round=1, rounds=1, date=day)
    league.match_days.create(number=2, first_round=2, rounds=1)
    for one in (shown, secret, league):
        change_clubs.add_tournament(club, one, by=director)
    answer = Client().get(reverse("clubs:calendar", args=[club.slug]))
    assert answer["Content-Type"].startswith("text/calendar")
    text = answer.content.decode()
    events = Calendar.from_ical(answer.content).walk("VEVENT")
    found = {str(event["summary"]): event for event in events}
    assert set(found) == {"Winter, Cup", "Thursday League, match day 1"}
    cup = found["Winter, Cup"]
    assert isinstance(cup.decoded("dtstart"), date)
    assert cup.decoded("dtend") - cup.decoded("dtstart") == timedelta(days=2)
    assert str(cup["location"]) == "Harbour; Rooms"
    assert str(cup["url"]).endswith("/t/winter-cup/")
    assert found["Thursday League, match day 1"].decoded("dtstart") == day
    for one in (shown, secret, league):
        assert one.hall_key not in text
    assert "secret" not in text.lower()
    assert "/me/" not in text
    again = Client().get(reverse("clubs:calendar", args=[club.slug])).content
    uids = {str(event["uid"]) for event in Calendar.from_ical(again).walk("VEVENT")}
    assert uids == {str(event["uid"]) for event in events}


def test_the_page_lists_the_next_date_first(club, director):
    change_clubs.add_tournament(club, coming(director, "Winter Cup"), by=director)
    answer = Client().get(reverse("clubs:club", args=[club.slug]))
    assert answer.context["next"].title == "Winter Cup"
    assert "Next: <bdi>Winter Cup</bdi>" in answer.content.decode() or (
        "Next: Winter Cup" in answer.content.decode()
    )


def test_more_tournaments_need_no_more_queries(
    club, director, pages_are_on, django_assert_max_num_queries
):
    path = reverse("clubs:club", args=[club.slug])
    client = Client()
    with django_assert_max_num_queries(61) as few:
        client.get(path)
    for number in range(3):
        change_clubs.add_tournament(
            club, coming(director, f"Cup {number}"), by=director
        )
    with django_assert_max_num_queries(len(few)):
        client.get(path)


def test_a_tournament_links_to_its_club_while_the_club_is_public(club):
    """The browser then also fetches the page again."""
    own = club.tournaments.get().tournament
    address = reverse("public:tournament", args=[own.slug])
    link = f'<a href="{reverse("clubs:club", args=[club.slug])}">'
    first = Client().get(address)
    assert link in first.content.decode()
    change_clubs.show_club(club, False, by="director")
    again = Client().get(address, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 200
    assert link not in again.content.decode()


def test_publishing_the_page_says_that_winners_are_not_shown_yet(club, director):
    client = Client()
    client.force_login(director)
    act = reverse("director:club_act", args=[club.slug])
    change_clubs.show_club(club, False, by="director")
    answer = client.post(act, {"do": "show"}, follow=True).content.decode()
    assert (
        "Page published. The page does not show winners, standings or records yet. Only"
        in answer
    )
    pages_over_tournaments.switch(is_on=True, needs_consent=False, by="owner")
    answer = client.post(act, {"do": "show"}, follow=True).content.decode()
    assert "winners, standings or records yet" not in answer


def test_the_owner_learns_where_to_turn_winners_off(club, admin_client):
    act = reverse("director:club_act", args=[club.slug])
    answer = admin_client.post(act, {"do": "turn_on_pages"}, follow=True)
    assert "You can turn them off on the page “Persons”." in answer.content.decode()
    settings = admin_client.get(reverse("director:club", args=[club.slug]))
    assert f"{reverse('director:persons')}?next=" in settings.content.decode()
