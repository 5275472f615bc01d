"""Database models of past tournaments: imported lists of results, and the tournaments
created from the lists.
"""

from __future__ import annotations

from fractions import Fraction

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Tournament


class ResultsImport(models.Model):
    """A list of past results. Until the import, the row contains the list in `rows`.
    After the import it only records that the import was made, without names.

    `rows`: line number and cells of each line; `ruleset`: ruleset of rows that name
    none; `choices`: person key by line number, "" for a new person. After the import,
    `choices` has fingerprints of the numbers that known persons got from the list, by
    field and person key.
    `joins_names`: rows with the same name are the same player.
    """

    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)
    source = models.CharField(max_length=200, blank=True)
    rows = models.JSONField(default=list)
    ruleset = models.CharField(max_length=20)
    is_public = models.BooleanField(default=True)
    joins_names = models.BooleanField(default=False)
    choices = models.JSONField(default=dict)
    imported_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=150, blank=True)
    undone_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(imported_at__isnull=True) | Q(rows=[]),
                name="imported_results_keep_no_rows",
            ),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True) | Q(imported_at__isnull=False),
                name="only_imported_results_are_undone",
            ),
        ]


class PastResults(models.Model):
    """The results of a tournament whose games are not known.

    `players`: number of players, including players missing in the list.
    `weight_hundredths`: weight in rankings in hundredths, None if days, players and
    countries decide it. `results_import`: the list, None after the import of a
    tournament folder.
    """

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, primary_key=True, related_name="past_results"
    )
    results_import = models.ForeignKey(
        ResultsImport,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="tournaments",
    )
    players = models.PositiveIntegerField()
    weight_hundredths = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(players__gte=1), name="past_results_have_players"
            ),
            models.CheckConstraint(
                condition=Q(weight_hundredths__isnull=True)
                | Q(weight_hundredths__range=(1, 1000)),
                name="past_results_weight_sane",
            ),
        ]

    @property
    def weight(self) -> Fraction | None:
        """Return the weight that the list states, or None."""
        stated = self.weight_hundredths
        return None if stated is None else Fraction(stated, 100)


def past_results_of(tournament: Tournament) -> PastResults | None:
    """Return the imported results of a tournament; None if the tournament was played
    with this program.
    """
    found: PastResults | None = getattr(tournament, "past_results", None)
    return found
