"""Read entries and options from forms and files strictly.

A `Reader` reads the values of a mapping one by one. It collects a fault for every value
that is missing or of the wrong type, and raises all faults together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, TypeAlias

from rules.faults import Fault, RuleError
from rules.translation_marks import _, listed
from rules.winds import WINDS, Wind

#: A JSON value.
Json: TypeAlias = Any

#: A JSON object: values by name.
JsonObject: TypeAlias = Mapping[str, Json]

MOST_AMOUNT = 1_000_000


class Reader:
    def __init__(self, raw: Mapping[str, object]) -> None:
        self._raw = raw
        self._read: set[str] = set()
        self.faults: list[Fault] = []

    def fault(self, code: str, message: str, field: str, **params: object) -> None:
        self.faults.append(Fault(code, message, field, params))

    def seat(self, field: str, *, optional: bool = False) -> Wind | None:
        """Return the seat whose letter is under `field`; None if it is missing or
        faulty. Adds a fault if it is faulty, or missing and not `optional`."""
        value = self.take(field)
        if value in (None, ""):
            if not optional:
                self.fault("missing", _("Enter a seat."), field)
            return None
        if value in tuple(WINDS):
            return Wind(str(value))
        self.fault(
            "not_a_seat",
            _("“%(value)s” is not a seat. Use E, S, W or N."),
            field,
            value=value,
        )
        return None

    def integer(
        self, field: str, default: int | None = None, *, low: int, high: int
    ) -> int:
        """Return the whole number from `low` to `high`; if it is faulty, add a fault
        and return `low`.

        `default` is used for a missing number.
        """
        value = self.take(field)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault("not_a_number", _("Enter a whole number."), field)
            return low
        if not low <= value <= high:
            self.fault(
                "out_of_range",
                _(
                    "%(value)s is out of range. Enter a number from %(low)s to "
                    "%(high)s."
                ),
                field,
                value=value,
                low=low,
                high=high,
            )
            return low
        return value

    def flag(self, field: str, default: bool = False) -> bool:
        value = self.take(field)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fault("not_a_flag", _("Enter true or false."), field)
            return default
        return value

    def text(
        self, field: str, choices: tuple[str, ...], default: str | None = None
    ) -> str:
        value = self.take(field)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or value not in choices:
            self.fault(
                "not_a_choice",
                _("Enter one of %(choices)s.")
                if value is None
                else _("“%(value)s” is not one of %(choices)s."),
                field,
                value=value,
                choices=listed(choices),
            )
            return choices[0]
        return str(value)

    def group(self, field: str) -> Reader:
        """Return a reader of the mapping under `field`, empty if missing or faulty. It
        shares this reader's faults."""
        value = self.take(field)
        if value is not None and not isinstance(value, Mapping):
            self.fault("not_a_group", _("Enter an object."), field)
        inner = Reader(value if isinstance(value, Mapping) else {})
        inner.faults = self.faults
        return inner

    def sequence(self, field: str, *, most: int) -> Sequence[object]:
        """Return the list under `field`, with at most `most` values; empty if it is
        missing or faulty. Adds a fault if it is faulty."""
        value = self.take(field)
        if value is None:
            return ()
        if not isinstance(value, list | tuple):
            self.fault("not_a_list", _("Enter a list."), field)
            return ()
        if len(value) > most:
            self.fault(
                "too_long",
                _("The list has %(count)s values. Enter at most %(most)s."),
                field,
                count=len(value),
                most=most,
            )
            return ()
        return value

    def groups(self, field: str, *, most: int) -> Iterator[Reader]:
        """Yield a reader for each mapping in the list under `field`. Adds a fault for
        other values. The readers share this reader's faults."""
        for number, value in enumerate(self.sequence(field, most=most)):
            if not isinstance(value, Mapping):
                self.fault("not_a_group", _("Enter an object."), f"{field}[{number}]")
                continue
            inner = Reader(value)
            inner.faults = self.faults
            yield inner

    def points_by_seat(self, field: str, *, low: int, high: int) -> dict[Wind, int]:
        """Return four whole numbers by seat; missing seats are 0. Adds faults for
        faulty values."""
        inner = self.group(field)
        with self.within(field):
            points = {
                seat: inner.integer(seat, 0, low=low, high=high) for seat in WINDS
            }
            inner.refuse_the_rest()
        return points

    @contextmanager
    def within(self, path: str) -> Iterator[None]:
        """Add the prefix `path` to the fields of faults added in the block."""
        first = len(self.faults)
        yield
        for place in range(first, len(self.faults)):
            self.faults[place] = self.faults[place].within(path)

    def refuse_the_rest(self) -> None:
        """Add a fault for every value that was not read."""
        for name in sorted(set(self._raw) - self._read):
            self.fault(
                "unknown",
                _("“%(name)s” is not a known field."),
                name,
                name=name,
            )

    def done(self) -> None:
        """Add a fault for every value that was not read, and raise RuleError if there
        are any faults."""
        self.refuse_the_rest()
        if self.faults:
            raise RuleError(*self.faults)

    def integers(
        self, field: str, *, count: int, low: int, high: int
    ) -> tuple[int, ...]:
        """Return the `count` whole numbers in the list under `field`. Adds faults, and
        returns `low` for faulty numbers."""
        values = self.sequence(field, most=count)
        inner = Reader({f"{field}[{n}]": value for n, value in enumerate(values)})
        inner.faults = self.faults
        if len(values) != count:
            self.fault(
                "wrong_length",
                _("The list has %(given)s values. Enter %(count)s."),
                field,
                given=len(values),
                count=count,
            )
            return (low,) * count
        return tuple(
            inner.integer(f"{field}[{n}]", low=low, high=high) for n in range(count)
        )

    def amount(self, field: str, default: Fraction) -> Fraction:
        """Return a positive exact amount in steps of 0.25; `default` if it is missing
        or faulty. Adds a fault if it is faulty."""
        value = self.take(field)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fault("not_a_number", _("Enter a number."), field)
            return default
        if not 0 < value <= MOST_AMOUNT or value * 4 != int(value * 4):
            self.fault(
                "out_of_range",
                _("%(value)s: enter an amount above 0 in steps of 0.25."),
                field,
                value=value,
            )
            return default
        return Fraction(value)

    def has(self, field: str) -> bool:
        """Return whether the mapping contains `field`, even with the value null."""
        return field in self._raw

    def says_none(self, field: str) -> bool:
        """Return whether the value under `field` is null or "none"; if true, mark it as
        read."""
        if field not in self._raw or self._raw[field] not in (None, "none"):
            return False
        self.take(field)
        return True

    def peek(self, field: str) -> object:
        """Return the value under `field`, or None if missing, without marking it as
        read."""
        return self._raw.get(field)

    def take(self, field: str) -> object:
        """Return the value under `field`, or None if missing, and mark it as read."""
        self._read.add(field)
        return self._raw.get(field)
