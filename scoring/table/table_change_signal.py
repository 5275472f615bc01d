"""Live signal that a table has changed; the table's page then requests the changes.

The stream itself contains only the clock, which must not wait. It sends nothing while
only other tables play.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.utils.translation import get_language

from scoring.confirming_and_finishing.tables_still_playing import progress_at
from tournaments.access.live_access import Reader, player_reader
from tournaments.live import live_stream
from tournaments.live.live_topics import Kind, its_table, kinds
from tournaments.models import OPEN_STATES, Game, Player, Tournament
from tournaments.web.form_fields_and_types import Context

Place = tuple[int, int]

NAME = "table_news"
#: Number of tables read one by one for one message. Hands arrive each second, usually
#: from few tables; reading the whole hall each time would be slow.
ONE_BY_ONE = 10


def register() -> None:
    """Register the tables' messages with the live stream."""
    kinds[NAME] = Kind(
        _news,
        urgent=True,
        concerns=its_table,
        tells_of_changes=True,
        counts_devices=True,
    )


def url(game: Game, reader: Reader) -> str:
    """Return the address of a table's stream."""
    round_ = game.round
    at = str(round_.number), str(game.table)
    return live_stream.url(NAME, round_.tournament, *at, reader=reader)


def of_player(player: Player, game: Game | None) -> str:
    """Return the address of the stream of a player's next table; without a game, of the
    stream for all players.
    """
    reader = player_reader(player)
    if game:
        return url(game, reader)
    return live_stream.url(NAME, player.tournament, "0", "0", reader=reader)


def _news(tournament: Tournament, args: tuple[str, ...]) -> str:
    """Return the table's clock; "" without a table."""
    number, table = map(int, args)
    if not table:
        return ""
    return _clock(tournament, _on_the_clock(tournament, (number, table)))


def _clock(tournament: Tournament, game: Game | None) -> str:
    """Return the clock that replaces the page's clock.

    It is rendered once for all tables of a round without extra time.
    """
    clocks: dict[object, str] = vars(tournament).setdefault("clocks_sent", {})
    apart = game.pk if game and hasattr(game, "extension") else None
    key = (game and game.round_id, apart, get_language())
    if key not in clocks:
        clocks[key] = _rendered(tournament, game)
    return clocks[key]


def _rendered(tournament: Tournament, game: Game | None) -> str:
    context: Context = {"tournament": tournament, "streamed": True}
    if game:
        context |= {
            "game": game,
            "round": game.round,
            "progress": progress_at([game])[game.pk],
        }
    return render_to_string("table/_clock.html", context)


def _on_the_clock(tournament: Tournament, place: Place) -> Game | None:
    """Return the game at this place; None if its clock is not in use.

    The first `ONE_BY_ONE` games are read one by one, then all others together.
    """
    games: dict[Place, Game | None] = vars(tournament).setdefault("tables_read", {})
    if place not in games and len(games) < ONE_BY_ONE:
        number, table = place
        matches = _with_clocks(tournament.pk).filter(round__number=number, table=table)
        games[place] = matches.first()
    elif place not in games:
        everywhere = _with_clocks(tournament.pk)
        games |= {(game.round.number, game.table): game for game in everywhere}
    return games.setdefault(place, None)


def _with_clocks(tournament: int) -> QuerySet[Game]:
    has_clock = Q(round__state__in=OPEN_STATES) | Q(round__starts_at__isnull=False)
    games = Game.objects.filter(has_clock, round__tournament=tournament)
    return games.select_related("round__tournament", "extension", "sheet")
