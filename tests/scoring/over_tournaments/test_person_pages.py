"""Pages across tournaments, switched off, and with and without consent.

Also merged records, statistics, and the choices of a person at every public address.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from scoring.confirming_and_finishing.finish_reopen_and_publish_results import (
    finish,
    reopen,
)
from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.models import PlayerFigures, Season, TournamentFigures
from scoring.over_tournaments import (
    person_figures,
    person_page,
    person_sums,
    persons_by_name,
)
from scoring.over_tournaments.head_to_head import head_to_head
from scoring.over_tournaments.person_figures import frequent_opponents
from scoring.over_tournaments.person_sums import sums_of
from scoring.over_tournaments.persons_by_name import found_persons
from scoring.over_tournaments.tournament_history import (
    history_of,
    public_history_of,
)
from scoring.series import change_series
from scoring.statistics.store_figures import outdated, renew_outdated, store
from tests.scoring.played_events import event, play, scores_by_chance
from tests.scoring.whole_tournaments.test_identities import text
from tests.test_permissions import addresses
from tournaments.access import player_links
from tournaments.models import Person, Player, ShownAs, Tournament
from tournaments.people.player_changes import show_as
from tournaments.persons import pages_over_tournaments
from tournaments.persons.merge_and_undo import merge, undo
from tournaments.persons.pages_over_tournaments import choose, switch
from tournaments.privacy.erase_person import erase_person
from tournaments.seating.seating_request import Method

pytestmark = pytest.mark.django_db

FIRST, LAST = "Quillon", "Vesperwood"


def played(director, title: str, rounds: int = 2) -> Tournament:
    tournament = event("mcr", 8, director, title=title, planned_rounds=rounds)
    for number in range(1, rounds + 1):
        play(tournament, number, Method.RANDOM, scores_by_chance(title, 0, 1))
    finish(tournament, by="director", now=timezone.now())
    return tournament


@pytest.fixture
def two(director) -> tuple[Tournament, Tournament]:
    """Return two finished tournaments with the same players.

    Their persons are merged from two records each; player 1 is Quillon Vesperwood.
    """
    tournaments = played(director, "Heron Mill Cup"), played(director, "Northern Tiles")
    Person.objects.filter(last_name="01").update(first_name=FIRST, last_name=LAST)
    for number in range(1, 9):
        one, other = (t.players.get(number=number).person for t in tournaments)
        merge(one, other, by="owner")
    while renew_outdated():
        pass
    return tournaments


def person_of(tournament: Tournament, number: int = 1) -> Person:
    return tournament.players.get(number=number).person


def status(name: str, *args: object) -> int:
    return Client().get(reverse(name, args=args)).status_code


def test_pages_are_off_until_switched_on_and_agreed(two):
    kept = person_of(two[0])
    assert status("persons:person", kept.pk) == status("persons:persons") == 404
    switch(is_on=True, needs_consent=True, by="owner")
    assert status("persons:persons") == 200
    assert status("persons:person", kept.pk) == 404
    choose(two[1].players.get(number=1), agrees=True, by="own page")
    assert status("persons:person", kept.pk) == 200
    choose(two[0].players.get(number=1), agrees=False, by="own page")
    assert status("persons:person", kept.pk) == 404
    switch(is_on=True, needs_consent=False, by="owner")
    assert status("persons:person", kept.pk) == 404
    assert status("persons:person", person_of(two[0], 2).pk) == 200
    assert status("persons:person", 10**30) == status("persons:person", 0) == 404


def test_the_setting_says_what_it_does_to_names(two, owner_client):
    """Before and after it is saved. Merged records are one player."""
    choose(two[1].players.get(number=1), agrees=True, by="own page")
    choose(two[0].players.get(number=2), agrees=False, by="own page")
    words = (
        "1 of 8 players agreed to be named. The others are shown as Player 1, Player 2."
    )
    persons = reverse("director:persons")
    assert words in owner_client.get(persons).content.decode()
    pages = reverse("director:persons_pages")
    consent = {"is_on": "on", "needs_consent": "on"}
    for sent, effect in (
        (consent, words),
        ({"is_on": "on"}, "Players are named, except players who refused"),
        ({}, "These pages are not public."),
    ):
        answer = owner_client.post(pages, sent, follow=True)
        assert answer.request["PATH_INFO"] == persons
        assert f"Saved. {effect}" in answer.content.decode()


@pytest.mark.parametrize(
    ("address", "leads_to"),
    [
        ("/clubs/heron-mill/settings/", "/clubs/heron-mill/settings/"),
        ("//evil.example/", "/installation/persons/"),
        ("https://evil.example/", "/installation/persons/"),
        ("director:home", "/installation/persons/"),
    ],
)
def test_saving_the_setting_returns_to_a_page_here(owner_client, address, leads_to):
    sent = {"is_on": "on", "next": address}
    answer = owner_client.post(reverse("director:persons_pages"), sent)
    assert answer["Location"] == leads_to


def test_the_home_page_leads_there_while_they_are_on(two):
    persons = reverse("persons:persons")
    home = reverse("public:home")
    assert persons not in Client().get(home).content.decode()
    switch(is_on=True, needs_consent=True, by="owner")
    assert persons in Client().get(home).content.decode()
    switch(is_on=False, needs_consent=True, by="owner")
    assert persons not in Client().get(home).content.decode()


def test_a_player_agrees_on_the_personal_page(two):
    switch(is_on=True, needs_consent=True, by="owner")
    key = player_links.token_of(two[0].players.get(number=1))
    client = Client()
    assert (
        "Agree to the page"
        in client.get(reverse("me:page", args=[key])).content.decode()
    )
    client.post(reverse("me:page_choice", args=[key]), {"page": "yes"})
    assert status("persons:person", person_of(two[0]).pk) == 200
    client.post(reverse("me:page_choice", args=[key]), {"page": "no"})
    assert status("persons:person", person_of(two[0]).pk) == 404


def test_the_page_shows_places_statistics_and_opponents(two):
    switch(is_on=True, needs_consent=False, by="owner")
    kept = person_of(two[0])
    page = Client().get(reverse("persons:person", args=[kept.pk])).content.decode()
    assert "Heron Mill Cup" in page
    assert "Northern Tiles" in page
    assert f"{FIRST} {LAST}" in page
    assert "4 games" in page
    assert "—" in page
    assert page.count('<svg class="chart') == 2
    merged = person_of(two[1])
    answer = Client().get(reverse("persons:person", args=[merged.pk]))
    assert answer["Location"] == reverse("persons:person", args=[kept.pk])
    searched = Client().get(reverse("persons:persons"), {"q": "vesperwood quil"})
    assert f"{FIRST} {LAST}" in searched.content.decode()
    compared = Client().get(
        reverse("persons:person", args=[kept.pk]), {"with": "player 02"}
    )
    assert compared.status_code == 302
    wrong = Client().get(reverse("persons:person", args=[kept.pk]), {"with": "nobody"})
    assert "No player page matches this name" in wrong.content.decode()


def test_the_table_of_the_chart_has_the_places_drawn(two, monkeypatch):
    switch(is_on=True, needs_consent=False, by="owner")
    kept = person_of(two[0]).pk
    newest, other = public_history_of(kept)
    history = [replace(newest, place=None), other]
    monkeypatch.setattr(person_page, "public_history_of", lambda _kept: history)
    assert person_page.person_page(kept)["drawn"] == [other]


def test_only_opponents_with_a_page_are_compared(two, monkeypatch):
    """Games with all records of an opponent count together."""
    switch(is_on=True, needs_consent=False, by="owner")
    one = person_of(two[0])
    opponents = sums_of(public_history_of(one.pk)).opponents
    pairs = frequent_opponents(opponents)
    in_order = sorted(pairs, key=lambda key: (-pairs[key].games, key))
    assert pairs[in_order[0]].games > pairs[in_order[-1]].games
    monkeypatch.setattr(person_figures, "MOST_COMPARED", 1)
    assert list(frequent_opponents(opponents)) == in_order[:1]
    choose(two[0].players.get(person=in_order[0]), agrees=False, by="own page")
    assert list(frequent_opponents(opponents)) == in_order[1:2]


def test_cached_sums_hold_no_names_and_follow_the_stored_figures(two, monkeypatch):
    monkeypatch.setattr(person_sums, "KEPT", 60)
    switch(is_on=True, needs_consent=False, by="owner")
    one = person_of(two[0])
    page = person_page.person_page(one.pk)
    refused = two[0].players.get(person=page["rivals"][0][0].pk)
    choose(refused, agrees=False, by="own page")
    later = person_page.person_page(one.pk)
    assert refused.person_id not in [rival.pk for rival, _pair in later["rivals"]]
    altered = PlayerFigures.objects.filter(player__tournament=two[1])
    altered.update(data={"games": 1_000})
    assert person_page.person_page(one.pk)["figures"].games == page["figures"].games
    store(two[0])
    assert person_page.person_page(one.pk)["figures"].games > 1_000


def test_players_without_a_page_hide_no_others(two, monkeypatch):
    switch(is_on=True, needs_consent=True, by="owner")
    last = two[0].players.order_by("person__last_name").last()
    choose(last, agrees=True, by="own page")
    monkeypatch.setattr(persons_by_name, "MOST_FOUND", 2)
    for few in (1, 0):
        monkeypatch.setattr(pages_over_tournaments, "FEW", few)
        found = found_persons("", "1")
        assert [person.pk for person in found.page] == [last.person_id]
        assert not found.is_cut
    switch(is_on=True, needs_consent=False, by="owner")
    found = found_persons("player", "1")
    assert len(found.page) == 2
    assert found.is_cut


def test_the_statistics_of_a_tournament(two, director):
    page = reverse("public:statistics", args=[two[0].slug])
    shown = Client().get(page).content.decode()
    assert f"{FIRST} {LAST}" in shown
    assert "Highest score in a game" in shown
    show_as(two[0].players.get(number=1), "number", by="own page")
    assert LAST not in Client().get(page).content.decode()
    reopen(two[0], by="director", reason="a mistake")
    answer = Client().get(page)
    assert answer.status_code == 404
    assert "Statistics appear when" in answer.content.decode()


def test_two_persons_compared(two):
    switch(is_on=True, needs_consent=False, by="owner")
    one, other = person_of(two[0]), person_of(two[0], 2)
    found = head_to_head(one.pk, other.pk)
    assert found["tally"].total == 2
    assert found["pair"].games == len(found["games"])
    for game in found["games"]:
        assert game.difference == game.one.score - game.two.score
    mirrored = head_to_head(other.pk, one.pk)
    assert (mirrored["pair"].ahead, mirrored["pair"].score) == (
        found["pair"].behind,
        found["pair"].other_score,
    )
    assert status("persons:versus", one.pk, other.pk) == 200
    assert status("persons:versus", one.pk, one.pk) == 404


def test_figures_follow_the_tournament(two, director):
    first = two[0]
    stored = {row.pk: row.data for row in PlayerFigures.objects.all()}
    store(first)
    assert {row.pk: row.data for row in PlayerFigures.objects.all()} == stored
    assert not outdated().exists()
    TournamentFigures.objects.filter(pk=first.pk).update(version=1)
    assert list(outdated()) == [first]
    store(first)
    reopen(first, by="director", reason="a mistake")
    assert [row.tournament for row in history_of(person_of(first).pk)] == [two[1]]
    finish(first, by="director", now=timezone.now())
    assert list(outdated()) == [first]
    renew_outdated()
    assert TournamentFigures.objects.get(pk=first.pk).games == 4


def test_a_merge_undone_gives_the_figures_of_a_rebuild(two):
    switch(is_on=True, needs_consent=False, by="owner")
    kept, merged = person_of(two[0]), person_of(two[1])
    together = history_of(kept.pk)
    entry = merged.merged_as.merge
    undo(entry, by="owner", reason="2 people")
    assert [row.tournament for row in history_of(kept.pk)] == [two[0]]
    assert [row.tournament for row in history_of(merged.pk)] == [two[1]]
    assert status("persons:person", merged.pk) == 200
    merge(kept, merged, by="owner")
    assert history_of(kept.pk) == together


def test_initials_in_one_tournament_are_not_linked_with_the_name(two):
    """If a person chose initials in one tournament, the person's page and the pages of
    opponents leave out this tournament.
    """
    switch(is_on=True, needs_consent=False, by="owner")
    one, other = person_of(two[0]), person_of(two[0], 2)
    page = reverse("persons:person", args=[one.pk])
    met = head_to_head(other.pk, one.pk)
    show_as(two[0].players.get(number=1), "initials", by="own page")
    shown = Client().get(page).content.decode()
    assert "Northern Tiles" in shown
    assert "Heron Mill Cup" not in shown
    again = head_to_head(other.pk, one.pk)
    assert (met["tally"].total, again["tally"].total) == (2, 1)
    assert again["pair"].games == len(again["games"])
    show_as(two[1].players.get(number=1), "initials", by="own page")
    shown = Client().get(page).content.decode()
    assert "Northern Tiles" in shown
    assert "Heron Mill Cup" in shown
    assert "Q. V." in shown


#: Namespaces of addresses for staff, devices and accounts.
NOT_PUBLIC = ("director:", "table:", "hall:", "me:", "account", "openid", "stream")


def public_paths(tournaments, persons) -> Iterator[str]:
    """Yield every public address of these tournaments and persons, with parameters
    filled in.
    """
    for address in addresses():
        if address.name.startswith(NOT_PUBLIC):
            continue
        for tournament in tournaments:
            for values in _values(tournament, persons):
                named = {
                    name: values[name] for name in address.parameters if name in values
                }
                if named.keys() != address.parameters:
                    continue
                try:
                    yield reverse(address.name, kwargs=named)
                except NoReverseMatch:
                    continue
    for tournament in tournaments:
        for export in EXPORTS:
            for ending in ("csv", "json", "xlsx"):
                yield reverse("public:file", args=[tournament.slug, export, ending])
    yield from (
        f"{reverse('persons:persons')}?q={LAST}",
        f"{reverse('persons:persons')}?q={FIRST}",
        *(f"{reverse('persons:person', args=[pk])}?with={LAST}" for pk in persons),
        *(
            f"{reverse('public:standings', args=[t.slug])}?find={LAST}"
            for t in tournaments
        ),
    )


def _values(tournament, persons) -> Iterator[dict[str, object]]:
    for pk in persons:
        for other in persons:
            yield {
                "slug": tournament.slug,
                "number": 1,
                "table": 1,
                "pk": pk,
                "other": other,
                "view": "official",
                "ruleset": "mcr",
                "series": "evenings",
                "season": "autumn",
                "ending": "csv",
            }


def series_of(tournaments, director: User) -> Season:
    """Return a public season of these tournaments.

    Its series has a ranking and a rating.
    """
    season = change_series.create_series("Evenings", "Autumn", "mcr", by=director)
    for tournament in tournaments:
        change_series.add_tournament(season, tournament, by="director")
    change_series.show_series(season.series, True, by="director")
    change_series.choose_ranking(season.series, "ema", by="director")
    change_series.choose_rating(season.series, "danish_mean", by="director")
    return Season.objects.get(pk=season.pk)


CHOICES = ["full", "initials", "number", "no page", "off", "erased"]
#: Choices with which no page over tournaments names the player.
WITHOUT_PAGE = ("number", "no page", "off", "erased")


def choose_for_player_1(choice: str, two) -> None:
    switch(is_on=choice != "off", needs_consent=False, by="owner")
    player: Player = two[0].players.get(number=1)
    if choice in ShownAs.values:
        show_as(player, choice, by="own page")
    if choice == "no page":
        choose(player, agrees=False, by="own page")
    if choice == "erased":
        erase_person(person_of(two[0]), by="owner", reason="asked")


def paths_naming(two, keys, *, first_name: bool) -> set[str]:
    """Return the public paths that show the last name; with `first_name`, the paths
    that show the first name too.
    """
    client = Client()
    named, seen = set(), set()
    for path in sorted(set(public_paths(two, keys))):
        answer = client.get(path)
        assert answer.status_code < 500, path
        if answer.status_code == 200:
            seen.add(path)
        shown = text(answer)
        # A page repeats what was searched for.
        wanted = {FIRST if LAST in path else LAST}
        if first_name:
            wanted = {name for name in (FIRST, LAST) if name not in path}
        if any(name in shown for name in wanted):
            named.add(path)
    # Series are private while such pages are off.
    over = {"/series/evenings/autumn/", "/series/evenings/ranking/"}
    assert over <= seen or not pages_over_tournaments.setting().is_on
    return named


@pytest.mark.parametrize("choice", CHOICES)
def test_a_choice_holds_on_every_public_address(two, director, choice):
    """No public address shows the full name of a person who chose another form."""
    season = series_of(two, director)
    change_series.deduct_points(
        season, person_of(two[0]), Fraction(1), f"{FIRST} was late", by="director"
    )
    choose_for_player_1(choice, two)
    keys = [person_of(two[0]).pk, person_of(two[1]).pk, person_of(two[0], 2).pk]
    named = paths_naming(two, keys, first_name=choice == "erased")
    own = f"/persons/{keys[0]}/"
    over = {path for path in named if path.startswith(("/persons/", "/series/"))}
    if choice == "full":
        assert {own, "/series/evenings/autumn/", "/series/evenings/rating/"} <= over
    elif choice in ("no page", "off"):
        # Each tournament still names the player; nothing links them.
        assert named
        assert not over
    else:
        assert not named
    client = Client()
    if choice in WITHOUT_PAGE:
        for path in (own, f"{own}with/{keys[2]}/", f"/persons/{keys[1]}/"):
            assert client.get(path).status_code == 404
    if choice == "initials":
        assert "Q. V." in client.get(own).content.decode()


def test_found_persons_have_number_tournaments_and_page(two, owner_client):
    """Merged records count together."""
    Person.objects.filter(pk=person_of(two[0]).pk).update(ema_number="09990001")
    path = reverse("director:persons")
    address = reverse("persons:person", args=[person_of(two[0]).pk])
    shown = owner_client.get(path, {"find": LAST})
    text = shown.content.decode()
    [found] = shown.context["found"]
    assert (found.tournaments, found.page) == (2, None)
    assert "09990001</span> <span>2 tournaments</span>" in text
    assert f'href="{address}"' not in text
    switch(is_on=True, needs_consent=False, by="owner")
    text = owner_client.get(path, {"find": LAST}).content.decode()
    assert f'<a href="{address}"><b>' in text


def test_a_pair_shows_what_decides_first(two, director, owner_client):
    """The newest tournaments of both records, and no rows without a value."""
    for number in range(3, 6):
        more = played(director, f"Cup {number}", rounds=1)
        more.players.filter(number=1).update(person=person_of(two[0]))
    other = Person.objects.create(first_name=FIRST, last_name=LAST)
    pair = reverse("director:persons_pair", args=[person_of(two[0]).pk, other.pk])
    text = owner_client.get(pair).content.decode()
    records = text.partition('class="data plain pair-table"')[2]
    assert records.index("Tournaments</th>") < records.index("Shown as</th>")
    assert "2 earlier tournaments</summary>" in records
    assert "National number</th>" not in records
    Person.objects.filter(pk=other.pk).update(club="Tern")
    assert "Club</th>" in owner_client.get(pair).content.decode()
