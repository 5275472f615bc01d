"""What a ruleset calls a measure of the standings otherwise than the others do."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise


class MeasureWords(NamedTuple):
    """Its name as a column has it, and how a sentence says what decides places."""

    name: Promise
    words: Promise
