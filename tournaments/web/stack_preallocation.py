"""Room for calls within calls, as templates and queries make them by the hundred."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

#: Places on the stack of a function that asks for room, of eight bytes each. None is
#: used, so that no memory is taken; what lies behind them has room for its own.
PLACES = 40_000


def with_room(call: Callable[P, T]) -> Callable[P, T]:
    """The same function, whose calls need no further memory for their frames.

    Python keeps frames in pieces of 16 kB, asks the system for another where one is
    full, and gives it back when the first call in it returns. A page calls thousands of
    times across such a border: that was a fifth of its work. A function that needs much
    more for itself gets a piece of half a megabyte, and what it calls stays in that.
    """

    def roomy(*args: P.args, **named: P.kwargs) -> T:
        return call(*args, **named)

    roomy.__code__ = roomy.__code__.replace(co_stacksize=PLACES)
    update_wrapper(roomy, call)
    return roomy
