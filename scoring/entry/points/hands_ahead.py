"""Where a table will stand after hands that are not at the server yet, worked out by
the rules, so that a page can go on without a network. `static/table-ahead.js` reads
it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import rules
from rules.entries import FalseWin, Raw, Washout
from rules.faults import RuleError
from rules.table import Position, Ruleset, TableState
from rules.winds import WINDS, Wind
from scoring.entry.points.payment_table import payments_at
from scoring.rulesets.presenter import AnyPresenter
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.entry_forms import FALSE_WIN, SEVERAL, false_win_ends_hand
from tournaments.models import Tournament
from tournaments.templatetags.prevailing import wind_glyph
from tournaments.web.wind_names import wind_name

#: With what an outcome ends that depends on whether the dealer was ready.
READY = ("+", "-")
#: How many hands a page goes on by itself: more, as long as few positions follow.
HANDS = 3
FEW = 20


def hands_ahead(tournament: Tournament, state: TableState) -> str:
    """The positions that can follow, as JSON; "" after the gong, when no page can know
    which hand is the last, and where nobody can know what follows.

    `at` are positions, that of the table first: how many `hands` after it, the
    prevailing wind `round` and its `deal`, the `winds` of the seats E S W N, the number
    of a payment `table`, `next`, the numbers of the positions after each outcome, and
    what is `paid` by those whose payments need no value. The seats of `tables` are
    winds; `draws` tell what a drawn hand pays, by who was ready. An outcome that is not
    there, or after which the rules end play, is for the server to say.
    """
    if state.over or state.hands_left is not None:
        return ""
    limit = tournament.rules.options.hands_limit
    left = FEW if limit is None else limit - state.hands_played - 1
    position = state.position
    options = json.dumps(tournament.options, sort_keys=True)
    winds = tuple(position.winds[seat] for seat in WINDS)
    counted = position.repeats, position.streak, position.carried, position.goulash
    place = position.hand, position.prevailing, position.deal, position.players
    told = _positions_ahead(tournament.ruleset, options, left, winds, place, counted)
    if not told:
        return ""
    names = {wind: [wind_glyph(wind), wind_name(wind)] for wind in WINDS}
    return json.dumps({"winds": names, **told}, separators=(",", ":"))


@lru_cache(maxsize=1024)
def _positions_ahead(
    ruleset: str,
    options: str,
    left: int,
    winds: tuple[Wind, ...],
    place: tuple[int, Wind, int, int],
    counted: tuple[int, int, int, bool],
) -> Mapping[str, object]:
    """What follows a position; {} where nobody can know."""
    played = rules.shared_ruleset(ruleset, json.loads(options), place[3])
    first = replace(
        played.opening(),
        winds=dict(zip(WINDS, winds, strict=True)),
        hand=place[0],
        prevailing=place[1],
        deal=place[2],
        repeats=counted[0],
        streak=counted[1],
        carried=counted[2],
        goulash=counted[3],
    )
    ways = _Ways(ruleset, options, played, first)
    ways.walk(left)
    if not ways.at[0]["next"]:
        return {}
    drawn = presenter_of(ruleset).draws_by_ready()
    draws = {key: _payments_of(played, raw, first) for key, raw in drawn.items()}
    return {"tables": ways.tables, "at": ways.at, "draws": draws}


Payments = list[tuple[Wind | None, Wind | None, int]]


def _payments_of(played: Ruleset, raw: Raw, position: Position) -> Payments:
    """Payer, payee and points; None for the table. Raises RuleError."""
    entry = played.read_entry(raw)
    payments = played.settle(entry, position, played.opening_scores()).payments
    return [(each.payer, each.payee, each.amount) for each in payments]


class _Ways:
    """The positions that can follow the `first`, each once."""

    def __init__(
        self, ruleset: str, options: str, played: Ruleset, first: Position
    ) -> None:
        self.ruleset, self.options, self.played = ruleset, options, played
        self.first = first
        self.at: list[dict[str, Any]] = []
        self.tables: list[object] = []
        self._known: list[Position] = []
        self._number(first)

    def walk(self, left: int) -> None:
        """Goes on for so many hands at the most, or fewer if much can follow."""
        for number, position in enumerate(self._known):
            hands = self.at[number]["hands"]
            if hands >= left or (hands >= HANDS and len(self.at) > FEW):
                break
            for outcome, raw, after in self._after(position):
                self.at[number]["next"][outcome] = self._number(after)
                needs_no_value = raw["kind"] not in ("win", Washout.kind)
                paid = needs_no_value and _payments_of(self.played, raw, position)
                if paid and not outcome.endswith(READY):
                    self.at[number]["paid"][outcome] = paid

    def _number(self, position: Position) -> int:
        """Which of the positions it is."""
        position = replace(position, dead=(), sticks=0)
        if position not in self._known:
            self._known.append(position)
            self.at.append(self._of(position))
        return self._known.index(position)

    def _of(self, position: Position) -> dict[str, Any]:
        table = payments_at(self.ruleset, self.options, position)
        if table not in self.tables:
            self.tables.append(table)
        return {
            "hands": position.hand - self.first.hand,
            "round": position.prevailing,
            "deal": position.deal,
            "repeats": position.repeats,
            "winds": "".join(position.winds[seat] for seat in WINDS),
            "table": self.tables.index(table),
            "next": {},
            "paid": {},
        }

    def _after(self, position: Position) -> Iterator[tuple[str, Raw, Position]]:
        for outcome, raw in self._outcomes(position).items():
            try:
                after = self._played(position, raw)
            except RuleError:
                continue
            if after:
                yield outcome, raw, after

    def _played(self, position: Position, raw: Raw) -> Position | None:
        """The position after a hand; None if play is over. Who is out of points
        is for the server to say."""
        played, scores = self.played, self.played.opening_scores()
        entry = played.read_entry(raw)
        entry = played.settle(entry, position, scores).entry or entry
        after = played.advance(entry, position, scores)
        return None if played.ending(entry, after, scores) else after

    def _outcomes(self, position: Position) -> Mapping[str, Raw]:
        """An ordinary hand for each way it can end, by what the form calls it."""
        presenter = presenter_of(self.ruleset)
        value = presenter.ordinary_value(self.played)
        if value is None:
            return {}
        wins = {
            str(seat): {"kind": "win", "winner": seat, "from": None, **value}
            for seat in position.seats
        }
        faults = {}
        if false_win_ends_hand(self.played):
            faults = {
                f"{FALSE_WIN}:{seat}": {"kind": FalseWin.kind, "seat": seat}
                for seat in position.seats
            }
        several = _several(position, presenter, value)
        drawn = presenter.drawn_hands(self.played, position.dealer)
        return {**wins, **several, **faults, **drawn}


def _several(
    position: Position, presenter: AnyPresenter, value: Raw
) -> Mapping[str, Raw]:
    """Two winners on one discard, once with the dealer and once without, as far as
    there are so many players."""
    dealer = position.dealer
    others = [seat for seat in position.seats if seat is not dealer]
    pairs = {
        "+": ((dealer, *others[:1]), others[1:]),
        "-": (tuple(others[:2]), [dealer, *others[2:]]),
    }
    return {
        f"{SEVERAL}{sign}": {
            "kind": "win",
            "from": rest[-1],
            **presenter.won_by(winners, value),
        }
        for sign, (winners, rest) in pairs.items()
        if len(winners) == 2 and rest
    }
