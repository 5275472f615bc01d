"""Hands by tiles through the pages: every ruleset, hints during entry, errors,
saving."""

from __future__ import annotations

import html
import random
import re
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from rules.faults import RuleError
from rules.winds import WINDS
from scoring.corrections import correct_and_undo
from scoring.entry_forms.form_by_ruleset import tile_form
from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry
from scoring.rulesets.any_ruleset.typed_hands import as_typed, typed_hand
from scoring.table.table_page_contents import names_of
from scoring.table.tile_entry_pages import position_now
from scoring.table.tile_hand_reports import reports_of_hands
from tests.examples import examples, how_many
from tests.scoring.table_device import HTMX, kinds, text
from tournaments.models import Game
from tournaments.people import register_players
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament

PURE_STRAIGHT = "123456789mEEEC+C"


def seated(director, noon, ruleset: str, **options) -> Game:
    """Return table 1 of a running round under a ruleset, with players 01 to 04 in E S W
    N.
    """
    plan = create_and_change_tournament.Plan(
        title=f"Cup {ruleset}",
        ruleset=ruleset,
        planned_rounds=1,
        minutes=100,
        end_policy="finish_hand",
        options=options,
        is_public=True,
    )
    event = create_and_change_tournament.create_tournament(plan, director=director)
    rows = [register_players.PlayerRow(f"{n:02}", "Player") for n in range(1, 5)]
    register_players.register(event, rows, by="director")
    table = seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(event, [table], by="director")
    publish_seating.publish(round_.pk, by="director")
    round_clock.start(round_.pk, by="director", now=noon)
    return round_.games.select_related("round__tournament").get()


@pytest.fixture
def table(director, noon):
    return lambda ruleset, **options: seated(director, noon, ruleset, **options)


def address(game: Game, name: str = "tiles", *more: int) -> str:
    slug = game.round.tournament.slug
    return reverse(f"table:{name}", args=[slug, game.round.number, game.table, *more])


def won(tiles: str, key: str = "a", **values: object) -> dict[str, object]:
    """Return the form data of a win by East on South's discard with these tiles."""
    return {
        "hand": 1,
        "device_key": key,
        "winner": "E",
        "source": "S",
        "tiles_E": tiles,
        **values,
    }


def said(client, game, form, **extra) -> str:
    response = client.post(address(game, "preview_tiles"), form, **extra)
    assert response.status_code in (200, 422)
    return html.unescape(text(response))


def saved(client, game, form) -> LedgerEntry:
    response = client.post(address(game), form)
    assert response.status_code == 302, text(response)
    return game.ledger.latest("sequence")


# --- during entry -----------------------------------------------------------------


def test_the_page_has_every_tile_by_name(referee_client, game):
    page = text(referee_client.get(address(game)))
    for name in ("1 of characters", "9 of bamboos", "white dragon", "winter"):
        assert f'data-name="{name}"' in page
    assert "red 5 of dots" not in page


def test_the_tables_page_leads_to_it(referee_client, game, at):
    assert address(game) in text(referee_client.get(at()))


@pytest.mark.parametrize(
    ("tiles", "sentences"),
    [
        ("123m", ["3 of 14 tiles", "11 tiles are missing."]),
        ("[123m](1111p)", ["6 of 14 tiles", "8 tiles are missing."]),
        (
            "123m456p789sEE23p",
            ["The winning tile is missing.", "Waits", "1 of dots", "4 of dots"],
        ),
        ("123m456p789sEE58p", ["No tile completes this hand."]),
        ("123m456p789sEE23pN", ["Enter the winning tile"]),
        ("123m456p789sEE23p+5p", ["These tiles are not a winning hand."]),
        ("11111m", ["5 of 14 tiles", "1m is used 5 times. There are only 4."]),
        ("123m456x", ["Character 8: “456x” is not a tile."]),
        ("[12m]", ["is not a chow"]),
        ("123m456p789sEEE23p+4p", ["There must be 13, plus the winning tile"]),
        ("123m0p", ["these rules have no red fives"]),
    ],
)
def test_what_is_missing_and_what_is_wrong(referee_client, game, tiles, sentences):
    page = said(referee_client, game, won(tiles))
    for sentence in sentences:
        assert sentence in page
    assert "Changes" not in page
    assert not game.ledger.exists()


