"""The public page of a player and the personal page, where players also confirm or
dispute results. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound, public_rounds
from scoring.confirming_and_finishing.confirmation_status import (
    ConfirmationState,
    PlayerConfirmation,
    TableSignOff,
    table_sign_offs,
)
from scoring.models import past_results_of
from scoring.public.player_place_and_rounds import Followed, followed
from scoring.public.tables_of_player import FollowedTable
from scoring.standings import absence_results
from scoring.table import table_change_signal
from tournaments.models import (
    HIDDEN_STATES,
    ConfirmationNeeded,
    Game,
    Player,
    Tournament,
)
from tournaments.people.presence_in_rounds import WHO_PLAY
from tournaments.people.records_of_person import REAL, not_nameable
from tournaments.persons.pages_over_tournaments import pages_of
from tournaments.tournament_setup.description_and_logo import description_of
from tournaments.tournament_setup.screen_views_and_announcements import (
    announcement_on_all_screens,
)
from tournaments.tournament_time.schedule_forecast import planned_ahead
from tournaments.web.form_fields_and_types import Context


@dataclass(frozen=True)
class OwnTable:
    """A player's table and confirmation state."""

    table: FollowedTable
    closing: TableSignOff
    voice: PlayerConfirmation

    @property
    def shows_voice(self) -> bool:
        """Return whether the player's confirmation or dispute is shown."""
        spoken = (
            self.waits_for_word or self.voice.state is not ConfirmationState.NOTHING
        )
        return self.table.progress.is_over and spoken

    @property
    def waits_for_word(self) -> bool:
        """Return whether the round requires the player's confirmation and it is
        missing."""
        return (
            self.closing.asks
            and self.closing.needed == ConfirmationNeeded.PLAYERS
            and self.closing.is_over
            and self.voice.state is ConfirmationState.NOTHING
        )


@dataclass(frozen=True)
class AwaitedRound:
    """The player's next round without published seating.

    `start`: planned start, None if unknown; `players`: number of registered players,
    None after the player's first table.
    """

    number: int
    start: datetime | None
    players: int | None


def player_page(tournament: Tournament, number: int) -> Context:
    """Return the content of a player's public page.

    Raises PublicPageNotFound for an unknown number.
    """
    return _page(tournament, player_numbered(tournament, number))


def own_page(player: Player) -> Context:
    """Return the content of a player's personal page: the public page, and the tables
    to confirm.
    """
    page = _page(player.tournament, player)
    shown: Followed = page["followed"]
    ahead = shown.ahead
    sign_offs = table_sign_offs(player.tournament, [t.seat.game for t in shown.tables])
    own = [
        _own_table(table, player, sign_offs[table.seat.game_id])
        for table in shown.tables
    ]
    return page | {
        **announcement_on_all_screens(player.tournament),
        "live_url": table_change_signal.of_player(
            player, ahead[0].seat.game if ahead else None
        ),
        "to_confirm": [table for table in own if table.waits_for_word],
        "voices": {
            table.table.seat.pk: table.voice for table in own if table.shows_voice
        },
    }


def player_numbered(tournament: Tournament, number: int) -> Player:
    """Return the player with that number. Raises PublicPageNotFound if there is
    none."""
    players = tournament.players.select_related("person", "team")
    player = players.filter(number=number, is_filler=False).first()
    if player is None:
        raise PublicPageNotFound(
            _("No player has number %(number)s.") % {"number": number}
        )
    player.tournament = tournament
    return player


def person_page_of(tournament: Tournament, number: int) -> int | None:
    """Return the key of the player's page across tournaments.

    Return None if the games of the tournament are recorded here, if there is no such
    page, or if the player chose a stricter public name in this tournament.
    """
    if not tournament.is_finished or past_results_of(tournament) is None:
        return None
    player = tournament.players.filter(REAL, number=number).first()
    if player is None:
        return None
    kept = pages_of([player.person_id]).get(player.person_id)
    if kept is None or player.pk in not_nameable([kept]):
        return None
    return kept


def _page(tournament: Tournament, player: Player) -> Context:
    shown = followed(tournament, player)
    return {
        "tournament": tournament,
        "player": player,
        "followed": shown,
        "absences_in_words": absence_results.in_words(tournament),
        **_awaiting(player, shown),
    }


def _awaiting(player: Player, shown: Followed) -> Context:
    """Return time and venue of the player's next round without published seating.

    Empty while the player has a table, or if it is unknown whether the player
    continues.
    """
    tournament = player.tournament
    if shown.ahead or tournament.is_finished:
        return {}
    if tournament.is_league and shown.tables:
        return {}
    number = _next_unseated(player)
    cut = shown.source.records.cut_ahead
    if number is None or (cut and number >= cut.first_round):
        return {}
    start = planned_ahead(tournament, number, timezone.now())
    players = None
    if not shown.tables:
        players = tournament.players.filter(WHO_PLAY).count()
    description = description_of(tournament)
    return {
        "awaited": AwaitedRound(number, start, players),
        "description": description,
    }


def _next_unseated(player: Player) -> int | None:
    """Return the number of the next round that the player can play and whose seating is
    not published; None if there is none.
    """
    published = set(public_rounds(player.tournament).values_list("number", flat=True))
    planned = range(1, player.tournament.planned_rounds + 1)
    return next((n for n in planned if n not in published and player.plays(n)), None)


def _own_table(table: FollowedTable, player: Player, closing: TableSignOff) -> OwnTable:
    return OwnTable(table, closing, closing.voice_of(player))


def own_game(player: Player, number: int) -> Game:
    """Return the player's table of a round.

    Raises PublicPageNotFound if the player has no table or its seating is not
    published.
    """
    game = (
        Game.objects.filter(seats__player=player, round__number=number)
        .exclude(round__state__in=HIDDEN_STATES)
        .select_related("round__tournament")
        .first()
    )
    if game is None:
        raise PublicPageNotFound
    return game
