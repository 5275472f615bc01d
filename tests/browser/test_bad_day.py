"""A day full of mistakes by the director, who corrects all of them through the pages.

The final standings are the same as after a day without mistakes.
"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.desk import DESK, Desk
from tests.browser.looks import violations
from tests.examples import ASKED

BACKGROUND = True
PLAYERS = 16
NAMES = [f"Surname{number:02}" for number in range(1, PLAYERS + 1)]
#: A list with headings that the program does not recognise.
STRANGE = "Gxz\tQpf\tWyr\n" + "".join(
    f"{name}\tPlayer\t{'Denmark' if number % 2 else 'Norway'}\n"
    for number, name in enumerate(NAMES)
)
KNOWN = STRANGE.replace("Gxz\tQpf\tWyr", "Last name\tFirst name\tCountry")
#: Score sheets of each table, East to North, in points; each sums to 120,000.
TOTALS = {
    1: [
        [41200, 33100, 25700, 20000],
        [28800, 30400, 52000, 8800],
        [30000, 30100, 29900, 30000],
        [15500, 44500, 36000, 24000],
    ],
    2: [
        [22000, 38000, 31000, 29000],
        [47700, 12300, 30000, 30000],
        [35000, 25000, 33000, 27000],
        [29900, 30100, 40000, 20000],
    ],
}
#: Prints the player numbers East to North, by round and table.
SEATS = """
import json
from tournaments.models import Game
print(json.dumps([
    [each.round.number, each.table, [seat.player.number for seat in each.seats.all()]]
    for each in Game.objects.filter(round__tournament__slug={slug!r})
    .select_related("round").order_by("round__number", "table")
]))
"""
#: Prints each player's name, place, table points and score.
STANDINGS = """
import json
from scoring.standings.rank_players import standings
from tournaments.models import Tournament
print(json.dumps([
    [str(placed.line.player), placed.place, float(placed.line.table_points),
     placed.line.score]
    for placed in standings(Tournament.objects.get(slug={slug!r}))
]))
"""
#: The same players, seats and totals by the right rules, without mistakes.
GOOD_DAY = """
import uuid
from django.contrib.auth.models import User
from django.utils import timezone
from scoring.corrections import paper_totals
from scoring.rounds import end_and_close_round as ending
from tournaments.models import Round, Game
from tournaments.people.register_players import PlayerRow, register
from tournaments.rounds import round_clock as clock
from tournaments.rounds import publish_seating as publishing
from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats
from tournaments.tournament_setup.create_and_change_tournament import (
    Plan,
    create_tournament,
)

good = create_tournament(
    Plan("Good day", "riichi", 2, 90, "finish_hand_plus_one", options={options!r}),
    director=User.objects.get(username="director"),
)
register(good, [PlayerRow(name, "Player") for name in {names!r}], by="director")
rows = [round_seats.TableRow(*seats) for seats in {seats!r}]
for round_ in round_seats.seat_rounds(good, rows, by="director"):
    publishing.publish(round_.pk, by="director")
    clock.start(round_.pk, by="director", now=timezone.now())
    for table, scores in enumerate({totals!r}[str(round_.number)], 1):
        game = Game.objects.get(round=round_, table=table)
        raw = {{"kind": "totals", "scores": dict(zip("ESWN", scores))}}
        paper_totals.enter_totals(
            game.pk, raw, device_key=str(uuid.uuid4()), by="director")
    ending.close(round_.pk, by="director", now=timezone.now())
print(good.slug)
"""
#: Two hands at each of two tables, before anyone notices the wrong seats.
TWO_HANDS = """
import uuid
from scoring.ledger import enter_hand as entering
from tournaments.models import Game
for game in Game.objects.filter(
    round__tournament__slug={slug!r}, round__number=2, table__in=(1, 2)
):
    for hand, winner in ((1, "S"), (2, "W")):
        entering.enter(game.pk, {{"kind": "win", "winner": winner, "from": "N",
            "han": 2, "fu": 30}}, hand=hand, device_key=str(uuid.uuid4()), by="referee")
