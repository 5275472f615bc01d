"""Reading entries and options as they arrive from forms and files, strictly.

A `Reader` takes values out of a mapping one by one, collects a fault for every
value that is missing or of the wrong kind, and raises them all at once.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.faults import Fault, RuleError
from rules.text import _
from rules.winds import WINDS, Wind


class Reader:
    def __init__(self, raw: Mapping[str, object]) -> None:
        self._raw = raw
        self._read: set[str] = set()
        self.faults: list[Fault] = []

    def fault(self, code: str, message: str, field: str, **params: object) -> None:
        self.faults.append(Fault(code, message, field, params))

    def seat(self, field: str, *, optional: bool = False) -> Wind | None:
        """The seat named by its letter; None with a fault (or if `optional`)."""
        value = self._take(field)
        if value in (None, ""):
            if not optional:
                self.fault("missing", _("Say which seat this is about."), field)
            return None
        if value in tuple(WINDS):
            return Wind(str(value))
        self.fault(
            "not_a_seat",
            _("“%(value)s” is not a seat: use E, S, W or N."),
            field,
            value=value,
        )
        return None

    def integer(
        self, field: str, default: int | None = None, *, low: int, high: int
    ) -> int:
        """The whole number from `low` to `high`; `low` with a fault otherwise."""
        value = self._take(field)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault("not_a_number", _("Give a whole number."), field)
            return low
        if not low <= value <= high:
            self.fault(
                "out_of_range",
                _("%(value)s is out of range: give %(low)s to %(high)s."),
                field,
                value=value,
                low=low,
                high=high,
            )
            return low
        return value

    def flag(self, field: str, default: bool = False) -> bool:
        value = self._take(field)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fault("not_a_flag", _("Give true or false."), field)
            return default
        return value

    def text(self, field: str, choices: tuple[str, ...]) -> str:
        value = self._take(field)
        if value not in choices:
            self.fault(
                "not_a_choice",
                _("“%(value)s” is not one of %(choices)s."),
                field,
                value=value,
                choices=", ".join(choices),
            )
            return choices[0]
        return str(value)

    def group(self, field: str) -> Reader:
        """A reader of the mapping under `field`; its faults join this one's."""
        value = self._take(field)
        if value is not None and not isinstance(value, Mapping):
            self.fault("not_a_group", _("Give a group of values."), field)
        inner = Reader(value if isinstance(value, Mapping) else {})
        inner.faults = self.faults
        return inner

    def points_by_seat(self, field: str, *, low: int, high: int) -> dict[Wind, int]:
        """Four whole numbers by seat; seats left out are 0."""
        inner = self.group(field)
        points = {seat: inner.integer(seat, 0, low=low, high=high) for seat in WINDS}
        inner.refuse_the_rest()
        return points

    def refuse_the_rest(self) -> None:
        """A fault for every value nobody asked for."""
        for name in sorted(set(self._raw) - self._read):
            self.fault(
                "unknown",
                _("“%(name)s” is not known here."),
                name,
                name=name,
            )

    def done(self) -> None:
        """Raise RuleError with every fault found, if any was."""
        self.refuse_the_rest()
        if self.faults:
            raise RuleError(*self.faults)

    def _take(self, field: str) -> object:
        self._read.add(field)
        return self._raw.get(field)
