"""Printouts: distribution of rows over sheets, and contents."""

from __future__ import annotations

import io
import json
import re

import pytest
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from scoring.director import printed_lists
from scoring.director.printed_lists import LEAST, ROWS, dealt, in_columns
from scoring.director.printing_pages import BY_ROUND, WHOLE
from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.exports.export_columns_and_values import Audience, Selection
from scoring.exports.export_files_csv_json_xlsx import (
    WHOLE_EVENT,
    name_of,
    pieces_of,
    write_workbook,
)
from scoring.standings import absence_results
from tests.scoring.absences import played
from tests.scoring.results import crowd, paper
from tests.scoring.seated_rounds import FOUR_PLACES
from tests.scoring.two_rounds import close
from tournaments.access import player_links
from tournaments.models import Person, Player, ShownAs, Tournament
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.web.qr_codes import svg_of


@given(rows=st.lists(st.integers(), max_size=400), most=st.integers(LEAST * 2, 60))
def test_every_row_is_on_one_sheet_in_its_order(rows, most):
    sheets = dealt(rows, most)
    assert [row for sheet in sheets for row in sheet] == rows
    assert all(0 < len(sheet) <= most for sheet in sheets)
    assert len(sheets) == -(-len(rows) // most)
    assert all(len(sheet) >= LEAST for sheet in sheets) or len(rows) < LEAST
    columns = in_columns(rows, 2)
    assert [row for column in columns for row in column] == rows
    assert len(columns[0]) - len(columns[1]) in (0, 1)


def test_as_many_rows_as_a_sheet_has_are_one_sheet():
    assert [len(sheet) for sheet in dealt(range(ROWS))] == [45]
    assert [len(sheet) for sheet in dealt(range(72))] == [45, 27]
    assert [len(sheet) for sheet in dealt(range(47))] == [42, 5]
    assert dealt([]) == []


@pytest.mark.django_db
def test_every_print_says_of_what_and_of_when_it_is(seated_round, director_client):
    tournament = seated_round.tournament
    for table in (1, 2):
        paper(seated_round, table, FOUR_PLACES)
    close(seated_round)
    slug = tournament.slug
    addresses = [reverse("director:paper_of_event", args=[slug, p]) for p in WHOLE] + [
        reverse("director:paper_of_round", args=[slug, 1, p]) for p in BY_ROUND
    ]
    index = director_client.get(reverse("director:paper", args=[slug])).content.decode()
    for address in addresses:
        assert address in index
        page = director_client.get(address)
        assert page.status_code == 200
        text = page.content.decode()
        sheets = text.count('class="paper-sheet')
        feet = re.findall(r"as of .*?<span>(\d+) / (\d+)</span>", text, re.S)
        assert [(int(n), int(of)) for n, of in feet] == [
            (n, sheets) for n in range(1, sheets + 1)
        ], address


@pytest.mark.django_db
def test_what_is_asked_for_wrongly_is_not_there(seated_round, director_client):
    slug = seated_round.tournament.slug
    for address in (
        reverse("director:paper_of_event", args=[slug, "names"]),
        reverse("director:paper_of_round", args=[slug, 1, "badges"]),
        reverse("director:paper_of_round", args=[slug, 7, "names"]),
    ):
        assert director_client.get(address).status_code == 404


@pytest.mark.django_db
def test_there_are_no_standings_after_a_round_that_does_not_count(
    seated_round, director_client
):
    """There are no printed standings after a round that does not count.

    They would repeat the previous round's standings under a wrong name.
    """
    slug = seated_round.tournament.slug
    address = reverse("director:paper_of_round", args=[slug, 1, "standings"])
    index = director_client.get(reverse("director:paper", args=[slug]))
    assert address not in index.content.decode()
    assert director_client.get(address).status_code == 404


@pytest.mark.django_db
def test_diplomas_are_for_whoever_shares_a_place(seated_round, director_client):
    for table in (1, 2):
        paper(seated_round, table, FOUR_PLACES)
    seated_round.state = "closed"
    seated_round.save()
    address = reverse(
        "director:paper_of_event", args=[seated_round.tournament.slug, "diplomas"]
    )
    for places, sheets in (
        ("?places=1", 2),
        ("?", 4),
        ("?places=x", 4),
        ("?places=4", 4),
    ):
        asked = f"{address}{places}&provisional=1"
        page = director_client.get(asked).content.decode()
        assert page.count('class="paper-sheet') == sheets


@pytest.mark.django_db
class TestProvisional:
    """Printouts and downloads are marked as long as they may change."""

    ROUND = "Provisional: round 2 is in progress. 1 of 2 tables have finished."
    STANDINGS = "Provisional: after round 1 of 3 (games counted: 2)."

    @pytest.fixture
    def half_played(self, tournament, noon):
        """Return the tournament after round 1 is closed and one of the two tables of
        round 2 has finished.
        """
        played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
        rows = [
            seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 2, 5, 6)),
            seat_rounds_and_exchange_seats.TableRow(2, 2, (3, 4, 7, 8)),
        ]
        [second] = seat_rounds_and_exchange_seats.seat_rounds(
            tournament, rows, by="director"
        )
        publish_seating.publish(second.pk, by="director")
        round_clock.start(second.pk, by="director", now=noon)
        paper(second, 1, FOUR_PLACES)
        return tournament

    def sheets(self, client, tournament, kind, number=None):
        name = "paper_of_round" if number else "paper_of_event"
        args = [tournament.slug, *([number] if number else []), kind]
        address = reverse(f"director:{name}", args=args)
        page = client.get(f"{address}?provisional=1").content.decode()
        return page, page.count('class="paper-sheet')

    def test_each_sheet_says_it(self, half_played, director_client):
        for kind, number, words in (
            ("results", 2, self.ROUND),
            ("standings", None, self.STANDINGS),
            ("standings", 1, self.STANDINGS),
        ):
            page, sheets = self.sheets(director_client, half_played, kind, number)
            marked = page.count(f'<p class="paper-provisional">{words}')
            assert marked == sheets > 0, kind
            assert self.ROUND in page
        page, sheets = self.sheets(director_client, half_played, "diplomas")
        assert page.count("<span>Provisional · ") == sheets > 0

    def test_standings_before_a_round_is_closed_say_what_is_played(
        self, running_round, director_client
    ):
        tournament = running_round.tournament
        page, sheets = self.sheets(director_client, tournament, "standings")
        words = "Provisional: round 1 is in progress."
        assert page.count(f'<p class="paper-provisional">{words}') == sheets > 0

    def test_nothing_else_does(self, half_played, director_client):
        for kind, number in (("results", 1), ("names", 2), ("badges", None)):
            page, _sheets = self.sheets(director_client, half_played, kind, number)
            main = page.partition("<main")[2].partition("</main>")[0]
            assert main
            assert "rovisional" not in main, kind

    def test_diplomas_wait_for_final_places_or_a_word(
        self, half_played, director_client
    ):
        args = [half_played.slug, "diplomas"]
        address = reverse("director:paper_of_event", args=args)
        page = director_client.get(f"{address}?places=2").content.decode()
        assert 'class="paper-sheet' not in page
        assert "Places may still change." in page
        assert 'href="?places=2&amp;provisional=1"' in page

    def test_a_finished_tournament_is_final(self, half_played, director_client):
        close(half_played.rounds.get(number=2))
        half_played.finished_at = timezone.now()
        half_played.save()
        for kind in ("standings", "diplomas"):
            args = [half_played.slug, kind]
            page = director_client.get(reverse("director:paper_of_event", args=args))
            assert b"rovisional" not in page.content.partition(b"<main")[2]
            assert b'class="paper-sheet' in page.content
        export = EXPORTS["standings"]
        asked = Selection(half_played, Audience.DIRECTORS)
        assert name_of(export, asked, "csv") == f"{half_played.slug}-standings.csv"

    def test_files_are_named_so_and_say_why(self, half_played):
        asked = Selection(half_played, Audience.DIRECTORS)
        slug = half_played.slug
        for key, words in (
            ("standings", self.STANDINGS),
            ("teams", self.STANDINGS),
            ("results", self.ROUND),
        ):
            export = EXPORTS[key]
            name = name_of(export, asked, "json")
            assert name == f"{slug}-{key}-provisional.json"
            data = json.loads(b"".join(pieces_of(export, asked, "json")))
            assert data["provisional"].startswith(words)
        seating = EXPORTS["seating"]
        assert name_of(seating, asked, "csv") == f"{slug}-seating.csv"
        first = Selection(half_played, Audience.DIRECTORS, round=1)
        name = name_of(EXPORTS["results"], first, "csv")
        assert name == f"{slug}-results-round-1.csv"

    def test_the_workbook_says_it_on_every_printed_page(self, half_played):
        file = io.BytesIO()
        asked = Selection(half_played, Audience.DIRECTORS)
        write_workbook([EXPORTS[key] for key in WHOLE_EVENT], asked, file)
        book = load_workbook(file)
        heads = {sheet.title: sheet.oddHeader.center.text for sheet in book}
        marked = {title for title in heads if title.endswith(" (provisional)")}
        names = ("Standings", "Teams", "Results")
        assert marked == {f"{name} (provisional)" for name in names}
        assert all(heads[title].startswith("Provisional: ") for title in marked)


