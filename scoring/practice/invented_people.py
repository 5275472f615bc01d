"""Invented people, whom nobody takes for real ones: what a name is made of is a list of
our own."""

from __future__ import annotations

from itertools import product
from random import Random

#: Practice people have the first of these, and the last.
FIRST_NAMES = (
    *("Abacus", "Acorn", "Biscuit", "Bobbin", "Bramble", "Button", "Clementine"),
    *("Dandelion", "Doodle", "Fizz", "Gingham", "Hopscotch", "Jigsaw", "Kettle"),
    *("Lollipop", "Marmalade", "Noodle", "Origami", "Pickle", "Quill", "Ripple"),
    *("Sprocket", "Tangram", "Waffle"),
)
LAST_NAMES = (
    *("Applecart", "Bambooshoot", "Candlewick", "Dragonfruit", "Eggtimer"),
    *("Featherduster", "Gooseberry", "Haystack", "Inkwell", "Jellybean"),
    *("Kitestring", "Lampshade", "Moonbeam", "Nutcracker", "Overpass", "Pawnshop"),
    *("Quicksilver", "Rainbarrel", "Snowglobe", "Teaspoon", "Umbrella", "Windmill"),
)
CLUBS = (
    *("Invented Club of the Blue Kettle", "Invented Club of the Last Wall"),
    *("Invented Club of the Sleepy Dragon", "Invented Club of the Thirteenth Orphan"),
)


#: No two have the same names.
MOST_PEOPLE = len(FIRST_NAMES) * len(LAST_NAMES)


def invented_people(number: int, chance: Random) -> list[tuple[str, str, str]]:
    """First name, last name and club of so many people, no two of one name."""
    names = list(product(FIRST_NAMES, LAST_NAMES))
    chosen = chance.sample(names, number)
    return [(first, last, chance.choice(CLUBS)) for first, last in chosen]
