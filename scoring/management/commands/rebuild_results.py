"""`manage.py rebuild_results [--check]`: calculate all stored results again from the
ledgers and correct differences. With `--check`, only list the differences.
"""

from __future__ import annotations

from django.core.management.base import CommandError, CommandParser

from scoring.ledger.rebuild_results_from_ledgers import rebuild
from tournaments.models import Tournament
from tournaments.upkeep.data_commands import DataCommand


class Command(DataCommand):
    help = "Recalculate all stored results from the ledgers and fix differences."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="List differences without fixing them."
        )

    def handle(self, *, check: bool, **options: object) -> None:
        tournaments = list(Tournament.objects.order_by("pk"))
        differences = [
            f"{tournament.slug}: {sentence}"
            for tournament in tournaments
            for sentence in rebuild(tournament, check=check)
        ]
        for sentence in differences:
            self.stdout.write(sentence)
        left = differences if check else self._remaining(tournaments, differences)
        if left:
            raise CommandError(f"{len(left)} stored results differ from their ledgers.")
        self.stdout.write(
            f"Fixed: {len(differences)}."
            if differences
            else "All stored results match their ledgers."
        )

    def _remaining(
        self, tournaments: list[Tournament], differences: list[str]
    ) -> list[str]:
        """Return the differences that are still there after the repair."""
        if not differences:
            return []
        return [
            line
            for tournament in tournaments
            for line in rebuild(tournament, check=True)
        ]