@pytest.mark.django_db
def test_the_queries_do_not_grow_with_the_players(
    seated_round, director_client, django_assert_max_num_queries
):
    crowd(seated_round.tournament, 64)
    slug = seated_round.tournament.slug
    for kind in WHOLE:
        with django_assert_max_num_queries(20):
            director_client.get(reverse("director:paper_of_event", args=[slug, kind]))
    for kind in BY_ROUND:
        with django_assert_max_num_queries(20):
            director_client.get(
                reverse("director:paper_of_round", args=[slug, 9, kind])
            )


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["names", "tables", "results", "standings"])
def test_a_list_for_the_wall_has_the_names_for_the_public(
    seated_round, director_client, kind
):
    close(seated_round)
    tournament = seated_round.tournament
    player = tournament.players.get(number=1)
    Person.objects.filter(pk=player.person_id).update(last_name="Aaronson")
    tournament.players.filter(pk=player.pk).update(shown_as=ShownAs.NUMBER)
    address = reverse(
        "director:paper_of_round", args=[tournament.slug, seated_round.number, kind]
    )
    printed = director_client.get(address).content.decode()
    assert "Aaronson" not in printed
    assert "Player 1<" in printed


@pytest.mark.django_db
def test_a_list_of_a_few_names_has_large_letters(seated_round):
    """Up to 20 names fill a sheet in one column; more names have two columns."""
    [sheet] = printed_lists.seating_by_name(seated_round)
    [names] = sheet.content
    assert len(names) == 8
    crowd(seated_round.tournament, 24)
    more = seated_round.tournament.rounds.get(number=9)
    [sheet] = printed_lists.seating_by_name(more)
    assert [len(column) for column in sheet.content] == [12, 12]


