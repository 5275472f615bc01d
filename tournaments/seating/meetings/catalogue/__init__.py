"""Plans and parts of plans that were searched for once and are kept as data.

Everything in here can be found again by the programs in tools/, and the tests
check every entry.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from rules.strict_reader import Json


@cache
def table(name: str) -> Json:
    """What catalogue/<name>.json holds. It is read once: nobody may change it."""
    text = files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    return json.loads(text)
