"""Rule options of Hong Kong Old Style, and their shorter names on the command line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from rules import kitty_and_goulash, own_hands
from rules.absence_score_options import (
    missed_points,
    missed_score,
    sit_out_points,
    sit_out_score,
    substitute_points,
    substitute_score,
)
from rules.dead_hands_and_tile_count import wrong_tile_count
from rules.faults import Fault
from rules.hong_kong.base_points_and_shares import base_points, factors, owed
from rules.hong_kong.payment_options import PaymentOptions
from rules.hong_kong.presets import ALIASES, PRESETS
from rules.hong_kong.scoring_options import MOST_FAAN
from rules.kitty_and_goulash import extra_hand_bonus, goulash_deal, goulash_stake, kitty
from rules.own_hands import OwnHand
from rules.prevailing_winds_of_game import round_winds
from rules.rule_option_types import (
    Preset,
    choice,
    contradiction,
    flag,
    limit,
    number,
    plain_number,
)
from rules.shared_fault_messages import NOT_ALL_WINNERS_PAID
from rules.table_points import SEAT_ORDER, table_points
from rules.tables_of_two_or_three import fewest_players
from rules.translation_marks import _, cited, in_context

#: Choices for a false win that ends the hand.
ENDS_HAND = ("as_draw", "stays", "passes", "passes_if_dealer")
#: Highest faan checked for fractional payments without a limit: higher ones have none.
_FAAN_TO_TRY = 20


#: Option -> the other option and the value it needs to have an effect.
_USED_WITH = {
    "custom_table": ("faan_table", "custom"),
    "self_draw_multiplier": ("payment", "custom"),
    "discarder_multiplier": ("payment", "custom"),
    "other_multiplier": ("payment", "custom"),
    "payment_matrix": ("payment", "matrix"),
}


@dataclass(frozen=True)
class HongKongOptions(PaymentOptions):
    """Rule options of Hong Kong Old Style."""

    PRESETS: ClassVar[Mapping[str, Preset]] = PRESETS
    ALIASES: ClassVar[Mapping[str, str]] = ALIASES

    preset: str = "hk_old_style"

    false_win_policy: str = choice(
        "max_self_draw_to_each",
        (
            "max_self_draw_to_each",
            "half_max_self_draw_to_each",
            "points_to_each",
            "deduction",
        ),
        _("Cost of a false win"),
        cited("3 times the limit; TVB: 150 points deducted"),
    )
    false_win_points: int = number(128, 0, 100_000, _("Fixed points for a false win"))
    false_win_dealer_doubles: bool = flag(
        False, _("Dealer pays and receives double for a false win")
    )
    false_win_at_end: bool = flag(
        False, _("Pay for a false win at the end of the game")
    )
    false_win_then: str = choice(
        "as_draw",
        (*ENDS_HAND, "open_hand", "may_not_win", "replayed"),
        _("Play after a false win"),
        cited("hand ends as after a draw; TVB: offender cannot win"),
    )
    goulash_carry: int = number(
        0,
        0,
        10_000,
        _("Points or faan that each draw adds to the next win"),
    )
    goulash_carry_as: str = choice(
        "points",
        ("points", "faan"),
        _("A draw adds points from each opponent, or faan, to the next winning hand"),
    )
    deal_passes_on_dealer_win: bool = flag(
        False, _("Dealer also changes after the dealer's win"), cited("TVB: yes")
    )
    deal_passes_on_draw: bool = flag(
        False, _("Dealer changes after a draw"), cited("TVB: yes")
    )
    max_dealer_wins: int | None = limit(
        None, 1, 100, _("Dealer changes after this number of wins in a row")
    )
    extra_hand_bonus: int = extra_hand_bonus()
    kitty: int = kitty()
    goulash_deal: str = goulash_deal()
    goulash_stake: int = goulash_stake()
    wrong_tile_count_points: int = wrong_tile_count()
    round_winds: str = round_winds()
    rounds: int = number(4, 1, 4, in_context("hong_kong", "Wind rounds in a game"))
    fewest_players: int = fewest_players()
    initial_points: int = number(
        0, 0, 100_000, in_context("hong_kong", "Starting score")
    )
    table_points: tuple[int, ...] = table_points()
    tie_break: str = choice(
        "none",
        ("none", "tvb", SEAT_ORDER),
        _("Order of tied players (none: they share the place)"),
        cited("TVB tournament 2026"),
    )
    missed_score: int = missed_score()
    missed_points: int = missed_points()
    sit_out_score: int = sit_out_score()
    sit_out_points: int = sit_out_points()
    substitute_score: int | None = substitute_score()
    substitute_points: int | None = substitute_points()

    def contradictions(self) -> Iterator[Fault]:
        yield from self.impossible()
        yield from self._impossible_own_hands()
        if self.limit_faan is None or self.min_faan <= self.limit_faan:
            yield from self._not_whole()

    def impossible(self) -> Iterator[Fault]:
        """Yield contradictions between the options."""
        if self.limit_faan is not None and self.min_faan > self.limit_faan:
            yield contradiction(
                "min_faan",
                _("The minimum of %(minimum)s faan is above the limit of %(limit)s."),
                minimum=self.min_faan,
                limit=self.limit_faan,
            )
        if self.require_limit_hand and self.limit_faan is None:
            yield contradiction(
                "require_limit_hand",
                _(
                    "With these options, only limit hands may win, but there is no "
                    "limit."
                ),
            )
        if self.rob_concealed_kong != "no" and not self.robbing:
            yield contradiction(
                "rob_concealed_kong",
                _("This option is only possible if robbing a kong is allowed."),
            )
        yield from self._impossible_payments()
        yield from kitty_and_goulash.contradictions(self)

    def _impossible_own_hands(self) -> Iterator[Fault]:
        def too_low(own: OwnHand) -> bool:
            return self.faan_of(own) < self.min_faan

        yield from own_hands.contradictions(self.own_hands, too_low)
        for place, own in enumerate(self.own_hands):
            if own.unit == own_hands.LIMIT and own.value != 100:
                yield contradiction(
                    f"own_hands[{place}].value",
                    _(
                        "A part of the limit cannot be converted to faan. Enter 100, "
                        "or choose faan as the unit."
                    ),
                )

    def _impossible_payments(self) -> Iterator[Fault]:
        if self.payment == "matrix" and self.dealer_doubles:
            yield contradiction(
                "dealer_doubles", _("The matrix already decides what the dealer pays.")
            )
        if self.winners_settle and self.multiple_winners != "all":
            yield contradiction(
                "winners_settle",
                NOT_ALL_WINNERS_PAID,
            )
        if self.goulash_carry_as == "faan" and self.limit_faan is None:
            yield contradiction(
                "goulash_carry_as", _("Draws can add faan only if there is a limit.")
            )
        yield from self._without_use()

    def _without_use(self) -> Iterator[Fault]:
        """Yield a fault for each changed option that has no effect with the other
        options."""
        for option, (setting, value) in _USED_WITH.items():
            chosen = getattr(self, option) != self._default(option, {})
            if chosen and getattr(self, setting) != value:
                yield contradiction(
                    option,
                    _("This option is only used if %(setting)s is “%(value)s”."),
                    setting=setting,
                    value=value,
                )

    @property
    def false_win_cost(self) -> Fraction:
        """Return the points that a false win costs: per opponent, or as one
        deduction."""
        portions = {
            "max_self_draw_to_each": Fraction(3),
            "half_max_self_draw_to_each": Fraction(3, 2),
        }
        if self.false_win_policy in portions:
            base = base_points(self.limit_worth, self)
            return base * portions[self.false_win_policy]
        return Fraction(self.false_win_points)

    @property
    def lowest_faan(self) -> int:
        """Return the fewest faan that a paid win can have."""
        if not self.seven_flower_win or self.bonus_tiles != "all":
            return self.min_faan
        flowers = (self.patterns["seven_flowers"], self.patterns["eight_flowers"])
        worth = [value for value in flowers if isinstance(value, int) and value]
        return self.capped(min((self.min_faan, *worth)))

    def _not_whole(self) -> Iterator[Fault]:
        """Yield faults for payments that no ledger can store: 0 points or fractions of
        a point."""
        if not base_points(self.lowest_faan, self):
            yield contradiction(
                "faan_table",
                _("A win of %(faan)s faan would be worth 0 points."),
                faan=self.lowest_faan,
            )
        if fault := next(self._fractions(), None):
            yield fault
            return
        if self.false_win_cost.denominator != 1:
            yield contradiction(
                "false_win_policy",
                _(
                    "A false win would cost %(amount)s points per opponent. Payments "
                    "must be whole points."
                ),
                amount=plain_number(self.false_win_cost),
            )

    def _fractions(self) -> Iterator[Fault]:
        """Yield a fault for each possible payment with a fraction of a point; the
        lowest faan come first."""
        top = min(self.limit_faan or _FAAN_TO_TRY, MOST_FAAN)
        over = (own.value for own in self.own_hands if own.over_limit)
        top = max(top, min(max(over, default=0) + top, _FAAN_TO_TRY))
        every_factor = factors(self)
        for faan in range(self.lowest_faan, top + 1):
            base = base_points(faan, self)
            for factor in every_factor:
                amount = owed(base, factor, self)
                if amount.denominator != 1:
                    yield contradiction(
                        "payment" if base.denominator == 1 else "base_unit",
                        _(
                            "A player would pay %(amount)s at %(faan)s faan. Payments "
                            "must be whole points."
                        ),
                        faan=faan,
                        amount=plain_number(amount),
                    )


@dataclass(frozen=True)
class SettlementOptions(HongKongOptions):
    """Options for one settlement outside a ledger, where payments may have half
    points."""

    preset: str = "hk_old_style"

    def contradictions(self) -> Iterator[Fault]:
        return self.impossible()


_OPTION_NAMES = {
    "cap": "limit_faan",
    "mode": "payment",
    "policy": "false_win_policy",
}
_TABLES: Mapping[str, Mapping[str, object]] = {
    "half": {"faan_table": "half_spicy"},
    "full": {"faan_table": "full_spicy"},
    "tvb": {"faan_table": "linear", "single_self_draw_half": True},
    "yahoo_hk": {"faan_table": "half_spicy_in_tens"},
}


def read_options(raw: Mapping[str, object]) -> HongKongOptions:
    """Return options from JSON values. Options may have their usual or shorter names.

    With shorter names, payments may have half points, which no ledger can store. Raises
    RuleError with every fault.
    """
    if has_short_names(raw):
        return read_settlement_options(raw)
    return HongKongOptions.read(raw)


def has_short_names(raw: Mapping[str, object]) -> bool:
    """Return whether `raw` contains an option under its shorter name."""
    return not {"table", *_OPTION_NAMES}.isdisjoint(raw)


def read_settlement_options(raw: Mapping[str, object]) -> SettlementOptions:
    """Return the options for one settlement outside a ledger. Options may have their
    usual or shorter names.

    Raises RuleError with every fault.
    """
    options = {_OPTION_NAMES.get(name, name): value for name, value in raw.items()}
    table = options.pop("table", None)
    if isinstance(table, list):
        options = {"faan_table": "custom", "custom_table": table, **options}
    elif isinstance(table, str) and table in _TABLES:
        options = {**_TABLES[table], **options}
    elif table is not None:
        options = {"faan_table": table, **options}
    return SettlementOptions.read(options)
