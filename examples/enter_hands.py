"""Enter the hands of a table through the API of Prevailing Wind. For developers.

1. Create a token with the role of a scorekeeper on the Files page of the tournament.
2. Set the variable PREVAILING_WIND_TOKEN to this token.
3. Write the hands into a file, in the notation of docs/rules-cli.md:

    [{"kind": "win", "winner": "E", "from": "S", "points": 24}, {"kind": "washout"}]

4. Enter them at table 4 of round 1:

    python enter_hands.py https://club.example spring-cup 1 4 hands.json

After an interruption, run the command again: hands that were already saved are not
entered twice. The program needs only Python's standard library.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

#: Status codes that may be temporary, and the pauses before the next tries, in seconds.
AGAIN, PAUSES = (429, 500, 502, 503, 504), (1, 2, 5, 10)


def send(address: str, token: str, body: object, key: str) -> dict[str, object]:
    """Send a request and return the answer. Exits with the server's message if the
    server rejects the request."""
    request = urllib.request.Request(  # noqa: S310
        address,
        data=json.dumps(body).encode(),
        method="POST",
        headers={
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Idempotency-Key": key,
        },
    )
    for pause in (*PAUSES, None):
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in AGAIN or pause is None:
                sys.exit(f"{error.code}: {json.load(error)['detail']}")
        except OSError as error:
            if pause is None:
                sys.exit(f"The server does not answer: {error}")
        time.sleep(pause)
    raise AssertionError


def main(site: str, event: str, round_: str, table: str, file: str) -> None:
    """Enter the hands of a file."""
    token = os.environ["PREVAILING_WIND_TOKEN"]
    place = f"/api/v1/events/{event}/rounds/{round_}/tables/{table}/hands"
    for number, entry in enumerate(json.loads(Path(file).read_text("utf-8")), 1):
        body = {"hand": number, "entry": entry}
        # The same hand gets the same key in every run.
        key = hashlib.sha256(f"{place} {json.dumps(body)}".encode()).hexdigest()[:40]
        answer = send(f"{site.rstrip('/')}{place}", token, body, key)
        state = "waits for a referee" if answer["waits"] else "saved"
        print(f"Hand {number}: {state}")


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    main(*sys.argv[1:])
