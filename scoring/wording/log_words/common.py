"""What the sentences of the log are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rules.strict_reader import JsonObject

Data = JsonObject
#: By the kind of change: its sentence with the names of the data in it, in English, or
#: what makes the sentence.
Words = Mapping[str, str | Callable[[Data], str]]


def listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