@pytest.mark.django_db
def test_a_badge_has_the_code_of_its_players_link(seated_round, director_client):
    tournament = seated_round.tournament
    address = reverse("director:paper_of_event", args=[tournament.slug, "badges"])
    page = director_client.get(address).content.decode()
    assert page.count('class="badge-code"') == 8
    for player in tournament.players.all():
        path = reverse("me:page", args=[player_links.token_of(player)])
        assert svg_of(f"http://testserver{path}") in page


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("Bo Lind", ""),
        ("Maria-Magdalena Papadopoulos", "long"),
        ("Maria Magdalena Theodora Featherstonehaugh-Cholmondeley", "longer"),
        ("W" * 75, "longest"),
    ],
)
def test_long_names_are_smaller_on_badges(name, size):
    player = Player(person=Person(last_name=name))
    assert printed_lists.Badge(player, svg_of("http://testserver/")).size == size


@pytest.mark.django_db
def test_cards_are_printed_in_the_languages_chosen_on_their_page(
    languages, seated_round, director_client
):
    tournament = seated_round.tournament
    Tournament.objects.filter(pk=tournament.pk).update(
        language="de", second_language="fr"
    )
    for name, more in (("cards", [1]), ("lasting_cards", [])):
        cards = reverse(f"director:{name}", args=[tournament.slug, *more])
        one = director_client.get(cards)
        assert one.context["languages"] == ["de"]
        assert 'name="paper"' in one.content.decode()
        both = director_client.get(cards, {"paper": "both"}, follow=True)
        assert both.context["languages"] == ["de", "fr"]
        assert '<option value="both" selected>' in both.content.decode()


