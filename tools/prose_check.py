"""Check the project's English: strings of pages, docstrings, comments and documents.

    python -m tools.prose_check                 counts and rates per 1,000 words
    python -m tools.prose_check --list          every finding with its place
    python -m tools.prose_check --list --path templates/

Ends with 1 if a rate is above `LIMITS`, or if a string of a page is a fragment or
contains a term that the glossary replaces. The patterns find mannered constructions
only, so a person must still read every text. If a sentence is right although a pattern
matches it, write `prose: ok` and the reason beside its first line.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.prose_rules import (
    DOCSTRING_START,
    GLOSSARY,
    LONGEST,
    MANNERED,
    NO_VERB,
    TRANSLATION,
)
from tools.prose_texts import KINDS, Text, collect

#: Mannered findings allowed in 1,000 words.
LIMITS = {"ui": 1, "docstrings": 2, "comments": 2, "docs": 2}
#: Groups of findings that no string of a page may have.
FORBIDDEN_ON_PAGES = ("translation", "glossary")
#: A label of up to this many words may begin with "Who" or "What".
LABEL_WORDS = 5


@dataclass(frozen=True)
class Finding:
    """A text that breaks a rule.

    `hint`: what to write instead; `quote`: the place within the text.
    """

    group: str
    rule: str
    hint: str
    text: Text
    quote: str


def compiled(rules: Sequence[tuple]) -> list[tuple]:
    """Return the rules with compiled patterns."""
    return [
        (name, re.compile(pattern, re.IGNORECASE), *rest)
        for name, pattern, *rest in rules
    ]


MANNERED_RULES, TRANSLATION_RULES = compiled(MANNERED), compiled(TRANSLATION)
GLOSSARY_RULES = compiled(GLOSSARY)


def count_words(text: str) -> int:
    """Return the number of words; a placeholder counts as one."""
    return len(re.findall(r"%\(\w+\)[sd]|\{\w+\}|[A-Za-z0-9][\w’'\-]*", text))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, without paragraph marks and empty parts."""
    parts = re.split(r"(?<=[.!?])\s+|\s*[¶•]\s*|\n\s*\n", text)
    return [part for part in parts if part.strip()]


def check(text: Text) -> Iterator[Finding]:
    """Yield the findings in a text."""
    flat = " ".join(text.text.split())
    yield from mannered(text, flat)
    if text.kind == "docstrings":
        yield from docstring_start(text, flat)
    limit = LONGEST.get(text.kind)
    for sentence in sentences(text.text):
        if limit and count_words(sentence) > limit:
            rule = f"over {limit} words"
            yield Finding("long sentence", rule, "split it", text, sentence[:100])
    if text.kind == "ui":
        for name, pattern, hint in TRANSLATION_RULES:
            for match in pattern.finditer(flat):
                yield Finding("translation", name, hint, text, around(flat, match))
    for name, pattern, hint, kinds in GLOSSARY_RULES:
        for match in pattern.finditer(flat) if text.kind in kinds else ():
            yield Finding("glossary", name, hint, text, around(flat, match))


def mannered(text: Text, flat: str) -> Iterator[Finding]:
    is_label = count_words(flat) <= LABEL_WORDS and not re.search(r"[.;:]", flat)
    for name, pattern, hint in MANNERED_RULES:
        if is_label and name == "who/what as a noun":
            continue
        for match in pattern.finditer(flat):
            yield Finding("mannered", name, hint, text, around(flat, match))


def docstring_start(text: Text, flat: str) -> Iterator[Finding]:
    if match := DOCSTRING_START.match(flat):
        hint = "Return ..., Return whether ..."
        yield Finding("docstring start", match[0], hint, text, flat[:100])
    elif text.of == "function" and NO_VERB.match(flat) and not in_tests(text.path):
        hint = "Return ..., Render ..., Raise ..."
        yield Finding("docstring start", "no verb", hint, text, flat[:100])


def in_tests(path: str) -> bool:
    """Return whether a file belongs to the tests. Docstrings of tests state facts."""
    return "tests" in Path(path).parts or Path(path).name.startswith("test")


def around(text: str, match: re.Match[str]) -> str:
    """Return the match with some words before and after it."""
    start = max(0, text.rfind(" ", 0, max(0, match.start() - 30)))
    return text[start : min(len(text), match.end() + 40)].strip()


def main(argv: Sequence[str] | None = None) -> int:
    """Print the findings or their rates.

    Return 1 if a rate is above `LIMITS` or pages have forbidden findings, otherwise 0.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("root", nargs="?", default=".", type=Path)
    parser.add_argument("--list", action="store_true", help="print every finding")
    parser.add_argument("--path", default="", help="only paths that contain this text")
    options = parser.parse_args(argv)
    texts = [text for text in collect(options.root) if options.path in text.path]
    findings = [finding for text in texts for finding in check(text)]
    if options.list:
        for one in findings:
            place = f"{one.text.path}:{one.text.line}"
            print(f"{place}: {one.group}: {one.rule}: {one.quote} -> {one.hint}")
    faults = report(texts, findings)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def report(texts: list[Text], findings: list[Finding]) -> list[str]:
    """Print the number of words and findings of each kind of text.

    Return a line for each exceeded limit.
    """
    amount: Counter[str] = Counter()
    for text in texts:
        amount[text.kind] += count_words(text.text)
    counted = Counter((one.text.kind, one.group) for one in findings)
    faults = []
    for kind in KINDS:
        groups = [f"{n} {group}" for (of, group), n in counted.items() if of == kind]
        print(f"{kind}: {amount[kind]:,} words; {', '.join(groups) or 'no findings'}")
        rate = 1000 * counted[kind, "mannered"] / max(amount[kind], 1)
        if rate > LIMITS[kind]:
            faults.append(f"{kind}: {rate:.1f} mannered in 1,000 words: {LIMITS[kind]}")
    for group in FORBIDDEN_ON_PAGES:
        if number := counted["ui", group]:
            faults.append(f"ui: {number} findings of {group}, which no page may have")
    return faults


if __name__ == "__main__":
    sys.exit(main())
