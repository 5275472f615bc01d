"""Pages of a large tournament need no more queries than pages of a small tournament.

The tests request every address that a director can read, but pages of single items only
with TEST_EXAMPLES=many.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import NoReverseMatch, reverse

from tests.examples import ASKED, how_many, some_of
from tests.scoring.results import crowd
from tests.test_permissions import EXPECTED, addresses
from tournaments.models import Seat, Tournament

SMALL = 16
#: The round of all players, and one of its players.
ROUND, PLAYER = 9, 1001
#: Read in parts of fixed size, whatever the total.
PIECE_BY_PIECE = (
    *("public:file", "director:file", "director:event_workbook"),
    *("api:hands", "api:payments"),
)


def paths(tournament: Tournament) -> Iterator[str]:
    """Yield every readable address, with its parameters filled in for the
    tournament.
    """
    for address in addresses():
        _who, methods = EXPECTED.get(address.name, ((), ()))
        if "GET" not in methods or address.name in PIECE_BY_PIECE:
            continue
        if ASKED != "many" and address.parameters != {"slug"}:
            continue
        for number in (ROUND, PLAYER) if "number" in address.parameters else (0,):
            known = {
                "slug": tournament.slug,
                "number": number,
                "table": 1,
                "view": "official",
                "federation": "ema",
                "paper": "names" if number else "standings",
                "key": tournament.hall_key,
            }
            if not {"slug"} <= address.parameters <= known.keys():
                continue
            values = {name: known[name] for name in address.parameters}
            try:
                yield reverse(address.name, kwargs=values)
            except NoReverseMatch:
                continue


@pytest.mark.django_db
@pytest.mark.parametrize("short", some_of([True, False]))
def test_no_page_asks_more_for_more_players(seated_round, director_client, short):
    """More players need no more queries.

    With `short`, the rules allow 3 players at a table, and one table has 3 players, so
    pages check the number of players.
    """
    tournament = seated_round.tournament
    if short:
        rules = {"ruleset": "hong_kong", "options": {"fewest_players": 3}}
        Tournament.objects.filter(pk=tournament.pk).update(**rules)
        tournament.refresh_from_db()

    def counted(path: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            response = director_client.get(path)
            if response.streaming:
                b"".join(response)
        return len(captured) if response.status_code == 200 else 0

    def with_players(many: int) -> None:
        tournament.rounds.filter(number=ROUND).delete()
        tournament.players.filter(number__gt=1000).delete()
        crowd(tournament, many)
        if short:
            seats = Seat.objects.filter(round__number=ROUND, game__table=1)
            seats.get(wind="N").delete()

    many = how_many(1000, 40)
    with_players(many)
    large = {path: n for path in paths(tournament) if (n := counted(path))}
    assert len(large) > 25
    with_players(SMALL)
    small = {path: counted(path) for path in large}
    more = [path for path, n in large.items() if n > small[path]]
    # Queries needed once for each process have been made by now.
    with_players(many)
    again = {path: counted(path) for path in more}
    assert {path: n for path, n in again.items() if n > small[path]} == {}
