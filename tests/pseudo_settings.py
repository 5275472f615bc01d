"""Settings for browser tests of a site in the pseudo-locale. `TEST_LOCALE` is the
folder with its catalogues."""

import os
from pathlib import Path

from mahjong_site.settings import *  # noqa: F403
from tests.pseudo_locale import LONG

LOCALE_PATHS = [Path(os.environ["TEST_LOCALE"])]
LANGUAGES = [("en", "English"), (LONG, "Longer")]
DEFAULT_LANGUAGE = LONG
