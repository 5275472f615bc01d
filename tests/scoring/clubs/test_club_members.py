"""Members of clubs on a given day, results in which only members count, and the
secretary's page.
"""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.faults import RuleError
from scoring.clubs.club_results import finished_of, records, statistics_of
from scoring.series.ranking_of_series import ranking_of_series
from scoring.series.season_standings import board_of
from tests.scoring.clubs.test_club_pages import page
from tests.scoring.halls import signed_in
from tournaments.clubs import club_members
from tournaments.clubs.club_log_in_words import lines_of
from tournaments.clubs.club_members import EVERYONE, counting_for
from tournaments.models import Club, EventDescription, Person
from tournaments.persons import merge_and_undo

pytestmark = pytest.mark.django_db

DAY = date(2026, 5, 9)


@pytest.fixture
def dated(club):
    """Return the club, whose tournament now has the date DAY."""
    tournament = club.tournaments.get().tournament
    EventDescription.objects.update_or_create(
        tournament=tournament, defaults={"starts_on": DAY, "ends_on": DAY}
    )
    return club


def person(club, number):
    return club.tournaments.get().tournament.players.get(number=number).person


def add(club, *numbers, since=DAY, until=None):
    persons = {person(club, number).pk for number in numbers}
    club_members.add_members(club, persons, since=since, by="secretary")
    if until:
        for row in club.members.filter(person__in=persons):
            club_members.change_member(
                club, row.pk, since=since, until=until, by="secretary"
            )


def only_members(club):
    club_members.count_members_only(club, True, by="secretary")
    return Club.objects.get(pk=club.pk)


def in_season(club):
    season = club.series.get().seasons.get()
    return len(board_of(season).rows)


def in_statistics(club):
    found = statistics_of(finished_of(club), "mcr", counting_for(club))
    return len(found.players)


class TestWhoCounts:
    def test_everyone_counts_until_the_club_chooses(self, dated, pages_are_on):
        add(dated, 1)
        assert counting_for(dated) is EVERYONE
        assert (in_season(dated), in_statistics(dated)) == (8, 8)

    def test_only_members_of_the_day_count(self, dated, pages_are_on):
        add(dated, 1, 2)
        add(dated, 3, since=date(2026, 5, 10))
        add(dated, 4, since=date(2025, 1, 1), until=date(2026, 5, 8))
        add(dated, 5, since=date(2025, 1, 1), until=DAY)
        now = only_members(dated)
        assert (in_season(now), in_statistics(now)) == (3, 3)

    def test_records_leave_out_guests(self, dated, pages_are_on):
        add(dated, 8)
        now = only_members(dated)
        found = records(finished_of(now), "mcr", counting_for(now))
        names = {name.person.name for one in found for name, _tournament in one.holders}
        assert names == {str(person(now, 8))}
        assert "Zephyrwood" not in page(now).partition("Records")[2]

    def test_the_ranking_lists_members_with_the_base_ranks_of_the_field(
        self,
        dated,
        pages_are_on,
    ):
        add(dated, 1)
        series = dated.series.get()
        before = ranking_of_series(series, timezone.localdate())
        series.club = only_members(dated)
        after = ranking_of_series(series, timezone.localdate())
        kept = {row.key for row in after.rows}
        assert kept <= {person(dated, 1).pk}
        for key, one in after.tournaments.items():
            assert one.players == before.tournaments[key].players
            assert set(one.persons) == {person(dated, 1).pk}

    def test_a_merged_record_is_the_same_member(self, dated, pages_are_on):
        kept = Person.objects.create(first_name="Q", last_name="Zephyrwood")
        add(dated, 1)
        merge_and_undo.merge(kept, person(dated, 1), by="owner", reason="the same")
        assert in_season(only_members(dated)) == 1


