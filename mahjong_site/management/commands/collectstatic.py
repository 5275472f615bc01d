"""`manage.py collectstatic`: collect static files without deleting files that are in
use."""

from __future__ import annotations

from django.contrib.staticfiles.management.commands import collectstatic

from mahjong_site import static_files_of_releases
from mahjong_site.upgrade_database import one_at_a_time


class Command(collectstatic.Command):
    help = "Collect the static files of this release, beside those of the one before."

    def handle(self, **options: object) -> str | None:
        if options["dry_run"]:
            return super().handle(**options)
        with one_at_a_time(self.stdout.write):
            static_files_of_releases.collect()
        return None
