"""Compile the translations before hatchling packs them into the wheel. The build fails
if a translation cannot be compiled."""

from __future__ import annotations

import runpy
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledTranslations(BuildHookInterface):
    def initialize(self, version: str, build_data: dict) -> None:
        root = Path(self.root)
        # Loaded from its file, because importing the package needs libraries that a
        # build does not have.
        module = runpy.run_path(str(root / "mahjong_site" / "compiled_catalogues.py"))
        module["compile_stale"](root / "locale", self.app.display_info)
        catalogues = module["catalogues"](root / "locale")
        missing = [str(file) for file in catalogues if module["is_stale"](file)]
        if missing or not catalogues:
            named = ", ".join(missing) or str(root / "locale")
            raise RuntimeError(f"These translations were not compiled: {named}")
