"""Mirrors: a tournament that exists on two installations. One of the two, the home,
makes all changes."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.players_teams_and_check_ins import Player
from tournaments.models.tournament import Tournament


class MirrorContent(models.TextChoices):
    """The data that a mirror gets: only public data, or everything."""

    PUBLIC = "public", _("Public data only")
    COMPLETE = "complete", _("Complete: it can take over")


class Mirror(models.Model):
    """A tournament's connection with the same tournament on another installation.

    `Tournament.mirrored_at` shows which of the two is the home. One installation calls
    the other at `address` with `token`. The called installation has only hashes of the
    token and of the takeover code. Both use the caller's keys of rows when they
    exchange data (`MirrorKey`).

    - `tournament`: None at the called installation until data arrives.
    - `epoch`: number of homes so far. Data of a lower epoch is rejected.
    - `home_site`: address of the other installation's pages, "" if unknown.
    - `revision`: revision that the other installation has, or that was received; None
      if a complete copy is needed.
    - `digests`: hash of each part of that revision on the other installation.
    - `sent_revision`, `sent_digests`: sent, but not yet acknowledged.
    - `heard_at`: time of the last successful exchange.
    - `next_at`: time of the next exchange.
    - `failures`: failed exchanges since the last successful one; `problem`: the reason,
      a value of `scoring.mirror.mirror_problems.Problem`.
    - `unseen_since`: at a former home, the last revision that the new home has, if
      later entries must still be sent there; otherwise None.
    - `replaces`: the next complete copy replaces data changed independently.
    - `left_over`: entries of a previous home that were not copied automatically.
    """

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, null=True, blank=True, related_name="mirror"
    )
    content = models.CharField(
        max_length=10, choices=MirrorContent, default=MirrorContent.PUBLIC
    )
    epoch = models.PositiveIntegerField(default=1)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.CharField(max_length=150)
    home_site = models.CharField(max_length=300, blank=True)

    address = models.CharField(max_length=300, blank=True)
    token = models.CharField(max_length=100, blank=True)
    #: Whether the address may be in a private network.
    is_private = models.BooleanField(default=False)

    title = models.CharField(max_length=200, blank=True)
    token_hash = models.CharField(max_length=64, null=True, blank=True, unique=True)
    code_hash = models.CharField(max_length=64, blank=True)
    token_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    #: Identity of the tournament, given with the first data.
    identity = models.CharField(max_length=64, blank=True)

    revision = models.PositiveBigIntegerField(null=True, blank=True)
    digests = models.JSONField(default=dict)
    sent_revision = models.PositiveBigIntegerField(null=True, blank=True)
    sent_digests = models.JSONField(default=dict)
    heard_at = models.DateTimeField(null=True, blank=True)
    unseen_since = models.PositiveBigIntegerField(null=True, blank=True)
    next_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    problem = models.CharField(max_length=300, blank=True)
    replaces = models.BooleanField(default=False)
    left_over = models.JSONField(default=list)

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(content__in=MirrorContent.values),
                name="mirror_content_known",
            ),
            models.CheckConstraint(
                condition=Q(token_hash__isnull=True) | Q(address="", token=""),
                name="mirror_calls_or_is_called",
            ),
            models.CheckConstraint(
                condition=Q(tournament__isnull=False) | Q(token_hash__isnull=False),
                name="mirror_awaits_data_only_if_called",
            ),
        ]

    @property
    def is_caller(self) -> bool:
        """Return whether this installation calls the other installation."""
        return bool(self.address)

    @property
    def is_home(self) -> bool:
        """Return whether changes are made at this installation."""
        return self.tournament is not None and self.tournament.mirrored_at is None


class MirrorKey(models.Model):
    """The local key of a row that the other installation created.

    `label`: the row's model. `theirs`: its key in exchanges between the two
    installations. `ours`: its primary key here.
    """

    mirror = models.ForeignKey(Mirror, models.CASCADE, related_name="keys")
    label = models.CharField(max_length=60)
    theirs = models.PositiveBigIntegerField()
    ours = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["mirror", "label", "theirs"], name="one_key_here_per_their_key"
            ),
            models.UniqueConstraint(
                fields=["mirror", "label", "ours"], name="one_their_key_per_key_here"
            ),
        ]


class MirroredLink(models.Model):
    """A player link of the other installation, which also opens the personal page here.

    `digest`: SHA-256 of its token. `version`: see `PlayerLink`.
    """

    player = models.OneToOneField(
        Player, models.CASCADE, related_name="mirrored_link", primary_key=True
    )
    version = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, unique=True)
