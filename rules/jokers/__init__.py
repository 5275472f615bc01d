"""Jokers: tiles that stand for any of the 34 kinds, in rules that have them.

A hand with jokers has the value of the best hand they can make of it.
"""
