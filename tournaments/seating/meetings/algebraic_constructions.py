"""Plans without repeat meetings, made by algebraic constructions.

A player has three opponents in a round, so n players can have at most (n - 1) / 3 such
rounds. The constructions here reach that bound or come close:

* Affine space over the field with 4 elements, n = 4 ** k.
* Resolvable designs over rings, n = 3q + 1 where every field of the ring of order
  q has 4m + 1 elements (Beth, Jungnickel and Lenz, Design Theory, VII.7.5, for
  fields). Resolvable designs exist for every n = 12m + 4 (Hanani, Ray-Chaudhuri
  and Wilson, On resolvable designs, Discrete Mathematics 3, 1972).
* Extended plan (source "grown plan"): replace every player of a smaller plan by w
  players. A table of the smaller plan then has 4w players in four pools of w. They
  play w rounds, in which each player meets every player of the other pools once (a
  resolvable transversal design). Afterwards, players who have not met play in
  rounds with each other (Ge and Ling, A survey on resolvable group divisible
  designs with block size four, Discrete Mathematics 279, 2004). If the smaller plan
  is one table, the result is a plan for four pools.
* Starters and shifts from the catalogue (`starters_and_small_plans`). Known numbers
  of rounds: Miller, Valkov and Abel, Symmetry 18 (2), 269, 2026.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from tournaments.seating.meetings.finite_fields import apart, prime_powers, ring
from tournaments.seating.meetings.starters_and_small_plans import (
    Labels,
    Structure,
    shifts,
    starter,
)
from tournaments.seating.seating_plan import Four


@dataclass(frozen=True)
class Recipe:
    """A way to make a plan.

    - `rounds`: the most rounds that the plan can have.
    - `numbered`: whether no player visits a table twice.
    - `hole`: in all rounds together, all pairs meet except pairs within sets of this
      size. It is 0 if the pairs that never meet do not form such sets.
    - `build(r)` makes the first r rounds, r <= `rounds`.
    """

    rounds: int
    numbered: bool
    hole: int
    build: Callable[[int], Structure]


def perfect(players: int, rounds: int) -> Structure | None:
    """Return a plan with this number of rounds in which no pair meets twice.

    If possible, no player visits a table twice (`numbered`). Otherwise the order of the
    tables has no meaning. Return None if no plan is known or the players do not fill
    tables of 4.
    """
    if players < 4 or players % 4 or rounds < 1:
        return None
    enough = [recipe for recipe in recipes(players) if recipe.rounds >= rounds]
    numbered = [recipe for recipe in enough if recipe.numbered]
    if numbered:
        return numbered[0].build(rounds)
    return _longest(enough).build(rounds) if enough else None


def most_rounds(players: int) -> int:
    """Return the largest number of rounds that `perfect` can make for this number of
    players, or 0 if it can make none."""
    if players < 4 or players % 4:
        return 0
    return _longest(recipes(players)).rounds


@cache
def recipes(players: int) -> tuple[Recipe, ...]:
    """Return the known ways to make a plan for a multiple of 4 players, the simplest
    first."""
    if players == 4:
        return (Recipe(1, True, 1, _one_table),)
    known = [*_grown(players, 4), _shifted(players)]
    if players == 4 ** ((players.bit_length() - 1) // 2):
        known.append(Recipe((players - 1) // 3, False, 1, _affine(players)))
    if _has_ring_design(players):
        known.append(Recipe((players - 1) // 3, False, 1, _ring_design(players)))
    if kept := starter(players):
        known.append(Recipe(kept.rounds, False, kept.hole, kept.structure))
    for size in range(8, players // 4 + 1, 4):
        if players % size == 0:
            known.extend(_grown(players, size))
    return tuple(known)


def _longest(candidates: tuple[Recipe, ...] | list[Recipe]) -> Recipe:
    return max(candidates, key=lambda recipe: recipe.rounds)


def _one_table(rounds: int) -> Structure:
    return Structure((((0, 1, 2, 3),),), "one table", True, (0, 1, 2, 3))


def _shifted(players: int) -> Recipe:
    known = shifts(players)
    return Recipe(known.rounds, True, 0, known.structure)


def _affine(players: int) -> Callable[[int], Structure]:
    """Return a function that builds plans from the points and parallel lines of an
    affine space.

    The space is over the field with 4 elements.
    """

    def build(rounds: int) -> Structure:
        space = ring(players)
        third = (players - 1) // 3
        step = space.root(3)
        direction, made = space.diagonal(1), []
        generator = space.root(players - 1)
        for _ in range(min(rounds, third)):
            line = [0, direction]
            line += [space.times(direction, step)]
            line += [space.times(line[-1], step)]
            made.append(_parallels(players, line))
            direction = space.times(direction, generator)
        return Structure(tuple(made), "affine space over the field of four")

    return build


def _parallels(players: int, line: list[int]) -> tuple[Four, ...]:
    space = ring(players)
    seen: set[int] = set()
    tables: list[Four] = []
    for start in range(players):
        if start not in seen:
            a, b, c, d = (space.add(start, point) for point in line)
            tables.append((a, b, c, d))
            seen.update(tables[-1])
    return tuple(tables)


def _has_ring_design(players: int) -> bool:
    order, rest = divmod(players - 1, 3)
    return not rest and all(
        prime**times % 4 == 1 for prime, times in prime_powers(order)
    )


def _ring_design(players: int) -> Callable[[int], Structure]:
    """Return a function that builds plans in which all pairs meet.

    The players are three copies of a ring and one fixed player.
    """
    order = (players - 1) // 3

    def build(rounds: int) -> Structure:
        moves = ring(order)
        base = _ring_base(order)
        made = []
        for by in range(min(rounds, order)):
            moved = moves.shifted(by)
            label = [kind * order + x for kind in range(3) for x in moved]
            label.append(players - 1)
            made.append(
                tuple((label[a], label[b], label[c], label[d]) for a, b, c, d in base)
            )
        return Structure(tuple(made), "resolvable design over a ring")

    return build


def _ring_base(order: int) -> list[Four]:
    """Return the tables of the base round.

    For one of every four elements x, a table has x and -x of one copy of the ring, and
    ix and -ix of the next copy. Here i is a root of -1. One more table has 0 of all
    copies and the fixed player.
    """
    numbers = ring(order)
    i = numbers.root(4)
    tables: list[Four] = [(0, order, 2 * order, 3 * order)]
    seen = {0}
    for x in range(order):
        if x in seen:
            continue
        ix = numbers.times(i, x)
        four = (x, numbers.minus(x), ix, numbers.minus(ix))
        seen.update(four)
        for kind in range(3):
            shift, following = kind * order, (kind + 1) % 3 * order
            a, b = four[0] + shift, four[1] + shift
            tables.append((a, b, four[2] + following, four[3] + following))
    return tables


def _grown(players: int, size: int) -> Iterator[Recipe]:
    """Yield ways to make plans for `players` players, in which each player of a plan
    for `size` players is replaced by several players."""
    width = players // size
    elements = apart(width)
    if elements < 4:
        return
    plans = recipes(size)
    numbered = [plan for plan in plans if plan.numbered]
    if elements > 4 and numbered:
        longest = _longest(numbered)
        yield Recipe(
            longest.rounds * width,
            True,
            0,
            lambda rounds: _widened(longest, width, rounds, numbered=True),
        )
    yield _filled(_longest(plans), size, width)


def _filled(small: Recipe, size: int, width: int) -> Recipe:
    """Return the extended plan, followed by rounds in which players who have not met
    play with each other."""
    crosswise = small.rounds * width
    kept = Recipe(
        crosswise,
        False,
        small.hole * width,
        lambda rounds: _widened(small, width, rounds, numbered=False),
    )
    inside = max(small.hole, 1) * width
    if inside % 4:
        return kept
    filling = _longest(recipes(inside))

    def build(rounds: int) -> Structure:
        if rounds <= crosswise:
            return kept.build(rounds)
        grown = kept.build(crosswise)
        holes = _holes(size, small, width)
        among = _among(holes, filling.build(rounds - crosswise).rounds)
        return Structure((*grown.rounds, *among), f"{grown.source}, filled")

    hole = filling.hole if small.hole else 0
    return Recipe(crosswise + filling.rounds, False, hole, build)


def _widened(small: Recipe, width: int, rounds: int, *, numbered: bool) -> Structure:
    """Return an extended plan. Label x of the small plan becomes the labels x * width +
    v.

    Each round of the small plan becomes `width` rounds, and each table of the small
    plan becomes tables t. In round s, a label sits at table t with v = t + a * s. The
    four labels of a small table have different values of `a`. If `numbered`, a fifth
    value of `a` gives the table a different place in each round.
    """
    numbers = ring(width)
    steps = [numbers.diagonal(place) for place in range(5 if numbered else 4)]
    small_rounds = -(-rounds // width)
    base = small.build(small_rounds)
    made = []
    for number in range(rounds):
        small_round, s = divmod(number, width)
        moved = [numbers.shifted(numbers.times(step, s)) for step in steps]
        made.append(_crosswise(base.rounds[small_round], moved, width))
    pools = base.pools and tuple(pool for pool in base.pools for _ in range(width))
    source = "four pools over a ring" if len(base.rounds[0]) == 1 else "grown plan"
    return Structure(tuple(made), source, numbered, pools)


def _crosswise(
    tables: tuple[Four, ...], moved: list[list[int]], width: int
) -> tuple[Four, ...]:
    """Return the tables of one round. Each table of the small plan becomes `width`
    tables."""
    first, second, third, fourth, *places = moved
    order = sorted(range(width), key=places[0].__getitem__) if places else range(width)
    return tuple(
        (
            a * width + first[t],
            b * width + second[t],
            c * width + third[t],
            d * width + fourth[t],
        )
        for a, b, c, d in tables
        for t in order
    )


def _holes(size: int, small: Recipe, width: int) -> list[list[int]]:
    """Return the labels of the extended plan in sets. The members of a set have not
    met."""
    sets = _strangers(size, small) if small.hole > 1 else [[x] for x in range(size)]
    return [[x * width + v for x in labels for v in range(width)] for labels in sets]


def _strangers(size: int, small: Recipe) -> list[list[int]]:
    """Return the labels of the small plan in sets. The members of a set never meet.

    The pairs that never meet must form such sets.
    """
    met: list[set[int]] = [set() for _ in range(size)]
    for round_ in small.build(small.rounds).rounds:
        for four in round_:
            for label in four:
                met[label].update(four)
    sets = {
        tuple(x for x in range(size) if x not in m or x == y) for y, m in enumerate(met)
    }
    return [list(labels) for labels in sorted(sets)]


def _among(holes: list[list[int]], rounds: Labels) -> Iterator[tuple[Four, ...]]:
    """Yield the rounds of a plan. The plan is used in each of the sets `holes` at the
    same time."""
    for round_ in rounds:
        yield tuple(
            (hole[a], hole[b], hole[c], hole[d])
            for hole in holes
            for a, b, c, d in round_
        )
