"""Lists of players that come in, and the imports that came of them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.tournament import Tournament


class PlayerList(models.Model):
    """A list that one director has sent and not imported yet.

    `rows` are [line, cells]; `fields` says what each column is ("" for nothing),
    `heading` which line names them (0: none), `name_order` how whole names are taken
    apart. By line: `mended` holds fields written anew, `choices` what was chosen
    for a doubtful row. `countries` says what unknown spellings mean ("" for: stays).
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

    class Meta:
        ordering = ["-at", "-pk"]


class PlayerImport(models.Model):
    """A list that was imported; its entries name it. `made` are the ids of the people
    it brought, `added` what it added to people known before: {id: {field: value}}."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="player_imports"
    )
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)
    source = models.CharField(max_length=200, blank=True)
    made = models.JSONField(default=list)
    added = models.JSONField(default=dict)

    class Meta:
        ordering = ["-at", "-pk"]
