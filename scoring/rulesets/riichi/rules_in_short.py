"""The rules of a Riichi event in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.riichi import Riichi, RiichiOptions
from scoring.rulesets.shared.rules_in_short import claims_in_short, rounds_in_short

_DEALER_STAYS = {
    "tenpai": gettext_lazy("The dealer stays after winning or being tenpai at a draw."),
    "agari": gettext_lazy("The dealer stays only after winning."),
    "never": gettext_lazy("The dealer changes after every hand."),
}
_LEFTOVER = {
    "winner_split": gettext_lazy("Riichi sticks left at the end go to first place."),
    "winner": gettext_lazy("Riichi sticks left at the end go to first place."),
    "lost": gettext_lazy("Riichi sticks left at the end go to no one."),
}


def in_short(rules: Riichi) -> Iterator[str]:
    """What everybody at the table should know."""
    options = rules.options
    words = _(
        "Starting score %(start)s. The target of %(target)s is subtracted at the end."
    )
    yield words % {"start": options.start, "target": options.target}
    uma = " · ".join(map(_signed, options.uma))
    yield _("Uma: %(uma)s.") % {"uma": uma}
    if options.oka:
        yield _("Oka: %(oka)s for first place.") % {"oka": options.oka}
    yield from _hands(options)
    words = _(
        "Each counter (honba) adds %(honba)s. At an exhaustive draw, players who are "
        "not tenpai pay %(noten)s in total."
    )
    yield words % {"honba": options.honba_value, "noten": options.noten_pool}
    yield str(_DEALER_STAYS[options.renchan])
    yield _chombo(options)
    yield str(_LEFTOVER[options.leftover])
    yield from claims_in_short(rules)
    yield from rounds_in_short(options.rounds)


def _hands(options: RiichiOptions) -> Iterator[str]:
    yield (
        _("Red fives are used.") if options.red_fives else _("Red fives are not used.")
    )
    yield (
        _("All Simples also counts in an open hand.")
        if options.kuitan
        else _("All Simples needs a concealed hand.")
    )
    if options.abortive:
        yield _("Abortive draws are allowed.")


def _chombo(options: RiichiOptions) -> str:
    if options.chombo_after_uma is None:
        return _("A chombo costs a mangan, paid to the others.")
    words = _("A chombo costs %(points)s final points.")
    return words % {"points": options.chombo_after_uma}


def _signed(points: int) -> str:
    return f"{points:+}".replace("-", "\N{MINUS SIGN}")
