"""Figures of a player: sums that can be added over games and tournaments, and records.

Everything shown is a ratio of two sums (`ratios`), so adding figures and then dividing
gives the same as counting all games together. A game known only by its totals counts
for places and scores; `logged` figures count only games with known hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields

#: Version of the counting. A higher one makes all stored figures outdated.
VERSION = 2

#: Place of a hand or game: round, table, and hand (0: the whole game).
At = tuple[int, int, int]


@dataclass(frozen=True)
class Record:
    """The best value so far. `at`: all games or hands where it was reached."""

    value: int
    at: tuple[At, ...]

    def better(self, other: Record) -> Record:
        """Return the higher of two records. Equal records are combined."""
        if self.value == other.value:
            return Record(self.value, (*self.at, *other.at))
        return self if self.value > other.value else other


#: Keys of records.
HIGHEST_SCORE = "highest_score"
BIGGEST_WIN = "biggest_win"
COMEBACK = "comeback"
MOST_WINS = "most_wins"
LONGEST_RUN = "longest_run"
DEALER_STAY = "dealer_stay"
MOST_SELF_DRAWS = "most_self_draws"
BIGGEST_DEAL_IN = "biggest_deal_in"
MOST_FU = "most_fu"
#: Records on pages of statistics; the others are for awards only.
RECORDS = (
    HIGHEST_SCORE,
    BIGGEST_WIN,
    COMEBACK,
    MOST_WINS,
    LONGEST_RUN,
    DEALER_STAY,
)


@dataclass
class Figures:
    """The figures of one player.

    `doubled_places`: twice the sum of places at the table, where a shared place counts
    as the mean of the places it occupies. `places`: number of 1st to 4th places, as
    shown. `logged_score`: points won in games with known hands, including penalties.
    `known_wins`: wins by tiles. Names that end in `_gain` or `_paid`: points that
    winners received or the discarder paid; in `_value`: hand values. `small_wins`: wins
    of 1 han and 30 fu. `sticks_won`: sticks of other players or left on the table;
    `sticks_lost`: sticks paid in hands that the player did not win.
    """

    games: int = 0
    doubled_places: int = 0
    places: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    score: int = 0
    parts: int = 0
    busts: int = 0
    lowest_score: int | None = None

    logged: int = 0
    logged_score: int = 0
    hands: int = 0
    wins: int = 0
    self_draws: int = 0
    win_value: int = 0
    win_gain: int = 0
    known_wins: int = 0
    open_wins: int = 0
    silent_wins: int = 0
    deal_ins: int = 0
    wins_dealt_into: int = 0
    deal_in_value: int = 0
    deal_in_paid: int = 0
    others_self_draws: int = 0
    draws: int = 0
    ready_at_draw: int = 0
    dealer_wins: int = 0
    chicken_hands: int = 0
    riichi: int = 0
    riichi_wins: int = 0
    riichi_deal_ins: int = 0
    riichi_draws: int = 0
    known_riichi_wins: int = 0
    ippatsu: int = 0
    ura: int = 0
    small_wins: int = 0
    yakuman: int = 0
    dora: int = 0
    sticks_won: int = 0
    sticks_lost: int = 0
    received_at_draws: int = 0
    nagashi: int = 0
    patterns: Counter[str] = field(default_factory=Counter)
    records: dict[str, Record] = field(default_factory=dict)

    def keep(self, key: str, value: int, at: At) -> None:
        """Add a value to the record `key`.

        Only the highest value is kept, with all games or hands where it was reached.
        """
        self._keep(key, Record(value, (at,)))

    def _keep(self, key: str, record: Record) -> None:
        best = self.records.get(key)
        self.records[key] = best.better(record) if best else record

    def add(self, other: Figures) -> None:
        """Add the figures of other games."""
        own, others = vars(self), vars(other)
        for name in _SUMS:
            own[name] += others[name]
        self.places = [
            sum(pair) for pair in zip(self.places, other.places, strict=True)
        ]
        self.lowest_score = min(
            (low for low in (self.lowest_score, other.lowest_score) if low is not None),
            default=None,
        )
        self.patterns.update(other.patterns)
        for key, record in other.records.items():
            self._keep(key, record)

    def as_data(self) -> dict[str, object]:
        """Return the figures as JSON, without defaults."""
        data: dict[str, object] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if value != each.default and each.name != "records":
                data[each.name] = dict(value) if isinstance(value, Counter) else value
        data["records"] = {
            key: [record.value, *map(list, record.at)]
            for key, record in self.records.items()
        }
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> Figures:
        """Return the figures stored by `as_data`."""
        values = dict(data)
        stored = values.pop("records", {})
        values["patterns"] = Counter(values.get("patterns") or {})  # type: ignore[call-overload]
        figures = cls(**values)  # type: ignore[arg-type]
        if isinstance(stored, Mapping):
            figures.records = {
                key: Record(value, tuple((at[0], at[1], at[2]) for at in places))
                for key, (value, *places) in stored.items()
            }
        return figures


#: Fields that are added.
_SUMS = tuple(each.name for each in fields(Figures) if isinstance(each.default, int))


def total(rows: Iterable[Figures]) -> Figures:
    """Return the sum of several players' or games' figures."""
    result = Figures()
    for row in rows:
        result.add(row)
    return result
