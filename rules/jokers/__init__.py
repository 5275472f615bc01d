"""Jokers: a tile that stands for any of the 34 kinds, in rules that have them.

A hand with jokers is worth what the best hand is that they can make of it.
`completing` makes those hands inside the search for sets and a pair, one of each class
that a ruleset tells apart; `targets` those that are no four sets and a pair; `waits`
says what a hand with jokers waits for, `losers` what jokers can do for a hand that did
not win, `checks` what is wrong with them.
"""
