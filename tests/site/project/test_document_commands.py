"""The commands in the documents exist, with their targets, files, modules and
options.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).resolve().parents[3]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
]

#: Commands that are not checked: the program of each, and the reason.
NOT_CHECKED = {
    "sudo": "changes the computer",
    "systemctl": "changes the computer",
    "wsl": "exists on Windows only",
    "pip": "downloads",
    "docker": "needs an engine and builds an image",
    "uvx": "tests/process/test_package.py starts the package",
    "pipx": "tests/process/test_package.py starts the package",
    "uvicorn": "tests/process/test_slow_network.py starts it",
}
CHECKED = ("make", "python", "manage.py", "prevailing-wind")
#: Short names of commands of the package.
SHORT = {"import": "import_event", "export": "export_event"}
ASSIGNMENT = re.compile(r"[A-Z_]+=")


def _lines(text: str) -> list[str]:
    """Return the lines of code blocks and the code within sentences of a document."""
    fenced = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    indented = re.findall(r"^ {4,}(\S.*)$", prose, re.MULTILINE)
    return [
        *"".join(fenced).splitlines(),
        *indented,
        *re.findall(r"`([^`\n]+)`", prose),
    ]


def _words(line: str) -> list[str]:
    """Return the words of a command, without the variables before it and comments; []
    if the line cannot be parsed.
    """
    try:
        words = shlex.split(line, comments=True)
    except ValueError:
        return []
    while words and ASSIGNMENT.match(words[0]):
        words.pop(0)
    if words:
        words[0] = words[0].removeprefix(".venv/bin/")
    return words


def _commands() -> list[tuple[str, str]]:
    """Return (document, command) of every command to check, each command once."""
    found: dict[str, str] = {}
    for document in DOCUMENTS:
        for line in _lines(document.read_text()):
            for part in line.split(" && "):
                words = _words(part)
                if len(words) > 1 and words[0] in CHECKED:
                    found.setdefault(shlex.join(words), document.name)
    return [(document, command) for command, document in found.items()]


@pytest.mark.parametrize(("document", "command"), _commands())
def test_a_documented_command_exists(document: str, command: str):
    program, *arguments = shlex.split(command)
    if program == "make":
        _check_targets(arguments)
    elif program == "prevailing-wind":
        if arguments != ["help"]:
            _check_management([SHORT.get(arguments[0], arguments[0]), *arguments[1:]])
    elif program == "manage.py" or arguments[0] == "manage.py":
        _check_management(
            [argument for argument in arguments if argument != "manage.py"]
        )
    elif arguments[0] == "-m":
        _check_module(arguments[1], arguments[2:])
    elif arguments[0].endswith(".py"):
        _check_script(ROOT / arguments[0], arguments[1:])


def test_programs_that_are_not_checked_are_in_the_documents():
    words = [_words(line) for file in DOCUMENTS for line in _lines(file.read_text())]
    assert set(NOT_CHECKED) <= {each[0] for each in words if each}


def test_commands_are_found():
    """The search finds the commands of the first pages."""
    commands = [command for _document, command in _commands()]
    assert "make run" in commands
    assert "python manage.py backup FILE" in commands
    assert len(commands) > 40


def _check_targets(arguments: list[str]) -> None:
    done = subprocess.run(
        ["make", "-n", *arguments], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def _check_management(arguments: list[str]) -> None:
    name, *rest = arguments
    assert name in get_commands(), name
    command = load_command_class(get_commands()[name], name)
    usage = command.create_parser("manage.py", name).format_help()
    for option in _options(rest):
        assert option in usage, (name, option)


def _check_module(name: str, arguments: list[str]) -> None:
    found = find_spec(name)
    assert found, name
    file = Path(found.origin or "")
    if file.is_relative_to(ROOT / ".venv") or not file.is_relative_to(ROOT):
        assert all(
            (ROOT / argument).exists() for argument in arguments if "/" in argument
        )
    else:
        _check_options(file.parent if file.stem == "__init__" else file, arguments)


def _check_script(file: Path, arguments: list[str]) -> None:
    assert file.exists(), file
    _check_options(file, arguments)


def _check_options(place: Path, arguments: list[str]) -> None:
    """Assert that the source of the command contains each option.

    The command is not started, because starting a benchmark would set up Django.
    """
    files = place.rglob("*.py") if place.is_dir() else [place]
    source = "\n".join(file.read_text() for file in files)
    for option in _options(arguments):
        written = (f'"{option}"', f'"{option[2:]}"')  # "clubs": f"--{name}"
        assert option == "--help" or any(each in source for each in written), option


def _options(arguments: list[str]) -> list[str]:
    return [
        argument.split("=")[0] for argument in arguments if argument.startswith("--")
    ]
