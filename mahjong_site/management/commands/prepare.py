"""`manage.py prepare`: prepare the data for an update before the program starts."""

from __future__ import annotations

import sys

from django.core.management import BaseCommand

from mahjong_site.prepare_installation import prepare
from tournaments.upkeep import data_folder_lock


class Command(BaseCommand):
    help = "Back up and migrate the database and collect the static files, if needed."
    requires_system_checks = []

    def handle(self, *args: object, **options: object) -> None:
        if refusal := data_folder_lock.hold():
            sys.exit(refusal)
        prepare(self._print)

    def _print(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
