"""The data stored about one player of a tournament, for the player to download."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.core import serializers
from django.db import models
from django.db.models import Q

from scoring.models import FinalPlace, Result, Win
from tournaments.models import Entry, LogEvent, Player, PlayerList
from tournaments.people.names_without_accents import plain

#: Keys of push subscriptions: they belong to the browser and allow sending to it.
SECRET_FIELDS = {"secret", "public_key"}

Kept = dict[str, list[dict[str, object]]]


def kept_of_player(entry: Entry) -> Kept:
    """Return all stored rows about the player in this tournament, by model name.

    They include the person and all references to them, results, wins, final places, log
    entries that name them, and waiting player lists. Other players appear as numbers
    only. Reads only.
    """
    kept: Kept = {}
    for rows in _rows(entry):
        if found := [_plain(row) for row in rows.order_by("pk")]:
            kept.setdefault(rows.model._meta.object_name or "", []).extend(found)
    if named := list(_log_lines(entry)):
        kept["LogEvent"] = named
    if listed := list(_list_rows(entry)):
        kept["PlayerList"] = listed
    return kept


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
    """Yield the log entries that name the player, without data about others."""
    lines = LogEvent.objects.filter(tournament=entry.tournament)
    for line in lines.order_by("revision").iterator(chunk_size=500):
        if _names(entry.player, [line.by, line.reason, line.data]):
            found = _plain(line)
            yield {**found, "data": _of_player(entry.player, line.data)}


def _of_player(player: Player, told: object) -> object:
    """Return a log entry's data without list items that name others."""
    if isinstance(told, dict):
        return {key: _of_player(player, value) for key, value in told.items()}
    if isinstance(told, list):
        own = [each for each in told if isinstance(each, int) or _names(player, each)]
        return [_of_player(player, each) for each in own]
    return told


def _list_rows(entry: Entry) -> Iterator[dict[str, object]]:
    for sent in PlayerList.objects.filter(tournament=entry.tournament).order_by("pk"):
        for row in sent.rows:
            if _names(entry.player, row):
                yield {"source": sent.source, "at": sent.at.isoformat(), "row": row}


def _names(player: Player, told: object) -> bool:
    """Return whether all names of the player occur in the data, in any order."""
    words = plain(json.dumps(told, ensure_ascii=False)).split()
    return set(plain(str(player)).split()) <= set(words)


def _plain(row: models.Model) -> dict[str, object]:
    [found] = serializers.serialize("python", [row])
    fields = {k: v for k, v in found["fields"].items() if k not in SECRET_FIELDS}
    return {"id": found["pk"], **fields}
