"""Query parameters without effect do not make the program render a page again.

The tests count how often it makes pages, images and files.
"""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import RequestFactory
from django.urls import reverse

from scoring.all_pages import page_cache, page_cache_keys
from scoring.all_pages.page_cache_keys import number, numbers, one_of, text
from scoring.exports import export_files_csv_json_xlsx
from scoring.models import Series
from scoring.public import preview_image, share_image
from scoring.series import change_series
from tests.test_permissions import ADDRESSES
from tournaments.access import player_links
from tournaments.files import generated_file_cache
from tournaments.persons import pages_over_tournaments

#: Two queries that do not change what pages show: names or values they do not know, and
#: default values of the API. The API rejects unknown names.
MEANS_NOTHING = (
    "x=1&utm_source=a&fbclid=b&page=01&page=1&first=0&show=nonsense&by=nonsense"
    "&theme=nonsense",
    "limit=100&offset=0&offset=00",
)
#: Parameters that some pages use.
LOOKS_FOR = {
    "find": {"public:standings", "public:standings_view", "public:round"},
    "q": {"public:seating", "public:seating_round", "public:seating_players"},
    "preset": {"public:referee_claims", "public:referee_worth"},
}
#: Pages made for each request: forms with a token, or very cheap ones.
NOT_KEPT = {
    *("public:sign_up", "public:robots", "public:sitemap", "public:manifest"),
    *("public:referee_worker", "public:file"),
}
VALUES = {
    "slug": "spring-cup",
    "number": 1,
    "table": 1,
    "ruleset": "mcr",
    "series": "evenings",
    "season": "autumn",
    "club": "evening-club",
    "view": "official",
    "export": "players",
    "ending": "csv",
}
KEPT = [
    address
    for address in ADDRESSES
    if address.name.startswith(("public:", "api:"))
    and address.name not in NOT_KEPT | {"api:api-root"}
]


@pytest.fixture
def made(monkeypatch):
    """Return a list that collects the name of each page, image and file that is made,
    in order.
    """
    done = []

    def count(module, name):
        make = getattr(module, name)

        def counted(*args, **named):
            done.append(name)
            return make(*args, **named)

        monkeypatch.setattr(module, name, counted)

    monkeypatch.setattr(page_cache, "KEPT_BYTES", 10_000_000)
    monkeypatch.setattr(generated_file_cache, "LONGEST", 600.0)
    count(page_cache, "_make")
    count(export_files_csv_json_xlsx, "write")
    count(preview_image, "blank")
    count(share_image, "blank")
    preview_image.drawn.cache_clear()
    cache.clear()
    yield done
    page_cache.pages.forget()


def path_of(address):
    return reverse(
        address.name, kwargs={name: VALUES[name] for name in address.parameters}
    )


@pytest.fixture
def series(director):
    """Create a public series with a season."""
    pages_over_tournaments.switch(is_on=True, needs_consent=False, by="owner")
    change_series.create_series("Evenings", "Autumn", "mcr", by=director)
    Series.objects.update(is_public=True)


def test_every_page_is_made_once(client, game, series, made):
    for address in KEPT:
        path = path_of(address)
        first = client.get(path)
        once = list(made)
        foreign = "".join(
            f"&{name}=x" for name, by in LOOKS_FOR.items() if address.name not in by
        )
        unknown, known = MEANS_NOTHING
        for query in (unknown + foreign, known):
            again = client.get(f"{path}?{query}")
            if address.name.startswith("api:") and again.status_code == 422:
                # The API rejects unknown parameters.
                assert made == once, (path, query)
                continue
            assert again.status_code == first.status_code, (path, query)
            if first.status_code == 200:
                assert again.content == first.content, (path, query)
                assert made == once, (path, query)
        if first.has_header("ETag") and address.name.startswith("public:"):
            tag = {"If-None-Match": first["ETag"]}
            again = client.get(f"{path}?{unknown}", headers=tag)
            assert again.status_code == 304, path
    assert len(made) > 20
    # One picture of the tournament, and one of a player.
    assert made.count("blank") == 2


def test_a_file_and_a_players_picture_are_made_once(client, seated_round, made):
    """Files and images are made once. No round is running, because its time would
    change the files.
    """
    player = seated_round.tournament.players.get(number=1)
    paths = [
        reverse("public:file", args=["spring-cup", "players", "csv"]),
        reverse("me:picture", args=[player_links.token_of(player)]),
    ]
    for path in paths:
        for query in ("", *MEANS_NOTHING, "find=x", "q=x"):
            assert client.get(f"{path}?{query}").status_code == 200
    assert sorted(made) == ["blank", "write"]


@pytest.mark.parametrize(
    ("usual", "same"),
    [
        ("", ["?preset=chinese", "?rules={}", '?rules={"preset": "chinese"}', "?x=1"]),
        (
            '?rules={"minimum":9}',
            ['?rules={ "minimum" : 9 }', '?rules={"preset":"chinese","minimum":9}&x=1'],
        ),
    ],
)
def test_the_same_rules_have_one_page_however_they_are_written(
    client, db, made, usual, same
):
    path = "/referee/mcr/claims/"
    first = client.get(path + usual)
    assert first.status_code == 200
    for query in same:
        assert client.get(path + query).content == first.content, query
    assert made == ["_make"]


def test_a_query_has_one_form():
    request = RequestFactory().get(
        "/?q= a &page=007&x=1&numbers=3,1,x,3,9&show=over&page=2&first=0&by=no"
    )
    page_cache_keys.keep(
        request,
        q=text,
        page=number(usual=1),
        first=number(usual=0),
        numbers=numbers(4),
        show=one_of(["over"]),
        by=one_of(["table"]),
    )
    assert request.META["QUERY_STRING"] == "numbers=1%2C3&page=2&q=a&show=over"
    assert request.GET.dict() == {
        "numbers": "1,3",
        "page": "2",
        "q": "a",
        "show": "over",
    }


def test_what_is_no_number_stays_to_be_refused():
    assert number(usual=1)("x") == "x"
    assert number(usual=1)("²") == "²"
    assert number()("01") == "1"
    assert numbers(2)("x") == ","
    assert numbers(2)("") == ""
