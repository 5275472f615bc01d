"""The rows that a mirror with public data only may receive: what the public may see
now. Private values and hidden results never leave home.

Only listed models and columns are sent. Other columns get a neutral value, so a new
column stays private until it is listed here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from django.db import models

from rules.ruleset_and_table_state import Ending
from rules.winds import Wind
from scoring.mirror.parts_of_tournament import Parts, Row
from scoring.models import (
    Confirmation,
    FinalPlace,
    FinalStandings,
    LedgerEntry,
    PastResults,
    PrizeGiving,
    Result,
    Sheet,
    TournamentAwards,
    Win,
)
from scoring.standings.standings_cache import OF_ONE_TABLE
from scoring.standings.who_sees_hidden_results import VisibleResults, visible_to_public
from tournaments.models import (
    HIDDEN_STATES,
    EventDescription,
    Extension,
    Game,
    HallScreen,
    League,
    LeagueFine,
    LogEvent,
    MatchDay,
    Origin,
    Person,
    PlanItem,
    Player,
    Round,
    Seat,
    ShownAs,
    Stage,
    StagePlace,
    Team,
    TeamDeduction,
    Tournament,
)
from tournaments.models.related_rows import Model

#: All columns of a model.
_ALL: frozenset[str] = frozenset()
#: Public columns by model. Models that are not listed are private.
_PUBLIC: Mapping[Model, frozenset[str]] = {
    Person: frozenset({"id", "first_name", "last_name", "country", "club"}),
    Tournament: frozenset(
        {
            *("id", "slug", "title", "ruleset", "options", "planned_rounds"),
            *("minutes", "end_policy", "start_mode", "countdown", "warning_marks"),
            *("tie_breaks", "team_tie_breaks", "lot_seed", "confirmation", "late_word"),
            *("secret_rounds", "told_at", "is_staged", "is_league", "is_public"),
            *("search_engines", "revision", "created_at", "time_zone"),
            *("language", "second_language"),
            *("archived_at", "binned_at", "finished_at"),
        }
    ),
    Team: _ALL,
    TeamDeduction: frozenset({"id", "team_id", "measure", "points", "reason", "at"}),
    Player: frozenset(
        {
            *("id", "tournament_id", "person_id", "number", "team_id", "first_round"),
            *("last_round", "away_rounds", "cut_after", "is_filler", "is_substitute"),
            "is_disqualified",
            *("categories", "shown_as", "has_namesake", "has_public_namesake"),
        }
    ),
    Stage: frozenset(
        {
            *("id", "tournament_id", "first_round", "rounds", "number", "kind"),
            *("name", "minutes", "end_policy", "cut", "cut_size", "cut_rest", "carry"),
            *("carry_numerator", "carry_denominator", "bonuses", "groups", "grouping"),
            *("movers", "seats", "series", "leavers", "is_decided"),
        }
    ),
    StagePlace: _ALL,
    Round: frozenset(
        {
            *("id", "tournament_id", "number", "state", "starts_at", "started_at"),
            *("mark_at", "ends_at", "remaining", "ended_at", "left_at_end", "step"),
            *("stepped_at", "clock_version", "stage_id"),
        }
    ),
    Game: _ALL,
    Seat: _ALL,
    Extension: _ALL,
    EventDescription: _ALL,
    HallScreen: _ALL,
    League: _ALL,
    MatchDay: _ALL,
    LeagueFine: frozenset({"id", "day_id", "player_id", "kind", "points", "at"}),
    PlanItem: _ALL,
    FinalStandings: frozenset(
        {
            *("tournament_id", "revision", "at", "tie_breaks", "teams"),
            *("team_tie_breaks", "held_back"),
        }
    ),
    FinalPlace: _ALL,
    PastResults: frozenset({"tournament_id", "players", "weight_hundredths"}),
    PrizeGiving: _ALL,
    TournamentAwards: _ALL,
    LedgerEntry: frozenset(
        {
            *("id", "game_id", "sequence", "place", "hand", "kind", "settles_hand"),
            *("data", "supersedes_id", "moved_from_id", "at", "reason_key"),
            "reason_values",
        }
    ),
    Confirmation: frozenset({"id", "game_id", "player_id", "sequence", "kind", "at"}),
    Sheet: _ALL,
    Result: _ALL,
    Win: _ALL,
}
#: Results of a game.
_RESULTS = {LedgerEntry, Result, Win}
#: Reasons why play at a table is over that say nothing about its result.
_PLAIN_ENDINGS = {"", Ending.TIME, Ending.TOTALS, Ending.RULING, Ending.CANCELLED}
#: Text in the place of a private one that the database requires.
_WITHHELD = "–"


class PublicRows:
    """The rows of a tournament that are public now."""

    def __init__(self, tournament: Tournament) -> None:
        self._visible: VisibleResults = visible_to_public(tournament)
        rounds = Round.objects.filter(tournament=tournament)
        shown = rounds.exclude(state__in=HIDDEN_STATES)
        self._rounds = dict(shown.values_list("pk", "number"))
        games = Game.objects.filter(round__in=shown)
        self._round_of_game = dict(games.values_list("pk", "round"))
        players = tournament.players.select_related("person")
        self._players = {player.person_id: player for player in players}
        self._uses_lot = "lot" in (*tournament.tie_breaks, *tournament.team_tie_breaks)

    def parts(self, parts: Parts) -> Parts:
        """Return the public rows of each part, with neutral values in private columns.

        Parts without public rows are left out.
        """
        public = {name: self._rows(rows) for name, rows in parts.items()}
        return {name: rows for name, rows in public.items() if rows}

    def log(self, rows: list[Row]) -> list[Row]:
        """Return the log without names, reasons and contents.

        The log still names the changed tables, so that pages are updated.
        """
        return [Row(LogEvent, self._log_event(row.values)) for row in rows]

    def _rows(self, rows: list[Row]) -> list[Row]:
        return [self._row(row) for row in rows if self._is_public(row)]

    def _is_public(self, row: Row) -> bool:
        model, values = row
        if model not in _PUBLIC:
            return False
        if model is FinalPlace:
            return self._visible.everything
        if model is Confirmation and values["kind"] != Confirmation.Kind.CONFIRM:
            return False
        round_ = self._round_of(model, values)
        if round_ is None:
            return True
        number = self._rounds.get(round_)
        if number is None:
            return False
        return model not in _RESULTS or self._visible.tells(number)

    def _round_of(self, model: Model, values: Mapping[str, object]) -> int | None:
        """Return the key of the row's round; 0 for a hidden round, None for a row
        without a round.
        """
        if model is Round:
            return _key(values["id"])
        if model is Result:
            return self._round_of_seat.get(_key(values["seat_id"]), 0)
        if "round_id" in values:
            return _key(values["round_id"])
        if "game_id" in values:
            return self._round_of_game.get(_key(values["game_id"]), 0)
        return None

    @cached_property
    def _round_of_seat(self) -> Mapping[int, int]:
        seats = Seat.objects.filter(round__in=self._rounds)
        return dict(seats.values_list("pk", "round"))

    def _row(self, row: Row) -> Row:
        model, values = row
        public = _PUBLIC[model]
        kept = {
            field.attname: values[field.attname]
            if public is _ALL or field.attname in public
            else _blank(field)
            for field in model._meta.concrete_fields
            if field.attname in values
        }
        change = self._CHANGES.get(model)
        if change is not None:
            change(self, kept)
        return Row(model, kept)

    def _tournament(self, values: dict[str, object]) -> None:
        values["hall_key"] = ""
        if not self._uses_lot:
            values["lot_seed"] = ""

    def _person(self, values: dict[str, object]) -> None:
        """Keep only the public name."""
        player = self._players[_key(values["id"])]
        if player.publicly_shown_as != ShownAs.FULL:
            values["first_name"], values["last_name"] = "", _letters_of(player)

    def _player(self, values: dict[str, object]) -> None:
        """Apply the strictest choice of name that the person made in any tournament.

        The mirror then shows the name in the same way.
        """
        player = self._players[_key(values["person_id"])]
        values["shown_as"] = player.publicly_shown_as.value
        values["has_namesake"] = player.has_public_namesake

    def _entry(self, values: dict[str, object]) -> None:
        values["device_key"] = f"mirror/{values['game_id']}/{values['sequence']}"
        if values["supersedes_id"] is not None and not values["reason_key"]:
            values["reason"] = _WITHHELD

    def _sheet(self, values: dict[str, object]) -> None:
        """Remove values that would reveal the results of a hidden round: a dealer who
        stays shows who won. The number of hands played remains.
        """
        round_ = self._round_of_game[_key(values["game_id"])]
        if not self._visible.tells(self._rounds[round_]):
            values["is_last_hand"] = False
            values["prevailing"] = values["dealer"] = Wind.EAST.value
            if values["over"] not in _PLAIN_ENDINGS:
                values["over"] = Ending.TIME.value

    def _final_place(self, values: dict[str, object]) -> None:
        values["ema_number"] = ""
        number = values["number"]
        for player in self._players.values():
            if player.number == number and player.publicly_shown_as != ShownAs.FULL:
                values["first_name"], values["last_name"] = "", _letters_of(player)

    def _final_standings(self, values: dict[str, object]) -> None:
        if not self._visible.everything:
            values["teams"] = []

    def _log_event(self, values: Mapping[str, object]) -> dict[str, object]:
        data = values["data"]
        assert isinstance(data, dict)
        shown = self._visible.tells
        place = {key: data[key] for key in ("round", "table") if key in data}
        number = place.get("round")
        tells = isinstance(number, int) and shown(number) and "table" in place
        if number not in self._rounds.values():
            place = {}
        kind = values["kind"]
        return {
            **values,
            "by": "",
            "origin": Origin.UNKNOWN,
            "reason": "",
            "kind": kind if tells and kind in OF_ONE_TABLE else "mirrored",
            "data": place,
        }

    _CHANGES: Mapping[Model, Callable[[PublicRows, dict[str, object]], None]] = {
        Tournament: _tournament,
        Person: _person,
        Player: _player,
        LedgerEntry: _entry,
        Sheet: _sheet,
        FinalPlace: _final_place,
        FinalStandings: _final_standings,
    }


def _letters_of(player: Player) -> str:
    """Return the initials of a player who chose initials; a dash for other players."""
    names = str(player.person).split()
    shows_initials = player.publicly_shown_as == ShownAs.INITIALS
    if shows_initials and any(len(name) > 1 for name in names):
        return " ".join(f"{name[0]}." for name in names)
    return _WITHHELD


def _key(value: object) -> int:
    assert isinstance(value, int)
    return value


def _blank(field: models.Field[object, object]) -> object:
    """Return a neutral value of a column."""
    if field.null:
        return None
    if field.has_default():
        return field.get_default()
    if isinstance(field, models.BooleanField):
        return False
    if isinstance(field, models.IntegerField):
        return 0
    return ""
