"""The data stored about a player of a tournament, for the player to download."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.core import serializers
from django.db import models
from django.db.models import Q

from scoring.models import FinalPlace, Result, Win
from tournaments.models import Entry, LogEvent, Player, PlayerList
from tournaments.people.names_without_accents import plain

#: Secret keys of push subscriptions, which allow sending messages to a browser.
SECRET_FIELDS = {"secret", "public_key"}

Kept = dict[str, list[dict[str, object]]]


def kept_of_player(entry: Entry) -> Kept:
    """Return all stored rows about the player in this tournament, by model name.

    They include the person and all references to the person, results, wins, final
    places, log entries with the person's name, and waiting player lists. Other players
    appear as numbers only. Reads only.
    """
    by_model: Kept = {}
    for rows in _rows(entry):
        if stored := [_plain(row) for row in rows.order_by("pk")]:
            by_model.setdefault(rows.model._meta.object_name or "", []).extend(stored)
    if named := list(_log_lines(entry)):
        by_model["LogEvent"] = named
    if listed := list(_list_rows(entry)):
        by_model["PlayerList"] = listed
    return by_model


def _rows(entry: Entry) -> Iterator[models.QuerySet[models.Model]]:
    yield Player.objects.filter(pk=entry.player_id)
    yield Entry.objects.filter(pk=entry.pk)
    here = Q(entry=entry) | Q(
        playing=entry.player_id, round__tournament=entry.tournament
    )
    about: dict[type[models.Model], Q] = {}
    for relation in Entry._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ManyToOneRel):
            refers = Q(**{relation.field.name: entry})
            model = relation.related_model
            about[model] = about[model] | refers if model in about else refers
    for model, refers in about.items():
        is_seat = model._meta.model_name == "seat"
        yield model._base_manager.filter(here if is_seat else refers)
    yield Result.objects.filter(seat__entry=entry)
    seats = entry.seats.values_list("session", "wind")
    wins = Q(pk=None)
    for session, wind in seats:
        wins |= Q(session=session, seat=wind) | Q(session=session, discarder=wind)
    yield Win.objects.filter(wins)
    places = FinalPlace.objects.filter(final__tournament=entry.tournament)
    yield places.filter(number=entry.number)


def _log_lines(entry: Entry) -> Iterator[dict[str, object]]:
    """Yield the log entries with the player's name, without data about other
    players."""
    lines = LogEvent.objects.filter(tournament=entry.tournament)
    for line in lines.order_by("revision").iterator(chunk_size=500):
        if _names(entry.player, [line.by, line.reason, line.data]):
            fields = _plain(line)
            yield {**fields, "data": _of_player(entry.player, line.data)}


def _of_player(player: Player, data: object) -> object:
    """Return log data without list items that name other players."""
    if isinstance(data, dict):
        return {key: _of_player(player, value) for key, value in data.items()}
    if isinstance(data, list):
        own = [item for item in data if isinstance(item, int) or _names(player, item)]
        return [_of_player(player, item) for item in own]
    return data


def _list_rows(entry: Entry) -> Iterator[dict[str, object]]:
    for sent in PlayerList.objects.filter(tournament=entry.tournament).order_by("pk"):
        for row in sent.rows:
            if _names(entry.player, row):
                yield {"source": sent.source, "at": sent.at.isoformat(), "row": row}


def _names(player: Player, data: object) -> bool:
    """Return whether all names of the player occur in `data`, in any order."""
    data_words = plain(json.dumps(data, ensure_ascii=False)).split()
    return set(plain(str(player)).split()) <= set(data_words)


def _plain(row: models.Model) -> dict[str, object]:
    [stored] = serializers.serialize("python", [row])
    fields = {k: v for k, v in stored["fields"].items() if k not in SECRET_FIELDS}
    return {"id": stored["pk"], **fields}
