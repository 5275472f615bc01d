"""Jokers: tiles that can represent any of the 34 kinds, in rules that have them.

A hand with jokers is worth as much as the best hand the jokers can make.
"""