def worth(table, ruleset: str, tiles: str, **options) -> list[str]:
    """Return the waits of East's hand and their values as text, highest first."""
    game = table(ruleset, **options)
    form = tile_form(
        game.round.tournament.rules,
        QueryDict(urlencode(won(tiles))),
        names=names_of(game),
        position=position_now(game),
    )
    form.full_clean()
    [report] = reports_of_hands(form)
    return [
        " ".join((*(tile.code for tile in wait.tiles), wait.value))
        + ("" if wait.is_enough else ", too little")
        for wait in report.waits or ()
    ]


@pytest.mark.parametrize(
    ("ruleset", "tiles", "waits"),
    [
        ("mcr", "123456789mEEEC", ["C 29 fan"]),
        ("mcr", "[234m][678p]789sEE12s", ["3s 2 fan, too little"]),
        ("mcr", "123m456p789sEE58p", []),
        ("hong_kong", "[CCC][FFF]123m456mP", ["P 9 faan"]),
        ("riichi", "[CCC]23m456p234s99s", ["1m 4m 1 han 30 fu, 1,500 points"]),
    ],
)
def test_each_wait_is_told_with_its_value(table, ruleset, tiles, waits):
    assert worth(table, ruleset, tiles) == waits


def test_the_value_its_patterns_and_what_is_left_out(referee_client, game):
    page = said(referee_client, game, won("123456789mEEEC*C", source="self"))
    assert "31 fan" in page
    assert "Pure Straight" in page
    assert "The chows 123, 456 and 789 of one suit." in page
    assert "Not counted" in page
    assert "is included in Fully Concealed Hand." in page
    assert "<h3>Changes</h3>" in page
    assert "+117" in page


def test_too_few_points_are_shown_with_what_they_are(referee_client, game):
    page = said(referee_client, game, won("[234m][678p]789sEE12s+3s"))
    assert "2 fan" in page
    assert "The value is below the minimum for a win." not in page
    assert "2 fan is less than the minimum of 8." in page
    assert "Changes" not in page


def test_one_thing_is_said_at_a_time(referee_client, game):
    page = said(referee_client, game, won("11111m"))
    for more in ("tiles are missing", "There must be", "Enter the winning tile"):
        assert more not in page
    refused = referee_client.post(address(game), won("11111m"))
    assert "1m is used 5 times" in text(refused)
    for more in ("There must be", "Enter the winning tile"):
        assert more not in text(refused)


def test_too_little_is_said_before_the_source_is_known(referee_client, game):
    page = said(referee_client, game, won("[234m][678p]789sEE12s+3s", source=""))
    assert "The value is below the minimum for a win." in page
    assert "Choose the discarder or self-draw." in page


def test_classical_says_whose_hands_are_still_needed(director_client, table):
    game = table("classical")
    form = won("123456789mEEEC+C")
    page = said(director_client, game, form)
    assert "Still needed: the hands of Player 02, Player 03, Player 04." in page
    page = said(director_client, game, form | {"value_S": 0, "value_N": 0})
    assert "Still needed: the hand of Player 03." in page
    refused = text(director_client.post(address(game), form | {"value_S": 0}))
    assert "Still needed: the hands of Player 03, Player 04." in refused


@pytest.mark.parametrize(
    ("announced", "sentence"),
    [
        ("29", "Announced as 29: correct."),
        ("24", "Announced as 24; the tiles give more: 29 fan."),
        ("88 fan", "Announced as 88 fan; the tiles give less: 29 fan."),
        ("lots", "“lots” is not a hand value. Enter a number."),
    ],
)
def test_an_announced_value_is_compared(referee_client, game, announced, sentence):
    form = won(PURE_STRAIGHT, claimed_E=announced)
    assert sentence in said(referee_client, game, form)


def test_a_difference_must_have_been_seen_before_it_is_saved(referee_client, game):
    form = won(PURE_STRAIGHT, claimed_E="8")
    first = referee_client.post(address(game), form)
    assert first.status_code == 422
    assert "Check it, then save again." in text(first)
    assert not game.ledger.exists()
    seen = re.search(r'name="seen" value="([^"]+)"', text(first))[1]
    saved(referee_client, game, form | {"seen": html.unescape(seen)})


# --- saving -----------------------------------------------------------------------


