"""What a ruleset gives the pages: its forms, words, columns and tables of payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar, Generic, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.hand_score_and_patterns import HandScore
from rules.ledger_entries import MOST_POINTS, Entry, FalseWin, Penalty, Raw, Washout
from rules.ruleset_and_table_state import Position, Ruleset
from rules.tiles import FLOWERS, SEASONS
from rules.winds import Scores, Wind
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import HandForm, Ruling
from scoring.rulesets.any_ruleset.hand_by_tiles_form import TileForm
from scoring.rulesets.any_ruleset.hands_csv_columns import Columns
from scoring.rulesets.any_ruleset.outcome_and_counter_words import (
    Counters,
    MeasureWords,
    Names,
    Won,
)
from scoring.rulesets.any_ruleset.win_payment_tables import Table
from tournaments.tournament_setup.offered_rulesets_and_presets import Preset

R = TypeVar("R", bound=Ruleset)
S = TypeVar("S", bound=HandScore)


class Presenter(Generic[R, S]):
    """What the pages know of the ruleset `R`, whose hands have scores of class `S`.

    A ruleset says what it must (the members without a value) and overrides what it
    has otherwise than most.
    """

    #: The ruleset's id, as in `rules.RULESETS`.
    id: ClassVar[str]
    #: The form of a hand by its points; it names its template.
    points_form: ClassVar[type[HandForm]]
    #: The form of a hand by its tiles.
    tile_form: ClassVar[type[TileForm]]
    #: The columns in which hands.csv tells how a hand ended.
    columns: ClassVar[Columns]
    #: What a new tournament may start from, by key.
    presets: ClassVar[Mapping[str, Preset]]
    #: What decides places, unless the settings change it.
    tie_breaks: ClassVar[Sequence[str]] = ("table_points", "score")
    #: Whether everybody starts with points, so that a score has no sign.
    starts_with_points: ClassVar[bool] = False
    #: Whether the points of a table are final points: thousands, with decimals and
    #: their sign.
    has_final_points: ClassVar[bool] = False
    #: What the European federation calls the rules; "" if it ranks no such events.
    ema_rules: ClassVar[str] = ""
    #: Measures of the standings that players of this ruleset call otherwise, by key.
    measure_words: ClassVar[Mapping[str, MeasureWords]] = {}

    #: The class of a false win that the rules of this ruleset read.
    false_win: ClassVar[type[FalseWin]] = FalseWin
    #: Faults of play: hands.csv tells what they cost as a penalty, also where they
    #: end the hand.
    faults_of_play: ClassVar[tuple[type[Entry], ...]] = (FalseWin, Penalty)
    #: Forms of rulings that only this ruleset has; the key of each is the kind of its
    #: entry.
    rulings: ClassVar[tuple[type[Ruling], ...]] = ()
    #: The form of what a player declares while the hand is played, which the table
    #: enters as it does hands; the key is the kind of its entry. None if nothing is.
    declaration: ClassVar[type[Ruling] | None] = None
    #: Whether the rules know what four scores sum to, so that totals name only what
    #: penalties add to that or take from it.
    sum_is_known: ClassVar[bool] = False
    #: What no total of a table on paper reaches, in points.
    most_total: ClassVar[int] = MOST_POINTS
    #: Where event.json has the options among the tournament's own keys: those that it
    #: says even where they are as in the preset. None: they have a key of their own.
    options_among_event_keys: ClassVar[Sequence[str] | None] = None
    #: Why something is paid, where that is not the win itself, by the reason's key;
    #: what several rulesets know is in `scoring.wording.ledger_entry_wording`.
    payment_words: ClassVar[Mapping[str, Promise]] = {}
    #: Reasons of payments to and from the table.
    deposit_reasons: ClassVar[tuple[str, ...]] = ()
    #: What a player can lay on the table while a hand is played, in points; 0 where
    #: nobody does.
    deposit: ClassVar[int] = 0
    #: The field of the forms that says whose deposits the hand took.
    deposit_field: ClassVar[str] = ""

    #: On a score sheet of paper: what is written of a hand besides the four scores, and
    #: how it is filled in; whether every hand has its number from the start, because no
    #: deal is repeated.
    paper_columns: ClassVar[Sequence[Promise]] = (
        gettext_lazy("Winner"),
        gettext_lazy("From"),
        gettext_lazy("Value"),
    )
    paper_note: ClassVar[Promise] = gettext_lazy(
        "Self-draw: write the winner under “From” too. Draw: write 0. The four scores "
        "of a hand add up to zero. Bring this sheet to the referees’ desk."
    )
    hands_are_numbered: ClassVar[bool] = False

    def table_shares(self, _rules: R, /) -> tuple[int, ...] | None:
        """The table points of the four places, the best first, shared by tied players;
        None where a table's points have no bounds."""
        return (4, 2, 1, 0)

    def asks_declarations(self, rules: R) -> bool:
        """Whether players have to declare something by these rules."""
        return False

    def initial_of_deposits(self, laid: Sequence[Wind]) -> dict[str, object]:
        """What a new form says of deposits that lie there already."""
        return {self.deposit_field: list(laid)} if self.deposit_field else {}

    def sum_words(self, rules: R, start: int) -> str:
        """What four scores sum to, in words; `start` is what they began with."""
        words = _("%(start)s, unless penalty points were removed from the table.")
        return words % {"start": start}

    def asks_what_lacked(self, rules: R) -> bool:
        """Whether a false win costs more where the hand was not even ready."""
        return False

    def false_win_costing(self, amounts: Scores, rules: R) -> Wind | None:
        """Whose false win costs just these points by seat; None if nobody's."""
        return None

    def outcome(self, entry: Entry, names: Names) -> str | None:
        """What happened in a hand, in the active language, for an entry whose class is
        this ruleset's own; None for others, also for a washout or a false win of which
        there is no more to say than everywhere."""
        return None

    def won(self, entry: Entry) -> tuple[Won, ...]:
        """What everybody who claims to have won by `entry` won, in the active language,
        once its replay has completed it; nothing for an entry that is no win."""
        return ()

    def value_words(self, score: S) -> str:
        """The value of a hand as players say it."""
        return str(score.total)

    def short_value(self, score: S) -> str:
        """The value of a hand in as few words as a line of a list has room for."""
        return self.value_words(score)

    def called_out(self, score: S, said: Sequence[int]) -> list[int]:
        """The value in ascending numbers, to be compared with those that a player
        announced (`said`)."""
        return [score.total]

    def value_entered(self, entry: Entry) -> int | None:
        """The number that was entered as the value of a win, where the keys of the
        table follow what is entered there; else None."""
        return None

    def fu_lines(self, score: S) -> list[tuple[str, int]]:
        """What small points are counted for and how many, where there are any."""
        return []

    def position_facts(self, position: Position) -> Iterator[str]:
        """What a hand finds on the table besides its winds, in words."""
        if position.repeats:
            yield _("dealer stayed %(number)s×") % {"number": position.repeats}
        if position.carried:
            yield _("%(amount)s carried over from draws") % {"amount": position.carried}
        if position.kitty:
            yield _("kitty: %(amount)s from each player") % {"amount": position.kitty}
        if position.goulash:
            yield _("goulash: no chows")

    def counters(self, rules: R, position: Position, /) -> Counters:
        """What has counted up at `position` that changes who deals next, or what a win
        pays."""
        return Counters()

    def changing_values(self, rules: R, counters: Counters, /) -> Counters:
        """What of it changes what a value is worth; the rest is paid besides."""
        return Counters()

    def payment_table(self, rules: R, position: Position, /) -> Table:
        """What a win pays for each value it can have at `position`, in the form that
        `scoring.entry_forms.payments_offline` describes; {} where payments do not go by
        the value of the winner's hand."""
        return {}

    def deposits(self, position: Position) -> Table:
        """What the payment table adds for deposits that lie on the table."""
        return {}

    def ordinary_value(self, rules: R, /) -> Raw | None:
        """What an entry says of the value of some hand that anybody can win; None where
        no page goes on by itself."""
        return None

    def invented_value(self, rules: R, chance: Random, /) -> Raw:
        """What the entry of an invented win says of its value: for bots."""
        return self.ordinary_value(rules) or {}

    def invented_draw(self, chance: Random, /) -> Raw:
        """The entry of an invented hand that nobody won: for bots."""
        return {"kind": Washout.kind}

    def value_by_tiles(
        self, rules: R, winner: Wind, hand: Raw, chance: Random, /
    ) -> Raw:
        """The value of a win by the tiles of `hand` (a row) as an entry has it, with
        all other values that the table would enter: for bots."""
        return {"hand": hand}

    def won_by(self, winners: Sequence[Wind], value: Raw, /) -> Raw:
        """What an entry says of several winners whose hands have the same `value`."""
        return {"winners": [{"winner": seat, **value} for seat in winners]}

    def drawn_hands(self, rules: R, dealer: Wind, /) -> Mapping[str, Raw]:
        """A hand that nobody won, by what the form calls it; where it matters to the
        deal whether the `dealer` was ready, once with + behind that and once with -."""
        return {Washout.kind: {"kind": Washout.kind}}

    def draws_by_ready(self) -> Mapping[str, Raw]:
        """A drawn hand by the seats that were ready, where those who were not pay."""
        return {}

    def in_short(self, rules: R, /) -> Iterator[str]:
        """What everybody at the table should know of the rules, in plain sentences."""
        return iter(())

    def jokers(self, rules: R) -> int:
        """How many jokers there are to tap."""
        return int(getattr(rules.options, "jokers", 0))

    def special_tiles(self, rules: R) -> tuple[str, Sequence[int]] | None:
        """The tiles to tap besides suits and honors, one of each: the name of their
        row, and the tiles; None if there are none."""
        played = getattr(rules.options, "bonus_tiles", "all")
        if played == "none":
            return None
        return "bonus", FLOWERS if played == "flowers" else FLOWERS + SEASONS


#: One of whose ruleset no more is known.
AnyPresenter = Presenter[Ruleset, HandScore]
