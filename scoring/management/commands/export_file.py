"""`manage.py export_file SLUG TABLE`: export one table as CSV, XLSX or JSON."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path

from django.core.management.base import CommandError, CommandParser

from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.exports.export_columns_and_values import Audience, Selection, Withheld
from scoring.exports.export_files_csv_json_xlsx import FORMATS, write
from tournaments.models import Tournament
from tournaments.upkeep.data_commands import DataCommand


class Command(DataCommand):
    help = "Export one table of a tournament to standard output or a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="The tournament's name in addresses.")
        parser.add_argument("table", choices=list(EXPORTS), help="The table to export.")
        parser.add_argument("--format", choices=list(FORMATS), default="csv")
        parser.add_argument(
            "--round", type=int, default=0, help="Export this round only."
        )
        parser.add_argument(
            "--audience",
            choices=[audience.value for audience in Audience],
            default=Audience.DIRECTORS.value,
            help="The public version omits private data and hidden results.",
        )
        parser.add_argument("--output", type=Path, help="The file to create.")

    def handle(self, *, slug: str, table: str, **options: object) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"The tournament “{slug}” does not exist.")
        round_ = int(str(options["round"]))
        if round_ and not tournament.rounds.filter(number=round_).exists():
            raise CommandError(f"{tournament.title} has no round {round_}.")
        audience = Audience(options["audience"])
        export = EXPORTS[table]
        if export.private and audience is Audience.EVERYBODY:
            raise CommandError(f"“{table}” is for directors only.")
        selection = Selection(tournament, audience, round_)
        output = options["output"]
        try:
            with ExitStack() as opened:
                file = sys.stdout.buffer
                if isinstance(output, Path):
                    file = opened.enter_context(output.open("wb"))
                write(export, selection, str(options["format"]), file)
        except Withheld as withheld:
            raise CommandError(str(withheld)) from withheld
        except OSError as error:
            raise CommandError(f"The file cannot be written: {error}.") from error