def test_an_mcr_hand_is_saved_with_its_tiles(referee_client, game, at):
    form = won(PURE_STRAIGHT + " f1", flags_E=["last_tile"])
    line = saved(referee_client, game, form)
    assert line.data["hand"]["bonus_tiles"] == ["f1"]
    assert line.data["hand"]["flags"] == ["last_tile"]
    assert "seat_wind" not in line.data["hand"]
    receipt = text(referee_client.get(f"{at()}?saved=1"))
    assert "Hand 1 is saved" in receipt
    assert "Pure Straight" in receipt
    assert "9 of characters" in receipt


def test_the_same_key_twice_is_one_entry(referee_client, game):
    for _again in range(2):
        saved(referee_client, game, won(PURE_STRAIGHT))
    assert kinds(game) == ["win"]


def test_with_htmx_the_browser_is_sent_to_the_receipt(referee_client, game, at):
    response = referee_client.post(address(game), won(PURE_STRAIGHT), **HTMX)
    assert response["HX-Redirect"] == f"{at()}?saved=1"


def test_everybody_sees_the_tiles_and_the_patterns(client, referee_client, game):
    saved(referee_client, game, won(PURE_STRAIGHT))
    slug = game.round.tournament.slug
    page = text(client.get(reverse("public:session", args=[slug, 1, 1])))
    assert "in hand: 1 of characters" in page
    assert "Pure Straight" in page


def test_two_winners_of_hong_kong(director_client, table):
    game = table("hong_kong", multiple_winners="all")
    form = won(
        "CCCFFF123m456mP+P",
        winner=["E", "W"],
        tiles_W="[WWW][777m]88899m+9m",
    )
    form["tiles_W"] = "[777s][888s]999sWWWP+P"
    page = said(director_client, game, form)
    assert "Hand value of Player 03" in page
    line = saved(director_client, game, form)
    assert [claim["winner"] for claim in line.data["winners"]] == ["E", "W"]
    assert all(claim["hand"]["concealed"] for claim in line.data["winners"])


def test_one_player_pays_for_all_in_hong_kong(director_client, table):
    game = table("hong_kong")
    form = won("CCCFFF123m456mP*P", source="self")
    form |= {"guarantor_E": "W", "guarantee_E": "ruling"}
    line = saved(director_client, game, form)
    assert line.data["guarantor"] == "W"
    [payment] = {p.payer for p in TableLedger(game).state.lines[0].settlement.payments}
    assert payment == "W"


def test_riichi_with_a_stick_indicators_and_two_winners(director_client, table):
    game = table("riichi", preset="tenhou")
    form = won(
        "234m406p678p55s67s+8s",
        winner=["E", "W"],
        tiles_W="[777m]234p456s67s55m+8s",
        riichi=["E", "N"],
        flags_E=["ippatsu"],
        dora="4s",
        ura="E",
    )
    page = said(director_client, game, form)
    assert "Changes" in page
    line = saved(director_client, game, form)
    east, west = line.data["winners"]
    assert line.data["riichi"] == ["E", "N"]
    assert set(east["hand"]["flags"]) == {"riichi", "ippatsu"}
    assert east["hand"]["ura_indicators"] == ["E"]
    assert west["hand"]["ura_indicators"] == []
    assert west["hand"]["dora_indicators"] == ["4s"]


BIG_THREE_AND_HONORS = "[CCC<S][FFF][PPP]EEEN+N"


@pytest.mark.parametrize(
    ("share", "by_liable", "by_discarder"),
    [("", 24000, 72000), ("1", 24000, 72000), ("2", 48000, 48000)],
)
def test_who_is_liable_and_for_how_many_yakuman(
    director_client, table, share, by_liable, by_discarder
):
    """The liable player pays for the yakuman with liability.

    South discarded the last dragon of big three dragons with all honors, and West
    discards the winning tile. Discarder and liable player share South's part equally.
    """
    game = table("riichi", preset="tenhou", pao_composite="part")
    page = text(director_client.get(address(game)))
    assert 'name="pao_yakuman_E"' in page
    form = won(BIG_THREE_AND_HONORS, source="W", pao_E="S", pao_yakuman_E=share)
    line = saved(director_client, game, form)
    assert line.data.get("pao_yakuman") == (int(share) if share else None)
    paid = TableLedger(game).state.lines[0].settlement.changes
    assert (paid["E"], paid["N"]) == (96000, 0)
    assert (-paid["S"], -paid["W"]) == (by_liable, by_discarder)
    opened = text(director_client.get(address(game, "correct_tiles", 1)))
    kept = opened.partition('name="pao_yakuman_E"')[2].partition("</select>")[0]
    assert f'value="{share}" selected' in kept


