"""Presenters of the rulesets for pages: one folder with one presenter for each.

Pages find them through `presenter_registry`. Only these folders name a ruleset.
"""
