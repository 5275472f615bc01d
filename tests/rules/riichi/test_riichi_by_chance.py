"""Random hands: general properties, and a second, independent count of the
same hands.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from rules.faults import RuleError
from rules.hand_as_json import read_hand
from rules.hand_of_tiles import (
    FLAGS,
    HEAVENLY,
    LAST_TILE,
    REPLACEMENT,
    RIICHI,
    ROBBING_KONG,
    Hand,
)
from rules.random_winning_hands import STANDARD, winning_hands
from rules.riichi.base_points import worth
from rules.riichi.detect_yaku_and_waits import FORMS, formed, readings, riichi_waits
from rules.riichi.options import RiichiOptions
from rules.riichi.patterns import PATTERNS, YAKUMAN
from rules.riichi.payments_of_base import total
from rules.riichi.presets import PRESETS
from rules.riichi.score import RiichiScore, score_hand
from rules.tiles import CODES, DRAGONS, KINDS, TERMINALS_AND_HONORS, kind, wind_tile
from rules.winning_arrangements import Arrangement, Shape

OPTIONS = {name: RiichiOptions.of(name) for name in PRESETS}
EMA = OPTIONS["ema_2025"]
SHAPES = (STANDARD,) * 6 + ("seven_pairs", "thirteen_orphans")
BY_CHANCE_FLAGS = {LAST_TILE, REPLACEMENT, ROBBING_KONG}
INSTEAD = (("iipeikou", "ryanpeikou"), ("chanta", "junchan"), ("honitsu", "chinitsu"))
ON_THE_WAY = {
    "riichi",
    "menzen_tsumo",
    "rinshan",
    "chankan",
    "haitei",
    "houtei",
    "dora",
}


def riichi_hand(seed: int) -> Hand:
    """Return a winning hand without bonus tiles; concealed hands have riichi, so that
    most have a yaku."""
    hand = next(winning_hands(seed, SHAPES))
    flags = hand.flags & BY_CHANCE_FLAGS
    if not hand.exposed:
        flags |= {RIICHI}
    return replace(hand, bonus=(), flags=frozenset(flags))


hands = st.integers(0, 10**9).map(riichi_hand)
options = st.sampled_from(list(OPTIONS.values()))


def scored(hand: Hand, options: RiichiOptions) -> RiichiScore | None:
    """Return the score; None for a hand without a yaku, or with pairs that are not
    seven different pairs.
    """
    try:
        return score_hand(hand, options)
    except RuleError as error:
        codes = {fault.code for fault in error.faults}
        assert codes <= {"no_yaku", "not_a_win"}
        return None


def figures(score: RiichiScore | None) -> tuple | None:
    if score is None:
        return None
    counted = {pattern.pattern.id: pattern.total for pattern in score.patterns}
    return score.han, score.fu, score.yakuman, score.points, counted


@given(hands, options, st.randoms())
def test_the_order_of_tiles_and_melds_does_not_matter(hand, options, random):
    concealed, melds = list(hand.concealed), list(hand.melds)
    random.shuffle(concealed)
    random.shuffle(melds)
    mixed = replace(hand, concealed=tuple(concealed), melds=tuple(melds))
    assert figures(scored(mixed, options)) == figures(scored(hand, options))


def renamed(tile: int, suits: list[int]) -> int:
    return tile if tile >= 27 else 9 * suits[tile // 9] + tile % 9


@given(hands, options, st.permutations(range(3)))
def test_the_names_of_the_suits_do_not_matter(hand, options, suits):
    """Exchanging suits does not change the score, except for the yakuman that requires
    bamboos.
    """
    name = partial(renamed, suits=suits)
    other = replace(
        hand,
        concealed=tuple(map(name, hand.concealed)),
        winning_tile=name(hand.winning_tile),
        melds=tuple(
            replace(meld, tiles=tuple(map(name, meld.tiles))) for meld in hand.melds
        ),
    )
    one, two = scored(hand, options), scored(other, options)
    green = any(
        each.pattern.id == "ryuuiisou"
        for score in (one, two)
        if score
        for each in score.patterns
    )
    assert green or figures(one) == figures(two)


@given(hands, options)
def test_the_figures_agree_with_each_other(hand, options):
    score = scored(hand, options)
    if score is None:
        return
    assert score.points == score.total == total(score.payments)
    assert json.dumps(score.as_data())
    counted = sum(pattern.total for pattern in score.patterns)
    if score.yakuman:
        assert score.han is None
        assert all(pattern.pattern.unit == YAKUMAN for pattern in score.patterns)
        assert score.yakuman == (counted if options.yakuman_stack else 1)
    else:
        assert score.han == counted
        assert score.fu in (25, -(-sum(f.fu for f in score.fu_details) // 10) * 10)


@given(hands, options)
def test_every_yaku_of_the_tiles_is_counted_or_explained(hand, options):
    score = scored(hand, options)
    if score is None:
        return
    by_tiles = set(formed(score.hand, score.arrangement))
    counted = {pattern.pattern.id for pattern in score.patterns}
    explained = {each.pattern.id for each in score.left_out}
    assert counted & FORMS.keys() <= by_tiles
    assert by_tiles - {"suuankou"} <= counted | explained
    assert not counted & explained
    assert all(each.sentence.endswith(".") for each in score.left_out)


class AnotherCount:
    """An independent count of one reading: the han of the yaku in the tiles, and the
    fu. It is for hands below yakuman, and for a given set or pair that the winning tile
    completes.
    """

    def __init__(
        self, hand: Hand, reading: Arrangement, completed: tuple[int, ...]
    ) -> None:
        self.hand, self.reading, self.completed = hand, reading, completed
        self.closed = not hand.exposed
        self.won = kind(hand.winning_tile)
        is_pung = len(completed) == 3 and len(set(completed)) == 1
        self.claimed_pung = is_pung and not hand.self_draw

    def count(self, double_wind: int) -> tuple[int, int]:
        has = set(formed(self.hand, self.reading)) - {"suuankou"}
        if self.hidden_pungs() < 3:
            has.discard("sanankou")
        for one, other in INSTEAD:
            if other in has:
                has.discard(one)
        fu = self.set_fu() + self.wait_fu() + self.pair_fu(double_wind)
        if fu or not self.closed:
            has.discard("pinfu")
        if self.hand.self_draw and "pinfu" not in has:
            fu += 2
        if not self.closed:
            fu = fu or 2
        elif not self.hand.self_draw:
            fu += 10
        patterns = [PATTERNS[name] for name in has]
        han = sum(
            pattern.value if self.closed else pattern.open_value for pattern in patterns
        )
        return han, -(-(20 + fu) // 10) * 10

    def hidden_pungs(self) -> int:
        pungs = [group for group in self.reading.sets if group.kind == "pung"]
        kongs = [meld for meld in self.hand.melds if meld.concealed]
        return len(pungs) + len(kongs) - self.claimed_pung

    def set_fu(self) -> int:
        fu = 0
        for group in self.reading.sets:
            if group.kind == "pung":
                claimed = self.claimed_pung and group.tiles == self.completed
                fu += pung_fu(group.first, is_open=claimed, is_kong=False)
        for meld in self.hand.melds:
            if meld.kind != "chow":
                kong, is_open = meld.kind == "kong", not meld.concealed
                fu += pung_fu(meld.group.first, is_open=is_open, is_kong=kong)
        return fu

    def wait_fu(self) -> int:
        tiles = self.completed
        if len(tiles) == 2 or tiles[1] == self.won != tiles[0]:
            return 2
        edge = (tiles[0] % 9, tiles.index(self.won)) in ((0, 2), (6, 0))
        return 2 if edge and len(set(tiles)) == 3 else 0

    def pair_fu(self, double_wind: int) -> int:
        winds = wind_tile(self.hand.seat_wind), wind_tile(self.hand.prevailing_wind)
        return (0, 2, double_wind)[[*DRAGONS, *winds].count(self.reading.pair)]


def pung_fu(tile: int, *, is_open: bool, is_kong: bool) -> int:
    fu = 2 if is_open else 4
    fu *= 2 if tile in TERMINALS_AND_HONORS else 1
    return fu * (4 if is_kong else 1)


def counts(hand: Hand, options: RiichiOptions) -> Iterator[tuple[int, int]]:
    """Yield han of the yaku in the tiles and fu, for every reading."""
    for reading in readings(hand):
        if reading.shape is Shape.SEVEN_PAIRS:
            has = set(formed(hand, reading))
            if "chinitsu" in has:
                has.discard("honitsu")
            yield sum(PATTERNS[name].value for name in has), 25
            continue
        for completed in (*(g.tiles for g in reading.sets), (reading.pair,) * 2):
            if kind(hand.winning_tile) in completed:
                another = AnotherCount(hand, reading, completed)
                yield another.count(options.double_wind_pair_fu)


@given(hands, options)
def test_another_count_of_han_and_fu_pays_the_same(hand, options):
    score = scored(hand, options)
    if score is None or score.yakuman:
        return
    besides = sum(e.total for e in score.patterns if e.pattern.id in ON_THE_WAY)
    bases = [
        worth(han + besides, fu, options).base for han, fu in counts(hand, options)
    ]
    assert max(bases) == worth(score.han, score.fu, options).base


@given(hands)
def test_the_winning_tile_was_waited_for(hand):
    if scored(hand, EMA):
        ready = replace(hand, winning_tile=None, flags=frozenset())
        assert kind(hand.winning_tile) in riichi_waits(ready)


@given(hands)
def test_what_is_waited_for_is_what_wins(hand):
    ready = replace(hand, winning_tile=None, flags=frozenset())
    winning = []
    for tile in range(KINDS):
        won = replace(ready, winning_tile=tile, self_draw=True)
        wrong = codes_of_faults(lambda won=won: score_hand(won, EMA))
        if not wrong & {"not_a_win", "too_many_copies"}:
            winning.append(tile)
    assert riichi_waits(ready) == tuple(winning)


def codes_of_faults(answer: Callable) -> set[str]:
    try:
        answer()
    except RuleError as error:
        return {fault.code for fault in error.faults}
    return set()


codes = st.sampled_from([*CODES[:KINDS], *CODES])
tiles = st.lists(codes, max_size=14)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | codes,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
    ),
    max_leaves=8,
)
melds = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["chow", "pung", "kong", "x"]),
        "tiles": st.lists(codes, max_size=5),
    },
    optional={"concealed": st.booleans(), "added": anything, "from": anything},
)
row_values = {
    "concealed": tiles,
    "melds": st.lists(melds, max_size=5),
    "winning_tile": st.none() | codes,
    "self_draw": st.booleans(),
    "seat_wind": st.sampled_from("ESWN"),
    "prevailing_wind": st.sampled_from("ESWN"),
    "flags": st.lists(st.sampled_from(FLAGS), max_size=3),
    "dora_indicators": st.lists(codes, max_size=6),
    "ura_indicators": st.lists(codes, max_size=6),
    "bonus_tiles": st.lists(codes, max_size=2),
    "winner": st.booleans(),
}
rows = st.fixed_dictionaries(
    {}, optional={name: values | anything for name, values in row_values.items()}
)


def faults(answer: Callable, *arguments: object) -> list[str] | None:
    """Return the sentences of the errors that a call raises; None if it succeeds."""
    try:
        answer(*arguments)
    except RuleError as error:
        return [fault.sentence for fault in error.faults]
    return None


@given(rows, options)
def test_any_row_is_scored_or_refused(row, options):
    for answer in (
        lambda row: score_hand(read_hand(row), options).as_data(),
        lambda row: riichi_waits(read_hand(row)),
    ):
        wrong = faults(answer, row)
        assert wrong is None or all(wrong)


@given(
    hands,
    options,
    st.frozensets(st.sampled_from(FLAGS), max_size=3),
    st.booleans(),
    st.lists(st.sampled_from(range(KINDS)), max_size=2),
)
def test_a_winning_hand_with_any_flags_is_scored_or_refused(
    hand, options, flags, self_draw, indicators
):
    changed = replace(
        hand, flags=flags, self_draw=self_draw, dora_indicators=tuple(indicators)
    )
    if HEAVENLY in flags:
        concealed = (*hand.concealed, hand.winning_tile)
        changed = replace(changed, concealed=concealed, winning_tile=None)
    wrong = faults(lambda: json.dumps(score_hand(changed, options).as_data()))
    assert wrong is None or all(wrong)
