"""New tournament, its page, the list of tournaments, archive and bin, tested in a
browser.
"""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.pictures import picture
from tests.tournaments.pages import count_queries, page, says, text_of
from tournaments.models import EventDescription, Membership, Role, Round, Tournament
from tournaments.tournament_setup import (
    archive_and_bin,
    create_and_change_tournament,
    description_and_logo,
    my_tournaments,
    offered_rulesets_and_presets,
)
from tournaments.tournament_setup.tournament_states import EventState

pytestmark = pytest.mark.django_db

ABOUT = {
    "title": "Harbour Cup",
    "starts_on": "2027-05-01",
    "ends_on": "2027-05-02",
    "venue": "The Old Mill",
    "organiser": "The Mill's Players",
    "city": "Aarhus",
    "country": "denmark",
}


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path):
    settings.DATA_DIR = tmp_path


class TestNew:
    def test_six_things_are_asked_and_the_rest_is_told_in_lines(self, director_client):
        response = director_client.get(page("new", preset="riichi-ema"))
        lines = dict(response.context["lines"])
        assert lines["Minutes per round"] == "90"
        assert lines["Start of rounds"] == "A director starts it"
        assert lines["Rules"].startswith("Riichi")
        before, _rest, folded = text_of(response).partition("<details")
        for name in (*ABOUT, "preset"):
            assert f'name="{name}"' in before
        assert 'name="end_policy"' not in before
        assert 'name="end_policy"' in folded

    @pytest.mark.parametrize("key", [*offered_rulesets_and_presets.presets()][-2:])
    def test_a_preset_and_what_is_asked_make_an_event(self, director_client, key):
        """A preset is used although collapsed fields of the form still contain the
        values of another preset, as without scripts.
        """
        first = next(iter(offered_rulesets_and_presets.presets()))
        form = director_client.get(page("new")).context["form"]
        folded = {field.name: field.value() for field in form}
        folded = {name: value for name, value in folded.items() if value is not None}
        sent = folded | ABOUT | {"preset": key, "filled": first}
        assert director_client.post(page("new"), sent).status_code == 302
        made = Tournament.objects.get()
        preset = offered_rulesets_and_presets.presets()[key]
        assert (made.title, made.minutes) == ("Harbour Cup", preset.minutes)
        assert (made.ruleset, made.end_policy) == (preset.ruleset, preset.end_policy)
        said = made.description
        assert (said.starts_on, said.ends_on) == (date(2027, 5, 1), date(2027, 5, 2))
        assert said.says_where == "The Old Mill, Aarhus, Denmark"

    def test_choosing_a_preset_fills_the_rest_in_place(self, director_client):
        address = page("new", preset="riichi-ema")
        response = director_client.get(address, headers={"HX-Request": "true"})
        assert text_of(response).startswith('<section id="rest"')
        assert says(response, 'value="riichi-ema"')

    @pytest.mark.parametrize(
        ("wrong", "field"),
        [
            ({"ends_on": "2027-04-30"}, "ends_on"),
            ({"starts_on": ""}, "starts_on"),
            ({"starts_on": "soon"}, "starts_on"),
            ({"venue": "x" * 201}, "venue"),
        ],
    )
    def test_what_is_wrong_is_refused_and_kept(self, director_client, wrong, field):
        chosen = {"preset": "riichi-ema", "filled": ""}
        response = director_client.post(page("new"), ABOUT | wrong | chosen)
        assert response.status_code == 422
        assert field in response.context["about"].errors
        assert says(response, "Harbour Cup")
        assert not Tournament.objects.exists()


