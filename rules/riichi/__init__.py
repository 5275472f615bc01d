"""Riichi (Japanese mahjong): han and fu, counters and deposits, uma."""

from rules.riichi.entries import Win
from rules.riichi.options import RiichiOptions
from rules.riichi.ruleset import Riichi

__all__ = ["Riichi", "RiichiOptions", "Win"]
