"""Reading JSON lines: valid and invalid input, and the exact place of errors."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cli.json_lines_in_and_out import (
    MOST_BYTES,
    MOST_LEVELS,
    answer_lines,
    as_line,
    read_json,
)
from rules.faults import Fault, RuleError

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def refused(line: bytes) -> Fault:
    with pytest.raises(RuleError) as error:
        read_json(line)
    [fault] = error.value.faults
    assert fault.sentence.endswith(".")
    return fault


@given(anything, st.booleans())
def test_json_is_read_as_it_was_written(value, ascii_only):
    line = json.dumps(value, ensure_ascii=ascii_only).encode()
    assert read_json(line) == value


def test_levels_are_counted_to_the_last():
    for opened, closed in (("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")):
        levels = MOST_LEVELS // (2 if len(closed) == 2 else 1)
        right = opened * levels + "1" + closed * levels
        assert read_json(right.encode())
        assert refused(f"[{right}]".encode()).code == "too_deep"
    assert read_json(json.dumps({"hands": [[]] * 1000}).encode())
    assert refused(b"[" * 100_000).code == "too_deep"


def test_bytes_are_counted_to_the_last():
    right = b'"' + b"x" * (MOST_BYTES - 3) + b'"\n'
    assert len(right) == MOST_BYTES
    assert read_json(right)
    assert refused(b" " + right).code == "line_too_long"


def test_after_a_line_that_is_too_long_the_next_one_is_answered():
    long = b"[" + b" " * (2 * MOST_BYTES + 5) + b"]\n"
    sink = BytesIO()
    answer_lines(lambda value: {"got": value}, BytesIO(b"1\n" + long + b"2"), sink)
    first, second, third = map(json.loads, sink.getvalue().splitlines())
    assert (first, third) == ({"got": 1}, {"got": 2})
    assert second["errors"][0]["code"] == "line_too_long"


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        (b"\xff", "not_utf8", "Byte 1 is not valid UTF-8."),
        (b'"\xc3"', "not_utf8", "Byte 2 is not valid UTF-8."),
        (b'{"a": }', "not_json", "Character 7 is not valid JSON."),
        (b"", "not_json", "Character 1 is not valid JSON."),
        (b"1 2", "not_json", "Character 3 is not valid JSON."),
        (b"NaN", "not_finite", "NaN is not a finite number."),
        (b"[-Infinity]", "not_finite", "-Infinity is not a finite number."),
        (b"-1e999", "not_finite", "-1e999 is not a finite number."),
        (b"1" * 4301, "number_too_long", "A number has too many digits."),
        (b'{"a": {"b": 1, "b": 1}}', "given_twice", "“b” is repeated."),
    ],
)
def test_what_is_no_usable_json_is_refused_in_words(line, code, sentence):
    fault = refused(line)
    assert (fault.code, fault.sentence) == (code, sentence)


@pytest.mark.parametrize("text", [r'"\ud800"', r'{"\udfff": 1}', r'["a\ud83c!"]'])
def test_half_a_character_is_refused_and_a_whole_one_is_not(text):
    assert refused(text.encode()).code == "half_a_character"
    assert read_json(rb'"\ud83c\udc00"') == "🀀"
    assert read_json(rb'"\\ud800"') == r"\ud800"


def test_an_answer_is_one_line_of_utf8_whatever_is_in_it():
    line = as_line({"message": "東\n\u2028\ud800"})
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert json.loads(line.decode()) == {"message": "東\n\u2028\ud800"}
    with pytest.raises(ValueError, match="not JSON compliant"):
        as_line({"value": float("nan")})
