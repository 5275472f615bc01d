"""An invented tournament for pictures of its public pages. EVENT: two rounds are over,
some tables have finished the third, and two hands were entered by tiles. It has place,
dates and schedule. FINISH plays it to its end.
"""

_PLAY = """
from datetime import timedelta
from random import Random

from django.contrib.auth.models import User
from django.utils import timezone

from scoring.ledger import enter_hand as entering
from scoring.rounds import end_and_close_round as ending
from scoring.rounds import extra_time
from scoring.confirming_and_finishing import (
    finish_reopen_and_publish_results as finishing,
)
from tournaments.tournament_setup import description_and_logo as descriptions
from tournaments.tournament_setup import schedule_changes as day_plan
from tournaments.tournament_setup.schedule_changes import Item
from tournaments.tournament_setup import (
    create_and_change_tournament as tournament_setup,
)
from tournaments.people import register_players as registration
from tournaments.models import Tournament
from tournaments.rounds import round_clock as clock
from tournaments.rounds import publish_seating as publishing
from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats

#: Table and number of the hands entered by tiles: 13 is the last one so far at table 5.
BY_TILES = {(6, 2), (5, 13)}
TOLD = "[678s]1234567899s+9s"
chance = Random(7)


def play(game, hands, first=1):
    for hand in range(first, hands + 1):
        winner = chance.choice("ESWN")
        source = chance.choice([None, *(wind for wind in "ESWN" if wind != winner)])
        win = {"kind": "win", "winner": winner, "from": source,
            "points": chance.choice((8, 9, 10, 12, 16, 24, 32))}
        if (game.table, hand) in BY_TILES:
            win |= {"winner": "E", "from": "N", "hand": {"hand": TOLD}}
            del win["points"]
        entering.enter(game.pk, win, hand=hand, by="director",
            device_key=f"{game.pk}-{hand}")
"""

_TO_ROUND_3 = """
FIRST = ("Wren", "Isolde", "Quill", "Esme", "Hanno", "Cyra", "Pax", "Nadir")
LAST = ("Cloudberry", "Kingfisher", "Northwind",
    "Fernhollow", "Ravensworth", "Moonfield")
LANDS = ("Denmark", "Italy", "France", "Japan", "Poland", "Sweden", "Netherlands")
director = User.objects.get(username="director")
event = tournament_setup.create_tournament(
    tournament_setup.Plan(title="Lantern Coast Open", ruleset="mcr", planned_rounds=5,
        minutes=100, end_policy="finish_hand", is_public=True), director=director)
registration.register(event, [
    registration.PlayerRow(first_name=FIRST[n % 8], last_name=LAST[n // 8 * 2 + n % 2],
        country=LANDS[n % 7], team=f"Team {n % 6 + 1}", club="Lantern Club")
    for n in range(24)], by="director")
numbers = list(range(1, 25))
rows = []
for number in range(1, 5):
    chance.shuffle(numbers)
    rows += [round_seats.TableRow(number, at + 1, tuple(numbers[4 * at : 4 * at + 4]))
        for at in range(6)]
rounds = round_seats.seat_rounds(event, rows, by="director")
began = timezone.now().replace(second=0, microsecond=0) - timedelta(hours=4)
descriptions.describe(event, {"venue": "Harbour Rooms", "city": "Lantern Bay",
    "starts_on": began.date(), "ends_on": began.date() + timedelta(days=1)},
    by="director")
PLAN = (("other", -30, 30, None, "Welcome"), ("round", 0, 110, 1, ""),
    ("round", 120, 110, 2, ""), ("round", 240, 110, 3, ""),
    ("break", 350, 40, None, "Meal"), ("round", 390, 110, 4, ""),
    ("round", 1440, 110, 5, ""), ("other", 1580, 30, None, "Prize giving"))
day_plan.write(event, [Item(kind, began + timedelta(minutes=at), minutes, number, title)
    for kind, at, minutes, number, title in PLAN],
    by="director", now=began - timedelta(days=1))
for round_ in rounds[:3]:
    publishing.publish(round_.pk, by="director")
    # Late enough that the round's time does not end while its hands are entered.
    started = max(began, timezone.now() - timedelta(minutes=90))
    clock.start(round_.pk, by="director", now=started)
    began += timedelta(hours=2)
    for table, game in enumerate(round_.games.order_by("table"), 1):
        is_now = round_ is rounds[2]
        play(game, 3 + 2 * table if is_now and table < 6 else 16)
    if round_ is not rounds[2]:
        ending.close(round_.pk, by="director", reason="The tables have finished.")
publishing.publish(rounds[3].pk, by="director")
second = rounds[2].games.get(table=2)
extra_time.extend_table(second.pk, minutes=5, by="director",
    reason="A tile was missing.", now=timezone.now())
print(event.slug, event.hall_key)
"""

_TO_THE_END = """
event = Tournament.objects.get(title="Lantern Coast Open")
third, fourth = event.rounds.filter(number__in=(3, 4)).order_by("number")
for game in third.games.filter(table__lt=6):
    play(game, 16, first=4 + 2 * game.table)
ending.close(third.pk, by="director", reason="The tables have finished.")
clock.start(fourth.pk, by="director", now=timezone.now())
for game in fourth.games.all():
    play(game, 16)
ending.close(fourth.pk, by="director", reason="The tables have finished.")
finishing.finish(event, by="director", now=timezone.now(),
    reason="There was no time for round 5.")
"""

EVENT = _PLAY + _TO_ROUND_3
FINISH = _PLAY + _TO_THE_END
