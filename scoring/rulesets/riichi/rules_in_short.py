"""The rules of a Riichi event in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.riichi import Riichi, RiichiOptions
from scoring.rulesets.shared.rules_in_short import claims_in_short, rounds_in_short

_DEALER_STAYS = {
    "tenpai": gettext_lazy("The dealer stays after winning or being tenpai at a draw."),
    "agari": gettext_lazy("The dealer stays after winning only."),
    "never": gettext_lazy("The deal passes after every hand."),
}
_LEFTOVER = {
    "winner_split": gettext_lazy("Deposits left at the end go to the first place."),
    "winner": gettext_lazy("Deposits left at the end go to the first place."),
    "lost": gettext_lazy("Deposits left at the end go to nobody."),
}


def in_short(rules: Riichi) -> Iterator[str]:
    """What everybody at the table should know."""
    options = rules.options
    words = _(
        "Everybody starts with %(start)s points; %(target)s are taken off at the end."
    )
    yield words % {"start": options.start, "target": options.target}
    uma = " · ".join(map(_signed, options.uma))
    yield _("Uma: %(uma)s.") % {"uma": uma}
    if options.oka:
        yield _("Oka: %(oka)s to the first place.") % {"oka": options.oka}
    yield from _hands(options)
    words = _(
        "Each counter adds %(honba)s; those who are not tenpai at a draw pay "
        "%(noten)s together."
    )
    yield words % {"honba": options.honba_value, "noten": options.noten_pool}
    yield str(_DEALER_STAYS[options.renchan])
    yield _chombo(options)
    yield str(_LEFTOVER[options.leftover])
    yield from claims_in_short(rules)
    yield from rounds_in_short(options.rounds)


def _hands(options: RiichiOptions) -> Iterator[str]:
    yield (
        _("Played with red fives.")
        if options.red_fives
        else _("Played without red fives.")
    )
    yield (
        _("All Simples may be open.")
        if options.kuitan
        else _("All Simples must be closed.")
    )
    if options.abortive:
        yield _("A hand may end in an abortive draw.")


def _chombo(options: RiichiOptions) -> str:
    if options.chombo_after_uma is None:
        return _("A chombo pays a mangan to the others.")
    words = _("A chombo takes %(points)s off the final points.")
    return words % {"points": options.chombo_after_uma}


def _signed(points: int) -> str:
    return f"{points:+}".replace("-", "\N{MINUS SIGN}")
