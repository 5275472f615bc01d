"""Rule options of riichi: the game, its payments and end, and the value of a hand.

Common terms are used. Uma: the bonus for a place after the game. Oka: the extra bonus
for the first place. Honba: the counters of a dealer who stays. Pao: the liability for a
yakuman that a player made possible.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.absence_score_options import (
    missed_points,
    missed_score,
    sit_out_points,
    sit_out_score,
    substitute_last,
    substitute_points,
    substitute_score,
)
from rules.faults import Fault
from rules.riichi.dealer_stop import NEVER, dealer_stop, dealer_stop_asked
from rules.riichi.entries import ABORTIVE_REASONS, THREE_RON
from rules.riichi.floating_uma import FloatingUma, floating_uma_kind
from rules.riichi.payments_of_base import Payments, payments
from rules.riichi.presets import ALIASES, LIABILITY_BEFORE, PRESETS
from rules.rule_option_types import (
    Kind,
    Options,
    Sort,
    Values,
    choice,
    contradiction,
    flag,
    limit,
    number,
    numbers,
    several,
)
from rules.strict_reader import MOST_AMOUNT, Reader
from rules.translation_marks import _, cited, in_context, listed
from rules.winds import FOUR, WINDS, Wind

#: Choices for a win on a discard before the winner's first draw.
RENHOU = ("none", "mangan_alone", "mangan_or_hand", "cumulative", "yakuman")


@dataclass(frozen=True)
class ScoringOptions(Options):
    """Options that decide which hands win and how much each hand is worth."""

    #: Players at a table.
    players: ClassVar[int] = FOUR

    preset: str = "ema_2025"

    red_fives: bool = flag(
        False,
        _("Red fives: one five of each suit is red and adds 1 han"),
        cited("M-League and Tenhou: yes"),
    )
    kuitan: bool = flag(
        True,
        _("All Simples (tanyao) also counts in an open hand"),
        cited("EMA 2025, 4.2"),
    )
    ippatsu: bool = flag(
        True,
        _("Ippatsu: a win within one turn of riichi adds 1 han"),
        cited("EMA 2025, 4.2; JPML official rules: no"),
    )
    ura: bool = flag(
        True,
        _("Ura dora: indicators are turned after a win with riichi"),
        cited("EMA 2025, 4.2; JPML official rules: no"),
    )
    kan_dora: bool = flag(
        True,
        _("Each kong reveals another dora indicator"),
        cited("EMA 2025, 4.2; JPML official rules: no"),
    )
    kan_dora_immediate: bool = flag(
        True,
        _(
            "Every kong reveals its dora indicator immediately. If off, "
            "only concealed kongs do; other kongs reveal it after the "
            "discard."
        ),
        cited("EMA 2025; Tenhou: no"),
    )
    double_wind_pair_fu: int = number(
        2,
        2,
        4,
        _("Fu for a pair that is both seat wind and prevailing wind: 2 or 4"),
        cited("EMA 2025, 4.1.1: 2; EMA 2016 and Tenhou: 4"),
    )
    kiriage: bool = flag(
        True,
        _("Round 4 han 30 fu and 3 han 60 fu up to mangan"),
        cited("EMA 2025; EMA 2016, JPML and Tenhou: no"),
    )
    kazoe: str = choice(
        "sanbaiman",
        ("sanbaiman", "yakuman"),
        _("Value of 13 or more han without a yakuman"),
        cited("EMA 2025: sanbaiman; Tenhou: yakuman"),
    )
    yakuman_stack: bool = flag(
        False,
        _("Several yakuman in one hand add up"),
        cited("EMA 2025: no; WRC 2022, M-League, JPML and Tenhou: yes"),
    )
    double_yakuman: bool = flag(
        False,
        _(
            "Double yakuman: Big Four Winds, Four Concealed Pungs won on the pair, "
            "Thirteen Orphans waiting for 13 tiles, Nine Gates waiting for 9 tiles"
        ),
        cited("house rules; no preset"),
    )
    renhou: str = choice(
        "mangan_alone",
        RENHOU,
        _(
            "Renhou: win on a discard before the player's first draw and "
            "before any call"
        ),
        cited(
            "EMA 2025, 4.2: always mangan; WRC, JPML: mangan, or the hand value if "
            "higher"
        ),
    )

    @property
    def has_dora_fives(self) -> bool:
        """Return whether some fives, usually the red fives, are always dora."""
        return self.red_fives

    @property
    def pairs_may_be_alike(self) -> bool:
        """Return whether seven pairs may have two identical pairs."""
        return False

    @property
    def uses_fu(self) -> bool:
        """Return whether fu change the value of a hand."""
        return True


TIE_BREAKS = ("raw_score", "first_places", "best_session")
_SCORE = 1_000_000
#: Points below the start score of 30,000; with an uma of -15,000 that makes -30,000.
_MISSING = 15_000
_EMA_EVENTS = cited(
    "EMA events: 15,000 below the starting score, and the uma of the last place"
)


def _tie_breaks(default: tuple[str, ...]) -> tuple[str, ...]:
    """Return the option that lists the tie-breaks in use, in order."""

    def read(reader: Reader, name: str, preset: tuple[str, ...]) -> tuple[str, ...]:
        if reader.peek(name) is None:
            reader.take(name)
            return preset
        chosen = reader.sequence(name, most=len(TIE_BREAKS))
        known = tuple(tie_break for tie_break in TIE_BREAKS if tie_break in chosen)
        if len(known) != len(chosen):
            reader.fault(
                "not_a_choice",
                _(
                    "“%(value)s” is not possible. Enter each of %(choices)s at most "
                    "once."
                ),
                name,
                value=listed(chosen),
                choices=listed(TIE_BREAKS),
            )
        return tuple(sorted(known, key=list(chosen).index))

    kind = Kind(
        _("Tie-breaks for equal totals in the tournament, in order"),
        cited("not stated in any rule book; house rules"),
        read,
        list,
        "list of " + ", ".join(TIE_BREAKS),
        TIE_BREAKS,
        sort=Sort.ORDERED,
    )
    return dataclasses.field(default=default, metadata={"kind": kind})


_FLOATING = floating_uma_kind(
    _(
        "Uma if 1 player or 3 players finish at or above the target. No uma if all 4 "
        "are tied."
    ),
    cited("JPML official rules"),
)


@dataclass(frozen=True)
class RiichiOptions(ScoringOptions):
    """Options of riichi: the game, its payments, its end, and the value of hands."""

    PRESETS: ClassVar = PRESETS
    ALIASES: ClassVar = ALIASES
    ALWAYS_WRITTEN: ClassVar[tuple[str, ...]] = ("pao_composite",)

    preset: str = "ema_2025"

    start: int = number(30_000, 0, _SCORE, _("Starting points of each player"))
    target: int = number(
        30_000,
        0,
        _SCORE,
        _("Target: points subtracted from each player's score at the end"),
        cited("EMA 2025, 3.7"),
    )
    uma: tuple[int, ...] = numbers(
        (15_000, 5_000, -5_000, -15_000),
        -MOST_AMOUNT,
        MOST_AMOUNT,
        _("Uma: points for each place"),
        cited("EMA 2025, 3.7.1"),
    )
    uma_by_floating: FloatingUma | None = dataclasses.field(
        default=None, metadata={"kind": _FLOATING}
    )
    oka: int = number(
        0, 0, MOST_AMOUNT, _("Oka: bonus for first place"), cited("EMA 2025: none")
    )
    tie: str = choice(
        "split",
        ("split", "seat_order"),
        _("Uma of tied players"),
        cited("EMA 2025, 3.7.1"),
    )
    shared_places: str = choice(
        "exact",
        {
            "exact": _("exact, also thirds"),
            "tenths": _("tenths of a point"),
            "ones": _("whole points"),
        },
        _(
            "Shares of uma and oka of tied players. The remainder from "
            "rounding goes to the player closest to the first East."
        ),
        cited("M-League: the remainder goes to the player closest to the first East"),
        group="points",
    )
    point_rounding: str = choice(
        "none",
        ("none", "half_away"),
        _(
            "Final points: exact, or rounded to whole thousands (halves away from "
            "zero) with the remainder going to first place"
        ),
    )
    multi_ron: str = choice(
        "all",
        ("all", "head_bump", "two_max"),
        in_context("riichi", "Several wins on one discard"),
        cited("EMA 2025, 3.4.3"),
    )
    multi_ron_honba: str = choice(
        "each",
        ("each", "first"),
        _("Recipient of counters with several winners"),
        cited("EMA 2025, 4.1"),
    )
    multi_ron_sticks: str = choice(
        "own_back_rest_first",
        ("own_back_rest_first", "first"),
        _("Riichi sticks with several winners"),
        cited("EMA 2025, 3.4.3"),
    )
    pao: tuple[str, ...] = several(
        ("daisangen", "daisuushii"),
        ("daisangen", "daisuushii", "suukantsu"),
        _(
            "Yakuman with liability (pao) for the player whose discard completed the "
            "last set"
        ),
        cited("EMA 2025, 3.3.7; Tenhou: not for four kongs"),
    )
    pao_composite: str = choice(
        "part",
        ("part", "whole"),
        _("Payment by the liable player with several yakuman"),
        cited("EMA 2025, 3.3.7; Tenhou: the whole hand"),
    )
    pao_honba: str = choice(
        "discarder",
        ("discarder", "liable"),
        _("Payer of counters if the discarder and the liable player share the payment"),
        cited("EMA 2025, 3.3.7; M-League and Tenhou: the liable player"),
    )
    abortive: bool = flag(
        False,
        in_context("riichi", "Abortive draws"),
        cited("EMA 2025: no; Tenhou: yes"),
    )
    nagashi: bool = flag(
        False,
        _(
            "Nagashi mangan: a player who discarded only terminals and honors, none "
            "of them called, is paid a mangan at an exhaustive draw."
        ),
        cited("EMA 2025: no; Tenhou: yes"),
    )
    honba_value: int = number(
        300,
        0,
        30_000,
        _("Points each counter (honba) adds to a win"),
        cited("EMA 2025, 4.1"),
    )
    noten_pool: int = number(
        3_000,
        0,
        30_000,
        _("Total paid at an exhaustive draw by players who are not tenpai"),
        cited("EMA 2025, 3.4.2"),
    )
    renchan: str = choice(
        "tenpai",
        ("tenpai", "agari", "never"),
        _("Dealer stays"),
        cited("EMA 2025, 3.5"),
    )
    rounds: int = number(
        2, 1, 4, in_context("riichi", "Wind rounds in a game"), cited("EMA 2025")
    )
    west_extension: bool = flag(
        False,
        _(
            "Extra round if no player has reached the target. It ends early if a "
            "player reaches it."
        ),
        cited("Tenhou"),
    )
    dealer_stop: str = dealer_stop(NEVER, cited("Tenhou"))
    dealer_stop_asked: bool = dealer_stop_asked()
    bankrupt_below: int | None = limit(
        None,
        -_SCORE,
        _SCORE,
        _("The game ends when a score falls below this"),
        cited("Tenhou: 0"),
    )
    leftover: str = choice(
        "winner_split",
        ("winner_split", "winner", "lost"),
        _("Recipient of riichi sticks left at the end"),
        cited("EMA 2025, 3.7"),
    )
    chombo_after_uma: int | None = limit(
        20_000,
        0,
        MOST_AMOUNT,
        _(
            "Chombo: deduction from the offender's final points. None: the offender "
            "pays a mangan to the others immediately."
        ),
        cited("EMA 2025, 3.4.6"),
    )
    chombo_last_hand: str = choice(
        "ends",
        ("ends", "again"),
        _("Play after a chombo in the last hand before the time limit"),
        cited("EMA 2025: the game ends; EMA 2016: the hand is replayed"),
    )
    time_policy: str = choice(
        "hand_plus_one",
        ("none", "finish_hand", "hand_plus_one"),
        _("Rule at the time limit. None: play continues."),
        cited("EMA 2025: finish the hand and play 1 more; WRC: finish the hand"),
    )
    time_minutes: int | None = limit(
        None, 1, 600, _("Time limit of a game in minutes"), cited("WRC: 90")
    )
    tie_breaks: tuple[str, ...] = _tie_breaks(("raw_score", "first_places"))
    missed_score: int = missed_score(_MISSING, _EMA_EVENTS)
    missed_points: int = missed_points(2 * -_MISSING, _EMA_EVENTS)
    sit_out_score: int = sit_out_score()
    sit_out_points: int = sit_out_points()
    substitute_score: int | None = substitute_score(_MISSING, _EMA_EVENTS)
    substitute_points: int | None = substitute_points(2 * -_MISSING, _EMA_EVENTS)
    substitute_last: bool = substitute_last(True, cited("EMA 2025, 7.3: yes"))

    @property
    def seats(self) -> tuple[Wind, ...]:
        """Return the seats that are occupied at a table."""
        return WINDS[: self.players]

    @property
    def honba_each(self) -> int:
        """Return the points that each payer of a self-draw pays per counter. On a
        discard, one player pays for all."""
        return self.honba_value // (FOUR - 1)

    @property
    def subtracted(self) -> int:
        """Return the points subtracted from each score for the final points."""
        return self.target

    @property
    def abortive_reasons(self) -> tuple[str, ...]:
        """Return the reasons for which a hand may end in an abortive draw."""
        return tuple(
            reason
            for reason in ABORTIVE_REASONS
            if (self.multi_ron == "two_max" if reason == THREE_RON else self.abortive)
        )

    @property
    def extension_is_sudden_death(self) -> bool:
        """Return whether the extension ends as soon as a player reaches the target,
        even if the dealer would stay."""
        return False

    @property
    def sum_is_known(self) -> bool:
        """Return whether the scores of a table always have the same sum."""
        return True

    def payments(self, base: int, *, dealer: bool, self_draw: bool) -> Payments:
        """Return the points that each payer owes the winner of a hand with these base
        points."""
        return payments(base, dealer=dealer, self_draw=self_draw)

    @property
    def asks_liable_yakuman(self) -> bool:
        """Return whether a liable player may pay for only some of a hand's yakuman."""
        return self.yakuman_stack and self.pao_composite == "part"

    @classmethod
    def as_meant_then(cls, raw: Values) -> Values:
        if "pao_composite" in raw:
            return raw
        preset = str(raw.get("preset"))
        return {**LIABILITY_BEFORE.get(cls.ALIASES.get(preset, preset), {}), **raw}

    def contradictions(self) -> Iterator[Fault]:
        yield from self._unbalanced_uma()
        if self.double_wind_pair_fu == 3:
            yield contradiction(
                "double_wind_pair_fu",
                _("A pair that is both seat wind and prevailing wind has 2 or 4 fu."),
            )
        yield from self._undividable_payments()
        if self.bankrupt_below is not None and self.bankrupt_below > self.start:
            yield contradiction(
                "bankrupt_below",
                _(
                    "All players start below %(value)s, so the game would end "
                    "immediately."
                ),
                value=self.bankrupt_below,
            )
        if self.dealer_stop != NEVER and self.renchan == "never":
            yield contradiction(
                "dealer_stop", _("A dealer who never stays cannot end the game.")
            )
        if self.dealer_stop_asked and self.dealer_stop == NEVER:
            yield contradiction(
                "dealer_stop_asked", _("Choose when the dealer may end the game.")
            )

    def _undividable_payments(self) -> Iterator[Fault]:
        """Yield a fault for each amount that the payers cannot share in whole
        points."""
        if self.honba_value % 3:
            yield contradiction(
                "honba_value",
                _("%(value)s cannot be paid by 3 players. Enter a multiple of 3."),
                value=self.honba_value,
            )
        if self.noten_pool % 6:
            yield contradiction(
                "noten_pool",
                _(
                    "%(value)s cannot be shared by 2 and by 3 players. Enter a "
                    "multiple of 6."
                ),
                value=self.noten_pool,
            )

    def _unbalanced_uma(self) -> Iterator[Fault]:
        by_name = {"uma": self.uma}
        if self.uma_by_floating:
            by_name["uma_by_floating.1"] = self.uma_by_floating.one
            by_name["uma_by_floating.3"] = self.uma_by_floating.three
        for name, uma in by_name.items():
            if sum(uma):
                yield contradiction(
                    name,
                    _("The uma adds up to %(sum)s. It must add up to 0."),
                    sum=sum(uma),
                )
