"""A ruleset made for the tests and for docs/adding-a-ruleset.md: the winner takes the
stake from each other player. `game` has its rules, `presenter` its pages.
"""
