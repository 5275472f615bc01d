"""Uploaded player lists, and the imports of these lists."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.tournament import Tournament


class PlayerList(models.Model):
    """A player list that a director has uploaded and not imported yet.

    - `rows`: [line, cells]. `fields`: the meaning of each column ("" for none).
    - `heading`: line with the headings (0 for none).
    - `name_order`: how full names are split.
    - `mended`: corrected fields, by line. `choices`: decisions on doubtful rows, by
      line. `states`: types of rows set by the director, by line.
    - `countries` maps unknown spellings to countries ("": unchanged). `answers`: the
      meaning of other values.
    - `content`: the uploaded file in Base64, for reading another of its `sheets` or, if
      `is_text`, another encoding.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="player_lists"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="player_lists"
    )
    at = models.DateTimeField(default=timezone.now)
    source = models.CharField(max_length=200, blank=True)
    read_as = models.CharField(max_length=100, blank=True)
    rows = models.JSONField(default=list)
    fields = models.JSONField(default=list)
    heading = models.PositiveIntegerField(default=0)
    name_order = models.CharField(max_length=20)
    mended = models.JSONField(default=dict)
    choices = models.JSONField(default=dict)
    countries = models.JSONField(default=dict)
    states = models.JSONField(default=dict)
    answers = models.JSONField(default=dict)
    content = models.TextField(blank=True)
    sheets = models.JSONField(default=list)
    is_text = models.BooleanField(default=False)

    class Meta:
        ordering = ["-at", "-pk"]


class PlayerImport(models.Model):
    """An imported list. The added players refer to the import.

    `made`: ids of the created persons. `added`: data added to known persons, as {id:
    {field: value}}. `waiting`: ids of the registrations added to the waiting list.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="player_imports"
    )
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)
    source = models.CharField(max_length=200, blank=True)
    made = models.JSONField(default=list)
    added = models.JSONField(default=dict)
    waiting = models.JSONField(default=list)

    class Meta:
        ordering = ["-at", "-pk"]

    @property
    def size(self) -> int:
        """Return the number of all players of the list, including waiting players and
        players who were removed since then."""
        log = self.tournament.log.filter(kind="players_imported", at__gte=self.at)
        logged = log.order_by("revision").first()
        if logged is None:
            return self.left
        return len(logged.data["numbers"]) + len(self.waiting)

    @property
    def left(self) -> int:
        """Return the number of the players of the list who are still registered or on
        the waiting list."""
        waiting = self.tournament.sign_ups.filter(pk__in=self.waiting, waits=True)
        return self.players.count() + waiting.count()
