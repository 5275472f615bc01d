"""What does not count beside what: if one pattern is part of another, only the
stricter one is scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.hong_kong.patterns import BIG_HANDS, PATTERNS
from rules.hong_kong.scoring_options import ScoringOptions

_TRIPLETS = "all_triplets"
_WINDS = ("seat_wind", "prevailing_wind")
_OWN = ("own_flower", "own_season")

#: pattern -> patterns that are part of it.
PARTS: Mapping[str, tuple[str, ...]] = {
    "great_winds": (*_WINDS, _TRIPLETS),
    "small_winds": _WINDS,
    "all_honours": (_TRIPLETS, "mixed_terminals"),
    "all_terminals": (_TRIPLETS, "mixed_terminals"),
    "four_concealed": (_TRIPLETS,),
    "all_kongs": (_TRIPLETS,),
    "nine_gates": ("all_one_suit",),
    "double_kong": ("kong_replacement",),
    "jade_dragon": ("mixed_one_suit", "dragon_triplet"),
    "ruby_dragon": ("mixed_one_suit", "dragon_triplet"),
    "pearl_dragon": ("mixed_one_suit", "dragon_triplet"),
    "seven_flowers": (*_OWN, "all_flowers", "all_seasons"),
    "eight_flowers": (*_OWN, "all_flowers", "all_seasons"),
}
_DRAGONS = ("small_dragons", "great_dragons")
_FOUR_CONCEALED_STRIKES: Mapping[str, tuple[str, ...]] = {
    "both": (),
    "self_draw": ("concealed_hand",),
    "none": ("concealed_hand", "self_draw"),
}


def struck_by(options: ScoringOptions) -> Mapping[str, frozenset[str]]:
    """The patterns that do not count beside each, under these options."""
    strikes = {name: set(parts) for name, parts in PARTS.items()}
    for name, more in _by_option(options):
        strikes.setdefault(name, set()).update(more)
    return {name: frozenset(struck) for name, struck in strikes.items()}


def _by_option(options: ScoringOptions) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not options.dragon_triplets_added:
        for name in _DRAGONS:
            yield name, ("dragon_triplet",)
    if options.set_replaces_own:
        yield "all_flowers", ("own_flower",)
        yield "all_seasons", ("own_season",)
    yield "four_concealed", _FOUR_CONCEALED_STRIKES[options.four_concealed_extras]
    if options.big_hands_alone == "no_extras":
        extras = tuple(name for name in PATTERNS if name not in BIG_HANDS)
        for name in BIG_HANDS:
            yield name, extras
