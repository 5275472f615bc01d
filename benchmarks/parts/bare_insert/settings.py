"""The program's settings with the addresses of `urls`, which add a page."""

from mahjong_site.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.parts.bare_insert.urls"
