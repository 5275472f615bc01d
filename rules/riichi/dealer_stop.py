"""The dealer's right to end the game in the last hand (agari-yame, tenpai-yame).

The dealer has this right from the last hand on, if the dealer would stay and leads with
the target reached. The hand must not be an abortive draw. If the lead is tied, the
player nearest to the first East leads. Options decide whether the dealer must have won
the hand, and whether the dealer may choose.
"""

from __future__ import annotations

from dataclasses import field

from rules.faults import Fault, RuleError
from rules.ledger_entries import Entry
from rules.riichi.entries import ExhaustiveDraw, Win
from rules.rule_option_choice_words import named_choices
from rules.rule_option_types import Kind, Options, Sort, flag
from rules.strict_reader import Reader
from rules.translation_marks import _, cited

NEVER, AFTER_WIN, AFTER_WIN_OR_TENPAI = "none", "win", "win_or_tenpai"
#: Names of earlier files.
_OLD_NAMES = {"never": NEVER, "auto_if_leading": AFTER_WIN_OR_TENPAI}
_CHOICES = {
    AFTER_WIN: _("after the dealer's win"),
    AFTER_WIN_OR_TENPAI: _("after the dealer's win, or tenpai at a draw"),
}


def dealer_stop(default: str, source: str) -> str:
    """Declare the option that decides when a leading dealer may end the game."""
    keys = (NEVER, *named_choices(_CHOICES))

    def read(reader: Reader, name: str, preset: str) -> str:
        value = reader.peek(name)
        if isinstance(value, str) and value in _OLD_NAMES:
            reader.take(name)
            return _OLD_NAMES[value]
        return reader.text(name, keys, default=preset)

    text = _(
        "In the last hand, a dealer who would stay ends the game if they lead and "
        "have reached the target."
    )
    shape = " | ".join(keys)
    kind = Kind(text, source, read, str, shape, keys, sort=Sort.CHOICE)
    stop: str = field(default=default, metadata={"kind": kind})
    return stop


def dealer_stop_asked() -> bool:
    """Declare the option that lets the dealer choose whether to end the game."""
    return flag(
        False,
        _(
            "The dealer chooses whether to end the game. If off, the game ends "
            "automatically."
        ),
        cited("parlours ask the dealer"),
    )


def read_stop(reader: Reader, options: Options) -> bool:
    """Return whether the entry states that the dealer ends the game.

    Adds a fault if it does but these rules do not let the dealer choose.
    """
    stops = reader.flag("dealer_stops")
    if stops and not getattr(options, "dealer_stop_asked", False):
        message = _(
            "Under these rules, the dealer does not choose whether to end the game."
        )
        reader.fault("dealer_not_asked", message, "dealer_stops")
    return stops


def ends_game(entry: Entry, *, may: bool, policy: str, asked: bool) -> bool:
    """Return whether the game ends with this hand.

    `may`: it is the last hand, and the dealer stays and leads with the target reached.
    Raises RuleError if the entry ends the game but the dealer has no right to do this.
    """
    kinds = {AFTER_WIN: (Win,), AFTER_WIN_OR_TENPAI: (Win, ExhaustiveDraw)}
    may = may and isinstance(entry, kinds.get(policy, ()))
    if not asked:
        return may
    if not may:
        refuse_stop(entry)
    return isinstance(entry, Win | ExhaustiveDraw) and entry.dealer_stops


def refuse_stop(entry: Entry) -> None:
    """Raise RuleError if the entry states that the dealer ends the game."""
    if isinstance(entry, Win | ExhaustiveDraw) and entry.dealer_stops:
        raise RuleError(
            Fault(
                "dealer_may_not_stop",
                _(
                    "The dealer cannot end the game now. From the last hand, a dealer "
                    "can end it if they stay, lead and have reached the target."
                ),
                "dealer_stops",
            )
        )
