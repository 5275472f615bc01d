"""A web process that starts like the web processes of `manage.py serve`: imports come
first, and the garbage collector ignores them.
"""

from __future__ import annotations

import django

from mahjong_site.serve.child_process import run
from mahjong_site.serve.preloaded_modules import import_everything

if __name__ == "__main__":
    django.setup()
    import_everything()
    run("web")
