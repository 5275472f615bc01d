"""A shell of a running site that stays open: what one test asks costs no start of
Django."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
import traceback
from functools import cache
from pathlib import Path


class Shell:
    """`manage.py shell` of the site with that environment, without its start for
    each piece of code."""

    def __init__(self, root: Path, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=root,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, code: str) -> str:
        """What the code printed. Fails with its traceback."""
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps(code), file=self._process.stdin, flush=True)
        printed, failure = json.loads(self._process.stdout.readline())
        assert not failure, failure
        return printed.strip()

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(timeout=60)


def empty() -> None:
    """Delete every row of the site's database, and what its cache counted.

    Numbers go on where they were: the live stream remembers the revisions of
    tournaments by their numbers.
    """
    from django.core.cache import cache

    from tests.emptied import empty_database

    cache.clear()
    empty_database()


def direct(password: str) -> None:
    """Make the first director's account."""
    from django.contrib.auth.models import User

    User.objects.create(
        username="director",
        password=_hashed(password),
        is_staff=True,
        is_superuser=True,
    )


@cache
def _hashed(password: str) -> str:
    """What half a second of work makes of a password."""
    from django.contrib.auth.hashers import make_password

    return make_password(password)


def sign_in(username: str) -> str:
    """The key of a new session of somebody."""
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.get(username=username))
    return client.cookies["sessionid"].value


def main() -> None:
    import django

    django.setup()
    from django.db import connections

    for line in sys.stdin:
        printed, failure = io.StringIO(), ""
        try:
            with contextlib.redirect_stdout(printed):
                exec(json.loads(line), {})
        except Exception:
            failure = traceback.format_exc()
        connections.close_all()
        print(json.dumps([printed.getvalue(), failure]), flush=True)


if __name__ == "__main__":
    main()
