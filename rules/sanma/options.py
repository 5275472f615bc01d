"""Rule options of sanma: the options of riichi, with the changes for three players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.absence_score_options import (
    missed_points,
    missed_score,
    substitute_last,
    substitute_points,
    substitute_score,
)
from rules.faults import Fault
from rules.riichi.dealer_stop import AFTER_WIN_OR_TENPAI, dealer_stop
from rules.riichi.entries import FOUR_KANS, NINE_TERMINALS
from rules.riichi.floating_uma import FloatingUma
from rules.riichi.options import RENHOU, RiichiOptions
from rules.riichi.payments_of_base import Payments
from rules.rule_option_types import (
    Values,
    choice,
    contradiction,
    fixed,
    flag,
    limit,
    number,
    numbers,
    several,
)
from rules.sanma.presets import PRESETS
from rules.sanma.self_draw_payments import (
    SELF_DRAW_CHOICES,
    payments_by_thousands,
    payments_of_three,
)
from rules.strict_reader import MOST_AMOUNT
from rules.translation_marks import _, cited, in_context

THREE = 3

NUKIDORA, YAKUHAI, GUEST = "nukidora", "yakuhai", "guest"
_THOUSAND = "thousand"
_BANK = "bank"
_SCORE = 1_000_000
_SERVERS = cited("Tenhou, Mahjong Soul")


@dataclass(frozen=True)
class SanmaOptions(RiichiOptions):
    """Options of sanma. The default preset is Tenhou's."""

    PRESETS: ClassVar = PRESETS
    ALIASES: ClassVar = {}
    ALWAYS_WRITTEN: ClassVar = ()
    players: ClassVar[int] = THREE

    preset: str = "tenhou_sanma"

    red_fives: bool = flag(
        True,
        _("Red fives: one 5 of dots and one 5 of bamboos are red and add 1 han"),
        _SERVERS,
    )
    every_five_is_dora: bool = flag(
        False, _("Each 5 of dots or bamboos adds 1 han"), cited("ThreeRed")
    )
    north: str = choice(
        NUKIDORA,
        (NUKIDORA, YAKUHAI, GUEST),
        _(
            "North: laid aside for 1 han each; or a value tile for every player, with "
            "flowers laid aside; or a wind that no player owns"
        ),
        cited("Tenhou, Mahjong Soul: laid aside"),
    )
    four_alike_are_two_pairs: bool = flag(
        False, _("Seven pairs may have two identical pairs"), cited("ThreeRed")
    )
    kan_dora_immediate: bool = flag(
        False,
        _(
            "Every kong reveals its dora indicator immediately. If off, "
            "only concealed kongs do; other kongs reveal it after the "
            "discard."
        ),
        _SERVERS,
    )
    double_wind_pair_fu: int = number(
        4,
        2,
        4,
        _("Fu for a pair that is both seat wind and prevailing wind: 2 or 4"),
        _SERVERS,
    )
    kiriage: bool = flag(
        False,
        _("Round 4 han 30 fu and 3 han 60 fu up to mangan"),
        cited("Tenhou, Mahjong Soul: no"),
    )
    kazoe: str = choice(
        "yakuman",
        ("sanbaiman", "yakuman"),
        _("Value of 13 or more han without a yakuman"),
        _SERVERS,
    )
    yakuman_stack: bool = flag(True, _("Several yakuman in one hand add up"), _SERVERS)
    renhou: str = choice(
        "none",
        RENHOU,
        _(
            "Renhou: win on a discard before the player's first draw and "
            "before any call"
        ),
        cited("Tenhou, Mahjong Soul: no"),
    )
    start: int = number(35_000, 0, _SCORE, _("Starting points of each player"))
    target: int = number(
        40_000,
        0,
        _SCORE,
        _("Target: play ends after the last hand if a player has reached it"),
        _SERVERS,
    )
    counted_from: int = number(
        40_000,
        0,
        _SCORE,
        _("Points subtracted from each player's score for the final points"),
        cited("Tenhou; Mahjong Soul: 35,000"),
    )
    uma: tuple[int, ...] = numbers(
        (20_000, 0, -20_000),
        -MOST_AMOUNT,
        MOST_AMOUNT,
        _("Uma: points for each place"),
        cited("Tenhou; Mahjong Soul: 15,000, 0, -15,000"),
    )
    uma_by_floating: FloatingUma | None = fixed(None)
    oka: int = number(
        15_000, 0, MOST_AMOUNT, _("Oka: bonus for first place"), cited("Tenhou")
    )
    tie: str = choice(
        "seat_order", ("split", "seat_order"), _("Uma of tied players"), _SERVERS
    )
    multi_ron: str = choice(
        "all",
        ("all", "head_bump"),
        in_context("riichi", "Several wins on one discard"),
        _SERVERS,
    )
    multi_ron_honba: str = choice(
        "first",
        ("each", "first"),
        _("Recipient of counters with several winners"),
        _SERVERS,
    )
    multi_ron_sticks: str = choice(
        "first",
        ("own_back_rest_first", "first"),
        _("Riichi sticks with several winners"),
        _SERVERS,
    )
    pao: tuple[str, ...] = several(
        ("daisangen", "daisuushii"),
        ("daisangen", "daisuushii", "suukantsu"),
        _(
            "Yakuman with liability (pao) for the player whose discard completed the "
            "last set"
        ),
        _SERVERS,
    )
    pao_composite: str = choice(
        "whole",
        ("part", "whole"),
        _("Payment by the liable player with several yakuman"),
        cited("Tenhou; Mahjong Soul: the yakuman with liability"),
    )
    pao_honba: str = choice(
        "liable",
        ("discarder", "liable"),
        _("Payer of counters if the discarder and the liable player share the payment"),
        _SERVERS,
    )
    abortive: bool = flag(
        True,
        _("Abortive draws: nine terminals and honors, or four kongs"),
        cited("Tenhou, Mahjong Soul; ThreeRed: no"),
    )
    nagashi: bool = flag(
        True,
        _(
            "Nagashi mangan: a player who discarded only terminals and honors, none "
            "of them called, is paid a mangan at an exhaustive draw."
        ),
        _SERVERS,
    )
    honba_value: int = fixed(0)
    noten_pool: int = number(
        2_000,
        0,
        30_000,
        _("Total paid at an exhaustive draw by players who are not tenpai"),
        cited("Tenhou, Mahjong Soul; arcades: 3,000; Kansai: 1,000"),
    )
    rounds: int = number(
        2, 1, THREE, in_context("riichi", "Wind rounds in a game"), _SERVERS
    )
    west_extension: bool = flag(
        True,
        _(
            "Extra round if no player has reached the target. It ends early if a "
            "player reaches it."
        ),
        _SERVERS,
    )
    dealer_stop: str = dealer_stop(AFTER_WIN_OR_TENPAI, _SERVERS)
    bankrupt_below: int | None = limit(
        0, -_SCORE, _SCORE, _("The game ends when a score falls below this"), _SERVERS
    )
    leftover: str = choice(
        "winner",
        ("winner_split", "winner", "lost"),
        _("Recipient of riichi sticks left at the end"),
        _SERVERS,
    )
    chombo_after_uma: int | None = limit(
        None,
        0,
        MOST_AMOUNT,
        _(
            "Chombo: deduction from the offender's final points. None: the offender "
            "pays a mangan to the others immediately."
        ),
    )
    time_policy: str = choice(
        "none",
        ("none", "finish_hand", "hand_plus_one"),
        _("Rule at the time limit. None: play continues."),
    )
    missed_score: int = missed_score()
    missed_points: int = missed_points()
    substitute_score: int | None = substitute_score()
    substitute_points: int | None = substitute_points()
    substitute_last: bool = substitute_last()
    tsumo: str = choice(
        "loss",
        SELF_DRAW_CHOICES,
        _("Payment of the missing fourth share of a self-draw"),
        cited("Tenhou, Mahjong Soul: not paid; arcades and many clubs: halved"),
    )
    table: str = choice(
        "fu",
        ("fu", _THOUSAND),
        _("Payments from han and fu, or in thousands without fu"),
        cited("Tenhou, Mahjong Soul: han and fu; ThreeRed: payments in thousands"),
    )
    honba_per_payer: int = number(
        100,
        0,
        10_000,
        _(
            "Points each counter (honba) adds for each payer; the discarder pays for "
            "both"
        ),
        cited("Tenhou, Mahjong Soul; ThreeRed: 1,000"),
    )

    @classmethod
    def as_meant_then(cls, raw: Values) -> Values:
        return raw

    @property
    def has_dora_fives(self) -> bool:
        return self.red_fives or self.every_five_is_dora

    @property
    def pairs_may_be_alike(self) -> bool:
        return self.four_alike_are_two_pairs

    @property
    def uses_fu(self) -> bool:
        return self.table != _THOUSAND

    @property
    def honba_each(self) -> int:
        return self.honba_per_payer

    @property
    def subtracted(self) -> int:
        return self.counted_from

    @property
    def abortive_reasons(self) -> tuple[str, ...]:
        return (NINE_TERMINALS, FOUR_KANS) if self.abortive else ()

    @property
    def extension_is_sudden_death(self) -> bool:
        return self.west_extension

    @property
    def sum_is_known(self) -> bool:
        return not self.uses_fu or self.tsumo != _BANK

    def payments(self, base: int, *, dealer: bool, self_draw: bool) -> Payments:
        if not self.uses_fu:
            return payments_by_thousands(base, dealer=dealer, self_draw=self_draw)
        return payments_of_three(base, self.tsumo, dealer=dealer, self_draw=self_draw)

    def _undividable_payments(self) -> Iterator[Fault]:
        if self.noten_pool % 2:
            yield contradiction(
                "noten_pool",
                _("%(value)s cannot be shared by 2 players. Enter an even number."),
                value=self.noten_pool,
            )
        if self.red_fives and self.every_five_is_dora:
            yield contradiction(
                "every_five_is_dora",
                _("Choose either red fives or every five, not both."),
            )
