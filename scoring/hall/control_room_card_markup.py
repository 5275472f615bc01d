"""HTML of the table cards in the control room.

It is made without templates, because a page has up to 250 cards. Texts and addresses
are looked up once for all cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial

from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from rules.winds import WINDS, Wind
from scoring.all_pages.wall_of_tiles_drawing import play_badge
from scoring.confirming_and_finishing.confirmation_status import SignOff
from scoring.confirming_and_finishing.tables_still_playing import Play
from scoring.hall.control_room_tables import HallTable, SeatScore
from tournaments.models import HIDDEN_STATES, Round
from tournaments.templatetags.names_beside_text import bdi
from tournaments.templatetags.score_figures import points, wind_glyph
from tournaments.web.wind_names import wind_name

CARD = (
    '<li class="table-now {}{}{}" data-table="{}"{}><h3 class="go">'
    '<span class="wall-box"><svg class="wall" viewBox="0 0 48 48" aria-hidden="true">'
    '<rect class="felt" x="6.5" y="6.5" width="35" height="35" rx="3"/>'
    '<path class="done" d="{}"/><path class="now" d="{}"/><path class="todo" d="{}"/>'
    '</svg>{}</span> <span class="head">{}</span></h3><ol>{}</ol></li>'
)
NUMBER = '<b><span class="visually-hidden">{}</span> {}</b>'
NUMBER_TO_OPEN = (
    '<a id="table-{}" href="{}"><span class="visually-hidden">{}</span> {}</a>'
)
#: One of 4 lines of a card, so up to 1,000 on a page.
SEAT_LINE = '<li class="{}">{} {}</span>{}</li>'
WIND = (
    '<span class="wind{}" aria-hidden="true">{}</span><span class="name">'
    '<span class="visually-hidden">{}</span>'
)
NEW_PLAYER = (
    '<a class="more-time new-player" id="seat-{}" href="{}"><svg class="icon" '
    'aria-hidden="true"><use href="{}#i-people"></use></svg>'
    '<span class="visually-hidden">{}</span></a>'
)
MORE_TIME = (
    '<a class="more-time" id="time-{}" href="{}"><span aria-hidden="true">{}</span>'
    '<span class="visually-hidden">{}</span></a>'
)
BADGE = '<span class="badge {}">{}</span>'
BUTTON = '<a class="button small" href="{}">{}</a>'
LINK = ' <a id="{}-{}" href="{}" aria-label="{}">{}</a>'

#: Short texts that fit beside the diagram; other texts are short enough.
SHORT: Mapping[Play, str] = {
    Play.TWO_VERSIONS: gettext_noop("Conflict"),
    Play.HELD: gettext_noop("Late hand"),
    Play.EMPTY: gettext_noop("No hand"),
}

#: Placeholder for the table number in an address, which is split there.
ANY_TABLE = 987_654_321


@dataclass
class Cards:
    """The cards of a round, and the data used for all cards.

    `may_rule`: the user gets links for extra time, new players and conflicts.
    """

    round_: Round
    may_rule: bool
    _words: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self._words = {
            "table": _("Table"),
            "more_time": _("Extra time for table %(table)s"),
            "new_player": _("Seat a new player at table %(table)s"),
            "plus_time": _("+ time"),
            "result": _("Result"),
            "result_of": _("Result of table %(table)s"),
            "compare": pgettext("button", "Compare"),
            "compare_at": _("Compare both versions at table %(table)s"),
        }
        self._icons = static("icons.svg")
        self._opens = self.round_.state not in HIDDEN_STATES
        self._page = addresses("table:session", self.round_)
        self._result = addresses("table:result", self.round_)
        self._time = addresses("director:extend_table", self.round_)
        self._seat = addresses("table:take_seat", self.round_)
        ruleset = self.round_.tournament.ruleset
        self._points = cache(partial(points, ruleset=ruleset))
        self._winds = {wind.value: _wind(wind) for wind in WINDS}

    def card(self, table: HallTable) -> SafeString:
        """Return the card of a table."""
        progress, number = table.progress, table.game.table
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
            self._seat_lines(table),
        )

    def _number(self, number: int) -> SafeString:
        word = self._words["table"]
        if not self._opens:
            return format_html(NUMBER, word, number)
        return format_html(NUMBER_TO_OPEN, number, self._page(number), word, number)

    def _labelled(self, table: HallTable) -> SafeString | str:
        """Return the head of a card, with the table's group or stage before it if the
        tables differ in this.
        """
        head = self._head(table)
        if not table.label:
            return head
        return format_html("<small>{}</small> {}", table.label, head)

    def _head(self, table: HallTable) -> SafeString:
        """Return the head of a card: progress or confirmation state, and below it the
        time since the last entry or the table's clock, with links.
        """
        return format_html(
            '{}<span class="beside">{}{}{}{}</span>',
            self._state(table),
            self._since(table),
            self._ways(table),
            self._new_player(table),
            self._more_time(table),
        )

    def _state(self, table: HallTable) -> SafeString | str:
        """Return the confirmation state of a game that is over or disputed; the
        progress of any other game.
        """
        progress, sign_off = table.progress, table.sign_off
        is_told = progress.is_over and progress.key != Play.EMPTY
        if sign_off.badge and (is_told or sign_off.disputes):
            return _sign_off_badge(sign_off)
        if progress.key == Play.NOT_BEGUN:
            return ""
        if progress.key in SHORT:
            progress = replace(progress, text=_(SHORT[progress.key]))
        return play_badge(progress)

    def _since(self, table: HallTable) -> SafeString | str:
        if table.progress.extra:
            return self._own_clock(table)
        if table.progress.key == Play.TWO_VERSIONS:
            return ""
        if table.ago and not table.progress.is_over and self.round_.is_open:
            return format_html("<small>{}</small>", table.ago)
        return ""

    def _own_clock(self, table: HallTable) -> SafeString:
        own = {
            "progress": table.progress,
            "of": table.game,
            "round": self.round_,
            "tournament": self.round_.tournament,
            "small": True,
        }
        return render_to_string("director/_own_clock.html", own)

    def _more_time(self, table: HallTable) -> SafeString | str:
        if not self.may_rule or table.progress.is_over or not self.round_.is_open:
            return ""
        number = table.game.table
        label = self._words["more_time"] % {"table": number}
        return format_html(
            MORE_TIME, number, self._time(number), self._words["plus_time"], label
        )

    def _new_player(self, table: HallTable) -> SafeString | str:
        if not self.may_rule or table.progress.is_over or not self.round_.is_open:
            return ""
        number = table.game.table
        label = self._words["new_player"] % {"table": number}
        return format_html(NEW_PLAYER, number, self._seat(number), self._icons, label)

    def _seat_lines(self, table: HallTable) -> SafeString:
        best = table.best
        return format_html_join(
            "", "{}", ((self._seat_line(seat, best),) for seat in table.seat_scores)
        )

    def _seat_line(self, seat: SeatScore, best: int | None) -> SafeString:
        """Return a seat with player and score; the leader is highlighted."""
        leads = best is not None and seat.score == best
        score = "" if seat.score is None else self._points(seat.score)
        wind = self._winds[seat.wind]
        return _line("lead" if leads else "", wind, seat.short_name, score)

    def _ways(self, table: HallTable) -> SafeString:
        """Return links to the result and to both versions of a hand."""
        sign_off, number = table.sign_off, table.game.table
        ways = []
        if sign_off.is_over or sign_off.badge:
            texts = self._words["result_of"] % {"table": number}, self._words["result"]
            ways.append(
                format_html(LINK, "result", number, self._result(number), *texts)
            )
        if table.progress.key == Play.TWO_VERSIONS and self.may_rule:
            label = self._words["compare_at"] % {"table": number}
            texts = label, self._words["compare"]
            ways.append(
                format_html(LINK, "versions", number, self._page(number), *texts)
            )
        return format_html_join("", "{}", ((way,) for way in ways))


@lru_cache(maxsize=8192, typed=True)
def _line(
    role: str, wind: SafeString, name: str, score: SafeString | str
) -> SafeString:
    """Return one of a card's 4 lines. Cached by everything the line shows."""
    return format_html(SEAT_LINE, role, wind, bdi(name), score)


def addresses(name: str, round_: Round) -> Callable[[int], str]:
    """Return a function that returns the address for a table number.

    `name`: URL name of the addresses.
    """
    address = reverse(name, args=[round_.tournament.slug, round_.number, ANY_TABLE])
    before, _any, after = address.rpartition(str(ANY_TABLE))
    return lambda table: f"{before}{table}{after}"


def buttons(round_: Round, tables: Iterable[int]) -> SafeString:
    """Return a link to each of these tables."""
    page, label = addresses("table:session", round_), _("Table %(table)s")
    links = ((page(table), label % {"table": table}) for table in tables)
    return format_html_join("", BUTTON, links)


def _wind(wind: Wind) -> SafeString:
    east = " east" if wind is Wind.EAST else ""
    return format_html(WIND, east, wind_glyph(wind), wind_name(wind))


def _sign_off_badge(sign_off: SignOff) -> SafeString | str:
    text = sign_off.badge
    if not text:
        return ""
    if sign_off.disputes:
        return format_html(BADGE, "disputed", text)
    return format_html(BADGE, "" if sign_off.lacks else "confirmed", text)
