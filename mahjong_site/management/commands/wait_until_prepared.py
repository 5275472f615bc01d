"""`manage.py wait_until_prepared`: wait until `manage.py prepare` has finished, then
start another command.

Containers start in any order, so each process waits for the data.
"""

from __future__ import annotations

import argparse
import os
import sys
import time

from django.conf import settings
from django.core.management import BaseCommand, CommandParser
from django.db import DatabaseError, connection

from mahjong_site.serve.database_version_check import (
    newer_than_program,
    older_than_program,
)
from mahjong_site.static_files_of_releases import are_collected
from tournaments.upkeep.oldest_version import too_old_for_program
from tournaments.upkeep.outage_detection import in_words

#: Seconds between two checks, and in total without `--seconds`.
BETWEEN = 1.0
LONGEST = 600


class Command(BaseCommand):
    help = "Wait until the data is prepared for this version, then start a command."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--seconds", type=int, default=LONGEST, help="seconds to wait at most"
        )
        parser.add_argument(
            "command",
            nargs=argparse.REMAINDER,
            help="program to start afterwards, with its arguments",
        )

    def handle(self, *args: object, **options: object) -> None:
        seconds, command = options["seconds"], options["command"]
        assert isinstance(seconds, int)
        assert isinstance(command, list)
        give_up = time.monotonic() + seconds
        printed = ""
        while why := unprepared():
            if time.monotonic() >= give_up:
                sys.exit(f"Not prepared after {seconds} seconds. {why}")
            if why != printed:
                self.stdout.write(f"Waiting. {why}")
                self.stdout.flush()
                printed = why
            time.sleep(BETWEEN)
        if command:
            os.execvp(command[0], command)  # noqa: S606 - typed by the administrator


def unprepared() -> str:
    """Return why the data is not prepared for this version yet; "" if it is prepared.

    Raises SystemExit with a message if it never will be, because database and program
    do not match.
    """
    try:
        if refusal := newer_than_program() or too_old_for_program():
            sys.exit(refusal)
        if missing := older_than_program():
            return missing
    except DatabaseError as error:
        return f"The database does not respond ({in_words(error)})."
    finally:
        connection.close()
    if not are_collected():
        return f"The static files are not collected. Run: {settings.COMMAND} prepare"
    return ""
