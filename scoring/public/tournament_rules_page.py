"""The rules of an event as its players read them: in plain sentences, then every
option, what is not as the preset has it first, then the patterns with a hand each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from rules.hand_score_and_patterns import Pattern
from rules.rule_option_types import Kind, Options, Sort
from rules.rule_sheet import only_changed, written
from scoring.public.pattern_lists import Tier, in_tiers
from scoring.rulesets.presenter_registry import presenter_of
from scoring.standings import absence_results
from scoring.standings.rank_players import in_words
from scoring.standings.team_standings import order_in_words, team_order
from tournaments.models import Tournament
from tournaments.tournament_setup.rule_option_fields import figures
from tournaments.tournament_setup.rule_option_groups import GROUPS, group_of, shown


@dataclass(frozen=True)
class RuleLine:
    """An option: its sentence, what is chosen, and what the preset has if that is
    something else ("" if not)."""

    sentence: str
    value: str
    preset_value: str = ""
    source: str = ""


@dataclass(frozen=True)
class RuleGroup:
    title: str | Promise
    lines: Sequence[RuleLine]


@dataclass(frozen=True)
class EventRules:
    """`changed` are the options that are not as the `preset` has them; `groups` are
    the others; `places` says how places in the standings are decided."""

    preset: str
    source: str
    in_short: Sequence[str]
    places: Sequence[str]
    changed: Sequence[RuleLine]
    groups: Sequence[RuleGroup]
    tiers: Sequence[Tier]


def event_rules(tournament: Tournament) -> EventRules:
    """What `tournament` plays, in the active language."""
    rules = tournament.rules
    options = rules.options
    preset = options.PRESETS[options.preset]
    changed = {each.name: each.preset for each in options.differences()}
    return EventRules(
        _(preset.name),
        preset.source,
        tuple(presenter_of(rules.id).in_short(rules)),
        tuple(_places(tournament)),
        tuple(_changed(options, changed)),
        tuple(_groups(options, changed)),
        in_tiers(_by_worth(rules.patterns.values())),
    )


def _places(tournament: Tournament) -> Iterator[str]:
    points = getattr(tournament.rules.options, "table_points", None)
    if points is not None:
        words = _("Places 1 to 4 at a table score %(points)s table points.")
        yield words % {"points": ", ".join(map(str, points))}
    yield in_words(tournament)
    if tournament.team_tie_breaks:
        yield order_in_words(tournament, team_order(tournament))
    yield absence_results.in_words(tournament)


def _by_worth(patterns: Iterable[Pattern]) -> list[Pattern]:
    """What counts least first; of each unit by itself, in the ruleset's order."""
    given = list(patterns)
    units = list(dict.fromkeys(each.unit for each in given))
    return sorted(given, key=lambda each: (units.index(each.unit), each.value))


def _changed(options: Options, changed: Mapping[str, object]) -> list[RuleLine]:
    lines = []
    for name, kind in shown(type(options)):
        if name in changed:
            before, now = only_changed(changed[name], written(options, name, kind))
            lines.append(
                RuleLine(_(kind.text), figures(now), figures(before), kind.source)
            )
    return lines


def _groups(options: Options, changed: Mapping[str, object]) -> list[RuleGroup]:
    """The options that are as the preset has them. Values of patterns stand with the
    patterns."""
    lines: dict[str, list[RuleLine]] = {group.key: [] for group in GROUPS}
    for name, kind in shown(type(options)):
        if name not in changed and kind.sort is not Sort.TABLE:
            lines[group_of(name, kind).key].append(_line(options, name, kind))
    return [
        RuleGroup(group.title, lines[group.key]) for group in GROUPS if lines[group.key]
    ]


def _line(options: Options, name: str, kind: Kind) -> RuleLine:
    value = figures(written(options, name, kind))
    return RuleLine(_(kind.text), value, source=kind.source)
