"""A web process as `manage.py serve` has them: what it imports is imported first, and
kept away from Python's search for circles."""

from __future__ import annotations

import django

from mahjong_site.serve.child_process import run
from mahjong_site.serve.preloaded_modules import import_everything

if __name__ == "__main__":
    django.setup()
    import_everything()
    run("web")
