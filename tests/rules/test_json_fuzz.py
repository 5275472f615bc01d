"""Any JSON or bytes as input give one object as output, without exceptions.

`benchmarks/fuzz.py` tries many more inputs.
"""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cli import COMMANDS, answer
from rules.cli.json_lines_in_and_out import as_line
from rules.ruleset_registry import RULESETS
from tests.examples import examples
from tests.rules.mutated_rows import answered, kinds_of_rows, seeds, spoiled

anything = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(),
        st.sampled_from(["E", "S", "5m", "0p", "f1", "win", "none", "mcr"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(), inner, max_size=4)
    ),
    max_leaves=12,
)


@cache
def right_names(command: str) -> st.SearchStrategy[dict[str, object]]:
    """Return objects with any values under the names that rows of the command use."""
    rows = [row for name in RULESETS for row in seeds(name, command)]
    names = sorted({key for row in rows for key in row} - {"ruleset"})
    return st.fixed_dictionaries({}, optional=dict.fromkeys(names, anything))


@pytest.mark.parametrize("command", COMMANDS)
@given(anything)
def test_any_json_gets_an_answer(command, value):
    assert answer(command, value)["valid"] is False


@pytest.mark.parametrize(("name", "command"), kinds_of_rows())
@examples(30, 10)
@given(st.data())
def test_any_values_under_the_right_names_get_an_answer(name, command, data):
    values = data.draw(right_names(command))
    given = answer(command, {"ruleset": name, **values})
    assert given["valid"] or given["errors"]
    assert as_line(given)


@pytest.mark.parametrize(("name", "command"), kinds_of_rows())
@examples(100)
@given(st.randoms(use_true_random=False))
def test_a_spoiled_row_gets_an_answer(name, command, rng):
    answered(command, spoiled(rng, name, command))


@pytest.mark.parametrize("command", COMMANDS)
@given(st.binary(max_size=60).map(lambda line: line.replace(b"\n", b"")))
def test_any_bytes_get_an_answer(command, line):
    assert answered(command, line)["valid"] is False


@pytest.mark.parametrize(("name", "command"), kinds_of_rows())
def test_the_rows_that_are_spoiled_are_right_to_begin_with(name, command):
    given = [answer(command, row) for row in seeds(name, command)]
    assert sum(each["valid"] for each in given) > len(given) / 4
