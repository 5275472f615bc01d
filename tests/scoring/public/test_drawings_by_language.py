"""Drawings have the same coordinates in every language, because SVG allows only decimal
points."""

from __future__ import annotations

import re

import pytest

from tests.test_permissions import Stage, addresses, stage

__all__ = ["stage"]

DRAWN = ("public:player", "public:tournament", "public:round", "hall:turns")
PATH = re.compile(r'\b(?:viewBox|d|x|y|points|transform)="([^"]*)"')


@pytest.mark.parametrize("language", ["de", "fr"])
def test_coordinates_have_points_in_every_language(stage: Stage, language):
    client = stage.clients["owner"]
    named = {address.name: address for address in addresses()}
    for name in DRAWN:
        english, other = (
            client.get(stage.path(named[name]), headers={"accept-language": code})
            for code in ("en", language)
        )
        drawn = PATH.findall(english.content.decode())
        assert PATH.findall(other.content.decode()) == drawn, name
        assert drawn or name != "public:player"
