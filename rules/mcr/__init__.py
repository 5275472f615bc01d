"""Mahjong Competition Rules ("International", "Chinese Official")."""

from rules.mcr.entries import Win
from rules.mcr.options import McrOptions
from rules.mcr.ruleset import Mcr

__all__ = ["Mcr", "McrOptions", "Win"]
