"""Scripts contain no English texts for people. They take texts from the translated
page, and write numbers and times in its language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parents[3] / "static"
SCRIPTS = sorted(STATIC.glob("*.js"))
#: Comments, regular expressions, strings and template literals; only the last two have
#: named groups.
TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|(?<=[(,=:&|!?{};\s])/(?![*/])(?:[^/\\\n\[]|\\.|\[[^\]\n]*\])+/"""
    r"""|"(?P<double>(?:[^"\\\n]|\\.)*)"|'(?P<single>(?:[^'\\\n]|\\.)*)'"""
    r"""|`(?P<template>(?:[^`\\]|\\.)*)`""",
    re.DOTALL,
)
#: A value in a template literal.
VALUE = r"\$\{(?:[^{}]|\{[^{}]*\})*\}"
INSERTED = re.compile(VALUE)
#: A sentence, or a label of several words.
SENTENCE = re.compile(r"^\W*[A-Z][a-z]{2,}[,;:]? [a-z]|[a-z]{2,}[.!?…]$")
#: Code that shows a text on the page or in a message, up to the text's quotation mark.
PUT = re.compile(
    r"(?:(?:textContent|innerText|ariaLabel|title|placeholder|body)\s*[=:]\s*"
    r"|(?:alert|confirm|showNotification|new Text|createTextNode)\(\s*"
    r"|\"(?:aria-label|title|placeholder)\",\s*)(?=[\"'`])"
)
QUOTED = re.compile(rf"([\"'`])((?:{VALUE}|(?!\1).)*)\1", re.DOTALL)
WORD = re.compile(r"[A-Za-z]{2,}")
LOCALE = re.compile(
    r"""toLocale(?:String|TimeString|DateString)\(\s*(?:\)|\[|undefined|["'])"""
    r"""|Intl\.\w+\(\s*(?:\)|\[|undefined|["'])"""
)


def texts_of(script: str) -> Iterator[str]:
    """Yield the texts of a script that people would see in English."""
    for token in TOKEN.finditer(script):
        text = token["double"] or token["single"] or token["template"] or ""
        if SENTENCE.search(INSERTED.sub("x", text)):
            yield text
    for put in PUT.finditer(script):
        quoted = QUOTED.match(script, put.end())
        if quoted and WORD.search(INSERTED.sub("", quoted[2])):
            yield quoted[2]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_has_no_english_and_uses_the_language_of_the_page(path):
    script = path.read_text()
    assert list(texts_of(script)) == []
    assert LOCALE.findall(script) == []


@pytest.mark.parametrize(
    "line",
    [
        'line.append("Not sent yet");',
        "const said = `Hand ${hand} is saved`;",
        "box.textContent = `${count} hands`;",
        'say("It was saved.");',
        'star.setAttribute("aria-label", "Follow");',
        'self.registration.showNotification("Seated");',
        'const options = { title: "late" };',
    ],
)
def test_english_is_found(line):
    assert list(texts_of(line))


@pytest.mark.parametrize(
    "line",
    [
        "// Says how many hands wait.",
        '"use strict";',
        'say("Waits", { hand });',
        'line.className = "notice warning";',
        "box.textContent = `${table} · ${points}`;",
        'form.querySelector("#hand-form :is(input, select)");',
    ],
)
def test_words_for_the_program_are_no_english(line):
    assert not list(texts_of(line))


@pytest.mark.parametrize(
    "line", ["at.toLocaleTimeString([], h23)", 'new Intl.NumberFormat("en")']
)
def test_a_fixed_language_is_found(line):
    assert LOCALE.search(line)
