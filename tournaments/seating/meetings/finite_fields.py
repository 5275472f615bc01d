"""Finite fields and their products, for constructions that need division.

The number of elements of a field is a power of a prime. For every other number there is
a product of fields, which is a ring. An element of the ring has one coordinate for each
prime power, and each coordinate is calculated in the field of this prime power. An
element is a whole number from 0 to order - 1. (Lidl and Niederreiter, Finite Fields,
chapters 1 and 2.)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod


def prime_powers(number: int) -> list[tuple[int, int]]:
    """Return the prime factors of a number in ascending order, each with its
    exponent."""
    powers: list[tuple[int, int]] = []
    prime = 2
    while prime * prime <= number:
        exponent = 0
        while number % prime == 0:
            number //= prime
            exponent += 1
        if exponent:
            powers.append((prime, exponent))
        prime += 1
    if number > 1:
        powers.append((number, 1))
    return powers


def joined(digits: Sequence[int], moduli: Sequence[int]) -> int:
    """Return the whole number with these digits, lowest first, one per modulus."""
    number = 0
    for digit, modulus in zip(reversed(digits), reversed(moduli), strict=True):
        number = number * modulus + digit
    return number


def split(number: int, moduli: Sequence[int]) -> tuple[int, ...]:
    """Return the digits of a whole number, lowest first, one per modulus."""
    digits = []
    for modulus in moduli:
        number, digit = divmod(number, modulus)
        digits.append(digit)
    return tuple(digits)


class Group:
    """An Abelian group.

    Its elements are the numbers below `order`, written with one digit for each modulus.
    Addition adds each digit modulo its modulus, without carrying.
    """

    def __init__(self, moduli: Sequence[int]) -> None:
        self.moduli = tuple(moduli)
        self.order = prod(self.moduli)
        self._digits = [split(number, self.moduli) for number in range(self.order)]

    def add(self, one: int, other: int) -> int:
        sums = zip(self._digits[one], self._digits[other], self.moduli, strict=True)
        return joined([(a + b) % m for a, b, m in sums], self.moduli)

    def minus(self, element: int) -> int:
        digits = zip(self._digits[element], self.moduli, strict=True)
        return joined([-a % m for a, m in digits], self.moduli)

    def shifted(self, by: int) -> list[int]:
        """Return every element of the group plus `by`, in the order of the elements."""
        if len(self.moduli) == 1:
            return [*range(by, self.order), *range(by)]
        return [self.add(element, by) for element in range(self.order)]


class Field:
    """The field with prime ** exponent elements.

    A number's digits in base `prime` are the coefficients of a polynomial. Products are
    read from the powers of one primitive element.
    """

    def __init__(self, prime: int, exponent: int) -> None:
        self.order: int = prime**exponent
        self.powers = _powers(prime, exponent)
        self._logs = {element: log for log, element in enumerate(self.powers)}

    def times(self, one: int, other: int) -> int:
        if not one or not other:
            return 0
        log = self._logs[one] + self._logs[other]
        return self.powers[log % (self.order - 1)]


def _powers(prime: int, exponent: int) -> list[int]:
    """Return the powers of a primitive element of the field, starting with 1.

    In a prime field the candidates are numbers. In a larger field the element is always
    x, and the candidates are polynomials for the value of x ** exponent.
    """
    order: int = prime**exponent
    for candidate in range(1, order):
        powers = [1]
        while (
            following := _times_x(powers[-1], candidate, prime, exponent)
        ) != 1 and len(powers) < order:
            powers.append(following)
        if len(powers) == order - 1:
            return powers
    raise AssertionError("every finite field has a primitive element")


def _times_x(element: int, worth: int, prime: int, exponent: int) -> int:
    """Return the element times x, where x ** exponent is the polynomial `worth`."""
    moduli = (prime,) * exponent
    *digits, top = split(element, moduli)
    shifted = (0, *digits)
    folded = split(worth, moduli)
    return joined(
        [(a + top * b) % prime for a, b in zip(shifted, folded, strict=True)], moduli
    )


class Ring(Group):
    """The product of the fields for the prime powers of `order` (at least 2)."""

    def __init__(self, order: int) -> None:
        factors = prime_powers(order)
        super().__init__([prime for prime, times in factors for _ in range(times)])
        self._fields = [Field(prime, exponent) for prime, exponent in factors]
        self._orders = [field.order for field in self._fields]

    def times(self, one: int, other: int) -> int:
        pairs = zip(
            self._fields,
            split(one, self._orders),
            split(other, self._orders),
            strict=True,
        )
        return joined([field.times(a, b) for field, a, b in pairs], self._orders)

    def diagonal(self, place: int) -> int:
        """Return the element that has the element with number `place` in every
        coordinate.

        Two such elements differ in every coordinate, so the difference is invertible.
        """
        return joined([place] * len(self._orders), self._orders)

    def root(self, degree: int) -> int:
        """Return an element with the multiplicative order `degree` in every coordinate.

        `degree` must divide the order minus 1 of every field.
        """
        return joined(
            [field.powers[(field.order - 1) // degree] for field in self._fields],
            self._orders,
        )


def apart(order: int) -> int:
    """Return the largest number of elements of the ring of this order whose differences
    are all invertible.

    This is the number of elements of the smallest field in the product.
    """
    return min((prime**times for prime, times in prime_powers(order)), default=1)


@cache
def ring(order: int) -> Ring:
    return Ring(order)