def test_a_liable_player_who_pays_the_whole_hand_is_asked_no_number(
    director_client, table
):
    game = table("riichi", preset="tenhou")
    page = text(director_client.get(address(game)))
    assert 'name="pao_E"' in page
    assert 'name="pao_yakuman_E"' not in page
    saved(director_client, game, won(BIG_THREE_AND_HONORS, source="W", pao_E="S"))
    paid = TableLedger(game).state.lines[0].settlement.changes
    assert (paid["E"], paid["S"], paid["W"]) == (96000, -48000, -48000)


def test_more_yakuman_than_the_hand_has_are_refused(director_client, table):
    game = table("riichi", preset="tenhou", pao_composite="part")
    form = won(BIG_THREE_AND_HONORS, source="W", pao_E="S", pao_yakuman_E="3")
    refused = director_client.post(address(game), form)
    assert refused.status_code == 422
    page = html.unescape(text(refused))
    assert "The hand has fewer yakuman than the number entered here (3)." in page
    assert "<details open>" in re.sub(r"\s+>", ">", page)


def test_three_winners_that_break_a_hand_off_need_no_tiles(director_client, table):
    game = table("riichi", multi_ron="two_max")
    page = text(director_client.get(address(game)))
    assert "<b>Abortive draw: three winners</b>" in page
    form = won("", winner=["E", "S", "W"], source="N", riichi=["S"])
    line = saved(director_client, game, form)
    assert line.kind == "abortive_draw"
    assert line.data == {"reason": "three_ron", "riichi": ["S"]}
    # If all three winners are paid, each needs tiles.
    other = table("riichi", multi_ron="all")
    assert "Abortive draw: three winners" not in text(
        director_client.get(address(other))
    )
    refused = director_client.post(address(other), form)
    assert "Enter the tiles of" in html.unescape(text(refused))


def test_whose_hand_is_dead_is_told_where_the_winner_is_named(director_client, table):
    game = table("mcr")
    dead = {"kind": "penalty", "seat": "S", "offender": "S", "offence": "dead_hand"}
    enter_hand.enter(game.pk, dead, device_key="dead", by="referee", reason="seen")
    page = text(director_client.get(address(game)))
    assert re.search(r'id="sits-winner-S"[^>]*data-dead', page)
    assert page.count("data-dead") == 1


def test_how_many_yakuman_is_not_asked_where_one_is_all(director_client, table):
    game = table("riichi", yakuman_stack=False)
    page = text(director_client.get(address(game)))
    assert "pao_E" in page
    assert "pao_yakuman" not in page


@pytest.mark.parametrize("announced", ["3900", "3,900"])
def test_riichi_values_are_announced_in_points(director_client, table, announced):
    game = table("riichi")
    form = won("[777m]234p456s67s55m+8s", claimed_E=announced)
    page = said(director_client, game, form)
    assert "1,500 points" in page
    assert f"Announced as {announced}; the tiles give less" in page
    drawn = won("234m456p678p55s67s*8s", source="self", winner="S", riichi=["S"])
    drawn["tiles_S"] = drawn.pop("tiles_E")
    page = said(director_client, game, drawn | {"claimed_S": "2000/3900"})
    assert "dealer" in page
    assert "Announced as 2000/3900" in page


@pytest.mark.parametrize(
    ("language", "written", "sentence"),
    [
        ("en", "1,500", "Announced as 1,500: correct."),
        ("en", "1500", "Announced as 1500: correct."),
        ("en", "1’500", "Announced as 1’500: correct."),
        ("en", "1,000", "Announced as 1,000; the tiles give more: "),
        ("de", "1.500", "Angesagt als 1.500: richtig."),
        ("de", "1,500", "„1,500“ ist kein Wert."),
        ("fr", "1 500", "exact"),
    ],
)
def test_an_announced_value_is_read_as_the_language_groups_digits(
    director_client, table, language, written, sentence
):
    game = table("riichi")
    form = won("[777m]234p456s67s55m+8s", claimed_E=written)
    found = said(director_client, game, form, HTTP_ACCEPT_LANGUAGE=language)
    assert sentence in found


def test_a_hand_without_a_yaku_is_refused_in_words(director_client, table):
    game = table("riichi")
    page = said(director_client, game, won("[123m]456p789s67sEE+8s"))
    assert "no yaku" in page


