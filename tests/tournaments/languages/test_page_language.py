"""The language of a page: the order of the sources that decide the language, and the
headers.
"""

from __future__ import annotations

import re
from html import unescape
from types import ModuleType

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import RequestFactory, override_settings
from django.urls import reverse
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from mahjong_site import urls
from scoring.all_pages import page_cache, page_cache_keys
from tournaments.access import account_language, table_links
from tournaments.languages import page_language
from tournaments.languages.page_language import (
    accepted,
    offered,
    read_by_one,
    read_by_several,
)
from tournaments.models import AccountLanguage, Tournament
from tournaments.refusals import Refused
from tournaments.tournament_setup.create_and_change_tournament import (
    change_some_settings,
)


@pytest.mark.parametrize(
    ("chosen", "asked", "accept", "language"),
    [
        ("fr", "de", "ja", "fr"),
        ("", "de", "ja", "de"),
        ("xx", "de", "ja", "de"),
        ("", "", "ja", "ja"),
        ("", "xx", "xx,ja;q=0.8,de;q=0.9", "de"),
        ("", "", "en-US,en;q=0.9", "en"),
        ("", "", "pt-PT", "pt-br"),
        ("", "", "zh-TW,zh;q=0.9", "zh-hant"),
        ("", "", "zh-CN", "zh-hans"),
        ("", "", "xx", ""),
        ("", "", "fr;q=0", ""),
        ("", "", "*,fr", ""),
        ("", "", "", ""),
    ],
)
def test_one_reader(languages, chosen, asked, accept, language):
    assert read_by_one(chosen, asked, accept) == language


@pytest.mark.parametrize(
    ("asked", "of_tournament", "language"),
    [("de", "fr", "de"), ("", "fr", "fr"), ("xx", "fr", "fr"), ("", "xx", "en")],
)
def test_several_readers(languages, asked, of_tournament, language):
    assert read_by_several(asked, of_tournament) == language


@given(st.text(), st.text(), st.text())
def test_no_text_raises(chosen, asked, accept):
    known = {code for code, _name in settings.LANGUAGES}
    assert read_by_one(chosen, asked, accept) in {"", *known}
    assert read_by_several(asked, chosen) in known


@pytest.mark.parametrize("code", ["", " FR ", "fr-CA", "fr_CA", "x" * 5000, "\0", "é"])
def test_a_code_is_offered_or_not(languages, code):
    assert offered(code) in ("", "fr")


def test_a_very_long_header_counts_as_none():
    assert accepted("a" * 10_000) == []


@pytest.fixture
def french(languages, tournament) -> Tournament:
    change_some_settings(tournament, {"language": "fr"}, by="director")
    return tournament


def page(client, tournament, query="", **headers):
    address = reverse("public:standings", args=[tournament.slug])
    return client.get(address + query, headers=headers)


def language_in(answer) -> str:
    language = answer["Content-Language"]
    assert f'<html lang="{language}"' in answer.content.decode()
    return str(language)


def test_the_tournament_counts_if_the_browser_names_no_language(client, french):
    assert language_in(page(client, french)) == "fr"
    assert language_in(page(client, french, **{"Accept-Language": "xx"})) == "fr"
    answer = page(client, french, **{"Accept-Language": "de"})
    assert language_in(answer) == "de"
    assert language_in(page(client, french, "?lang=ja")) == "ja"
    assert language_in(page(client, french, "?lang=xx")) == "fr"
    client.cookies["wind_language"] = "de"
    assert language_in(page(client, french, "?lang=ja")) == "de"
    assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].split(", "))
    assert translation.get_language() == "en"


def test_other_pages_are_in_the_language_of_the_installation(client, french, settings):
    assert language_in(client.get("/")) == "en"
    settings.DEFAULT_LANGUAGE = "ja"
    assert language_in(client.get("/")) == "ja"
    assert language_in(page(client, french)) == "fr"


def test_a_missing_page_is_in_the_readers_language(client, french):
    answer = client.get("/t/nothing/", headers={"Accept-Language": "fr"})
    assert (answer.status_code, language_in(answer)) == (404, "fr")


def test_a_language_that_is_gone_counts_as_the_default(client, french, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "de")]
    assert french.languages == ["en"]
    assert language_in(page(client, french)) == "en"


def test_one_language_twice_is_refused(french):
    with pytest.raises(Refused):
        change_some_settings(french, {"second_language": "fr"}, by="director")
    change_some_settings(french, {"second_language": "de"}, by="director")
    assert french.languages == ["fr", "de"]


def test_a_director_chooses_the_languages(languages, director_client, tournament):
    address = reverse("director:settings", args=[tournament.slug])
    assert (
        'value="zh-hans" lang="zh-hans"'
        in director_client.get(address).content.decode()
    )
    sent = {"card": "languages", "language": "ja", "second_language": "en"}
    director_client.post(address, sent)
    tournament.refresh_from_db()
    assert tournament.languages == ["ja", "en"]
    log = reverse("director:log", args=[tournament.slug])
    assert "日本語" in director_client.get(log).content.decode()
    refused = director_client.post(address, sent | {"language": "xx"})
    assert refused.status_code == 422


