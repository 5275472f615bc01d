"""The cards of the hall's tables. They are no templates, since a page has 250 of them:
each word and address is looked up once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial

from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rules.winds import WINDS, Wind
from scoring.pages.hall.tables import Chair, HallTable
from scoring.pages.play_badges import play_badge
from scoring.signoff.sign_off import SignOff
from scoring.signoff.table_states import Play
from tournaments.models import HIDDEN_STATES, Round
from tournaments.templatetags.prevailing import points, wind_glyph
from tournaments.web.wind_names import wind_name

CARD = (
    '<li class="table-now {}{}{}" data-table="{}"{}><h3 class="go">'
    '<span class="wall-box"><svg class="wall" viewBox="0 0 48 48" aria-hidden="true">'
    '<rect class="felt" x="6.5" y="6.5" width="35" height="35" rx="3"/>'
    '<path class="done" d="{}"/><path class="now" d="{}"/><path class="todo" d="{}"/>'
    '</svg>{}</span> <span class="head">{}</span> {}</h3><ol>{}</ol>{}</li>'
)
NUMBER = '<b><span class="visually-hidden">{}</span> {}</b>'
NUMBER_TO_OPEN = (
    '<a id="table-{}" href="{}"><span class="visually-hidden">{}</span> {}</a>'
)
#: One of four lines, a thousand times on a page.
CHAIR = '<li class="{}">{} {}</span>{}</li>'
WIND = (
    '<span class="wind{}" aria-hidden="true">{}</span><span class="name">'
    '<span class="visually-hidden">{}</span>'
)
MORE_TIME = (
    '<a class="more-time" id="time-{}" href="{}"><svg class="icon" aria-hidden="true">'
    '<use href="{}#i-plus"></use></svg><span class="visually-hidden">{}</span></a>'
)
BADGE = '<span class="badge {}">{}</span>'
BUTTON = '<a class="button small" href="{}">{}</a>'
LINK = ' <a id="{}-{}" href="{}">{}<span class="visually-hidden"> {}</span></a>'

#: Stands for a table's number in an address, which is cut there.
ANY_TABLE = 987_654_321


@dataclass
class Cards:
    """What the cards of one round have in common; whoever `may_rule` gives a table more
    time and looks after two versions of a hand."""

    round_: Round
    may_rule: bool
    _words: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self._words = {
            "table": _("Table"),
            "more_time": _("More time for table %(table)s"),
            "result": _("Result"),
            "of_table": _("of table %(table)s"),
            "compare": _("Compare both"),
            "at_table": _("at table %(table)s"),
        }
        self._icons = static("icons.svg")
        self._opens = self.round_.state not in HIDDEN_STATES
        self._page = addresses("table:session", self.round_)
        self._result = addresses("table:result", self.round_)
        self._time = addresses("director:extend_table", self.round_)
        ruleset = self.round_.tournament.ruleset
        self._points = cache(partial(points, ruleset=ruleset))
        self._winds = {wind.value: _wind(wind) for wind in WINDS}

    def card(self, table: HallTable) -> SafeString:
        """The card of one table."""
        progress, number = table.progress, table.session.table
        needs = table.needs
        disputed = bool(table.sign_off.disputes)
        return format_html(
            CARD,
            progress.key,
            " over" if progress.is_over else "",
            f" {needs}" if needs else "",
            number,
            " data-needs" if needs or disputed else "",
            table.wall.done,
            table.wall.now,
            table.wall.todo,
            self._number(number),
            self._labelled(table),
            self._more_time(table),
            self._chairs(table),
            self._closing(table),
        )

    def _number(self, number: int) -> SafeString:
        word = self._words["table"]
        if not self._opens:
            return format_html(NUMBER, word, number)
        return format_html(NUMBER_TO_OPEN, number, self._page(number), word, number)

    def _labelled(self, table: HallTable) -> SafeString | str:
        """With the group or stage of the table, where not all play the same."""
        head = self._head(table)
        if not table.label:
            return head
        return format_html("<small>{}</small> {}", table.label, head)

    def _head(self, table: HallTable) -> SafeString | str:
        """How far play is; the time of its own, or since when nothing came."""
        progress = table.progress
        badge = "" if progress.key == Play.NOT_BEGUN else play_badge(progress)
        if progress.extra:
            return format_html("{} {}", badge, self._own_clock(table))
        if table.ago and not progress.is_over and self.round_.is_open:
            return format_html("{}<small>{}</small>", badge, table.ago)
        return badge

    def _own_clock(self, table: HallTable) -> SafeString:
        own = {
            "progress": table.progress,
            "of": table.session,
            "round": self.round_,
            "tournament": self.round_.tournament,
            "small": True,
        }
        return render_to_string("director/_own_clock.html", own)

    def _more_time(self, table: HallTable) -> SafeString | str:
        if not self.may_rule or table.progress.is_over or not self.round_.is_open:
            return ""
        number = table.session.table
        words = self._words["more_time"] % {"table": number}
        return format_html(MORE_TIME, number, self._time(number), self._icons, words)

    def _chairs(self, table: HallTable) -> SafeString:
        best = table.best
        return format_html_join(
            "", "{}", ((self._chair(chair, best),) for chair in table.chairs)
        )

    def _chair(self, chair: Chair, best: int | None) -> SafeString:
        """Who sits there, with what they have; whoever leads stands out."""
        leads = best is not None and chair.score == best
        score = "" if chair.score is None else self._points(chair.score)
        wind = self._winds[chair.wind]
        return _line("lead" if leads else "", wind, chair.short_name, score)

    def _closing(self, table: HallTable) -> SafeString | str:
        """What is said of the result, and the ways to it."""
        sign_off, number = table.sign_off, table.session.table
        two_versions = table.progress.key == Play.TWO_VERSIONS and self.may_rule
        parts = [_sign_off_badge(sign_off)]
        if sign_off.is_over or sign_off.badge:
            words = self._words["result"], self._words["of_table"] % {"table": number}
            parts.append(
                format_html(LINK, "result", number, self._result(number), *words)
            )
        if two_versions:
            words = self._words["compare"], self._words["at_table"] % {"table": number}
            parts.append(
                format_html(LINK, "versions", number, self._page(number), *words)
            )
        if not any(parts):
            return ""
        whole = format_html_join("", "{}", ((part,) for part in parts))
        return format_html('<p class="closing">{}</p>', whole)


@lru_cache(maxsize=8192, typed=True)
def _line(
    role: str, wind: SafeString, name: str, score: SafeString | str
) -> SafeString:
    """One of a card's four lines: by all that stands in it, and so never an old one."""
    return format_html(CHAIR, role, wind, name, score)


def addresses(name: str, round_: Round) -> Callable[[int], str]:
    """The address of that name for each table of a round."""
    address = reverse(name, args=[round_.tournament.slug, round_.number, ANY_TABLE])
    before, _any, after = address.rpartition(str(ANY_TABLE))
    return lambda table: f"{before}{table}{after}"


def buttons(round_: Round, tables: Iterable[int]) -> SafeString:
    """A way to each of these tables."""
    page, words = addresses("table:session", round_), _("Table %(table)s")
    each = ((page(table), words % {"table": table}) for table in tables)
    return format_html_join("", BUTTON, each)


def _wind(wind: Wind) -> SafeString:
    east = " east" if wind is Wind.EAST else ""
    return format_html(WIND, east, wind_glyph(wind), wind_name(wind))


def _sign_off_badge(sign_off: SignOff) -> SafeString | str:
    words = sign_off.badge
    if not words:
        return ""
    if sign_off.disputes:
        return format_html(BADGE, "disputed", words)
    return format_html(BADGE, "" if sign_off.lacks else "confirmed", words)
