"""Prepare the data folder and database for this version, before the program serves
pages.

The commands `manage.py serve` and `manage.py prepare` use this module.
"""

from __future__ import annotations

import shutil
import sys
from functools import partial
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from environ import Env

from mahjong_site import first_database, static_files_of_releases
from mahjong_site.compiled_catalogues import compile_stale
from mahjong_site.serve.database_version_check import newer_than_program
from mahjong_site.upgrade_database import Say, one_at_a_time
from tournaments.upkeep.oldest_version import too_old_for_program
from tournaments.upkeep.outage_detection import Outage, in_words, outage_of
from tournaments.upkeep.retry_while_db_is_down import retry_while_db_is_down


def prepare(say: Say) -> None:
    """Compile translations, migrate the database and collect the static files, if
    needed. Wait up to ten minutes for PostgreSQL.

    Raises SystemExit with a message if the database is newer than the program, older
    than version 1.6.0 or in another place; if its data cannot be backed up; or if the
    disk is not writable.
    """
    if refusal := misplaced():
        sys.exit(refusal)
    compile_stale(settings.LOCALE_PATHS[0], say)
    # The message queue of versions up to 1.9.0.
    shutil.rmtree(settings.DATA_DIR / "broker", ignore_errors=True)
    try:
        if connection.vendor == "postgresql":
            retry_while_db_is_down(partial(prepare_database, say))
        else:
            prepare_database(say)
    finally:
        connection.close()
    try:
        _collect_static_files(say)
    except OSError as error:
        sys.exit(f"The static files cannot be written: {error}.")


def _collect_static_files(say: Say) -> None:
    with one_at_a_time(say):
        if not static_files_of_releases.are_collected():
            say("collecting static files")
            static_files_of_releases.collect()


def misplaced() -> str:
    """Return a message if the database is where version 1.6.0 put it for this DATA_DIR.
    Return "" if the database is in the right place.

    That version read some characters of the path as parts of a URL.
    """
    here = Path(settings.DATABASES["default"]["NAME"])
    if settings.DATABASE_URL or here.exists():
        return ""
    former = Path(str(Env.db_url_config(f"sqlite:///{here}")["NAME"]))
    if former == here or not former.is_file():
        return ""
    return (
        f"The database of this DATA_DIR is {former}: older versions misread its name. "
        f"Stop the program, move that file to {here} (and files beside it whose names "
        "end with -wal or -shm likewise), then start again. Nothing was changed."
    )


def prepare_database(say: Say) -> None:
    """Migrate the database, if needed.

    Raises SystemExit with a message if that fails, and DatabaseError if the database is
    down or busy.
    """
    if refusal := newer_than_program() or too_old_for_program():
        sys.exit(refusal)
    try:
        with one_at_a_time(say):
            first_database.create_if_new(say)
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            say("preparing the database")
            call_command("migrate", interactive=False, verbosity=0, say=say)
    except CommandError as error:
        sys.exit(str(error))
    except DatabaseError as error:
        if outage_of(error) not in (Outage.FULL, Outage.READ_ONLY):
            raise
        why = in_words(error)
        sys.exit(f"The database cannot be written ({why}). Nothing was changed.")
