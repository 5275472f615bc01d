"""The way to what referees look up, by certain rules."""

from __future__ import annotations

from django import template

from rules.ruleset_and_table_state import Ruleset
from scoring.pages.referee.chosen_rules import chosen_by

register = template.Library()


@register.inclusion_tag("public/referee/_links.html")
def referee_links(rules: Ruleset) -> dict[str, str]:
    """Buttons to both pages; their addresses say the rules, all options included."""
    by = chosen_by(rules)
    return {"claims": by.address("claims"), "worth": by.address("worth")}
