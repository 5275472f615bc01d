"""Properties of every hand and settlement, tested on many random hands."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from rules.cli.settle_command import settle_row
from rules.faults import Fault, RuleError
from rules.hand_as_json import hand_as_row, read_hand
from rules.hand_notation import format_hand
from rules.hand_of_tiles import Hand, Meld
from rules.hong_kong import HongKong, HongKongOptions
from rules.hong_kong.patterns import BONUS_PATTERNS
from rules.hong_kong.presets import PRESETS
from rules.ledger_replay import replay
from rules.tiles import BONUS_TILES, FLOWERS, KINDS, SEASONS
from rules.winds import WINDS
from rules.winning_arrangements import SetKind
from tests.examples import examples

DEFAULT = HongKong.from_options({})
RULESETS = [HongKong.from_options({"preset": name}) for name in PRESETS]
BONUS_COUNTED = HongKong.from_options({"bonus_counts_for_minimum": True})

winds = st.sampled_from(WINDS)
kinds = range(KINDS)
SETS = [
    *((SetKind.CHOW, (n, n + 1, n + 2)) for n in range(27) if n % 9 <= 6),
    *((SetKind.PUNG, (n, n, n)) for n in kinds),
    *((SetKind.KONG, (n, n, n, n)) for n in kinds),
]
#: Few kinds of tiles, so that rare patterns occur.
FEW = [each for each in SETS if all(tile < 9 or tile >= 27 for tile in each[1])]


@st.composite
def wins(draw) -> Hand:
    """Return a hand of 4 sets and a pair. Some of the sets are exposed."""
    held: Counter[int] = Counter()
    chosen = []
    sets = draw(st.sampled_from([SETS, FEW]))
    for _ in range(4):
        possible = [
            each
            for each in sets
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


def changed(hand: Hand, **fields: object) -> Hand:
    return read_hand({**hand_as_row(hand), **fields})


def counted(rules: HongKong, hand: Hand) -> dict[str, int]:
    return {pattern.pattern.id: pattern.total for pattern in rules.score(hand).patterns}


@given(wins(), st.sampled_from(RULESETS))
def test_four_sets_and_a_pair_win_and_add_up(hand, rules):
    score = rules.score(hand)
    options = rules.options
    assert score.faan == sum(pattern.total for pattern in score.patterns)
    assert score.faan_capped == min(score.faan, options.limit_faan)
    told = {each.pattern.id for each in score.left_out}
    assert told.isdisjoint(pattern.pattern.id for pattern in score.patterns)
    assert all(each.sentence.endswith(".") for each in score.left_out)
    json.dumps(score.as_data())


@given(wins())
def test_bonus_tiles_can_only_help_to_the_minimum(hand):
    bare, rich = DEFAULT.score(hand), BONUS_COUNTED.score(hand)
    assert rich.meets_minimum or not bare.meets_minimum
    assert rich.meets_minimum == (rich.faan >= 3)


@given(wins(), st.randoms())
def test_the_order_of_tiles_and_melds_changes_nothing(hand, random):
    row = hand_as_row(hand)
    concealed, melds = list(row["concealed"]), list(row["melds"])
    random.shuffle(concealed)
    random.shuffle(melds)
    shuffled = changed(hand, concealed=concealed, melds=melds)
    assert counted(DEFAULT, shuffled) == counted(DEFAULT, hand)


@given(wins(), st.permutations([0, 1, 2]))
def test_the_names_of_suits_change_nothing(hand, suits):
    def renamed(tile: int) -> int:
        return 9 * suits[tile // 9] + tile % 9 if tile < 27 else tile

    melds = tuple(
        Meld(m.kind, tuple(map(renamed, m.tiles)), m.concealed, m.added)
        for m in hand.melds
    )
    other = Hand(
        **{
            **vars(hand),
            "concealed": tuple(map(renamed, hand.concealed)),
            "melds": melds,
            "winning_tile": renamed(hand.winning_tile),
        }
    )
    assert counted(DEFAULT, other) == counted(DEFAULT, hand)


def bonus_faan(bonus: set[int], seat: int) -> dict[str, int]:
    """Return the faan of bonus tiles under the default rules."""
    if len(bonus) >= 7:
        return {"eight_flowers": 8} if len(bonus) == 8 else {"seven_flowers": 3}
    worth = {} if bonus else {"no_flowers": 1}
    for tiles, own, every in (
        (FLOWERS, "own_flower", "all_flowers"),
        (SEASONS, "own_season", "all_seasons"),
    ):
        if set(tiles) <= bonus:
            worth[every] = 2
        elif tiles[seat] in bonus:
            worth[own] = 1
    return worth


@given(wins(), st.sets(st.sampled_from(BONUS_TILES)))
def test_bonus_tiles_change_exactly_the_bonus_patterns(hand, bonus):
    bare = counted(DEFAULT, hand)
    rich = counted(DEFAULT, Hand(**{**vars(hand), "bonus": tuple(bonus)}))
    expected = bonus_faan(bonus, WINDS.index(hand.seat_wind))
    assert {k: v for k, v in rich.items() if k in BONUS_PATTERNS} == expected
    assert {k: v for k, v in rich.items() if k not in BONUS_PATTERNS} == {
        k: v for k, v in bare.items() if k not in BONUS_PATTERNS
    }


@given(wins())
def test_the_winning_tile_is_one_the_hand_waits_for(hand):
    waiting = Hand(**{**vars(hand), "winning_tile": None, "self_draw": False})
    waits = DEFAULT.waits(waiting)
    assert hand.winning_tile in waits
    for tile in waits:
        assert DEFAULT.score(Hand(**{**vars(hand), "winning_tile": tile})).faan >= 0


barred = st.sampled_from(["off", "same_tile", "any_tile"])
claim_options = {
    "chow_from": st.sampled_from(["left", "anybody"]),
    "pair_claim_to_win": st.booleans(),
    "missed_discard": barred,
    "sacred_discard": barred,
    "claim_window": st.integers(0, 60),
}
whole_options = st.fixed_dictionaries(
    {},
    optional={
        "preset": st.sampled_from(list(PRESETS)),
        "payment": st.sampled_from(["shared", "half", "full", "single", "matrix"]),
        "multiple_winners": st.sampled_from(
            ["nearest", "highest", "limit_first", "nearest_to_east", "all"]
        ),
        "triple_win_is_draw": st.booleans(),
        "goulash_carry": st.integers(0, 20),
        "goulash_carry_as": st.sampled_from(["points", "faan"]),
        "extra_hand_bonus": st.integers(0, 20),
        "kitty": st.integers(0, 20),
        "goulash_deal": st.sampled_from(["off", "charleston", "charleston"]),
        "goulash_stake": st.integers(0, 20),
        "false_win_policy": st.sampled_from(
            ["max_self_draw_to_each", "half_max_self_draw_to_each", "points_to_each"]
        ),
        "false_win_then": st.sampled_from(["as_draw", "passes", "open_hand"]),
        "deal_passes_on_draw": st.booleans(),
        "max_dealer_wins": st.sampled_from(["none", 1, 2]),
        "loser_pays_at_least": st.integers(0, 50),
        "min_faan": st.integers(0, 5),
        "bonus_counts_for_minimum": st.booleans(),
        "seven_flower_win": st.booleans(),
        **claim_options,
    },
)


@st.composite
def entries(draw) -> dict:
    kind = draw(st.sampled_from(["win", "win", "win", "washout", "false_win"]))
    if kind == "washout":
        return {"kind": kind}
    if kind == "false_win":
        return {"kind": kind, "seat": draw(winds)}
    source = draw(winds)
    others = [seat for seat in WINDS if seat is not source]
    winners = draw(st.lists(st.sampled_from(others), min_size=1, unique=True))
    faan = st.integers(3, 20)
    if len(winners) == 1 and draw(st.booleans()):
        return {"kind": kind, "winner": winners[0], "from": None, "faan": draw(faan)}
    bonus = st.integers(0, 4)
    claims = [
        {"winner": seat, "faan": draw(faan), "bonus_faan": draw(bonus)}
        | draw(st.sampled_from([{}, {}, {"no_chows": True}]))
        for seat in winners
    ]
    if draw(st.booleans()):
        claims[0] |= {"guarantor": source, "robbed_kong": draw(st.booleans())}
    return {"kind": kind, "from": source, "winners": claims}


@given(whole_options, st.lists(entries(), max_size=12))
def test_payments_sum_to_zero_hand_by_hand(options, ledger):
    try:
        rules = HongKong.from_options(options)
        state = replay(rules, map(rules.read_entry, ledger))
    except RuleError as error:
        assert error.faults  # noqa: PT017 (play may be over before the ledger is)
        return
    taken = rules.options.false_win_policy == "deduction"
    for line in state.lines:
        changes = line.settlement.changes
        if not (taken and line.entry.kind == "false_win"):
            assert sum(changes.values()) == 0
        assert all(payment.amount > 0 for payment in line.settlement.payments)
        assert set(line.settlement.winners) <= set(WINDS)
        assert line.before.dealer in WINDS
    assert sum(p.table_points for p in rules.rank(state).values()) == 7
    json.dumps([line.entry.as_data() for line in state.lines])


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
        st.floats(),
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
FLAGS = [
    "heavenly",
    "earthly",
    "replacement",
    "last_tile",
    "flower_win",
    "robbing_kong",
]
hand_rows = st.fixed_dictionaries(
    {},
    optional={
        "hand": st.one_of(json_values, wins().map(format_hand)),
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
        "bonus_tiles": st.one_of(
            json_values,
            st.lists(st.sampled_from(["f1", "f2", "f3", "f4", "y1", "y2", "y3"])),
        ),
        "flags": st.one_of(json_values, st.lists(st.sampled_from(FLAGS))),
        "winner": st.one_of(json_values, st.booleans()),
    },
)


@examples(400)
@given(hand_rows, st.sampled_from(RULESETS))
def test_any_hand_gives_a_score_or_faults(row, rules):
    refused(lambda: json.dumps(rules.score(read_hand(row)).as_data()))
    refused(lambda: rules.waits(read_hand(row)))


@examples(400)
@given(wins(), st.sets(st.sampled_from([*FLAGS, "double_kong"])), st.integers(0, 8))
def test_any_flags_give_a_score_or_faults(hand, flags, bonus):
    for rules in RULESETS:
        row = Hand(
            **{
                **vars(hand),
                "flags": frozenset(flags),
                "bonus": tuple(BONUS_TILES[:bonus]),
            }
        )
        refused(lambda rules=rules, row=row: rules.score(row).as_data())


claim_values = st.one_of(
    json_values,
    st.lists(
        st.fixed_dictionaries(
            {"winner": winds},
            optional={"faan": st.integers(0, 20), "hand": hand_rows, "x": json_values},
        ),
        max_size=4,
    ),
)


@examples(400)
@given(
    st.sampled_from(["win", "false_win", "washout", "settlement", "x"]),
    st.dictionaries(
        st.sampled_from(
            [
                *("winner", "winner_seat", "from", "discarder", "seat", "offender"),
                *("guarantor", "guarantee", "robbed_kong", "faan", "base", "draws"),
                *("options", "preset"),
            ]
        ),
        st.one_of(json_values, winds, st.integers(0, 20)),
    ),
    st.one_of(st.none(), claim_values),
    st.one_of(st.none(), hand_rows),
)
def test_any_entry_gives_a_settlement_or_faults(kind, values, winners, hand):
    raw = {"kind": kind, **values, "winners": winners, "hand": hand}
    refused(lambda: settle_row(DEFAULT, raw))
    refused(lambda: replay(DEFAULT, [DEFAULT.read_entry(raw)]))


OPTION_NAMES = [name for name, _kind in HongKongOptions.declared()]


@examples(300)
@given(
    st.dictionaries(
        st.sampled_from([*OPTION_NAMES, "preset", "table", "cap", "mode", "x"]),
        st.one_of(json_values, st.sampled_from(["none", "all", "any", "custom"])),
    )
)
def test_any_options_are_read_or_refused(raw):
    refused(lambda: HongKong.from_options(raw).patterns)


@given(wins(), st.fixed_dictionaries({}, optional=claim_options))
def test_claim_options_refuse_a_hand_in_a_sentence_or_leave_its_worth(hand, options):
    rules = HongKong.from_options(options)
    faults: tuple[Fault, ...] = ()
    try:
        assert rules.score(hand).faan <= DEFAULT.score(hand).faan
    except RuleError as error:
        faults = error.faults
    assert {fault.code for fault in faults} <= {"pair_claimed"}
    assert all(fault.sentence.endswith(".") for fault in faults)
