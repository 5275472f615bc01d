"""Stored plans, and stored parts of plans, that were found by search.

The programs in tools/ can find all of them again, and the tests check every entry.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from rules.strict_reader import Json


@cache
def table(name: str) -> Json:
    """Return the content of catalogue/<name>.json.

    The content is read once and kept in memory, so callers must not change it.
    """
    text = files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    return json.loads(text)
