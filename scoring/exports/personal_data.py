"""The data stored about a player of a tournament, for the player to download."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.core import serializers
from django.db import models
from django.db.models import Q

from scoring.models import FinalPlace, Result, Win
from tournaments.models import (
    Delivery,
    LogEvent,
    NationalNumber,
    Person,
    Player,
    PlayerList,
    PlayerMessage,
)
from tournaments.models.names_without_accents import plain

#: Secret keys of push subscriptions, which allow sending messages to a browser.
SECRET_FIELDS = {"secret", "public_key"}

Kept = dict[str, list[dict[str, object]]]


def kept_of_player(player: Player) -> Kept:
    """Return all stored rows about the player in this tournament, by model name. Reads
    only.

    The rows include the person and all references to the person, results, wins, final
    places, messages to the player, log entries with the person's name, and waiting
    player lists. Other players appear as numbers only.
    """
    by_model: Kept = {}
    for rows in _rows(player):
        if stored := [_plain(row) for row in rows.order_by("pk")]:
            by_model.setdefault(rows.model._meta.object_name or "", []).extend(stored)
    if named := list(_log_lines(player)):
        by_model["LogEvent"] = named
    if listed := list(_list_rows(player)):
        by_model["PlayerList"] = listed
    return by_model


def _rows(player: Player) -> Iterator[models.QuerySet[models.Model]]:
    yield Person.objects.filter(pk=player.person_id)
    yield NationalNumber.objects.filter(person=player.person_id)
    yield Player.objects.filter(pk=player.pk)
    here = Q(player=player) | Q(
        playing=player.person_id, round__tournament=player.tournament
    )
    about: dict[type[models.Model], Q] = {}
    for relation in Player._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ManyToOneRel):
            refers = Q(**{relation.field.name: player})
            model = relation.related_model
            about[model] = about[model] | refers if model in about else refers
    for model, refers in about.items():
        is_seat = model._meta.model_name == "seat"
        yield model._base_manager.filter(here if is_seat else refers)
    of_registration = Delivery.objects.filter(sign_up__player=player)
    yield of_registration.exclude(player=player)
    yield PlayerMessage.objects.filter(players=player)
    yield Result.objects.filter(seat__player=player)
    seats = player.seats.values_list("game", "wind")
    wins = Q(pk=None)
    for game, wind in seats:
        wins |= Q(game=game, seat=wind) | Q(game=game, discarder=wind)
    yield Win.objects.filter(wins)
    places = FinalPlace.objects.filter(final__tournament=player.tournament)
    yield places.filter(number=player.number)


def _log_lines(player: Player) -> Iterator[dict[str, object]]:
    """Yield the log entries that contain the player's name, without data about other
    players.
    """
    lines = LogEvent.objects.filter(tournament=player.tournament)
    for line in lines.order_by("revision").iterator(chunk_size=500):
        if _names(player.person, [line.by, line.reason, line.data]):
            fields = _plain(line)
            yield {**fields, "data": _of_player(player.person, line.data)}


def _of_player(person: Person, data: object) -> object:
    """Return log data without the list items that name other players."""
    if isinstance(data, dict):
        return {key: _of_player(person, value) for key, value in data.items()}
    if isinstance(data, list):
        own = [item for item in data if isinstance(item, int) or _names(person, item)]
        return [_of_player(person, item) for item in own]
    return data


def _list_rows(player: Player) -> Iterator[dict[str, object]]:
    for sent in PlayerList.objects.filter(tournament=player.tournament).order_by("pk"):
        for row in sent.rows:
            if _names(player.person, row):
                yield {"source": sent.source, "at": sent.at.isoformat(), "row": row}


def _names(person: Person, data: object) -> bool:
    """Return whether all parts of the person's name occur in `data`, in any order."""
    data_words = plain(json.dumps(data, ensure_ascii=False)).split()
    return set(plain(str(person)).split()) <= set(data_words)


def _plain(row: models.Model) -> dict[str, object]:
    [stored] = serializers.serialize("python", [row])
    fields = {k: v for k, v in stored["fields"].items() if k not in SECRET_FIELDS}
    return {"id": stored["pk"], **fields}
