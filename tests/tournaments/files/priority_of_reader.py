"""A reader for uploaded files that returns the niceness of its process. It needs no
models.
"""

from __future__ import annotations

import os


def niceness(_content: bytes) -> int:
    return os.nice(0)
