"""Printouts in a browser: each sheet is one page, on A4 and Letter, and everything
fits. With PICTURES, the tests save a screenshot of each first sheet.
"""

from __future__ import annotations

import re

import pytest

from tests.browser.desk import PICTURES, Desk

EVENT = """
from datetime import date
from django.contrib.auth.models import User
from django.utils import timezone
from scoring.rounds import end_and_close_round as ending
from scoring.wording.stored_reasons import NONE
from tests.scoring.results import append_all
from tournaments.tournament_setup import description_and_logo as descriptions
from tournaments.people import register_players as registration
from tournaments.rounds import round_clock as clock
from tournaments.rounds import publish_seating as publishing
from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats
from tournaments.tournament_setup import (
    create_and_change_tournament as tournament_setup,
)

plan = tournament_setup.Plan("Lantern Coast Open", "{ruleset}", 3, 90, "finish_hand")
event = tournament_setup.create_tournament(
    plan, director=User.objects.get(username="director")
)
said = {{"city": "Port Amber", "organiser": "Harbour Mahjong Club",
        "starts_on": date(2026, 11, 22)}}
descriptions.describe(event, said, by="director")
first = "Esme Juno Hanno Orla Wren Tove Idris Mika Saskia Bram Nell Ludo".split()
last = ["Ashgrove", "Larkspur", "van der Zomerwind", "Łąkowska", "Featherstonehaugh",
        "Quill", "Moss", "Ember", "Fen", "Rook", "Hollow"]
registration.register(event, [
    registration.PlayerRow(
        first_name={{2: "W" * 25, 3: "Maria Magdalena Theodora"}}.get(n, first[n % 12]),
        last_name={{2: "W" * 49, 3: "Featherstonehaugh-Cholmondeley von der Lindenhof"}}
        .get(n, f"{{last[n % 11]}} {{n or ''}}".strip()),
        country=["Denmark", "Italy", "Japan", "Netherlands"][n % 4],
        team=f"Team {{n // 4 + 1}}",
    )
    for n in range({players})
], by="director")
tables = {players} // 4
for number in (1, 2):
    seats = [
        round_seats.TableRow(number, table + 1, tuple(
            (table + number * n) % tables * 4 + n + 1 for n in range(4)
        ))
        for table in range(tables)
    ]
    [round_] = round_seats.seat_rounds(event, seats, by="director")
    publishing.publish(round_.pk, by="director")
    if number == 1:
        clock.start(round_.pk, by="director", now=timezone.now())
        from tournaments.models import Game
        for game in Game.objects.filter(round=round_).select_related(
            "round__tournament"
        ):
            swing = 4 * (game.table % 7)
            scores = {{"E": 40 + swing, "S": 20, "W": -10 - swing, "N": -50}}
            if "{ruleset}" == "riichi":
                scores = {{w: 30000 + 100 * s for w, s in scores.items()}}
            entry = {{"kind": "totals", "scores": scores}}
            append_all(game, [(1, entry, NONE)], by="director")
        ending.close(round_.pk, by="director", reason="all sheets are in")
print(event.slug)
"""

ROUND = "rounds/1/print"
#: Any number: depends on the rules and on ties.
ANY = (0, 0)
#: Printouts with their number of sheets for 72 players and for 13.
PRINTS = {
    "paper/standings": (2, 1),
    "paper/schedules": (9, 2),
    "paper/badges": (8, 2),
    "paper/diplomas/?provisional=1": ANY,
    "paper/attendance": ANY,
    "paper/rules": ANY,
    f"{ROUND}/names": (1, 1),
    f"{ROUND}/tables": (1, 1),
    f"{ROUND}/score-sheets": (18, 3),
    f"{ROUND}/results": (2, 1),
    f"{ROUND}/standings": (2, 1),
}
TOO_FULL = """
() => [...document.querySelectorAll(".paper-sheet")].filter(
  (sheet) => [sheet, ...sheet.querySelectorAll(".paper-body, .paper-slips > li")].some(
    (each) => each.scrollHeight > each.clientHeight + 1
      || each.scrollWidth > each.clientWidth + 1
  ) || sheet.querySelector(".paper-body").clientWidth < 0.85 * sheet.clientWidth
).length
"""


@pytest.mark.parametrize(("ruleset", "players"), [("mcr", 72), ("riichi", 13)])
def test_there_are_as_many_pages_as_sheets(site, person, accounts, ruleset, players):
    slug = site.shell(EVENT.format(ruleset=ruleset, players=players)).split()[-1]
    someone = person()
    someone.sign_in()
    desk = Desk(someone.page, slug)
    for address, sheets in PRINTS.items():
        desk.go(address if "?" in address else f"{address}/")
        page = desk.page
        expected = sheets[0 if players == 72 else 1]
        if sheets != ANY:
            assert page.locator(".paper-sheet").count() == expected, address
        shown = page.locator(".paper-sheet").count()
        assert page.evaluate(TOO_FULL) == 0, address
        for size in ("A4", "Letter"):
            assert pages_in(page.pdf(format=size)) == shown, (address, size)
        if PICTURES:
            whole, _slash, kind = address.partition("/?")[0].rpartition("/")
            after = "-after-1" if (whole, kind) == (ROUND, "standings") else ""
            name = f"{kind}{after}-{ruleset}-{players}"
            page.locator(".paper-sheet").first.screenshot(path=f"{PICTURES}/{name}.png")


def pages_in(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))
