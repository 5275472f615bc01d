"""Faults of an input. Their messages help to correct the input."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

#: Longest quotation of an input in a sentence, in characters.
MOST_QUOTED = 80

#: Quoted parts of a message: “%(name)s”, and %(value)s also without marks.
_QUOTES = re.compile(r"“%\((\w+)\)s”|%\((value)\)s")


def quoted(value: object) -> object:
    """Return a value for quoting in a message. Text over `MOST_QUOTED` characters is
    cut and ends with “…”."""
    text = str(value)
    return value if len(text) <= MOST_QUOTED else text[: MOST_QUOTED - 1] + "…"


@lru_cache(maxsize=1024)
def _names_quoted(message: str) -> frozenset[str]:
    """Return the names of the params that a message quotes."""
    return frozenset(one or other for one, other in _QUOTES.findall(message))


@dataclass(frozen=True)
class Fault:
    """One fault of an input.

    `code` is for programs, `message` is a sentence with %(names)s filled from `params`,
    `field` names the part of the input ("" = the whole). Params that the message quotes
    in “quotation marks”, or as %(value)s, are shortened by `quoted`.
    """

    code: str
    message: str
    field: str = ""
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.params:
            return
        if names := _names_quoted(self.message) & self.params.keys():
            short = {name: quoted(self.params[name]) for name in names}
            object.__setattr__(self, "params", {**self.params, **short})

    def within(self, path: str) -> Fault:
        """Return this fault inside `path`: `field` in `hands.E` is `hands.E.field`."""
        field = f"{path}.{self.field}" if self.field else path
        return dataclasses.replace(self, field=field)

    @property
    def sentence(self) -> str:
        """Return the message in English, with its params filled in."""
        return self.message % self.params if self.params else self.message


class RuleError(Exception):
    """An error for an input that the rules refuse. `faults` contains every fault found
    in the input."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(" ".join(fault.sentence for fault in faults))
        self.faults = faults


@contextmanager
def faults_within(path: str) -> Iterator[None]:
    """Put the faults of a RuleError raised in the block inside `path`, and raise
    RuleError again."""
    try:
        yield
    except RuleError as error:
        raise RuleError(*(fault.within(path) for fault in error.faults)) from None
