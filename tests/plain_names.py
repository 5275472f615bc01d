"""Remove the markup of names from pages, so that a test can find a sentence with a
name.
"""

from __future__ import annotations

import re

MARKUP = re.compile("</?bdi>")


def plain_names(page: str) -> str:
    """Return a page without the markup of names."""
    return MARKUP.sub("", page)
