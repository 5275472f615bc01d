"""`python -m tools.first_database`: write mahjong_site/first_database.sql, the database
of a new installation, from all migrations."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "mahjong_site" / "first_database.sql"
#: Migrations count as applied when the file is used.
NOW = (
    "UPDATE django_migrations SET applied = strftime('%Y-%m-%d %H:%M:%f000', 'now');\n"
)


def statements(database: Path) -> str:
    """Return the SQL that creates a database with the content of this one, in one
    transaction. Clears the times of the migrations in the given database.
    """
    with sqlite3.connect(database) as opened:
        opened.execute("UPDATE django_migrations SET applied = ''")
        [begin, *lines] = opened.iterdump()
    assert (begin, lines.pop()) == ("BEGIN TRANSACTION;", "COMMIT;")
    return "\n".join(["BEGIN IMMEDIATE;", *lines, f"{NOW}COMMIT;"]) + "\n"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            name: value for name, value in os.environ.items() if name != "DATABASE_URL"
        }
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
            cwd=ROOT,
            env=environment | {"DATA_DIR": folder},
            check=True,
        )
        FILE.write_text(statements(Path(folder, "db.sqlite3")), "utf-8")


if __name__ == "__main__":
    main()
