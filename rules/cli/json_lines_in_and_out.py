"""Read and write JSON lines: for each object on a line of input, write one object on a
line of output.

Whole amounts are written without decimals.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from math import isfinite
from typing import BinaryIO

from rules.faults import Fault, RuleError
from rules.rule_option_types import plain_number
from rules.ruleset_and_table_state import Settlement
from rules.translation_marks import _


def net_as_data(settlement: Settlement) -> dict[str, object]:
    """Return the points that each seat wins or loses, as JSON values."""
    unit = settlement.unit
    return {seat: plain_number(n * unit) for seat, n in settlement.changes.items()}


def payments_as_data(settlement: Settlement) -> list[dict[str, object]]:
    """Return the payments as JSON values: from, to, amount and reason. From or to is
    None if no player pays or receives."""
    return [
        {
            "from": payment.payer,
            "to": payment.payee,
            "amount": plain_number(payment.amount * settlement.unit),
            "reason": payment.reason,
        }
        for payment in settlement.payments
    ]


Answer = dict[str, object]

#: Longest line read, in bytes; a whole game with all its hands is 12 kB.
MOST_BYTES = 1 << 20
#: Deepest nesting of lists and objects read; a game needs 10.
MOST_LEVELS = 32


def answer_lines(
    answer: Callable[[object], Answer], source: BinaryIO, sink: BinaryIO
) -> None:
    """Write the answer to each line of `source` that is not blank, and flush each
    answer.

    If `answer` raises RuleError, its faults are the answer.
    """
    for line in _lines(source):
        if line.strip() or len(line) > MOST_BYTES:
            sink.write(as_line(answer_line(answer, line)))
            sink.flush()


def answer_line(answer: Callable[[object], Answer], line: bytes) -> Answer:
    """Return the answer to one line of JSON; its faults if the line is invalid."""
    try:
        return answer(read_json(line))
    except RuleError as error:
        return refusal(error)


def refusal(error: RuleError) -> Answer:
    """Return the answer to a row with faults: code, message and field of each fault."""
    return {
        "valid": False,
        "errors": [
            {"code": fault.code, "message": fault.sentence, "field": fault.field}
            for fault in error.faults
        ],
    }


def as_line(answer: Answer) -> bytes:
    """Return an answer as one line of JSON in UTF-8. Characters that UTF-8 cannot
    encode are escaped.
    """
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def read_json(line: bytes) -> object:
    """Return the JSON value in `line`.

    Raises RuleError if the line is too long, is not valid JSON in UTF-8, or is
    ambiguous.
    """
    if len(line) > MOST_BYTES:
        raise _refused(
            "line_too_long",
            _("This line is longer than %(most)s bytes."),
            most=MOST_BYTES,
        )
    try:
        value = json.loads(
            line.decode("utf-8-sig"),
            object_pairs_hook=_object,
            parse_float=_finite,
            parse_constant=_finite,
        )
    except UnicodeDecodeError as error:
        raise _refused(
            "not_utf8",
            _("Byte %(position)s is not valid UTF-8."),
            position=error.start + 1,
        ) from None
    except json.JSONDecodeError as error:
        raise _refused(
            "not_json",
            _("Character %(position)s is not valid JSON."),
            position=error.pos + 1,
        ) from None
    except ValueError:
        raise _refused("number_too_long", _("A number has too many digits.")) from None
    except RecursionError:
        raise _too_deep() from None
    _refuse_depth(value)
    if b"\\u" in line:
        _refuse_half_characters(value)
    return value


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of `source`, each cut off after `MOST_BYTES` + 1 bytes."""
    while line := source.readline(MOST_BYTES + 1):
        yield line
        while line and not line.endswith(b"\n"):
            line = source.readline(MOST_BYTES + 1)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RuleError(
            Fault(
                "given_twice",
                _("“%(name)s” is repeated."),
                twice,
                {"name": twice},
            )
        )
    return values


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise _refused(
            "not_finite", _("%(number)s is not a finite number."), number=text
        )
    return number


def _refuse_depth(value: object) -> None:
    layer = [value]
    for _level in range(MOST_LEVELS):
        layer = [inner for group in layer for inner in _groups_within(group)]
        if not layer:
            return
    raise _too_deep()


def _groups_within(value: object) -> Iterator[object]:
    """Return the lists and objects directly inside a list or object; none inside other
    values."""
    values: Iterable[object] = ()
    if isinstance(value, dict):
        values = value.values()
    elif isinstance(value, list):
        values = value
    return (inner for inner in values if isinstance(inner, dict | list))


def _refuse_half_characters(value: object) -> None:
    r"""Raise RuleError for half a surrogate pair (\ud800), which is not text."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise _refused(
            "half_a_character",
            _("A surrogate (\\ud800 to \\udfff) has no matching half."),
        ) from None


def _too_deep() -> RuleError:
    return _refused(
        "too_deep",
        _("Lists and objects are nested more than %(most)s deep."),
        most=MOST_LEVELS,
    )


def _refused(code: str, message: str, **params: object) -> RuleError:
    return RuleError(Fault(code, message, params=params))
