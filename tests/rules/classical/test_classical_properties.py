"""Properties of every hand and settlement, tested on many random hands."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from rules.classical import Classical
from rules.cli.settle_command import settle_row
from rules.faults import RuleError
from rules.hand_as_json import hand_as_row, read_hand
from rules.hand_of_tiles import Hand, Meld
from rules.tiles import BONUS_TILES, FLOWERS, KINDS, SEASONS
from rules.winds import WINDS, Wind
from rules.winning_arrangements import SetKind
from tests.examples import examples

DMJL = Classical.from_options({})
#: Rules without the only item that depends on colours, apart from items for the last
#: tile.
NO_JADE = Classical.from_options({"limit_hands": {"imperial_jade": 0}})
RULESETS = [DMJL, Classical.from_options({"preset": "bmja"})]

winds = st.sampled_from(WINDS)
kinds = range(KINDS)
SETS = [
    *((SetKind.CHOW, (n, n + 1, n + 2)) for n in range(27) if n % 9 <= 6),
    *((SetKind.PUNG, (n, n, n)) for n in kinds),
    *((SetKind.KONG, (n, n, n, n)) for n in kinds),
]


@st.composite
def wins(draw) -> Hand:
    """Return a hand of 4 sets and a pair. Some of the sets are exposed."""
    held = Counter()
    chosen = []
    for _ in range(4):
        possible = [
            each
            for each in SETS
            if all(held[t] + n <= 4 for t, n in Counter(each[1]).items())
        ]
        chosen.append(draw(st.sampled_from(possible)))
        held.update(chosen[-1][1])
    pair = draw(st.sampled_from([n for n in kinds if held[n] <= 2]))
    melds, concealed = [], [pair, pair]
    for kind, tiles in chosen:
        if kind is SetKind.KONG:
            lies = draw(st.sampled_from(["concealed", "claimed", "added"]))
            melds.append(Meld(kind, tiles, lies == "concealed", lies == "added"))
        elif draw(st.booleans()):
            melds.append(Meld(kind, tiles))
        else:
            concealed += tiles
    winning = draw(st.sampled_from(sorted(concealed)))
    concealed.remove(winning)
    return Hand(
        concealed=tuple(concealed),
        melds=tuple(melds),
        winning_tile=winning,
        self_draw=draw(st.booleans()),
        seat_wind=draw(winds),
        prevailing_wind=draw(winds),
    )


def figures(rules: Classical, hand: Hand) -> tuple:
    score = rules.score(hand)
    return score.points, score.doubles, score.limits, score.total


def changed(hand: Hand, **fields: object) -> Hand:
    return read_hand({**hand_as_row(hand), **fields})


@given(wins())
def test_four_sets_and_a_pair_win_and_are_explained(hand):
    score = DMJL.score(hand)
    counted = [(pattern.pattern.unit, pattern.total) for pattern in score.patterns]
    sums = {
        unit: sum(value for its, value in counted if its == unit)
        for unit in ("points", "doubles", "limit")
    }
    if score.limits:
        assert sums == {"points": 0, "doubles": 0, "limit": 100}
        assert score.total == 500
    else:
        assert sums == {"points": score.points, "doubles": score.doubles, "limit": 0}
        assert score.total == min(score.raw, 500)
    json.dumps(score.as_data())


@given(wins(), st.randoms())
def test_the_order_of_tiles_and_melds_changes_nothing(hand, random):
    row = hand_as_row(hand)
    concealed, melds = list(row["concealed"]), list(row["melds"])
    random.shuffle(concealed)
    random.shuffle(melds)
    shuffled = changed(hand, concealed=concealed, melds=melds)
    assert figures(DMJL, shuffled) == figures(DMJL, hand)


@given(wins(), st.permutations("mps"))
def test_the_names_of_suits_change_nothing(hand, suits):
    renamed = str.maketrans("mps", "".join(suits))
    row = hand_as_row(hand)
    tiles = {"concealed", "winning_tile", "melds"}
    text = json.dumps({name: row[name] for name in tiles})
    other = json.loads(
        json.dumps(_renamed(json.loads(text), renamed)),
    )
    assert figures(NO_JADE, changed(hand, **other)) == figures(NO_JADE, hand)


def _renamed(value, table):
    """Return a value with the names of two-character tiles replaced at every depth.

    `table`: new name by old name.
    """
    if isinstance(value, list):
        return [_renamed(each, table) for each in value]
    if isinstance(value, dict):
        return {
            name: each if name == "type" else _renamed(each, table)
            for name, each in value.items()
        }
    is_suited = isinstance(value, str) and len(value) == 2 and value[0].isdigit()
    return value.translate(table) if is_suited else value


def bonus_worth(bonus: set[int], wind: Wind) -> tuple[int, int]:
    """Return points and doubles of bonus tiles for the player with this wind under the
    default rules.
    """
    place = WINDS.index(wind)
    doubles = {FLOWERS[place], SEASONS[place]} <= bonus
    doubles += set(FLOWERS) <= bonus
    doubles += set(SEASONS) <= bonus
    return 4 * len(bonus), doubles


@given(wins(), st.sets(st.sampled_from(BONUS_TILES)))
def test_bonus_tiles_add_exactly_their_value(hand, bonus):
    bare = DMJL.score(hand)
    rich = DMJL.score(
        Hand(**{**vars(hand), "bonus": tuple(bonus)}),
    )
    points, doubles = bonus_worth(bonus, hand.seat_wind)
    if bare.limits:
        assert rich.limits == bare.limits
    elif not rich.limits:
        assert rich.points == bare.points + points
        assert rich.doubles == bare.doubles + doubles


@given(wins())
def test_the_winning_tile_is_one_the_hand_waits_for(hand):
    waiting = Hand(**{**vars(hand), "winning_tile": None, "self_draw": False})
    assert hand.winning_tile in DMJL.waits(waiting)


values = st.fixed_dictionaries({str(wind): st.integers(0, 500) for wind in WINDS})


@given(values, winds, st.sampled_from(WINDS))
def test_a_settlement_is_the_sum_over_all_pairs(values, winner, east):
    """Pair by pair: the player with the East wind pays and receives double."""
    net = dict.fromkeys(WINDS, 0)
    for one, other in combinations(WINDS, 2):
        double = 2 if east in (one, other) else 1
        if winner in (one, other):
            loser = other if one is winner else one
            net[winner] += double * values[winner]
            net[loser] -= double * values[winner]
        else:
            amount = double * (values[one] - values[other])
            net[one] += amount
            net[other] -= amount
    position = DMJL.opening()
    steps = -WINDS.index(east)
    turned = {seat: seat.after(steps) for seat in WINDS}
    position = type(position)(1, Wind.EAST, 1, turned)
    entry = DMJL.read_entry({"kind": "win", "winner": winner, "values": values})
    assert DMJL.settle(entry, position, {}).changes == net


option_values = st.fixed_dictionaries(
    {},
    optional={
        "losers_settle": st.booleans(),
        "settle_mode": st.sampled_from(["between_all", "winner_only"]),
        "east_double": st.booleans(),
        "east_double_between_losers": st.booleans(),
        "discarder_pays": st.sampled_from(["all", "discarder_alone"]),
        "loser_pays_at_least": st.integers(0, 300),
        "limit_reached_by_losers_no_settlement": st.booleans(),
        "false_win_scale": st.sampled_from(["points", "half_limit", "limit"]),
        "false_win_east_double": st.booleans(),
    },
)


@given(values, winds, st.one_of(st.none(), winds), option_values, st.booleans())
def test_payments_sum_to_zero(values, winner, discarder, options, for_all):
    rules = Classical.from_options(options)
    discarder = None if discarder is winner else discarder
    payer = discarder if for_all else None
    entry = {
        "kind": "win",
        "winner": winner,
        "from": discarder,
        "pay_for_all": payer,
        "values": values,
    }
    settled = rules.settle(rules.read_entry(entry), rules.opening(), {})
    assert sum(settled.changes.values()) == 0
    assert all(payment.amount > 0 for payment in settled.payments)


@given(st.lists(winds, min_size=1, max_size=3, unique=True), option_values)
def test_false_mahjong_sums_to_zero(seats, options):
    rules = Classical.from_options(options)
    entry = rules.read_entry({"kind": "false_win", "seats": seats})
    assert sum(rules.settle(entry, rules.opening(), {}).changes.values()) == 0


def refused(ask: Callable[[], object]) -> None:
    """Call the function. It must succeed or raise a RuleError with sentences."""
    try:
        ask()
    except RuleError as error:
        sentences = [fault.sentence for fault in error.faults]
        if not all(sentences) or not sentences:
            raise AssertionError(sentences) from error


json_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False),
        st.text(max_size=4),
        st.sampled_from(["E", "S", "1m", "5p", "C", "f1", "pung", "kong", "win"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=15),
        st.dictionaries(st.text(max_size=4), inner, max_size=4),
    ),
    max_leaves=20,
)
tile_lists = st.lists(
    st.sampled_from(["1m", "2m", "3m", "9m", "5p", "E", "C", "P", "f1", "0m"]),
    max_size=15,
)
hand_rows = st.fixed_dictionaries(
    {},
    optional={
        "hand": json_values,
        "concealed": st.one_of(json_values, tile_lists),
        "melds": st.one_of(
            json_values,
            st.lists(
                st.fixed_dictionaries(
                    {
                        "type": st.sampled_from(["chow", "pung", "kong"]),
                        "tiles": tile_lists,
                    }
                ),
                max_size=6,
            ),
        ),
        "winning_tile": st.one_of(json_values, st.sampled_from(["1m", "C", "f1"])),
        "self_draw": json_values,
        "seat_wind": st.one_of(json_values, winds),
        "bonus_tiles": st.one_of(json_values, tile_lists),
        "flags": st.one_of(
            json_values,
            st.lists(st.sampled_from(["heavenly", "replacement", "last_tile"])),
        ),
        "winner": st.one_of(json_values, st.booleans()),
    },
)


@examples(400)
@given(hand_rows)
def test_any_hand_gives_a_score_or_faults(row):
    for rules in RULESETS:
        refused(lambda rules=rules: rules.score(read_hand(row)).as_data())
        refused(lambda rules=rules: rules.waits(read_hand(row)))


entry_values = st.one_of(json_values, st.sampled_from([*WINDS, None]))


@examples(400)
@given(
    st.sampled_from(["win", "false_win", "misnamed", "washout", "settlement", "x"]),
    st.dictionaries(
        st.sampled_from(
            ["winner", "winner_seat", "from", "pay_for_all", "seat", "seats", "to"]
        ),
        entry_values,
    ),
    st.one_of(json_values, st.dictionaries(st.sampled_from("ESWNX"), hand_rows)),
    st.one_of(json_values, values),
)
def test_any_entry_gives_a_settlement_or_faults(kind, entry, hands, numbers):
    raw = {"kind": kind, **entry, "hands": hands, "values": numbers}

    refused(lambda: settle_row(DMJL, raw))
    refused(lambda: DMJL.settle(DMJL.read_entry(raw), DMJL.opening(), {}))


@examples(200)
@given(st.dictionaries(st.sampled_from([*vars(DMJL.options), "x"]), json_values))
def test_any_options_are_read_or_refused(raw):
    refused(lambda: Classical.from_options(raw))
