"""Somebody who tries keys: after a few wrong ones the answer is to wait."""

from __future__ import annotations

import time

from django.core.cache import cache
from django.http import HttpRequest

#: So many wrong keys from one address in a window of so many seconds.
WRONG_KEYS = 20
WINDOW = 60


def guesses_too_much(request: HttpRequest) -> bool:
    """Count a wrong key; whether that was one too many.

    Only wrong keys are counted and refused: a whole hall may share an address, and
    nobody in it may shut the others out. The keys are too long to be guessed.
    """
    window = int(time.time()) // WINDOW
    name = f"wrong_keys/{request.META.get('REMOTE_ADDR', '')}/{window}"
    cache.add(name, 0, 2 * WINDOW)
    try:
        return cache.incr(name) > WRONG_KEYS
    except ValueError:
        # It was thrown out of a full cache in between.
        return False