class TestEventPage:
    def test_what_is_said_is_on_the_public_page(
        self, tournament, director_client, client
    ):
        said = ABOUT | {
            "text": "Two days.\n\n<script>alert(1)</script>",
            "link": "www.mill.example",
            "contact": "cup@mill.example",
        }
        address = page("event", tournament.slug)
        assert director_client.post(address, said).status_code == 302
        shown = client.get(reverse("public:tournament", args=[tournament.slug]))
        for words in (
            "Harbour Cup",
            "The Old Mill, Aarhus, Denmark",
            "2 May 2027",
            'href="https://www.mill.example"',
            'href="mailto:cup@mill.example"',
            "&lt;script&gt;",
        ):
            assert words in text_of(shown)
        assert says(client.get("/"), "Aarhus")
        assert tournament.log.first().kind == "described"
        assert says(director_client.get(page("log", tournament.slug)), "venue from")

    @pytest.mark.parametrize(
        "link", ["javascript:alert(1)", "ftp://mill.example", "data:text/html,x"]
    )
    def test_a_link_is_of_the_web(self, tournament, director_client, link):
        response = director_client.post(
            page("event", tournament.slug), ABOUT | {"link": link}
        )
        assert response.status_code == 422
        assert list(response.context["form"].errors) == ["link"]
        assert not EventDescription.objects.exists()

    def test_a_logo_is_served_as_the_picture_it_is(
        self, tournament, director_client, client
    ):
        sent = SimpleUploadedFile("../x.svg", picture(kind="GIF"), "image/svg+xml")
        address = page("event_logo", tournament.slug)
        assert director_client.post(address, {"logo": sent}).status_code == 302
        served = client.get(reverse("public:logo", args=[tournament.slug]))
        assert served["Content-Type"] == "image/png"
        assert served["X-Content-Type-Options"] == "nosniff"
        assert served["ETag"]
        assert served.content.startswith(b"\x89PNG")
        create_and_change_tournament.show_to_public(tournament, False, by="director")
        again = client.get(reverse("public:logo", args=[tournament.slug]))
        assert again.status_code == 404

    def test_what_is_no_picture_is_refused_in_a_sentence(
        self, tournament, director_client
    ):
        sent = SimpleUploadedFile("logo.png", b"<svg onload='alert(1)'/>")
        response = director_client.post(
            page("event_logo", tournament.slug), {"logo": sent}
        )
        assert response.status_code == 422
        assert says(response, "The logo cannot be read")

    def test_settings_go_out_and_make_another_event(self, tournament, director_client):
        sent = director_client.get(page("event_settings", tournament.slug))
        assert "attachment" in sent["Content-Disposition"]
        file = SimpleUploadedFile("settings.json", sent.content)
        made = director_client.post(page("new_from_settings"), {"file": file})
        assert made.status_code == 302
        assert Tournament.objects.filter(title=tournament.title).count() == 2

    def test_wrong_settings_are_refused_in_sentences(self, tournament, director_client):
        values = json.loads(
            director_client.get(page("event_settings", tournament.slug)).content
        )
        values |= {"minutes": 0, "about": {"link": "javascript:x"}}
        sent = json.dumps(values, indent=1).encode()
        file = SimpleUploadedFile("settings.json", sent)
        response = director_client.post(page("new_from_settings"), {"file": file})
        assert response.status_code == 422
        assert says(response, "1 to 600")
        assert says(response, "starts with https:// or http://")
        assert Tournament.objects.count() == 1

    def test_a_copy_is_made_with_its_players(self, tournament, director_client):
        sent = {"title": "Spring Cup 2", "starts_on": "", "with_players": "on"}
        director_client.post(page("event_copy", tournament.slug), sent)
        copy = Tournament.objects.get(title="Spring Cup 2")
        assert copy.players.count() == tournament.players.count()
        log = director_client.get(page("log", copy.slug))
        assert says(log, "a copy of “Spring Cup”, with 8 players")

    def test_house_players_stay_behind_and_withdrawn_ones_are_offered(
        self, tournament, director_client
    ):
        tournament.players.filter(number=1).update(last_round=0)
        tournament.players.filter(number=2).update(is_filler=True, team=None)
        sent = {"title": "Without", "starts_on": "", "with_players": "on"}
        director_client.post(page("event_copy", tournament.slug), sent)
        sent |= {"title": "With", "with_withdrawn": "on"}
        director_client.post(page("event_copy", tournament.slug), sent)
        numbers = {
            title: sorted(
                Tournament.objects.get(title=title).players.values_list(
                    "number", flat=True
                )
            )
            for title in ("Without", "With")
        }
        assert numbers == {"Without": [*range(3, 9)], "With": [1, *range(3, 9)]}
        copy = Tournament.objects.get(title="With")
        assert not copy.players.exclude(last_round=None).exists()


class TestAway:
    def test_what_is_archived_offers_no_change_and_takes_none(
        self, tournament, seated_round, director_client, client
    ):
        archive = page("event_archive", tournament.slug)
        director_client.post(archive, {"archived": "yes"})
        public = reverse("public:tournament", args=[tournament.slug])
        assert client.get(public).status_code == 200
        assert not says(director_client.get(page("home")), "Spring Cup")
        assert says(director_client.get(page("home", state="archived")), "Spring Cup")
        players = director_client.get(page("players", tournament.slug))
        assert says(players, '<fieldset class="as-it-is stack" disabled>')
        revision = Tournament.objects.get().revision
        for name in ("settings", "event", "players", "show", "event_logo"):
            director_client.post(page(name, tournament.slug), ABOUT)
        started = director_client.post(
            page("start", tournament.slug, 1), {"version": 0}, follow=True
        )
        assert says(started, "This tournament is archived and read-only")
        assert Tournament.objects.get().revision == revision
        director_client.post(archive, {"archived": "no"})
        assert says(director_client.get(page("home")), "Spring Cup")

    def test_the_bin_is_the_owners_and_can_be_taken_back(
        self, tournament, director_client, referee_client, client
    ):
        director_client.post(page("event_bin", tournament.slug))
        assert not says(client.get("/"), "Spring Cup")
        assert not says(director_client.get(page("home")), '/spring-cup/"')
        assert not says(referee_client.get(page("home", state="binned")), "Spring Cup")
        binned = director_client.get(page("home", state="binned"))
        assert says(binned, "Will be deleted after")
        take_out = page("event_take_out", tournament.slug)
        assert referee_client.post(take_out).status_code == 403
        assert director_client.post(take_out).status_code == 302
        assert says(client.get("/"), "Spring Cup")

    def test_a_director_who_is_no_owner_is_offered_no_bin(
        self, tournament, stranger, stranger_client
    ):
        Membership.objects.create(
            user=stranger, tournament=tournament, role=Role.DIRECTOR
        )
        address = page("event_bin", tournament.slug)
        event = stranger_client.get(page("event", tournament.slug))
        assert address not in text_of(event)
        assert stranger_client.post(address).status_code == 403


