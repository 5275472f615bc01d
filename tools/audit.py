"""Check the pinned libraries for known vulnerabilities: `make audit`.

Sends all names and versions of requirements*.txt to https://osv.dev in one request.
Prints each advisory and exits with 1 if there is one. If the database cannot be
reached, prints that and exits with 0.
"""

from __future__ import annotations

import json
import re
import sys
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PINS = ("requirements.txt", "requirements-runtime.txt", "requirements-dev.txt")
ADDRESS = "https://api.osv.dev/v1/querybatch"
SECONDS = 20

Ask = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]


Pin = tuple[str, str]


def pinned(text: str) -> set[Pin]:
    """Return each (library, version) pinned in the text of a requirements file.

    A library may have several versions for different systems.
    """
    return set(re.findall(r"^([\w.-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", text, re.M))


def advisories(pins: Sequence[Pin], ask: Ask) -> dict[str, list[str]]:
    """Return the identifiers of advisories by "name version", without pins that have
    none. `ask` queries the database.

    Raises ValueError if the number of responses differs from the number of pins, and
    the errors of `ask`.
    """
    queries = [
        {"package": {"name": name, "ecosystem": "PyPI"}, "version": version}
        for name, version in pins
    ]
    answers = ask(queries)
    if len(answers) != len(queries):
        raise ValueError(f"{len(answers)} answers to {len(queries)} questions")
    return {
        f"{name} {version}": [vulnerability["id"] for vulnerability in answer["vulns"]]
        for (name, version), answer in zip(pins, answers, strict=True)
        if answer.get("vulns")
    }


def query_database(queries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the database's responses, one for each query.

    Raises OSError if it cannot be reached, and ValueError for a response that is not
    JSON.
    """
    body = json.dumps({"queries": queries}).encode()
    request = urllib.request.Request(
        ADDRESS, body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
        content = json.load(answer)
    results: list[dict[str, Any]] = content.get("results", [])
    return results


def main(ask: Ask = query_database) -> int:
    pins = sorted(set().union(*(pinned((ROOT / name).read_text()) for name in PINS)))
    try:
        by_library = advisories(pins, ask)
    except (OSError, ValueError) as error:
        print(f"Nothing was checked: {ADDRESS} cannot be reached ({error}).")
        return 0
    for library, names in by_library.items():
        print(f"{library}: {', '.join(f'https://osv.dev/{name}' for name in names)}")
    print(f"{len(pins)} libraries checked, {len(by_library)} with advisories.")
    return 1 if by_library else 0


if __name__ == "__main__":
    sys.exit(main())