"""
RIGHT_UMA = {"uma": [20000, 10000, -10000, -20000]}


@pytest.fixture
def desk(person, site, accounts) -> Desk:
    someone = person(**DESK)
    someone.sign_in()
    desk = Desk(someone.page)
    desk.new_event("riichi-ema", "Harbour Cup", Rounds="2")
    return desk


@pytest.mark.skipif(
    ASKED != "many", reason="each mistake has tests of its own: the day once a day"
)
def test_every_mistake_is_mended_through_the_pages(desk, site):
    import_of_strange_headings(desk)
    import_of_the_same_list_again(desk)
    wrong_draw_published(desk)
    seats = json.loads(site.shell(SEATS.format(slug=desk.slug)))
    absentee_seated(desk)
    start_too_early(desk)
    start(desk)
    wrong_close(desk)
    wrong_uma(desk)
    start(desk)
    change_places(seats, 2, 1, 2)
    players_at_each_others_tables(desk, site, seats)
    type_totals(desk, 2, TOTALS[2])
    desk.go()
    desk.press("Close round")
    desk.says("Round 2 closed.")
    helper_removed(desk)

    good = site.shell(
        GOOD_DAY.format(
            options={"preset": "ema_2025", **RIGHT_UMA},
            names=NAMES,
            seats=seats,
            totals={str(number): totals for number, totals in TOTALS.items()},
        )
    )
    mended = json.loads(site.shell(STANDINGS.format(slug=desk.slug)))
    assert len(mended) == PLAYERS
    assert mended == json.loads(site.shell(STANDINGS.format(slug=good)))


def import_of_strange_headings(desk: Desk) -> None:
    desk.paste(STRANGE)
    desk.says("No line with headings was found")
    desk.picture("headings-nobody-knows")
    desk.field("Headings").select_option("1")
    desk.press("Apply columns")
    columns = desk.page.locator("#columns")
    for heading, what in (("Gxz", "Last name"), ("Qpf", "First name")):
        columns.get_by_label(heading).select_option(label=what)
    columns.get_by_label("Wyr").select_option(label="Country")
    desk.press("Apply columns")
    desk.press(f"Import {PLAYERS} players")
    desk.says(f"{PLAYERS} players imported.")


def import_of_the_same_list_again(desk: Desk) -> None:
    desk.paste(KNOWN)
    desk.says("Nothing to import")
    desk.picture("list-imported-twice")
    desk.press("Discard list")


def wrong_draw_published(desk: Desk) -> None:
    desk.draw("wrong", 1)
    desk.confirm()
    desk.publish_all()
    desk.follow("Unpublish all rounds")
    desk.field("Reason (required)").fill("The draw of the rehearsal")
    desk.picture("wrong-draw-published")
    desk.press("Unpublish")
    desk.says("The seating is hidden again.")
    desk.draw("right", 2)
    desk.confirm()
    desk.publish_all()


def absentee_seated(desk: Desk) -> None:
    """Withdraw a player who has a seat, and restore the player, who turns out to be
    present.
    """
    desk.go("players/3/withdraw/")
    desk.field("Last round played").fill("0")
    desk.field("Reason (required)").fill("Missed the ferry")
    desk.press("Withdraw")
    desk.go()
    desk.press(re.compile("Start round"))
    desk.says("Absent players are seated in round 1")
    assert violations(desk.page) == []
    # The error appears below the round, which stays on one line.
    round_box = desk.page.get_by_role("heading", name="Round 1 of 2").bounding_box()
    assert round_box
    assert round_box["height"] < 40
    desk.picture("absentee-seated")
    desk.go("players/3/return/")
    desk.field("Reason (required)").fill("Came with the next one")
    desk.press("Undo withdrawal")


def start_too_early(desk: Desk) -> None:
    desk.go()
    desk.press("Start round")
    expect(desk.page.get_by_role("button", name="Pause")).to_be_visible()
    undo = desk.unfold("undo_start")
    desk.picture("start-too-early")
    undo.get_by_role("button", name="Undo the start").click()
    expect(desk.page.get_by_role("button", name="Start round")).to_be_visible()


def start(desk: Desk) -> None:
    desk.go()
    desk.press("Start round")
    expect(desk.page.get_by_role("button", name="Pause")).to_be_visible()


def type_totals(desk: Desk, number: int, totals: list[list[int]]) -> None:
    desk.type_totals(number, totals)
    desk.press("Save tables")
    desk.says("4 tables saved.")


def wrong_close(desk: Desk) -> None:
    """Close a round, then find a misread score sheet and correct it."""
    misread = [list(table) for table in TOTALS[1]]
    misread[2][0], misread[2][2] = misread[2][2], misread[2][0]
    type_totals(desk, 1, misread)
    desk.go()
    desk.press("Close round")
    desk.says("Round 1 closed.")
    desk.go("?round=1")
    reopen = desk.unfold("reopen")
    reopen.get_by_label("Reason").fill("Table 3: two figures changed places")
    desk.picture("wrong-close")
    reopen.get_by_role("button", name="Reopen round").click()
    expect(desk.page.get_by_role("button", name="Close round")).to_be_visible()
    desk.page.goto(f"/table/{desk.slug}/1/3/entries/1/")
    for name, score in zip(("east", "west"), (30000, 29900), strict=True):
        desk.page.locator(f'[name="{name}"]').fill(str(score))
    desk.field("Reason for the correction (required)").fill("East and West swapped")
    desk.press("Save correction")
    desk.says("30,000")
    desk.go("?round=1")
    desk.press("Close round")
    desk.says("Round 1 closed.")


def wrong_uma(desk: Desk) -> None:
    """Replace the uma of another tournament by the right one after a round."""
    desk.go("rules/")
    desk.unfold_around("Uma")
    for place, uma in enumerate(RIGHT_UMA["uma"]):
        desk.page.locator(f'[name="uma-{place}"]').fill(str(uma))
    desk.press("Preview changes")
    desk.says("4 tables change")
    desk.picture("wrong-uma")
    desk.field("Reason (required)").fill("The invitation says 20 and 10")
    desk.press("Change rules")
    desk.says("The rules are changed")


def change_places(seats: list, number: int, one: int, other: int) -> None:
    """Swap East of table `one` and South of table `other` in the list of seats of round
    `number`.
    """
    [first] = [row[2] for row in seats if row[:2] == [number, one]]
    [second] = [row[2] for row in seats if row[:2] == [number, other]]
    first[0], second[1] = second[1], first[0]


def players_at_each_others_tables(desk: Desk, site, seats: list) -> None:
    """Find after two hands that two players sit at the wrong tables, and let them stay
    there.
    """
    site.shell(TWO_HANDS.format(slug=desk.slug))
    [here] = [row[2] for row in seats if row[:2] == [2, 1]]
    [there] = [row[2] for row in seats if row[:2] == [2, 2]]
    desk.page.goto(f"/table/{desk.slug}/2/1/exchange/")
    # According to the seating, each is still recorded in the seat of the other.
    desk.page.locator(f'[name="who"][value="{there[1]}"]').check()
    desk.page.locator('[name="whom"]').select_option(str(here[0]))
    desk.field("Both have sat there since the first hand").check()
    desk.field("Reason (required)").fill("They sat down at each other's tables")
    desk.picture("players-at-each-others-tables")
    desk.press("Swap players")
    desk.page.wait_for_url(re.compile("/2/1/$"))


def helper_removed(desk: Desk) -> None:
    """Remove a staff member by mistake, and add the same account again."""
    desk.go("helpers/")
    desk.page.get_by_label("Username").first.fill("robin")
    desk.press("Create account")
    desk.says("robin")
    desk.press("Remove robin")
    desk.page.get_by_text(re.compile(r"^Removed")).first.click()
    desk.picture("helper-removed")
    desk.press("Restore robin")
    expect(desk.page.get_by_role("button", name="Remove robin")).to_be_visible()
