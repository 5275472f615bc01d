"""What is wrong with something a person entered, said so that it can be mended."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

#: No sentence quotes more characters of an input.
MOST_QUOTED = 80

#: What a message quotes: “%(name)s”, and whatever it calls the value.
_QUOTES = re.compile(r"“%\((\w+)\)s”|%\((value)\)s")


def quoted(value: object) -> object:
    """An input as a sentence quotes it: too much of it ends with “…”."""
    text = str(value)
    return value if len(text) <= MOST_QUOTED else text[: MOST_QUOTED - 1] + "…"


@lru_cache(maxsize=1024)
def _names_quoted(message: str) -> frozenset[str]:
    """The params that a message quotes."""
    return frozenset(one or other for one, other in _QUOTES.findall(message))


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong.

    `code` is for programs, `message` is a sentence with %(names)s filled from
    `params`, `field` names the part of the input it is about ("" = the whole).
    What the message quotes in “quotation marks”, or as %(value)s, is kept as
    `quoted` has it.
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

    def within(self, where: str) -> Fault:
        """This fault with its field named as a part of `where`: `field` in `hands.E` is
        `hands.E.field`."""
        field = f"{where}.{self.field}" if self.field else where
        return dataclasses.replace(self, field=field)

    @property
    def sentence(self) -> str:
        """The message in English, filled in."""
        return self.message % self.params if self.params else self.message


class RuleError(Exception):
    """An input the rules refuse, with every fault found in it."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(" ".join(fault.sentence for fault in faults))
        self.faults = faults


@contextmanager
def faults_within(where: str) -> Iterator[None]:
    """The block is about a part of the input that is called `where`: a RuleError of it
    is raised with its faults named so."""
    try:
        yield
    except RuleError as error:
        raise RuleError(*(fault.within(where) for fault in error.faults)) from None