class TestOwnList:
    @pytest.fixture
    def many(self, director):
        def make(count: int) -> None:
            there = Tournament.objects.count()
            plan = {"ruleset": "mcr", "planned_rounds": 1, "minutes": 60}
            events = Tournament.objects.bulk_create(
                Tournament(
                    slug=f"cup-{n}", title=f"Cup {n}", end_policy="finish_hand", **plan
                )
                for n in range(there, count)
            )
            EventDescription.objects.bulk_create(
                EventDescription(tournament=event, city="Aarhus") for event in events
            )
            Membership.objects.bulk_create(
                Membership(user=director, tournament=event, role=Role.OWNER)
                for event in events
            )

        return make

    def test_a_thousand_events_need_no_more_queries_than_sixteen(
        self, many, director_client
    ):
        many(16)
        few = count_queries(director_client, page("home"))
        many(1000)
        with CaptureQueriesContext(connection) as queries:
            response = director_client.get(page("home", q="aarhus", page=3))
        assert len(queries) == few
        assert len(response.context["listed"].events) == my_tournaments.ON_A_PAGE
        assert says(response, "Page 3 of 42")

    def test_events_are_found_by_words_and_state(self, many, director, director_client):
        many(9)
        events = list(Tournament.objects.order_by("pk"))
        Round.objects.create(tournament=events[0], number=1, state="closed")
        Round.objects.create(
            tournament=events[1], number=1, state="time_up", ended_at=timezone.now()
        )
        Round.objects.create(tournament=events[2], number=1, state="published")
        Round.objects.create(tournament=events[6], number=1, state="closed")
        Tournament.objects.filter(pk=events[6].pk).update(finished_at=timezone.now())
        archive_and_bin.archive(events[3], by="director")
        archive_and_bin.move_to_bin(
            events[4], by="director", now=timezone.now() - timedelta(days=1)
        )
        description_and_logo.describe(events[5], {"venue": "Blue Hall"}, by="director")

        def found(**asked: object) -> list[str]:
            listed = my_tournaments.own_events(director, **asked)
            return sorted(event.tournament.title for event in listed.events)

        assert found(state=EventState.CLOSED) == ["Cup 0"]
        assert found(state=EventState.RUNNING) == ["Cup 1"]
        assert found(state=EventState.ARCHIVED) == ["Cup 3"]
        assert found(state=EventState.BINNED) == ["Cup 4"]
        assert found(state=EventState.FINISHED) == ["Cup 6"]
        assert found(state=EventState.PLANNED) == [f"Cup {n}" for n in (2, 5, 7, 8)]
        assert found() == [f"Cup {n}" for n in (0, 1, 2, 5, 7, 8)]
        assert found(search="cup") == [f"Cup {n}" for n in (0, 1, 2, 5, 6, 7, 8)]
        assert found(search="aarhus blue") == ["Cup 5"]
        assert found(search="nowhere") == []
        counts = my_tournaments.own_events(director).counts
        assert [counts[state] for state in EventState] == [4, 1, 1, 1, 1, 0, 1]
        shown = director_client.get(page("home", q="nowhere"))
        assert says(shown, "No tournaments match your search.")

    def test_finished_tournaments_are_not_current(self, many, director_client):
        many(3)
        events = Tournament.objects.order_by("pk")
        Tournament.objects.filter(pk=events[0].pk).update(finished_at=timezone.now())
        shown = director_client.get(page("home"))
        assert says(shown, "2 current tournaments. 1 finished tournament.")
        assert not says(shown, ">Cup 0<")
        events.update(finished_at=timezone.now())
        shown = director_client.get(page("home"))
        assert says(shown, "0 current tournaments. 3 finished tournaments.")
        assert says(shown, ">Cup 0<")
        assert not says(shown, "Current&nbsp;")

    def test_clubs_and_series_are_above_the_list(self, many, director_client):
        def is_above(words: str) -> bool:
            text = text_of(director_client.get(page("home")))
            return text.index(reverse("public:series")) < text.index(words)

        assert not is_above("Create a tournament")
        many(1)
        assert is_above(">Cup 0<")


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_a_day_that_no_calendar_reaches_is_refused(tournament, director_client, day):
    said = {"title": "Next Cup", "starts_on": day}
    for name in ("event", "event_copy"):
        response = director_client.post(page(name, tournament.slug), said)
        assert response.status_code == 422
        assert says(response, day)
