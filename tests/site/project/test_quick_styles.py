"""Styles do not slow down a tap on table pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parents[3] / "static"
OF_THE_TABLES = (
    "site.css",
    "css/table.css",
    "css/table-keys.css",
    "css/table-answers.css",
    "css/table-end.css",
    "css/table-screens.css",
    "css/table-narrow.css",
    "css/table-large.css",
    "css/tiles.css",
)
#: Classes that never occur in a table's page.
ELSEWHERE = re.compile(
    r"side|clock-face|clock-page|table-signs|wall|prizes|result-sheet|standings|"
    r"plan-line|people|mast|ceremony|\.data"
)


def selectors(css: str) -> Iterator[str]:
    """Yield each selector of a stylesheet, without comments and conditions."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    for found in re.findall(r"[^{};]*(?={)", css):
        if found.strip() and not found.strip().startswith("@"):
            yield from parts(found, ",")


def parts(text: str, mark: str) -> list[str]:
    """Return the parts of `text`, split at a mark outside of brackets.

    The mark " " stands for blanks and combinators.
    """
    depth, cut = 0, [""]
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if not depth and (letter == mark or (mark == " " and letter in " >+~\n")):
            cut.append("")
        else:
            cut[-1] += letter
    return [part.strip() for part in cut if part.strip()]


def asks_all(selector: str) -> bool:
    """Return whether a part within :has() lacks a name to match changes against.

    The browser would then check the whole page after each change.
    """
    compounds = parts(selector, " ")
    first = next((n for n, each in enumerate(compounds) if ":has(" in each), None)
    if first is None:
        return False
    named = re.compile(r"^[\w*-]*(?:\.|#|\[|:is\(\.)|:has\(")
    last = compounds[-1]
    return len(compounds) > first + 1 and not named.search(re.sub(r"::.*", "", last))


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        (".rt:has(:checked) .plate", False),
        (".page:has(.end) .row > *", True),
        (".choice:has(:checked) > span", True),
        (".choice:has(:checked)", False),
        (".a > :not(.b)", False),
    ],
)
def test_what_asks_all_of_a_page_is_recognised(selector: str, expected: bool) -> None:
    assert asks_all(selector) is expected


@pytest.mark.parametrize("name", OF_THE_TABLES)
def test_a_tap_at_a_table_asks_for_the_style_of_what_changed_only(name: str) -> None:
    css = (STATIC / name).read_text(encoding="utf-8")
    found = [each for each in selectors(css) if asks_all(each)]
    assert [each for each in found if not ELSEWHERE.search(each)] == []
