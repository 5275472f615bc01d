"""Number of random examples for each property test."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings

#: By TEST_EXAMPLES: "few" while programming, "many" once a day (`make test-all`).
HOW_MANY = {"few": 10, "": 25, "many": 100}
ASKED = os.environ.get("TEST_EXAMPLES", "")

T = TypeVar("T")


def examples(many: int, usual: int = HOW_MANY[""], **more: Any) -> settings:
    """Return hypothesis settings with `many` examples if TEST_EXAMPLES=many, otherwise
    with `usual` or fewer. `more`: further settings.
    """
    least = {"few": min(usual, 10), "": usual, "many": many}
    return settings(max_examples=min(many, least[ASKED]), **more)


def how_many(many: int, usual: int) -> int:
    """Return `many` if TEST_EXAMPLES=many, otherwise `usual`.

    For tests that make random examples themselves.
    """
    return many if ASKED == "many" else usual


def some_of(cases: Sequence[T], usual: int = 1) -> Sequence[T]:
    """Return the first `usual` cases, or all cases if TEST_EXAMPLES=many.

    For slow tests whose cases are similar.
    """
    return cases[: how_many(len(cases), usual)]


def load_profile() -> None:
    """Load the hypothesis profile.

    It has no deadline, because the time of an example depends on the machine. Examples
    are the same in every run, so that failures are caused by changes; the daily run
    uses new ones.
    """
    settings.register_profile(
        "project",
        deadline=None,
        derandomize=ASKED != "many",
        max_examples=HOW_MANY[ASKED],
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("project")
