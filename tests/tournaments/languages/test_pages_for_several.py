"""Papers, screens, images, calendars and messages have several readers.

They are in the languages of the tournament, not of the browser.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone, translation

from scoring.hall import screen_rotation
from scoring.notifications import notify_destinations
from scoring.tournament_folder import event_json
from tests.tournaments.live.test_push import Browser
from tournaments.access import staff_invitations
from tournaments.deliveries import change_destinations
from tournaments.deliveries.change_destinations import Wanted
from tournaments.director.schedule_page import PatternForm
from tournaments.languages.page_language import of_message
from tournaments.live import push_messages
from tournaments.models import (
    Delivery,
    Draw,
    Happening,
    PushKind,
    PushSent,
    Role,
    SignUp,
    SignUpPage,
    Tournament,
)
from tournaments.people import registration_links_and_mail
from tournaments.seating_drafts import confirm_draft
from tournaments.tournament_setup import screen_views_and_announcements
from tournaments.tournament_setup.create_and_change_tournament import (
    change_some_settings,
)

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def french(languages, tournament) -> Tournament:
    """Return a tournament with two languages, French before German."""
    chosen = {"language": "fr", "second_language": "de"}
    change_some_settings(tournament, chosen, by="director")
    return tournament


def page_for_japanese(client, name: str, *args, **query) -> str:
    """Return a page for a reader who has chosen Japanese."""
    client.cookies["wind_language"] = "ja"
    return client.get(reverse(name, args=args), query).content.decode()


class TestPapers:
    def test_sheets_are_in_the_tournaments_language(self, french, director_client):
        page = page_for_japanese(
            director_client, "director:paper_of_event", french.slug, "rules"
        )
        assert '<html lang="ja"' in page
        assert '<section class="paper-sheet" lang="fr"' in page
        assert "<h2>fr: Rule sheet</h2>" in page
        assert "<h1>ja: Rule sheet</h1>" in page

    @pytest.mark.parametrize(
        ("asked", "languages_of_sheets"),
        [("de", ["de"]), ("ja", ["ja"]), ("xx", ["fr"]), ("both", ["fr", "de"])],
    )
    def test_one_set_for_each_language(
        self, french, director_client, asked, languages_of_sheets
    ):
        address = "director:paper_of_event", french.slug, "rules"
        page = page_for_japanese(director_client, *address, lang=asked)
        titles = [f"<h2>{code}: Rule sheet</h2>" for code in languages_of_sheets]
        assert [page.count(title) > 0 for title in titles] == [True] * len(titles)
        assert page.count(": Rule sheet</h2>") == page.count('class="paper-sheet"')

    def test_the_list_of_printouts_offers_both(self, french, director_client):
        page = page_for_japanese(director_client, "director:paper", french.slug)
        assert "Français and Deutsch" in page
        assert "?lang=" not in page
        chosen = page_for_japanese(
            director_client, "director:paper", french.slug, paper="both"
        )
        assert f"/director/{french.slug}/paper/rules/?lang=both" in chosen
        for wrong in ("xx", ""):
            page = page_for_japanese(
                director_client, "director:paper", french.slug, paper=wrong
            )
            assert "?lang=" not in page

    def test_cards_are_in_it_too(self, french, seated_round, director_client):
        for name, more in (("cards", [1]), ("lasting_cards", [])):
            page = page_for_japanese(
                director_client, f"director:{name}", french.slug, *more
            )
            assert 'class="table-sign" lang="fr"' in page

    def test_cards_in_both_languages(self, french, seated_round, director_client):
        for name, more in (("cards", [1]), ("lasting_cards", [])):
            address = f"director:{name}", french.slug, *more
            page = page_for_japanese(director_client, *address, lang="both")
            of_page = re.findall(r'class="table-sign" lang="(\w+)"', page)
            assert of_page == ["fr", "fr", "de", "de"]
            assert page.count("/link/") == (2 if more else 0)

    @pytest.mark.parametrize("asked", ["both", "ja"])
    def test_links_between_cards_keep_their_language(
        self, french, seated_round, director_client, asked
    ):
        slug, query = french.slug, f"?lang={asked}"
        cards = reverse("director:cards", args=[slug, 1])
        lasting = reverse("director:lasting_cards", args=[slug])
        renew = reverse("director:renew_cards", args=[slug])
        for name, more, links in (
            ("cards", [1], (cards, lasting)),
            ("lasting_cards", [], (cards, renew)),
        ):
            page = page_for_japanese(
                director_client, f"director:{name}", slug, *more, lang=asked
            )
            for link in links:
                assert f'"{link}{query}"' in page
            plain = page_for_japanese(
                director_client, f"director:{name}", slug, *more, lang="xx"
            )
            assert "?lang=" not in plain.partition('name="next"')[0]
        renewed = director_client.post(renew + query)
        assert renewed["Location"] == lasting + query


class TestScreens:
    def of_hall(self, client, tournament, **query) -> str:
        key = tournament.hall_key
        return page_for_japanese(
            client, "hall:turns_by_key", tournament.slug, key, **query
        )

    def test_a_screen_is_in_the_tournaments_language(self, french, client):
        page = self.of_hall(client, french)
        assert '<html lang="fr"' in page
        assert "/language/" not in page
        assert '<html lang="ja"' in self.of_hall(client, french, lang="ja")
        assert '<html lang="fr"' in self.of_hall(client, french, lang="xx")

    def test_a_screen_alternates(self, french, client, director_client):
        address = reverse("director:hall_turns", args=[french.slug])
        times = {"seats": 0, "clock": 9, "standings": 0, "leaders": 0, "hands": 9}
        director_client.post(address, {**times, "language": "both"})
        page = self.of_hall(client, french)
        assert page.count('lang="fr" data-turn="clock-fr"') == 1
        assert page.count('lang="de" data-turn="clock-de"') == 1
        french.refresh_from_db()
        assert french.log.first().kind == "hall_language_chosen"
        live = screen_rotation._render(french, screen_rotation.ROTATION)
        assert 'lang="fr"' in live
        assert 'lang="de"' in live
        one = screen_rotation._render(french, "rotation", language="ja")
        assert 'lang="ja" data-turn="clock"' in one
        assert translation.get_language() == "en"
        log = director_client.get(reverse("director:log", args=[french.slug]))
        assert "Language of the screens: both languages of the tournament." in (
            log.content.decode()
        )

    def test_a_further_screen_has_its_own(self, french, client, director_client):
        screen_views_and_announcements.add_screen(french, "Door", by="director")
        address = reverse("director:further_screen", args=[french.slug, "door"])
        times = {"seats": 0, "clock": 9, "standings": 0, "leaders": 0, "hands": 0}
        sent = {**times, "act": "turns", "language": "ja"}
        director_client.post(address, sent)
        args = french.slug, french.hall_key, "door"
        client.cookies.clear()
        assert '<html lang="ja"' in page_for_japanese(
            client, "hall:screen_by_key", *args
        )
        assert '<html lang="fr"' in self.of_hall(client, french)
        refused = director_client.post(address, {**sent, "language": "xx"})
        assert refused.status_code == 422

    def test_the_folder_has_the_languages(self, french):
        screen_views_and_announcements.add_screen(french, "Door", by="director")
        for slug, language in (("", "both"), ("door", "ja")):
            screen_views_and_announcements.choose_language(
                french, language, by="director", slug=slug
            )
        written = event_json.read_and_write_settings.write_settings(french)
        values = json.loads(written)
        assert (values["language"], values["second_language"]) == ("fr", "de")
        assert [one["language"] for one in values["hall_screens"]] == ["both", "ja"]
        read = event_json.read_and_write_settings.read_settings(written)
        assert read.further.screens.languages == {"": "both", "Door": "ja"}


class TestPublic:
    def test_images_and_calendars_are_in_the_tournaments_language(
        self, french, client, monkeypatch
    ):
        for name, more in (
            ("public:preview", []),
            ("public:player_image", [1]),
            ("public:tournament_calendar", []),
        ):
            client.cookies["wind_language"] = "ja"
            address = reverse(name, args=[french.slug, *more])
            assert client.get(address)["Content-Language"] == "fr", name
            assert client.get(address, {"lang": "de"})["Content-Language"] == "de"
        cache.clear()

    def test_a_link_preview_is_read_without_a_language(self, french, client):
        page = client.get(reverse("public:standings", args=[french.slug]))
        assert page["Content-Language"] == "fr"
        assert "fr: Standings" in page.content.decode()

    def test_embedded_standings_take_a_language(self, french, client):
        address = reverse("public:embed", args=[french.slug])
        client.cookies["wind_language"] = "ja"
        page = client.get(address, headers={"Accept-Language": "ja"})
        assert page["Content-Language"] == "fr"
        assert client.get(address, {"lang": "de"})["Content-Language"] == "de"


class TestMessages:
    def test_a_person_gets_their_own_if_the_program_has_it(self, french):
        assert of_message(french, "ja") == "ja"
        assert of_message(french, "xx") == "fr"
        assert of_message(french) == "fr"

    def test_push_messages(self, french, seated_round, settings):
        settings.PUSH_HOSTS = ["push.example.org"]
        player = french.players.get(number=1)
        seat = seated_round.seats.select_related("game").get(player=player)
        titles = {}
        for language in ("ja", "xx"):
            browser = Browser(language)
            with translation.override(language if language == "ja" else "en"):
                push_messages.subscribe(
                    player, browser.endpoint, browser.keys, site="https://a.example/"
                )
            device = player.push_subscriptions.get(endpoint=browser.endpoint)
            device.language = language
            message = PushSent(
                subscription=device, kind=PushKind.SEAT, round=seated_round, at=NOON
            )
            parcel = push_messages._parcel(message, seat, None)
            titles[language] = json.loads(parcel.content)["title"]
        assert titles == {
            "ja": "ja: Your seat in round 1",
            "xx": "fr: Your seat in round 1",
        }

    def test_mails_to_registered_players(self, french, settings):
        settings.EMAIL_HOST = "mail.example"
        for language in ("ja", ""):
            sign_up = SignUp.objects.create(
                tournament=french,
                last_name="Dahl",
                email="d@hall.example",
                waits=True,
                language=language,
            )
            registration_links_and_mail.queue_confirmation(sign_up)
        subjects = Delivery.objects.order_by("pk").values_list("subject", flat=True)
        assert [subject[:3] for subject in subjects] == ["ja:", "fr:"]

    def test_the_language_of_the_page_is_kept_with_a_registration(self, french, client):
        address = reverse("public:sign_up", args=[french.slug])
        types = {"last_name": "Dahl", "device_key": "k"}
        SignUpPage.objects.create(tournament=french, is_on=True)
        client.cookies["wind_language"] = "ja"
        client.post(address, types)
        assert SignUp.objects.get().language == "ja"

    def test_invitations(self, french):
        invitation = staff_invitations.invite(
            french, Role.REFEREE, by="director", giver=Role.OWNER
        )
        with translation.override("ja"):
            staff_invitations.mail_link(invitation, "a@b.example", link="https://c/")
        assert Delivery.objects.get().subject.startswith("fr: Invitation")

    def test_notifications(self, french, seated_round):
        destination = change_destinations.add(
            french,
            Wanted("webhook", "Site", "https://a.example/", "", "", list(Happening)),
            site="https://c.example/",
            by="director",
        )
        screen_views_and_announcements.announce(
            french, "Lunch", until=None, by="director"
        )
        seen = []
        real = notify_destinations.message_of

        def noted(*args, **named):
            seen.append(translation.get_language())
            return real(*args, **named)

        notify_destinations.message_of = noted
        try:
            notify_destinations.notify(destination.pk, timezone.now())
        finally:
            notify_destinations.message_of = real
        assert set(seen) == {"fr"}


class TestStored:
    def test_names_that_everyone_reads_are_in_the_tournaments_language(self, french):
        form = PatternForm.for_tournament(french, {})
        form.cleaned_data = {
            "first_day": NOON.date(),
            "first_start": NOON.time(),
            "rounds_a_day": 2,
            "minutes": 90,
            "gap": 15,
            "break_after": 1,
            "break_minutes": 60,
        }
        with translation.override("ja"):
            pattern = form.pattern(2, french.first_language)
        assert pattern.break_title == "fr: Lunch"
        draw = Draw(tournament=french, fillers=[9])
        with translation.override("ja"):
            assert confirm_draft._register_fillers(draw, (((1, 2, 3, 9),),)) == [9]
        name = french.players.get(number=9).person.first_name
        assert name == "fr: House player"
