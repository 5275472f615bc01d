"""Presenters of the rulesets for pages. Each ruleset has a folder with one presenter.

Pages find presenters through `presenter_registry`. Only these folders name a ruleset.
"""
