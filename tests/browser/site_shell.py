"""An open shell of a running site, which saves starting Django for each command."""

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
    """`manage.py shell` of the site with this environment, started only once."""

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
        """Run the code.

        Return its output. An error in the code fails the test with its traceback.
        """
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
    """Delete every row of the site's database and the counters in its cache.

    Ids are not used again, because the live stream remembers the revisions of
    tournaments by id.
    """
    from django.core.cache import cache

    from tests.emptied import empty_database

    cache.clear()
    empty_database()


def direct(password: str) -> None:
    """Create the first director's account with this password."""
    from django.contrib.auth.models import User

    User.objects.create(
        username="director",
        password=_hashed(password),
        is_staff=True,
        is_superuser=True,
    )


@cache
def _hashed(password: str) -> str:
    """Return the hash of a password, cached because it takes half a second."""
    from django.contrib.auth.hashers import make_password

    return make_password(password)


def sign_in(username: str) -> str:
    """Sign an account in. Return the key of the new session."""
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
