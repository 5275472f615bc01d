"""Print docs/roles.md: what each role may do."""

from __future__ import annotations

from django.core.management.base import BaseCommand
from django.utils import translation

from tournaments.access.roles_document import roles_document


class Command(BaseCommand):
    help = "Print what each role may do, as docs/roles.md has it."

    def handle(self, **_options: object) -> None:
        with translation.override("en"):
            self.stdout.write(roles_document(), ending="")
