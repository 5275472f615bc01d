"""The program's settings with the addresses of `urls`, which include a page for
measurements.
"""

from mahjong_site.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.parts.bare_insert.urls"
