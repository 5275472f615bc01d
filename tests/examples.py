"""How many examples by chance a property is asked."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings

#: TEST_EXAMPLES: "few" for whoever is typing, "many" once a day (`make test-all`).
HOW_MANY = {"few": 10, "": 25, "many": 100}
ASKED = os.environ.get("TEST_EXAMPLES", "")

T = TypeVar("T")


def examples(many: int, usual: int = HOW_MANY[""], **more: Any) -> settings:
    """`many` once a day, else `usual`, or what `many` says if that is less; `more` as
    `hypothesis.settings` takes it."""
    least = {"few": min(usual, 10), "": usual, "many": many}
    return settings(max_examples=min(many, least[ASKED]), **more)


def how_many(many: int, usual: int) -> int:
    """The same for what tests draw by chance themselves."""
    return many if ASKED == "many" else usual


def some_of(cases: Sequence[T], usual: int = 1) -> Sequence[T]:
    """All of the cases once a day, else the first: for dear tests whose cases take the
    same way."""
    return cases[: how_many(len(cases), usual)]


def load_profile() -> None:
    """How long an example takes depends on the machine, not on the program. They are
    the same in every run, so that a test fails because of what was changed; once a day
    others are looked for."""
    settings.register_profile(
        "project",
        deadline=None,
        derandomize=ASKED != "many",
        max_examples=HOW_MANY[ASKED],
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("project")