def test_the_current_round_is_first_and_has_its_table_cards(
    seated_round, director_client
):
    tournament = seated_round.tournament
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [
            seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 2, 5, 6)),
            seat_rounds_and_exchange_seats.TableRow(3, 1, (1, 3, 5, 7)),
        ],
        by="director",
    )
    address = reverse("director:paper", args=[tournament.slug])

    def headings() -> list[str]:
        page = director_client.get(address).content.decode()
        return re.findall(r'<h2 id="paper-\d">([^<]+)</h2>', page)

    def has_cards(number: int) -> bool:
        cards = reverse("director:cards", args=[tournament.slug, number])
        return cards in director_client.get(address).content.decode()

    assert headings() == ["Round 1", "Whole tournament", "Round 2", "Round 3"]
    assert has_cards(1)
    tournament.rounds.filter(number=1).update(state="closed")
    assert headings() == ["Round 2", "Whole tournament", "Round 1", "Round 3"]
    assert not has_cards(1)
    lasting = reverse("director:lasting_cards", args=[tournament.slug])
    assert lasting in director_client.get(address).content.decode()


@pytest.mark.django_db
def test_every_printout_has_a_print_button(seated_round, director_client):
    slug = seated_round.tournament.slug
    for name, args in (
        ("paper_of_round", [slug, 1, "names"]),
        ("paper_of_event", [slug, "badges"]),
        ("cards", [slug, 1]),
        ("lasting_cards", [slug]),
        ("player_links", [slug]),
    ):
        page = director_client.get(reverse(f"director:{name}", args=args))
        assert "data-print hidden>Print</button>" in page.content.decode(), name


@pytest.mark.django_db
def test_a_score_sheet_has_printed_hands_where_each_hand_has_a_new_dealer(
    seated_round, director_client
):
    tournament = seated_round.tournament
    tournament.ruleset, tournament.options = "zung_jung", {"hands_limit": 8}
    tournament.save()
    address = reverse(
        "director:paper_of_round", args=[tournament.slug, 1, "score-sheets"]
    )
    page = " ".join(director_client.get(address).content.decode().split())
    rows = re.findall(r"<tbody>(.*?)</tbody>", page)
    assert rows
    for sheet in rows:
        firsts = re.findall(r"<tr><td>(\d*)</td>", sheet)
        assert firsts == [str(hand) for hand in range(1, 9)]


@pytest.mark.django_db
def test_match_points_have_their_name_in_sentences(tournament):
    tournament.ruleset = "zung_jung"
    tournament.options = {"missed_points": -5}
    assert "match points" in absence_results.in_words(tournament)
    assert "final points" not in absence_results.in_words(tournament)


@pytest.mark.parametrize(
    ("letters", "size"), [(27, ""), (28, ' class="long"'), (39, ' class="longest"')]
)
def test_a_long_name_is_printed_smaller_instead_of_cut_off(
    seated_round, director_client, letters, size
):
    """A name without spaces cannot break, and the sheet's lines have a fixed height."""
    slug, player = seated_round.tournament.slug, seated_round.tournament.players.first()
    Person.objects.filter(pk=player.person_id).update(
        first_name="", last_name="L" * letters
    )
    for name, tag in (("names", '<th scope="row"{}>'), ("tables", "<b{}>")):
        address = reverse("director:paper_of_round", args=[slug, 1, name])
        page = director_client.get(address).content.decode()
        before = page.partition("L" * letters)[0]
        assert tag.format(size) in before[-120:]