class TestChanges:
    def test_memberships_of_a_person_do_not_overlap(self, dated):
        add(dated, 1, since=date(2024, 1, 1), until=date(2024, 12, 31))
        add(dated, 1, since=date(2026, 1, 1))
        with pytest.raises(RuleError, match="already a member"):
            add(dated, 1, since=date(2024, 6, 1))
        [old, _new] = dated.members.all()
        with pytest.raises(RuleError, match="already a member"):
            club_members.change_member(
                dated, old.pk, since=old.since, until=None, by="secretary"
            )
        with pytest.raises(RuleError, match="before the first day"):
            club_members.change_member(
                dated, old.pk, since=DAY, until=date(2020, 1, 1), by="secretary"
            )

    def test_strangers_are_found_only_by_number(self, dated):
        stranger = Person.objects.create(last_name="Far", ema_number="04990001")
        with pytest.raises(RuleError, match="players of the club"):
            club_members.add_members(dated, {stranger.pk}, since=DAY, by="secretary")
        assert stranger not in club_members.offered_to(dated, "Far")
        with pytest.raises(RuleError, match="No player has this EMA number"):
            club_members.add_members(
                dated, (), ema_number="04990002", since=DAY, by="secretary"
            )
        club_members.add_members(
            dated, (), ema_number="04990001", since=DAY, by="secretary"
        )
        assert dated.members.get().person == stranger

    def test_a_player_chosen_and_numbered_is_one_member(self, dated):
        chosen = person(dated, 1)
        Person.objects.filter(pk=chosen.pk).update(ema_number="04990003")
        added = club_members.add_members(
            dated, {chosen.pk}, ema_number="04990003", since=DAY, by="secretary"
        )
        assert (added, dated.members.count()) == (1, 1)

    def test_the_log_names_members_as_they_are_named_now(self, dated):
        add(dated, 1)
        before = person(dated, 1)
        [(_entry, sentence), *_rest] = lines_of(list(dated.log.all()))
        assert sentence == f"Members added: {before}."
        Person.objects.filter(pk=before.pk).update(first_name="", last_name="Newname")
        [(_entry, sentence), *_rest] = lines_of(list(dated.log.all()))
        assert sentence == "Members added: Newname."

    def test_all_steps_are_logged(self, dated):
        add(dated, 1, until=date(2026, 12, 31))
        only_members(dated)
        club_members.remove_member(dated, dated.members.get().pk, by="secretary")
        kinds = list(dated.log.values_list("kind", flat=True)[:4])
        assert kinds == [
            "member_removed",
            "members_only",
            "member_changed",
            "members_added",
        ]


class TestPage:
    def test_a_secretary_adds_ends_and_counts_members(self, dated, director):
        client = signed_in(director)
        address = reverse("director:club_members", args=[dated.slug])
        assert "Zephyrwood" in client.get(address).content.decode()
        assert "Zephyrwood" not in client.get(f"{address}?q=nobody").content.decode()
        keys = [person(dated, number).pk for number in (1, 2)]
        sent = {"do": "add", "since": "2026-05-09", "person": keys}
        answer = client.post(address, sent, follow=True)
        assert "2 members added." in answer.content.decode()
        row = dated.members.get(person=keys[0])
        change = {"do": "change", "key": row.pk, "since": "2026-05-09"}
        wrong = client.post(address, change | {"until": "2026-05-01"})
        assert wrong.status_code == 422
        assert "cannot be before" in wrong.content.decode()
        client.post(address, change | {"until": "2026-12-31"})
        row.refresh_from_db()
        assert row.until == date(2026, 12, 31)
        client.post(address, {"do": "only_members"})
        assert Club.objects.get().members_only
        client.post(address, {"do": "remove", "key": row.pk})
        assert dated.members.count() == 1

    def test_nobody_chosen_is_a_sentence(self, dated, director):
        address = reverse("director:club_members", args=[dated.slug])
        sent = {"do": "add", "since": "2026-05-09"}
        answer = signed_in(director).post(address, sent)
        assert answer.status_code == 422
        assert "Choose at least 1 player." in answer.content.decode()

    def test_the_public_sees_no_list(self, dated, pages_are_on):
        add(dated, 1)
        address = reverse("director:club_members", args=[dated.slug])
        assert Client().get(address).status_code == 302
        assert "Member since" not in page(dated)
