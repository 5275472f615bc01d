"""Imports form no cycles, neither between modules nor between folders."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import TopologicalSorter

import grimp
import pytest

PACKAGES = ("rules", "tournaments", "scoring", "mahjong_site")


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """Return the names of the modules that each module imports, by module name, without
    migrations.
    """
    graph = grimp.build_graph(*PACKAGES)
    modules = {name for name in graph.modules if ".migrations" not in name}
    return {
        name: graph.find_modules_directly_imported_by(name) & modules
        for name in modules
    }


def test_modules_import_in_no_circle(imports):
    TopologicalSorter(imports).prepare()


def test_folders_import_in_no_circle(imports):
    for folder in {name.rpartition(".")[0] for name in imports if "." in name}:
        children: dict[str, set[str]] = {}
        for importer, imported in pairs(imports):
            ours, theirs = child(folder, importer), child(folder, imported)
            if ours and theirs and ours != theirs:
                children.setdefault(ours, set()).add(theirs)
        TopologicalSorter(children).prepare()


def pairs(imports: dict[str, set[str]]) -> Iterator[tuple[str, str]]:
    return (
        (importer, imported)
        for importer, all_imported in imports.items()
        for imported in all_imported
    )


def child(folder: str, module: str) -> str | None:
    """Return the name of the child of `folder` that contains `module`; None if there is
    none.
    """
    head = f"{folder}."
    if not module.startswith(head):
        return None
    return head + module.removeprefix(head).partition(".")[0]
