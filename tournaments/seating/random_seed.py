"""Chance that anybody can repeat.

Two kinds, both made from the seed alone. *Lots* decide who becomes whom: they
are drawn with SHA-256 so that a sceptical player can repeat them in any
language. *Chance* drives the searches, where millions of numbers are needed: it
is Python's Mersenne Twister, of which only `random()` is used, the one method
whose sequence Python promises never to change. No result depends on the time,
the machine, hash order or a function of the C library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

from rules.translation_marks import _

Item = TypeVar("Item")

NOT_WRITABLE = _("This seed contains invalid characters.")


class Chance:
    """The numbers of one search. `purpose` keeps searches with one seed apart.

    `unit()` is a number in [0, 1).
    """

    unit: Callable[[], float]

    def __init__(self, seed: str, purpose: str) -> None:
        digest = sha256(f"{purpose}\n{seed}".encode()).digest()
        self.unit = Random(int.from_bytes(digest, "big")).random

    def below(self, count: int) -> int:
        """A whole number from 0 to count - 1."""
        return int(self.unit() * count)

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in an order of chance."""
        return _fisher_yates(items, self.below)


def lots(seed: str, items: Sequence[Item], purpose: str = "lots") -> list[Item]:
    """The items in the order in which they are drawn from an urn with `seed`.

    The numbers are SHA-256 of "purpose:seed:0", "purpose:seed:1" ... (UTF-8),
    read as whole numbers, high byte first. For place i from the last down to 1
    the next number modulo i + 1 says which place it changes with. (2^256 is so
    large that the remainder favours nobody.)
    """
    numbers = _numbers(f"{purpose}:{seed}")
    return _fisher_yates(items, lambda count: next(numbers) % count)


def commitment(seed: str) -> str:
    """What is published before the draw, so that the seed cannot be changed
    later: SHA-256 of the seed (UTF-8), in hexadecimal."""
    return sha256(seed.encode()).hexdigest()


def writable(seed: str) -> bool:
    """Whether a seed can be written as UTF-8, which is what is hashed: half of a
    surrogate pair cannot."""
    try:
        seed.encode()
    except UnicodeEncodeError:
        return False
    return True


def combined(seed: str, thrown: str) -> str:
    """The seed of a draw whose secret half was committed to before and whose
    other half was thrown in the hall: both, parted by a slash."""
    return f"{seed}/{thrown}" if thrown else seed


def _numbers(text: str) -> Iterator[int]:
    count = 0
    while True:
        yield int.from_bytes(sha256(f"{text}:{count}".encode()).digest(), "big")
        count += 1


def _fisher_yates(items: Sequence[Item], below: Callable[[int], int]) -> list[Item]:
    shuffled = list(items)
    for place in range(len(shuffled) - 1, 0, -1):
        other = below(place + 1)
        shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
    return shuffled