def test_no_choice_of_languages_with_only_one(director_client, tournament, settings):
    settings.LANGUAGES = [("en", "English")]
    address = reverse("director:settings", args=[tournament.slug])
    assert 'id="languages"' not in director_client.get(address).content.decode()


def test_pages_have_an_etag_for_each_language(
    client, french, director_client, monkeypatch
):
    monkeypatch.setattr(page_cache, "KEPT_BYTES", 10_000_000)
    for browser in (client, director_client):
        page(browser, french)  # The first page of an account sets a cookie.
        tags = {}
        for code in ("fr", "de", "en"):
            tags[code] = page(browser, french, **{"Accept-Language": code})["ETag"]
        assert len(set(tags.values())) == 3
        for code, tag in tags.items():
            for asked in tags:
                headers = {"Accept-Language": asked, "If-None-Match": tag}
                again = page(browser, french, **headers)
                assert (again.status_code == 304) == (asked == code)
    page_cache.pages.forget()


KEPT = '<input type="hidden" name="lang" value="fr">'


@pytest.mark.parametrize("name", ["seating", "standings", "files"])
def test_forms_keep_the_language_of_their_address(
    client, director_client, seated_round, name
):
    address = reverse(f"public:{name}", args=[seated_round.tournament.slug])
    for reader in (client, director_client):
        plain = reader.get(address, headers={"Accept-Language": "fr"})
        assert KEPT not in plain.content.decode()
        asked = reader.get(
            address,
            {"lang": "fr"},
            headers={"If-None-Match": plain["ETag"], "Accept-Language": "fr"},
        )
        assert asked.content.decode().count(KEPT) == 1


def test_forms_of_the_site_keep_it_too(client, tournament):
    links = re.findall(
        r'href="(/referee/[^"?]*)', client.get("/referee/").content.decode()
    )
    [claims, *_others] = [link for link in links if "claims" in link]
    for address in ("/", claims):
        assert KEPT in client.get(address, {"lang": "fr"}).content.decode()
    client.cookies["wind_language"] = "de"
    assert KEPT not in client.get(claims, {"lang": "fr"}).content.decode()


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("/t/x/?round=2&utm=1&lang=fr", "/t/x/?round=2&lang=fr"),
        ("/t/x/?lang=FR", "/t/x/?lang=fr"),
        ("/t/x/?lang=xx", "/t/x/"),
        ("/t/x/?utm=1", "/t/x/"),
    ],
)
def test_a_page_is_asked_for_again_in_its_language(languages, address, path):
    found = []

    def respond(request):
        page_cache_keys.keep(request, round=page_cache_keys.number())
        found.append(page_language.full_path(request))
        return HttpResponse()

    page_language.in_page_language(respond)(RequestFactory().get(address))
    assert found == [path]


CHOOSE = "/language/"


def chosen(client, language, origin="http://testserver", **more):
    sent = {"language": language, **more}
    return client.post(CHOOSE, sent, headers={"Origin": origin})


def test_a_choice_is_kept_in_the_browser(languages, client, tournament):
    answer = chosen(client, "fr", next="/t/spring-cup/standings/?by=teams&lang=de")
    assert answer["Location"] == "/t/spring-cup/standings/?by=teams"
    assert answer.cookies["wind_language"]["httponly"]
    assert language_in(page(client, tournament, **{"Accept-Language": "de"})) == "fr"
    assert "fr: Standings" in page(client, tournament).content.decode()


def test_an_unknown_language_changes_nothing(languages, client):
    for wrong in ("xx", "", "fr-CA", "\0", "f" * 10_000):
        answer = chosen(client, wrong)
        assert (answer.status_code, answer.cookies) == (302, {})


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/",
        "//evil.example/",
        "https://testserver//evil.example/",
        "/\\evil.example/",
        "javascript:alert(1)",
        "http://testserver/language/",
        "http://[",
        "",
    ],
)
def test_a_choice_never_leads_to_another_site(languages, client, address):
    headers = {"Origin": "http://testserver", "Referer": address}
    for sent in ({"next": address}, {}):
        answer = client.post(CHOOSE, {"language": "fr", **sent}, headers=headers)
        assert answer["Location"] in ("/", "/evil.example/")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "null"},
        {"Origin": "https://evil.example", "Referer": "http://testserver/"},
        {"Origin": "http://["},
        {"Referer": "https://evil.example/"},
        {"Referer": "http://["},
    ],
)
def test_another_site_cannot_choose(languages, client, headers):
    answer = client.post(CHOOSE, {"language": "fr"}, headers=headers)
    assert (answer.status_code, answer.cookies) == (403, {})


