"""Start incidents on request or at random, and show them to the director."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from rules.faults import RuleError
from rules.tables_of_two_or_three import seats_by
from scoring.ledger.table_ledger import TableLedger
from scoring.models import BotPlay, Incident
from scoring.practice import incident_catalogue
from scoring.practice.incident_catalogue import KINDS, Kind
from scoring.practice.incident_checks import is_done
from scoring.practice.start_and_stop_bots import playing_tables, refuse_real
from scoring.wording import ledger_entry_wording
from tournaments.access.table_links import link_version
from tournaments.models import Game, RoundState, Tournament
from tournaments.refusals import refusal

#: Length of a network outage in the hall, in seconds at normal speed.
AWAY = 300
#: Average time between random incidents, in seconds at normal speed.
BETWEEN = 900
#: Number of incidents on a page, newest first.
MOST_SHOWN = 40


@dataclass(frozen=True)
class ShownIncident:
    """An incident as shown to the director.

    `happens`: description; `to_do`: task of the staff; `is_missed`: the
    round was closed before staff resolved the incident.
    """

    incident: Incident
    kind: Kind
    happens: str
    to_do: str
    is_done: bool
    is_missed: bool


@transaction.atomic
def begin(
    tournament: Tournament,
    key: str,
    *,
    by: str,
    table: int | None = None,
    chance: Random,
) -> Incident:
    """Start an incident at the table numbered `table`, or at a random table if it is
    None. Return the incident. Raises Refused unless the tournament is for practice, the
    incident is known, and a table is free.
    """
    refuse_real(tournament)
    if key not in KINDS:
        raise refusal("no_incident", _("This incident does not exist."), "kind")
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    kind, now = KINDS[key], timezone.now()
    game = None if kind.whole_hall else _free_table(tournament, table, chance)
    data = _START.get(key, _no_data)(game, chance) if game else {}
    incident = Incident.objects.create(
        tournament=tournament,
        game=game,
        kind=key,
        at=now,
        begun_at=now if kind.at_once else None,
        until=_network_returns_at(tournament, now) if kind.whole_hall else None,
        data=data,
    )
    tournament.record(
        "incident_begun",
        by=by,
        incident=key,
        table=game.table if game else None,
    )
    return incident


def by_chance(play: BotPlay) -> None:
    """Start an incident at random intervals, if the director has turned this on."""
    now = timezone.now()
    if not play.incidents or (play.incident_at and play.incident_at > now):
        return
    count = Incident.objects.filter(tournament=play.tournament).count()
    chance = Random(f"{play.seed}/incident/{count}")
    seconds = BETWEEN * chance.uniform(0.5, 1.5) / play.speed
    BotPlay.objects.filter(pk=play.pk).update(
        incident_at=now + timedelta(seconds=max(seconds, 5))
    )
    if play.incident_at is None:
        return
    try:
        begin(play.tournament, chance.choice(list(KINDS)), by="chance", chance=chance)
    except RuleError:
        return  # no table is free


def note_done(tournament_id: int) -> None:
    """Record the incidents that staff have resolved."""
    for incident in _unsettled(tournament_id):
        if is_done(incident):
            Incident.objects.filter(pk=incident.pk, done_at=None).update(
                done_at=timezone.now()
            )


def shown(tournament: Tournament) -> list[ShownIncident]:
    """Return the newest incidents of a tournament, newest first."""
    incidents = Incident.objects.filter(tournament=tournament).select_related(
        "tournament", "game__round__tournament", "game__link"
    )
    return [
        _described(incident)
        for incident in incidents.order_by("-at", "-pk")[:MOST_SHOWN]
    ]


def _described(incident: Incident) -> ShownIncident:
    kind = KINDS[incident.kind]
    values = _values(incident)
    done = incident.done_at is not None or is_done(incident)
    game = incident.game
    closed = game is not None and game.round.state == RoundState.CLOSED
    return ShownIncident(
        incident,
        kind,
        str(kind.happens) % values,
        str(kind.to_do) % values,
        done,
        closed and not done,
    )


def _values(incident: Incident) -> dict[str, object]:
    """Return the values for the placeholders in an incident's sentences."""
    data, game = incident.data, incident.game
    if game is None:
        return {}
    values: dict[str, object] = {
        "table": game.table,
        "hand": data.get("hand", ""),
        "one": data.get("one", ""),
        "other": data.get("other", ""),
        "truth": "",
    }
    if "raw" in data:
        ledger = TableLedger(game)
        entry = ledger.rules.read_entry(data["raw"])
        values["truth"] = ledger_entry_wording.of_entry(entry, ledger.names)
    return values


def _unsettled(tournament_id: int) -> list[Incident]:
    incidents = Incident.objects.filter(tournament=tournament_id, done_at=None)
    return list(
        incidents.exclude(begun_at=None)
        .exclude(game__round__state=RoundState.CLOSED)
        .select_related("tournament", "game__round__tournament", "game__link")
    )


def _network_returns_at(tournament: Tournament, now: datetime) -> datetime:
    play = BotPlay.objects.filter(tournament=tournament).first()
    return now + timedelta(seconds=max(AWAY / (play.speed if play else 1), 5))


def _free_table(tournament: Tournament, table: int | None, chance: Random) -> Game:
    tables = playing_tables(tournament.pk)
    if table is not None:
        tables = tables.filter(table=table)
    busy = Incident.objects.filter(tournament=tournament, done_at=None)
    free = tables.exclude(pk__in=busy.exclude(game=None).values("game"))
    choices = list(free)
    if not choices:
        raise refusal(
            "no_table_free",
            _("This table is not playing or already has an incident."),
            "table",
        )
    return chance.choice(choices)


def _people(game: Game, *winds: str) -> list[tuple[int, str]]:
    """Return the player's key, and name with player number, for each seat."""
    seats = game.seats.filter(wind__in=winds).select_related("player__person")
    by_wind = {seat.wind: seat.player for seat in seats}
    return [
        (player.pk, f"{player.person} ({player.number})")
        for wind in winds
        for player in [by_wind[wind]]
    ]


def _no_data(_game: Game, _chance: Random) -> dict[str, object]:
    return {}


def _ledger_and_link(game: Game, _chance: Random) -> dict[str, object]:
    return {"lines": game.ledger.count(), "link": link_version(game)}


def _wrong_seats(game: Game, chance: Random) -> dict[str, object]:
    seats = [seat.value for seat in seats_by(game.rules)]
    one, other = chance.sample(seats, 2)
    (first, name), (second, other_name) = _people(game, one, other)
    return {
        "seats": {one: second, other: first},
        "one": name,
        "other": other_name,
    }


def _somebody(game: Game, chance: Random) -> dict[str, object]:
    seat = chance.choice(seats_by(game.rules)).value
    [(player, name)] = _people(game, seat)
    lines = {"lines": game.ledger.count()}
    return {"seat": seat, "entry": player, "one": name, **lines}


_START: Mapping[str, Callable[[Game, Random], dict[str, object]]] = {
    incident_catalogue.WRONG_SEATS: _wrong_seats,
    incident_catalogue.SILENT: _ledger_and_link,
    incident_catalogue.PHONE_DIES: _ledger_and_link,
    incident_catalogue.DISPUTE: _somebody,
    incident_catalogue.FALSE_WIN: _somebody,
    incident_catalogue.DROP_OUT: _somebody,
}
