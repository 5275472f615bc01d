"""The program's settings, with one page more: see `urls`."""

from mahjong_site.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.bare_insert.urls"
