"""`python -m tools.catalogues COMMAND`: the catalogues of translations in locale/.

extract [FILE]       write all texts as a template (var/django.pot)
update [LANGUAGE..]  bring catalogues up to date; creates those named, such as `fr`
compile              compile them, as `make run` does
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.pofile import write_po

from mahjong_site.compiled_catalogues import compile_stale
from mahjong_site.languages import LANGUAGES, SOURCE
from tools.catalogues import po_files
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


COMMANDS = {"extract": extract, "update": update, "compile": compile_catalogues}


def main(command: str = "", *arguments: str) -> None:
    if command not in COMMANDS:
        sys.exit((__doc__ or "").strip())
    COMMANDS[command](*arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
