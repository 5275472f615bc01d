"""`python -m tools.catalogues COMMAND` maintains the translations in locale/.

extract [FILE]       write all texts to a template (var/django.pot)
update [LANGUAGE..]  bring catalogues up to date; creates named ones, such as `fr`
compile              compile all catalogues, as `make run` does
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from mahjong_site.compiled_catalogues import compile_stale
from mahjong_site.languages import LANGUAGES, SOURCE
from tools.catalogues import po_files
from tools.catalogues.audiences import AUDIENCES, COMPLETE, audiences_of
from tools.catalogues.checks import faults, is_translated
from tools.catalogues.extraction import ROOT, extracted


def extract(file: str = "") -> None:
    target = Path(file) if file else ROOT / "var" / "django.pot"
    target.parent.mkdir(exist_ok=True)
    with target.open("wb") as opened:
        write_po(opened, extracted(), width=0, include_lineno=False)
    print(target)


def update(*codes: str) -> None:
    if unknown := [code for code in codes if code == SOURCE or code not in LANGUAGES]:
        known = ", ".join(code for code in LANGUAGES if code != SOURCE)
        sys.exit(f"Unknown: {', '.join(unknown)}. Languages: {known}.")
    texts = extracted()
    for code in codes or po_files.present():
        po_files.write(code, po_files.updated(po_files.read(code), texts))


def compile_catalogues() -> None:
    compile_stale(po_files.FOLDER, print)


def check() -> None:
    codes = po_files.present()
    if not codes:
        return
    texts = extracted()
    lines = [fault for code in codes for fault in faults_of(texts, code)]
    print("\n".join(lines[:MOST_FAULTS]))
    if len(lines) > MOST_FAULTS:
        print(f"and {len(lines) - MOST_FAULTS} more")
    sys.exit(bool(lines))


def faults_of(texts: Catalog, code: str) -> list[str]:
    """Return the faults of a language's catalogue, each with the language code."""
    lines = faults(po_files.read(code), texts, COMPLETE.get(code, ()))
    return [f"{code}: {fault}" for fault in lines]


def complete() -> None:
    texts = [text for text in extracted() if text.id]
    columns = {
        audience: [text for text in texts if audience in audiences_of(text)]
        for audience in AUDIENCES
    } | {"all": texts}
    rows = [["", *columns], ["texts", *(str(len(part)) for part in columns.values())]]
    for code in po_files.present():
        catalogue = po_files.read(code)
        shares = (
            share([is_translated(catalogue, text) for text in part])
            for part in columns.values()
        )
        rows.append([code, *shares])
    for first, *others in rows:
        cells = (
            cell.rjust(len(name)) for cell, name in zip(others, columns, strict=True)
        )
        print("  ".join([first.ljust(7), *cells]))


def share(done: list[bool]) -> str:
    """Return the share of true values in whole percent, rounded down, such as "99 %".

    Returns "0 %" for an empty list.
    """
    return f"{100 * sum(done) // max(len(done), 1)} %"


COMMANDS = {
    "extract": extract,
    "update": update,
    "compile": compile_catalogues,
    "check": check,
    "complete": complete,
}
#: Maximum number of faults that `check` prints.
MOST_FAULTS = 200


def main(command: str = "", *arguments: str) -> None:
    if command not in COMMANDS:
        sys.exit((__doc__ or "").strip())
    COMMANDS[command](*arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
