"""Export of players: one row for each player, including house players and
substitutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.exports.export_columns_and_values import (
    Column,
    ColumnKind,
    Export,
    Selection,
    under_known_names,
)
from tournaments.models import Player, Tournament


def _columns(_tournament: Tournament | None) -> Sequence[Column[Player]]:
    return [
        Column(
            "number",
            pgettext("player number", "Number"),
            ColumnKind.WHOLE,
            lambda player: player.number,
        ),
        Column(
            "first_name", _("First name"), ColumnKind.TEXT, _of_player("first_name")
        ),
        Column("last_name", _("Last name"), ColumnKind.TEXT, _of_player("last_name")),
        Column("country", _("Country"), ColumnKind.TEXT, _of_player("country")),
        Column("club", _("Club"), ColumnKind.TEXT, _of_player("club")),
        Column("team", _("Team"), ColumnKind.TEXT, team_of),
        Column("categories", _("Categories"), ColumnKind.TEXT, lambda e: e.categories),
        Column(
            "ema_number",
            _("EMA number"),
            ColumnKind.TEXT,
            _of_player("ema_number"),
            private=True,
        ),
        Column(
            "first_round", _("First round"), ColumnKind.WHOLE, lambda e: e.first_round
        ),
        Column("last_round", _("Last round"), ColumnKind.WHOLE, lambda e: e.last_round),
        Column(
            "away_rounds",
            _("Absent in rounds"),
            ColumnKind.TEXT,
            lambda player: ", ".join(map(str, player.away)),
        ),
        Column("group", _("Group"), ColumnKind.TEXT, lambda e: e.group, private=True),
        Column(
            "fixed_table",
            _("Fixed table"),
            ColumnKind.WHOLE,
            lambda player: player.fixed_table,
            private=True,
        ),
        Column("what_for", _("Type of player"), ColumnKind.TEXT, _what_for),
    ]


def _of_player(field: str) -> Callable[[Player], str]:
    return lambda player: str(getattr(player.person, field))


def team_of(player: Player) -> str:
    """Return the name of the player's team; "" without a team."""
    return player.team.name if player.team else ""


def _what_for(player: Player) -> str:
    if player.is_filler:
        return _("house player")
    return _("substitute") if player.is_substitute else _("player")


def _rows(selection: Selection) -> Iterable[Player]:
    players = selection.tournament.players.select_related("person", "team")
    return under_known_names(selection, players.order_by("number"))


PLAYERS = Export("players", gettext_lazy("Players"), _columns, _rows)
