"""What JSON holds, of which nothing is known until it is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

#: A value as JSON has it.
Json: TypeAlias = Any

#: An object as JSON has it: values by their names.
JsonObject: TypeAlias = Mapping[str, Json]
