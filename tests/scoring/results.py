"""Functions that enter results without hands: paper totals, and many players for large
tournaments.
"""

from __future__ import annotations

from rules.ledger_replay import replay
from scoring.ledger import enter_hand, stored_results, stored_wins
from scoring.models import LedgerEntry, Result
from scoring.wording.stored_reasons import NONE
from tournaments.models import Game, Person, Round, Seat, Tournament


def append_all(game, rows, *, by):
    """Write a whole ledger in one step: (hand, entry, reason) in order."""
    rules = game.rules
    lines = enter_hand.unwritten(rules, rows, by=by)
    state = replay(rules, (rules.read_entry(raw) for _hand, raw, _reason in rows))
    for line in lines:
        enter_hand.attach_to(game, line)
    LedgerEntry.objects.bulk_create(lines)
    stored_results.project(game, state, sequence=len(rows))
    stored_wins.add(stored_wins.rows_of(game, state, lines))


def paper(round_, table, scores):
    """Enter the table's result as paper totals."""
    game = round_.games.select_related("round__tournament").get(table=table)
    entry = {"kind": "totals", "scores": scores}
    append_all(game, [(1, entry, NONE)], by="director")


def crowd(tournament: Tournament, players: int) -> None:
    """Register `players` further players with stored results of a closed round 9."""
    people = Person.objects.bulk_create(
        Person(first_name="Player", last_name=f"{n:04}") for n in range(players)
    )
    numbers = range(1001, 1001 + players)
    registered = tournament.players.bulk_create(
        tournament.players.model(tournament=tournament, person=person, number=number)
        for person, number in zip(people, numbers, strict=True)
    )
    round_ = Round.objects.create(tournament=tournament, number=9, state="closed")
    games = Game.objects.bulk_create(
        Game(round=round_, table=table) for table in range(1, players // 4 + 1)
    )
    seats = Seat.objects.bulk_create(
        Seat(game=games[n // 4], round=round_, wind="ESWN"[n % 4], player=player)
        for n, player in enumerate(registered)
    )
    Result.objects.bulk_create(
        Result(
            seat=seat,
            score=(40, 20, -10, -50)[n % 4],
            penalties=0,
            place=1 + n % 4,
            parts=(48_000, 24_000, 12_000, 0)[n % 4],
            hands_won=4 - n % 4,
        )
        for n, seat in enumerate(seats)
    )
