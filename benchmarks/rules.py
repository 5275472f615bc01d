"""Measure how many hands a second the rules score, and the slowest hand, per ruleset.

    python -m benchmarks.rules [--hands 20000]

Scores distinct random winning hands on one core, including validation. Prints hands per
second, and hands in the time in which this machine adds 10 million numbers. If an
independent library is installed, prints the ratio to it on the same hands in the same
process (its arguments built beforehand): `mahjong` for Riichi, PyMahjongGB for MCR
(needs a C++ compiler: pip install PyMahjongGB).

The slowest hand is searched among the random hands and shapes known to be hard. Each is
scored three times with empty caches; the shortest time counts, which excludes delays by
other processes. The same is done for hands with up to eight jokers.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import _lru_cache_wrapper
from itertools import islice

import rules
from benchmarks.parts.processor_and_memory import machine_seconds
from rules.faults import RuleError
from rules.hand_notation import format_hand, parse_hand
from rules.hand_of_tiles import RIICHI, Hand
from rules.random_winning_hands import SPECIAL, STANDARD, winning_hands
from rules.riichi.mahjong_package import question
from rules.ruleset_and_table_state import Ruleset
from rules.tiles import JOKER
from rules.winds import Wind
from tests.rules.mcr.test_by_chance import arguments as mcr_arguments

SEED = 20261121
EMA = rules.ruleset("riichi", {"preset": "ema_2025"})

#: Shapes with many readings, waits or patterns.
HARD = (
    "1112345678999m+5m",
    "2223334445556m+6m",
    "1122334455667m+7m",
    "2233445566778s+8s",
    "111222333444m5m+5m",
    "[EEE]111222333m9m+9m",
    "1199m1199p1199s1m+1m",
    "147m258p369s234m5p+5p",
    "(1111m)(2222s)(3333p)(5555s)7m*7m",
    "19m19p19sESWNCFP+P",
)


#: Rules with jokers and no minimum value.
JOKERS: Sequence[tuple[str, dict[str, object]]] = (
    ("hong_kong", {}),
    ("hong_kong", {"preset": "hk_nyc_social", "limit_faan": None}),
    ("classical", {}),
    ("classical", {"roof_off": True}),
    ("classical", {"preset": "bmja"}),
)
MOST_JOKERS = 8


@dataclass(frozen=True)
class Course:
    """A ruleset and its hands.

    `peer` and `peer_scores`: name of an independent library ("" if none), and a
    function that scores the same hands with it.
    """

    ruleset: str
    hands: Sequence[Hand]
    peer: str = ""
    peer_scores: Callable[[], object] | None = None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000, help="hands a ruleset")
    count = parser.parse_args().hands
    machine = machine_seconds()
    print(f"10 million numbers are added in {machine:.2f} s")
    print(
        f"{'ruleset':<12}{'hands':>8}{'hands/s':>10}{'meanwhile':>10}{'peer':>10}"
        f"{'ratio':>8}"
    )
    for course in courses(count):
        print(line(course, machine), flush=True)
    for name, options in JOKERS:
        print(line_of_jokers(name, options), flush=True)


def courses(count: int) -> Iterator[Course]:
    hands = list(islice(distinct((STANDARD,) * 6 + SPECIAL), count))
    yield Course("mcr", hands, *mcr_peer(hands))
    for name in ("hong_kong", "classical"):
        yield Course(name, list(islice(distinct((STANDARD,)), count)))
    regular = (STANDARD,) * 6 + ("seven_pairs", "thirteen_orphans")
    plain = (replace(hand, bonus=()) for hand in distinct(regular))
    yield Course("zung_jung", list(islice(plain, count)))
    riichi = list(islice(riichi_hands(), count))
    yield Course("riichi", riichi, *riichi_peer(riichi))
    yield Course("sanma", list(islice(hands_of_three(), count)))


def distinct(shapes: tuple[str, ...]) -> Iterator[Hand]:
    seen = set()
    for hand in winning_hands(SEED, shapes):
        if hand not in seen:
            seen.add(hand)
            yield hand


def riichi_hands() -> Iterator[Hand]:
    """Yield distinct random hands with a yaku. Concealed hands have declared riichi."""
    for hand in distinct((STANDARD,) * 9 + ("seven_pairs",)):
        flags = hand.flags | (set() if hand.exposed else {RIICHI})
        played = replace(hand, bonus=(), flags=frozenset(flags))
        try:
            EMA.score(played)
        except RuleError:
            continue
        yield played


def hands_of_three() -> Iterator[Hand]:
    """Yield distinct random hands for three players: without 2 to 8 of characters and
    without chows. Concealed hands have declared riichi.
    """
    sanma = rules.ruleset("sanma")
    for hand in distinct((STANDARD,) * 9 + ("seven_pairs",)):
        flags = hand.flags | (set() if hand.exposed else {RIICHI})
        seat = Wind.EAST if hand.seat_wind is Wind.NORTH else hand.seat_wind
        played = replace(
            hand,
            bonus=(),
            flags=frozenset(flags),
            seat_wind=seat,
            prevailing_wind=Wind.EAST,
            nukidora=1,
        )
        try:
            sanma.score(played)
        except RuleError:
            continue
        yield played


def mcr_peer(hands: Iterable[Hand]) -> tuple[str, Callable[[], object] | None]:
    try:
        from MahjongGB import MahjongFanCalculator
    except ImportError:
        return "not installed", None
    built = [mcr_arguments(hand) for hand in hands]
    return "PyMahjongGB", lambda: [
        MahjongFanCalculator(*arguments) for arguments in built
    ]


def riichi_peer(hands: Iterable[Hand]) -> tuple[str, Callable[[], object]]:
    questions = [question(hand, hand.winning_tile, EMA.options) for hand in hands]
    return "mahjong", lambda: [ask() for ask in questions]


def line(course: Course, machine: float) -> str:
    ruleset = rules.ruleset(course.ruleset)
    ours = len(course.hands) / seconds(lambda: score_all(ruleset, course.hands))
    peer = ratio = "-"
    if course.peer_scores:
        theirs = len(course.hands) / seconds(course.peer_scores)
        peer, ratio = f"{theirs:,.0f}", f"{ours / theirs:.2f}"
    slow, hand = slowest(ruleset, course.hands)
    return (
        f"{course.ruleset:<12}{len(course.hands):>8,}{ours:>10,.0f}"
        f"{ours * machine:>10,.0f}{peer:>10}"
        f"{ratio:>8}  {course.peer}\n"
        f"{'':<12}slowest with empty caches: {slow * 1000:.1f} ms, {format_hand(hand)}"
    )


def line_of_jokers(name: str, options: dict[str, object]) -> str:
    ruleset = rules.ruleset(name, {**options, "jokers": MOST_JOKERS})
    hands = [
        with_jokers(hand, n)
        for n, hand in enumerate(islice(distinct((STANDARD,)), 300))
    ]
    timed = [
        (cold(ruleset, candidate), candidate)
        for candidate in hands
        if can_be_scored(ruleset, candidate)
    ]
    slow, hand = max(timed, key=lambda candidate: candidate[0])
    option_text = ", ".join(f"{key} {value}" for key, value in options.items())
    return (
        f"{name:<12}{len(timed):>8} with jokers {option_text}\n"
        f"{'':<12}slowest with empty caches: {slow * 1000:.1f} ms, {format_hand(hand)}"
    )


def with_jokers(hand: Hand, number: int) -> Hand:
    """Return the hand with one to eight jokers instead of some tiles.

    `number` decides how many (in half of the cases eight), and whether they replace the
    first or the last tiles.
    """
    count = min(len(hand.concealed), MOST_JOKERS if number % 2 else 1 + number % 7)
    left = hand.concealed[count:] if number % 4 < 2 else hand.concealed[:-count]
    return replace(hand, concealed=(*left, *[JOKER] * count), flags=frozenset())


def score_all(ruleset: Ruleset, hands: Iterable[Hand]) -> None:
    for hand in hands:
        ruleset.score(hand)


def seconds(work: Callable[[], object]) -> float:
    """Return the processor seconds of `work`, after collecting earlier garbage."""
    gc.collect()
    gc.freeze()
    start = time.process_time()
    work()
    return time.process_time() - start


def slowest(ruleset: Ruleset, hands: Sequence[Hand]) -> tuple[float, Hand]:
    """Return the longest time of a hand in seconds with empty caches, and the hand with
    this time.
    """
    hard = [hand for hand in map(parse_hand, HARD) if can_be_scored(ruleset, hand)]
    return max(
        ((cold(ruleset, hand), hand) for hand in (*hard, *hands[:2_000])),
        key=lambda timed: timed[0],
    )


def can_be_scored(ruleset: Ruleset, hand: Hand) -> bool:
    try:
        ruleset.score(hand)
    except RuleError:
        return False
    return True


def cold(ruleset: Ruleset, hand: Hand) -> float:
    return min(_cold_once(ruleset, hand) for _time in range(3))


def _cold_once(ruleset: Ruleset, hand: Hand) -> float:
    for cache in CACHES:
        cache.cache_clear()
    return seconds_of_one(lambda: ruleset.score(hand))


def seconds_of_one(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def caches() -> list[_lru_cache_wrapper[object]]:
    """Return every cache of the rules' functions."""
    return [
        value
        for name, module in list(sys.modules.items())
        if name.startswith("rules.")
        for value in vars(module).values()
        if isinstance(value, _lru_cache_wrapper)
    ]


CACHES: list[_lru_cache_wrapper[object]] = []

if __name__ == "__main__":
    CACHES = caches()
    main()
