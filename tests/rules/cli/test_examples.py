"""The examples in --help and in the document give the answers shown."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from rules.cli import run
from rules.cli.rules_command_help import FORMATS

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "rules-cli.md"


def examples(text: str) -> Iterator[tuple[str, str]]:
    """Yield (command, expected output) for each example.

    The output is the text after a `$` line, up to the next `$` line, the end of the
    block, or a line with less indentation.
    """
    lines = text.splitlines()
    for number, line in enumerate(lines):
        indent, prompt, command = line.partition("$ ")
        if prompt and not indent.strip():
            shown = []
            for answer in lines[number + 1 :]:
                if answer.startswith(("```", f"{indent}$ ")) or (
                    answer.strip() and not answer.startswith(indent)
                ):
                    break
                shown.append(answer)
            yield command, " ".join(shown)


HELP = [each for _summary, text in FORMATS.values() for each in examples(text)]
IN_DOCUMENT = list(examples(DOCUMENT.read_text()))


def answered(command: str) -> str:
    """Return the output of a command of the form `echo '…' | python -m rules …`."""
    words = shlex.split(command)
    given = words[1 : words.index("|")] if "|" in words else []
    program = words[words.index("|") + 1 :] if "|" in words else words
    assert program[:3] == ["python", "-m", "rules"]
    source, sink = BytesIO("\n".join(given).encode()), BytesIO()
    assert run(program[3:], source, sink) == 0
    return sink.getvalue().decode()


def in_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(("command", "shown"), HELP + IN_DOCUMENT)
def test_an_example_gives_what_it_shows(command, shown):
    parts = map(re.escape, map(in_one_line, shown.split("…")))
    assert re.fullmatch(r"\s*.*\s*".join(parts), in_one_line(answered(command)))


def test_every_command_has_an_example():
    for name, (_summary, text) in FORMATS.items():
        commands = [command for command, _shown in examples(text)]
        assert any(f"python -m rules {name}" in command for command in commands)


@pytest.mark.parametrize("name", [None, *FORMATS])
def test_help_shows_the_formats(name, capsys):
    with pytest.raises(SystemExit) as end:
        run([*([name] if name else []), "--help"], BytesIO(), BytesIO())
    assert end.value.code == 0
    shown = capsys.readouterr().out
    if name is None:
        assert all(summary in shown for summary, _text in FORMATS.values())
    else:
        assert FORMATS[name][1].strip() in shown
