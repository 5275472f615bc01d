"""Random numbers that anyone can reproduce from the seed.

There are two kinds. `shuffled_by_seed` decides which player gets which place. It uses
SHA-256, so that players can check the result in any programming language. `Chance`
supplies the searches with millions of numbers. It is Python's Mersenne Twister; only
`random()` is used, because Python guarantees the sequence of that method only.

No result depends on the time, the machine, the order of hashes or a function of the C
library.
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
    """The random numbers of one search.

    Searches with the same seed and different values of `purpose` get independent
    numbers. `unit()` returns a number of at least 0 and less than 1.
    """

    unit: Callable[[], float]

    def __init__(self, seed: str, purpose: str) -> None:
        digest = sha256(f"{purpose}\n{seed}".encode()).digest()
        self.unit = Random(int.from_bytes(digest, "big")).random

    def below(self, count: int) -> int:
        """Return a whole number from 0 to count - 1."""
        return int(self.unit() * count)

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items in random order."""
        return _fisher_yates(items, self.below)


def shuffled_by_seed(
    seed: str, items: Sequence[Item], purpose: str = "lots"
) -> list[Item]:
    """Return the items in the random order that belongs to `seed`.

    The random numbers are the SHA-256 hashes of "purpose:seed:0", "purpose:seed:1" ...
    (UTF-8), read as whole numbers, high byte first. For each place i from the last to
    1, the item is exchanged with the item at place (next number modulo i + 1). The bias
    of the remainder is negligible, because 2^256 is so large.
    """
    numbers = _numbers(f"{purpose}:{seed}")
    return _fisher_yates(items, lambda count: next(numbers) % count)


def commitment(seed: str) -> str:
    """Return the SHA-256 hash of the seed (UTF-8), in hexadecimal.

    The hash is published before the seating is generated, so that the seed cannot be
    changed later.
    """
    return sha256(seed.encode()).hexdigest()


def writable(seed: str) -> bool:
    """Return whether a seed can be encoded as UTF-8. The hash needs this encoding.

    Half of a surrogate pair cannot be encoded.
    """
    try:
        seed.encode()
    except UnicodeEncodeError:
        return False
    return True


def combined(seed: str, thrown: str) -> str:
    """Return the complete seed: the secret part, a slash, and the part thrown in the
    hall. If nothing was thrown, return the secret part.

    The hash of the secret part was published before the throw.
    """
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