def test_four_hands_of_classical(director_client, table):
    game = table("classical")
    form = won("(CCCC)123456m789pE+E", tiles_S="[WWW]1223445667s", value_W="4")
    page = said(director_client, game, form)
    assert "Hand value of Player 02" in page
    assert "Enter the tiles of Player 04's hand, or its value." not in page
    refused = director_client.post(address(game), form)
    assert refused.status_code == 422
    assert "Player 04" in html.unescape(text(refused))
    line = saved(director_client, game, form | {"value_N": "0"})
    assert set(line.data["hands"]) == {"E", "S"}
    assert line.data["values"] == {"W": 4, "N": 0}


# --- errors -----------------------------------------------------------------------


def test_every_refusal_is_a_sentence(referee_client, game):
    for values, sentence in (
        ({"winner": ""}, "Choose the winner."),
        ({"source": ""}, "Choose the discarder or self-draw."),
        ({"source": "E"}, "The winner cannot be the discarder."),
        ({"source": "self"}, "The hand was won on a discard"),
        ({"tiles_E": ""}, "Enter the tiles of Player 01's hand."),
        ({"tiles_E": PURE_STRAIGHT + " S/E"}, "this table has E"),
        ({"tiles_E": "x" * 500}, "at most 400 characters"),
        ({"flags_E": ["riichi"]}, "This choice is not available"),
        ({"flags_E": ["replacement"]}, "needs a kong among the melds"),
        ({"hand": 5}, "The next hand here is hand 1, not hand 5."),
        ({"device_key": ""}, "This page is outdated"),
    ):
        form = won(PURE_STRAIGHT) | values
        response = referee_client.post(address(game), form, **HTMX)
        assert response.status_code == 422, values
        assert sentence in html.unescape(text(response)), values
    response = referee_client.post(address(game), form)
    assert response.status_code == 422
    assert sentence in html.unescape(text(response))
    assert not game.ledger.exists()


def test_a_refusal_stands_beside_its_tiles_and_loses_nothing(referee_client, game):
    response = referee_client.post(address(game), won("123m456p789sEE23p+5p"))
    page = text(response)
    assert re.search(r'id="id_tiles_E_error"[^>]*> ?<li>These tiles are not', page)
    assert 'value="123m456p789sEE23p+5p"' in page


def test_another_version_of_the_hand_is_a_conflict(referee_client, game):
    saved(referee_client, game, won(PURE_STRAIGHT))
    form = won("123456789mEEES+S", key="b", source="W")
    response = referee_client.post(address(game), form)
    page = html.unescape(text(response))
    assert response.status_code == 409
    assert page.count("Use the later version") == 1
    assert "wins 0 fan" not in page
    assert kinds(game) == ["win"]


# --- correcting -------------------------------------------------------------------


def test_a_correction_opens_with_the_tiles_and_is_saved(referee_client, game):
    saved(referee_client, game, won(PURE_STRAIGHT + " f1", flags_E=["last_tile"]))
    ordinary = address(game, "correct", 1)
    assert referee_client.get(ordinary)["Location"] == address(game, "correct_tiles", 1)
    page = text(referee_client.get(address(game, "correct_tiles", 1)))
    assert 'value="123456789mEEEC+C f1"' in page
    assert re.search(r'value="last_tile"[^>]*checked', page)
    form = won("123456789mEEES+S", key="b")
    refused = referee_client.post(address(game, "correct_tiles", 1), form)
    assert refused.status_code == 422
    assert "Enter a reason for the correction." in text(refused)
    form["reason"] = "the red dragon was a south wind"
    preview = address(game, "preview_tiles_correction", 1)
    assert "Changes" in text(referee_client.post(preview, form))
    done = referee_client.post(address(game, "correct_tiles", 1), form, follow=True)
    assert "Hand 1 corrected." in text(done)
    assert game.ledger.latest("sequence").data["hand"]["winning_tile"] == "S"


def test_a_correction_with_the_same_tiles_is_refused(referee_client, game):
    same = won(PURE_STRAIGHT + " f1", flags_E=["last_tile"])
    saved(referee_client, game, same)
    form = same | {"device_key": "b", "reason": "looked again"}
    refused = referee_client.post(address(game, "correct_tiles", 1), form)
    assert refused.status_code == 422
    assert "Nothing has changed. Change an entry, or go back." in text(refused)
    assert kinds(game) == ["win"]


