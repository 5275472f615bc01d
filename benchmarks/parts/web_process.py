"""A web process as started by `manage.py serve`: imports come first and are frozen for
the garbage collector.
"""

from __future__ import annotations

import django

from mahjong_site.serve.child_process import run
from mahjong_site.serve.preloaded_modules import import_everything

if __name__ == "__main__":
    django.setup()
    import_everything()
    run("web")
