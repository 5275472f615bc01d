"""The opening sentence of a tournament's home page, on registration, leader
or winner.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.all_pages.public_rounds_and_tables import PODIUM
from scoring.standings.criteria_columns import amount_in, name_in_sentence
from scoring.standings.gaps_to_next_place import Gap
from scoring.standings.live_and_official_standings import Board
from tournaments.models import PlanItem
from tournaments.people.registration_open_and_spots import RegistrationState
from tournaments.templatetags.names_beside_text import bdi, bdi_within
from tournaments.templatetags.score_figures import (
    exactly,
    has_final_points,
    table_points,
)
from tournaments.tournament_time.dates_in_words import date_in_words
from tournaments.web.form_fields_and_types import Context
from tournaments.web.list_wording import joined_with_and
from tournaments.web.number_wording import plural_number


class Phase(StrEnum):
    """Phase of a tournament. The phase decides what the home page shows."""

    BEFORE = "before"
    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


@dataclass(frozen=True)
class Headline:
    """A sentence on the tournament: a `pattern` with placeholders and the `facts` for
    them. Pages emphasise the fact `name`, usually a player. `more`: a second sentence.
    """

    pattern: str
    facts: Mapping[str, object] = field(default_factory=dict)
    more: str = ""

    @property
    def text(self) -> str:
        """Return the first sentence as plain text."""
        return self.pattern % self.facts if self.facts else self.pattern

    @property
    def html(self) -> SafeString:
        """Return the first sentence as HTML, with emphasis and marked names."""
        if not self.facts:
            return bdi_within(self.pattern)
        marked = {name: bdi_within(fact) for name, fact in self.facts.items()}
        if "name" in self.facts:
            marked["name"] = format_html("<b>{}</b>", bdi(self.facts["name"]))
        return mark_safe(escape(self.pattern) % marked)  # noqa: S308 - escaped


def headline_of(board: Board, context: Context) -> Headline | None:
    """Return the opening sentence; None if no sentence applies."""
    phase = Phase(context["phase"])
    if phase is Phase.BEFORE:
        return Headline(
            _registration_sentence(context),
            more=_start_in_words(context["first_start"]),
        )
    more = ""
    if phase is Phase.PLAYING and context["walls"]:
        more = _tables_in_words(len(context["walls"]), context["done"])
    elif phase is Phase.BETWEEN:
        states = [bar.state for bar in context["bars"]]
        more = _rounds_in_words(states.count("over"), len(states))
    if board.is_held_back:
        return Headline(board.visible.notice, more=more)
    lead = lead_of(board, is_over=phase is Phase.OVER and board.visible.everything)
    if board.level_in_words and not _anybody_leads(board):
        return Headline(board.level_in_words, more=more)
    if lead and board.anything_played:
        return replace(lead, more=more)
    return Headline(more) if more else None


def _registration_sentence(context: Context) -> str:
    count = context["players"]
    if context["door"] == RegistrationState.OPEN.value:
        left = context["left"]
        if left is None:
            return _("Registration is open.")
        if not left:
            return _("The tournament is full. New registrations join the waiting list.")
        sentence = ngettext(
            "Registration is open: %(left)s spot left.",
            "Registration is open: %(left)s spots left.",
            left,
        )
        return sentence % {"left": left}
    sentence = ngettext(
        "%(count)s player is registered.", "%(count)s players are registered.", count
    )
    return sentence % {"count": count}


def _start_in_words(planned: PlanItem | None) -> str:
    if planned is None:
        return ""
    start = localtime(planned.start)
    values = {
        "number": planned.number,
        "day": date_in_words(start, "DATE_FORMAT"),
        "at": date_in_words(start, "TIME_FORMAT"),
        "zone": start.tzname(),
    }
    return (
        _("Round %(number)s is planned to start on %(day)s at %(at)s (%(zone)s).")
        % values
    )


def _tables_in_words(tables: int, done: int) -> str:
    if done == tables:
        return _("All tables have finished.")
    playing = ngettext(
        "%(playing)s of %(tables)s tables is playing.",
        "%(playing)s of %(tables)s tables are playing.",
        tables - done,
    )
    return playing % {"playing": tables - done, "tables": tables}


def _rounds_in_words(over: int, rounds: int) -> str:
    if over == rounds:
        return _("All rounds are played.")
    sentence = ngettext(
        "%(over)s of %(rounds)s rounds is played.",
        "%(over)s of %(rounds)s rounds are played.",
        over,
    )
    return sentence % {"over": over, "rounds": rounds}


def lead_of(board: Board, *, is_over: bool) -> Headline | None:
    """Return a sentence on the leaders or winners, with their lead in the first
    criterion that differs. Return None if no player is ranked. The board must have
    visible results.
    """
    first = [row for row in board.ranked if row.place == 1]
    if not first:
        return None
    names = [row.player.public_name for row in first]
    if len(first) > PODIUM:
        return _many_lead(len(first), board, is_over=is_over)
    name = joined_with_and(names)
    if is_over:
        won = (
            _("%(name)s tied for first place.")
            if len(first) > 1
            else _("%(name)s won.")
        )
        return Headline(won, {"name": name})
    facts: dict[str, object] = {"name": name, "number": board.after}
    shown_after = _is_after_hidden(board)
    if len(first) > 1:
        pattern = (
            _("%(name)s share the lead after round %(number)s.")
            if shown_after
            else _("%(name)s share the lead.")
        )
        return Headline(pattern, facts)
    second = next((row for row in board.ranked if row.place != 1), None)
    if second is None or second.gap is None:
        pattern = (
            _("%(name)s leads after round %(number)s.")
            if shown_after
            else _("%(name)s leads.")
        )
        return Headline(pattern, facts)
    if board.is_by_tables(first[0], second):
        pattern = _("%(name)s leads by %(gap)s, including games in progress.")
    elif shown_after:
        pattern = _("%(name)s leads by %(gap)s after round %(number)s.")
    else:
        pattern = _("%(name)s leads by %(gap)s.")
    return Headline(pattern, {**facts, "gap": gap_as_amount(second.gap, board)})


def _many_lead(players: int, board: Board, *, is_over: bool) -> Headline:
    """Return a sentence on leaders or winners if there are too many to name."""
    facts = {"count": players, "number": board.after}
    if is_over:
        return Headline(_("%(count)s players tied for first place."), facts)
    if _is_after_hidden(board):
        pattern = _("%(count)s players share the lead after round %(number)s.")
        return Headline(pattern, facts)
    return Headline(_("%(count)s players share the lead."), facts)


def _anybody_leads(board: Board) -> bool:
    """Return whether at most `PODIUM` players share the first place."""
    return sum(row.place == 1 for row in board.ranked) <= PODIUM


def _is_after_hidden(board: Board) -> bool:
    """Return whether the sentence must name its round, because results of later rounds
    are hidden.
    """
    return not (board.visible.everything or board.is_live)


def gap_as_amount(gap: Gap, board: Board) -> str:
    """Return a difference in a criterion as text, such as "4 table points"."""
    ruleset = board.tournament.ruleset
    number = plural_number(Fraction(gap.amount))
    if gap.measure == "score":
        text = ngettext("%(amount)s point", "%(amount)s points", number)
        return text % {"amount": exactly(Fraction(gap.amount))}
    if gap.measure == "table_points" and not has_final_points(ruleset):
        text = ngettext("%(amount)s table point", "%(amount)s table points", number)
        return text % {"amount": table_points(Fraction(gap.amount))}
    name = name_in_sentence(ruleset, gap.measure)
    amount = amount_in(gap.measure, gap.amount, ruleset, decimals=0)
    text = _("%(amount)s %(criterion)s")
    return text % {"amount": amount.lstrip("+"), "criterion": name}
