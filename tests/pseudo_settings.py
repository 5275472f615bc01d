"""Settings of a site in the pseudo-locale, for browser tests. Its catalogues are in the
folder `TEST_LOCALE`.
"""

import os
from pathlib import Path

from mahjong_site.settings import *  # noqa: F403
from tests.pseudo_locale import LONG

LOCALE_PATHS = [Path(os.environ["TEST_LOCALE"])]
LANGUAGES = [("en", "English"), (LONG, "Longer")]
DEFAULT_LANGUAGE = LONG