def test_a_proxy_that_ends_https_is_trusted(languages, client, settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://mahjong.example"]
    assert chosen(client, "fr", "https://mahjong.example").cookies


def test_a_choice_returns_to_the_page_with_the_form(languages, client):
    headers = {"Referer": "http://testserver/rules/?x=%C3%A9"}
    answer = client.post(CHOOSE, {"language": "fr"}, headers=headers)
    assert answer["Location"] == "/rules/?x=%C3%A9"
    shown = client.get(CHOOSE, headers=headers).content.decode()
    assert 'name="next" value="/rules/?x=%C3%A9"' in shown
    assert shown.count('name="language"') == 7


def next_in(page: str) -> str:
    found = re.search(r'name="next" value="([^"]*)"', page)
    assert found
    return unescape(found[1])


def test_a_choice_returns_to_a_card_whose_address_is_never_a_referrer(
    languages, client, tournament
):
    key = table_links.sign_of(tournament, 1)
    for name in ("sign", "sign_practise"):
        card = reverse(f"table:{name}", args=[tournament.slug, 1, key])
        shown = client.get(card)
        assert shown["Referrer-Policy"] == "strict-origin"
        shown = shown.content.decode()
        if 'name="next"' not in shown:  # The choice is behind a link.
            [link] = re.findall(r'href="(/language/[^"]*)"', shown)
            headers = {"Referer": "http://testserver/"}
            offered = client.get(unescape(link), headers=headers)
            assert offered["Referrer-Policy"] == "strict-origin"
            shown = offered.content.decode()
        assert next_in(shown) == card
        assert chosen(client, "fr", next=card)["Location"] == card


def test_a_shared_page_names_only_the_query_that_it_reads(client, tournament):
    shown = page(client, tournament, "?utm=1&lang=fr&view=x").content.decode()
    assert next_in(shown) == reverse("public:standings", args=[tournament.slug])


def test_a_choice_stays_below_the_path_of_the_site(languages, client, monkeypatch):
    moved = ModuleType("moved")
    monkeypatch.setattr(moved, "urlpatterns", urls.below("/club"), raising=False)
    with override_settings(ROOT_URLCONF=moved, SUB_PATH="/club"):
        for address, leads_to in (
            ("/club/rules/?x=1", "/club/rules/?x=1"),
            ("/rules/", "/club/"),
            ("/club/language/", "/club/"),
            ("/clubs/", "/club/"),
        ):
            sent = {"language": "fr", "next": address}
            headers = {"Origin": "http://testserver"}
            answer = client.post("/club/language/", sent, headers=headers)
            assert answer["Location"] == leads_to
        shown = client.get("/club/rules/").content.decode()
        assert next_in(shown) == "/club/rules/"


def test_the_choice_is_on_every_page_and_only_with_several_languages(
    languages, client, tournament, settings
):
    shown = page(client, tournament).content.decode()
    assert 'value="ja" lang="ja"' in shown
    assert "日本語" in shown
    assert "csrf" not in shown
    settings.LANGUAGES = [("en", "English")]
    assert CHOOSE not in page(client, tournament).content.decode()


def test_an_account_keeps_its_choice(languages, client, director):
    director_client = client
    director_client.force_login(director)
    chosen(director_client, "fr")
    chosen(director_client, "de")
    assert AccountLanguage.objects.get().language == "de"
    director_client.logout()
    sign_in = {"login": "director", "password": "director-pass-1"}
    answer = director_client.post(reverse("account_login"), sign_in)
    assert answer.cookies["wind_language"].value == "de"
    AccountLanguage.objects.update(language="xx")
    assert account_language.language_of(director) == ""


def test_saving_keeps_the_language_of_the_page(languages, director_client, tournament):
    """Saving keeps the language of the page, although the form is sent to an address
    without the choice of language.
    """
    address = reverse("director:settings", args=[tournament.slug])
    show = reverse("director:show", args=[tournament.slug])
    page_with_form = f"http://testserver{address}?lang=de"
    saved = director_client.post(
        show, {"shown": "yes"}, headers={"Referer": page_with_form}
    )
    assert saved["Location"].partition("#")[0] == f"{address}?lang=de"
    refused = director_client.post(
        address,
        {"card": "languages", "language": "xx"},
        headers={"Referer": page_with_form},
    )
    assert (refused.status_code, language_in(refused)) == (422, "de")


@pytest.mark.parametrize("sent_from", ["", "http://[", "http://testserver/?lang=xx"])
def test_saving_without_a_language_in_the_address(
    languages, director_client, tournament, sent_from
):
    show = reverse("director:show", args=[tournament.slug])
    saved = director_client.post(
        show, {"shown": "yes"}, headers={"Referer": sent_from} if sent_from else {}
    )
    assert "lang=" not in saved["Location"]


def test_the_language_just_chosen_replaces_that_of_the_address(languages, client):
    answer = client.post(
        reverse("choose_language"),
        {"language": "fr"},
        headers={
            "Referer": "http://testserver/?lang=de",
            "Origin": "http://testserver",
        },
    )
    assert "lang=" not in answer["Location"]
