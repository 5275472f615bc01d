"""Start numbers in the log's data, with the names of those who have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.wording.log_words.common import Data

Names = Mapping[int, str]
NOBODY: Names = {}

#: Where data has the start number of a player.
ONE = ("number", "old", "new", "one", "other")
#: Where it has several.
SEVERAL = ("numbers", "seats", "through", "decided")

#: Of more players than so many a sentence says the numbers alone.
MOST_NAMED = 8


def named(data: Data, names: Names) -> dict[str, object]:
    """The data with each number followed by its name. Somebody who is registered no
    more is called as `gone` in the data says."""
    known = {**{int(n): name for n, name in data.get("gone", {}).items()}, **names}
    told = dict(data)
    for key in ONE:
        if _is_number(data.get(key)):
            told[key] = _with_name(data[key], known)
    for key in SEVERAL:
        numbers = data.get(key)
        if isinstance(numbers, list) and len(numbers) <= MOST_NAMED:
            told[key] = [_with_name(n, known) if _is_number(n) else n for n in numbers]
    return told


def numbers_in(data: Data) -> Iterator[int]:
    """The start numbers of the players that a change is about."""
    for key in ONE:
        if _is_number(data.get(key)):
            yield data[key]
    for key in (*SEVERAL, "fillers"):
        if isinstance(data.get(key), list):
            yield from filter(_is_number, data[key])


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _with_name(number: int, names: Names) -> str:
    name = names.get(number)
    return f"{number} {name}" if name else str(number)