def test_a_hand_with_tiles_can_still_be_taken_back_or_given_points(
    referee_client, game
):
    saved(referee_client, game, won(PURE_STRAIGHT))
    page = referee_client.get(address(game, "correct", 1), {"by": "points"})
    assert page.status_code == 200
    assert "Undo this entry" in text(page)


def test_the_winds_of_a_correction_are_those_of_its_hand(referee_client, game):
    saved(referee_client, game, won(PURE_STRAIGHT))
    enter_hand.enter(game.pk, {"kind": "washout"}, hand=2, device_key="2", by="x")
    form = won(PURE_STRAIGHT, key="c", reason="looked again")
    page = referee_client.post(address(game, "preview_tiles_correction", 1), form)
    assert "Seat Wind" in text(page)


def test_a_line_that_is_not_there_or_no_longer_counts(referee_client, game):
    assert referee_client.get(address(game, "correct_tiles", 9)).status_code == 404
    line = saved(referee_client, game, won(PURE_STRAIGHT))
    correct_and_undo.retract(line.pk, device_key="r", by="x", reason="wrong table")
    gone = referee_client.get(address(game, "correct_tiles", 1))
    assert gone.status_code == 302


# --- notation ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "notation",
    ["[123m](1111p)456sEEC+C f1y2", "[5555m+<N]123pEE23s*4s", "-", "0m55m"],
)
def test_tiles_of_the_ledger_are_typed_again_as_they_were(notation):
    row = typed_hand(notation).as_row()
    assert typed_hand(as_typed(row)).as_row() == row


_TEXTS = st.text(
    alphabet="123456789mpsESWNCFP[](){}+*<f1y20/ -🀇loserdora:", max_size=30
)


@examples(300)
@given(_TEXTS)
def test_whatever_is_typed_is_read_or_refused_in_words(typed):
    try:
        hand = typed_hand(typed)
    except RuleError as error:
        refused = [fault.sentence for fault in error.faults]
    else:
        row = hand.as_row()
        refused = []
        assert set(typed_hand(as_typed(row)).as_row()["concealed"]) == set(
            row["concealed"]
        )
    assert all(refused)


@pytest.mark.parametrize("ruleset", ["mcr", "hong_kong", "classical", "riichi"])
def test_fuzzed_forms_are_answered_and_change_nothing_by_halves(
    director_client, table, ruleset
):
    game = table(ruleset)
    chance = random.Random(ruleset)
    parts = [
        *"123456789mpsESWNCFP[]()+*<f /",
        "123m",
        "EEE",
        "+C",
        "555p",
        PURE_STRAIGHT,
    ]
    for number in range(how_many(60, 3)):
        form = {
            "hand": chance.choice(["1", "1", "x", "2"]),
            "device_key": f"k{number}",
            "winner": chance.choice([["E"], ["S", "W"], ["Q"], []]),
            "source": chance.choice(["S", "self", "E", "", "Z"]),
            "riichi": chance.choice([["E"], [], ["E", "Q"]]),
            "dora": chance.choice(["", "5m", "x", "123456m"]),
            "before_gong": chance.choice(["", "on"]),
        }
        for seat in WINDS:
            typed = "".join(chance.choices(parts, k=chance.randint(0, 16)))
            form[f"tiles_{seat}"] = typed
            form[f"value_{seat}"] = chance.choice(["", "4", "-1", "²", "9" * 40])
            form[f"claimed_{seat}"] = chance.choice(["", "8", "٣", "9" * 19])
        for name in ("tiles", "preview_tiles"):
            response = director_client.post(address(game, name), form)
            assert response.status_code < 500
        if game.ledger.exists():
            assert TableLedger(game).state.hands_played == 1
            game.ledger.count()
            break


@pytest.mark.parametrize("ruleset", ["mcr", "riichi"])
@pytest.mark.parametrize("name", ["session", "tiles", "preview", "preview_tiles"])
def test_a_form_without_its_hand_number_shows_the_current_hand(
    director_client, table, ruleset, name
):
    game = table(ruleset)
    page = text(director_client.post(address(game, name), {"winner": "E"}))
    assert re.findall(r".{60}and None.{40}", page) == []
    if "preview" not in name:
        assert re.search(r"[Hh]and 1\b", page)
