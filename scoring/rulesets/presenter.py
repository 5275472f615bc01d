"""The interface between a ruleset and the pages: forms, texts, columns and payment
tables.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import ClassVar, Generic, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from rules.hand_score_and_patterns import HandScore, Pattern
from rules.ledger_entries import MOST_POINTS, Entry, FalseWin, Penalty, Raw, Washout
from rules.ruleset_and_table_state import Position, Ruleset, TableState
from rules.tiles import FLOWERS, SEASONS
from rules.winds import Scores, Wind
from scoring.rulesets.any_ruleset.figures_of_players import NamedFigure
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import HandForm, Ruling
from scoring.rulesets.any_ruleset.hand_by_tiles_form import TileForm
from scoring.rulesets.any_ruleset.hands_csv_columns import Columns
from scoring.rulesets.any_ruleset.outcome_and_counter_words import (
    Counters,
    MeasureWords,
    Names,
    Won,
)
from scoring.rulesets.any_ruleset.part_of_game import PartOfGame, round_of_wind
from scoring.rulesets.any_ruleset.pattern_names import NameBeside, original_name
from scoring.rulesets.any_ruleset.win_payment_tables import Table
from tournaments.tournament_setup.offered_rulesets_and_presets import Preset
from tournaments.web.number_wording import whole

R = TypeVar("R", bound=Ruleset)
S = TypeVar("S", bound=HandScore)


class Presenter(Generic[R, S]):
    """The interface between the ruleset `R` and the pages. `S`: class of the scores of
    its hands.

    A ruleset must define the members without a value. It overrides other members where
    it differs from most rulesets.
    """

    #: The ruleset's id, as in `rules.RULESETS`.
    id: ClassVar[str]
    #: The form for a hand by points; the form names its template.
    points_form: ClassVar[type[HandForm]]
    #: The form for a hand by tiles.
    tile_form: ClassVar[type[TileForm]]
    #: The columns of hands.csv for the outcome of a hand.
    columns: ClassVar[Columns]
    #: The presets for new tournaments, by key.
    presets: ClassVar[Mapping[str, Preset]]
    #: Language of the patterns' original names (`Pattern.name_zh`).
    original_language: ClassVar[str] = "zh-Hant"
    #: The criteria that rank players, unless the settings change them.
    tie_breaks: ClassVar[Sequence[str]] = ("table_points", "score")
    #: Whether all players start with points; then scores are shown without a sign.
    starts_with_points: ClassVar[bool] = False
    #: Whether table points are final points: thousands, with decimals and a sign.
    has_final_points: ClassVar[bool] = False
    #: An amount of the points that decide places, within a sentence.
    points_sentence: ClassVar[Promise] = gettext_lazy("%(points)s table points")
    #: The European federation's name of the rules; "" if it has no ranking for them.
    ema_rules: ClassVar[str] = ""
    #: Names of criteria that differ in this ruleset, by the criterion's key.
    measure_words: ClassVar[Mapping[str, MeasureWords]] = {}

    #: The class of false wins in this ruleset.
    false_win: ClassVar[type[FalseWin]] = FalseWin
    #: Faults of play. hands.csv shows their cost as a penalty, even if the fault ends
    #: the hand.
    faults_of_play: ClassVar[tuple[type[Entry], ...]] = (FalseWin, Penalty)
    #: Forms of rulings that only this ruleset has; each form's key is its entry's kind.
    rulings: ClassVar[tuple[type[Ruling], ...]] = ()
    #: The form of a declaration that the table enters during a hand; its key is its
    #: entry's kind. None without declarations.
    declaration: ClassVar[type[Ruling] | None] = None
    #: Whether a wind prevails in each round of a game.
    has_prevailing_wind: ClassVar[bool] = True
    #: Whether the rules fix the sum of the four scores. Then paper totals store only
    #: the difference from it.
    sum_is_known: ClassVar[bool] = False
    #: Upper limit of a player's total on paper, in points.
    most_total: ClassVar[int] = MOST_POINTS
    #: The options that event.json stores among the tournament's own keys, even if they
    #: equal the preset's. None: the options have a separate key.
    options_among_event_keys: ClassVar[Sequence[str] | None] = None
    #: Reasons of payments other than the win itself, by the reason's key. Reasons that
    #: several rulesets share are in `scoring.wording.ledger_entry_wording`.
    payment_words: ClassVar[Mapping[str, Promise]] = {}
    #: Reasons of payments to and from the table.
    deposit_reasons: ClassVar[tuple[str, ...]] = ()
    #: Reasons of the payments for a hand itself, without counters and sticks, if
    #: players compare hands by their payments. Without reasons, they are compared by
    #: the value entered.
    points_reasons: ClassVar[tuple[str, ...]] = ()
    #: Figures of players' statistics that only this ruleset has.
    further_figures: ClassVar[Sequence[NamedFigure]] = ()
    #: Keys of awards that only this ruleset has, or that have no meaning here.
    further_awards: ClassVar[Sequence[str]] = ()
    awards_left_out: ClassVar[Sequence[str]] = ()
    #: Name of the points that are added to or deducted from scores after the last hand.
    settled_at_end: ClassVar[Promise] = gettext_lazy("Final settlement")
    #: Value in points of a deposit that players can put on the table during a hand;
    #: 0 without deposits.
    deposit: ClassVar[int] = 0
    #: The form field with the players who laid a deposit in this hand.
    deposit_field: ClassVar[str] = ""

    #: Paper score sheets: the columns of a hand other than the four scores, and the
    #: note on how to fill them in. `hands_are_numbered`: every hand has a printed
    #: number, because the dealer changes after every hand.
    paper_columns: ClassVar[Sequence[Promise]] = (
        pgettext_lazy("of a hand", "Winner"),
        pgettext_lazy("discarder", "From"),
        gettext_lazy("Value"),
    )
    paper_note: ClassVar[Promise] = gettext_lazy(
        "Self-draw: write the winner under “From” too. Draw: write 0. "
        "The four scores of a hand add up to zero. Bring this sheet to "
        "the referees' desk."
    )
    hands_are_numbered: ClassVar[bool] = False
    #: Whether the first of these columns has the number of the hand printed.
    lines_are_numbered: ClassVar[bool] = False

    def names_at_table(self, pattern: Pattern, /) -> tuple[NameBeside, ...]:
        """Return the other names of a pattern that are shown with hand values beside
        the translated name.
        """
        return tuple(original_name(pattern, self.original_language))

    def names_beside(self, pattern: Pattern, /) -> tuple[NameBeside, ...]:
        """Return the other names of a pattern that rule pages show beside the
        translated name.
        """
        return self.names_at_table(pattern)

    def table_shares(self, _rules: R, /) -> tuple[int, ...] | None:
        """Return the table points of the four places, 1st place first.

        Tied players share them. Return None if the points have no fixed values.
        """
        return (4, 2, 1, 0)

    def parts_of_points(
        self, _rules: R, _state: TableState, /
    ) -> Mapping[Wind, Sequence[tuple[str, Fraction]]]:
        """Return the parts of each seat's points in a game that is over: name and
        amount of each part, without parts of 0. Return {} if only the place counts.
        """
        return {}

    def left_at_end(self, _rules: R, _state: TableState, _names: Names, /) -> str:
        """Return a sentence on riichi sticks that no player has won, and on who gets
        them; "" if there are none.
        """
        return ""

    def asks_declarations(self, rules: R) -> bool:
        """Return whether players must make a declaration under these rules."""
        return False

    def initial_of_deposits(self, laid: Sequence[Wind]) -> dict[str, object]:
        """Return initial values of a new form for the riichi sticks already on the
        table.
        """
        return {self.deposit_field: list(laid)} if self.deposit_field else {}

    def sum_words(self, rules: R, start: int) -> str:
        """Return a text on the expected sum of all scores.

        `start`: sum of the starting scores.
        """
        pattern = _("%(start)s, unless penalty points were removed from the table.")
        return pattern % {"start": whole(start)}

    def asks_what_lacked(self, rules: R) -> bool:
        """Return whether a false win costs more if the hand was not even ready."""
        return False

    def false_win_costing(self, amounts: Scores, rules: R) -> Wind | None:
        """Return the player whose false win costs exactly these points; None if there
        is no such player. `amounts`: points by seat.
        """
        return None

    def outcome(self, entry: Entry, names: Names) -> str | None:
        """Return a sentence on the outcome of a hand, in the active language; None for
        an entry without its own text in this ruleset.
        """
        return None

    def won(self, entry: Entry) -> tuple[Won, ...]:
        """Return the hand of each player who claims to have won, with texts in the
        active language; empty for other entries. The entry must have the values that
        the replay calculates.
        """
        return ()

    def value_words(self, score: S) -> str:
        """Return the value of a hand as text, in the players' words."""
        return str(score.total)

    def short_value(self, score: S) -> str:
        """Return the value of a hand as a short text, for lists."""
        return self.value_words(score)

    def called_out(self, score: S, announced: Sequence[int]) -> list[int]:
        """Return the value as ascending numbers, for comparison with the numbers in
        `announced`.
        """
        return [score.total]

    def value_entered(self, entry: Entry) -> int | None:
        """Return the value that was entered for a win, or None.

        Rulesets override this if the table diagram offers values entered before.
        """
        return None

    def fu_lines(self, score: S) -> list[tuple[str, int]]:
        """Return the parts of a hand's fu: reason and number of fu.

        Empty in rulesets without fu.
        """
        return []

    def part_of_game(self, position: Position) -> PartOfGame:
        """Return the part of the game to which the hand at `position` belongs."""
        return round_of_wind(position)

    def position_facts(self, position: Position) -> Iterator[str]:
        """Yield texts on the position before a hand, other than the winds."""
        if position.repeats:
            yield _("dealer stayed %(number)s×") % {"number": position.repeats}
        if position.carried:
            yield _("%(amount)s carried over from draws") % {
                "amount": whole(position.carried)
            }
        if position.kitty:
            yield _("kitty: %(amount)s from each player") % {
                "amount": whole(position.kitty)
            }
        if position.goulash:
            yield _("goulash: no chows")

    def counters(self, rules: R, position: Position, /) -> Counters:
        """Return the counters at `position` that change the next dealer or the payment
        of a win."""
        return Counters()

    def changing_values(self, rules: R, counters: Counters, /) -> Counters:
        """Return the counters that change the hand value.

        Amounts for the other counters are paid in addition.
        """
        return Counters()

    def payment_table(self, rules: R, position: Position, /) -> Table:
        """Return the payments of a win at `position` for each value; {} if payments do
        not depend on the hand value. `scoring.entry_forms.payments_offline` describes
        the format.
        """
        return {}

    def deposits(self, position: Position) -> Table:
        """Return the additions to the payment table for riichi sticks on the table."""
        return {}

    def ordinary_value(self, rules: R, /) -> Raw | None:
        """Return the value part of an entry for an ordinary hand; None if pages cannot
        calculate the next hand offline.
        """
        return None

    def invented_value(self, rules: R, chance: Random, /) -> Raw:
        """Return the value part of an entry for an invented win of a bot."""
        return self.ordinary_value(rules) or {}

    def invented_draw(self, chance: Random, /) -> Raw:
        """Return the entry of an invented draw of bots."""
        return {"kind": Washout.kind}

    def value_by_tiles(
        self, rules: R, winner: Wind, hand: Raw, chance: Random, /
    ) -> Raw:
        """Return the value part of a bot's entry: the tiles of `hand` (a row) and all
        other values that a table would enter.
        """
        return {"hand": hand}

    def won_by(self, winners: Sequence[Wind], value: Raw, /) -> Raw:
        """Return the part of an entry in which several winners have the same
        `value`.
        """
        return {"winners": [{"winner": seat, **value} for seat in winners]}

    def drawn_hands(self, rules: R, dealer: Wind, /) -> Mapping[str, Raw]:
        """Return entries of draws by their names in the form.

        If the next dealer depends on whether `dealer` was ready, each name occurs
        twice: with + (ready) and with - (not ready).
        """
        return {Washout.kind: {"kind": Washout.kind}}

    def draws_by_ready(self) -> Mapping[str, Raw]:
        """Return entries of draws by the ready seats; {} unless other players pay the
        ready players.
        """
        return {}

    def in_short(self, rules: R, /) -> Iterator[str]:
        """Yield sentences on the rules that all players should know."""
        return iter(())

    def jokers(self, rules: R) -> int:
        """Return the number of jokers in play."""
        return int(getattr(rules.options, "jokers", 0))

    def removed_tiles(self, rules: R) -> Container[int]:
        """Return the kinds of suits and honors that are missing in the set of tiles."""
        return ()

    def special_tiles(self, rules: R) -> tuple[str, Sequence[int]] | None:
        """Return the name of a row and its tiles, for tiles other than suits, honors
        and jokers. Return None if there are no such tiles.
        """
        played = getattr(rules.options, "bonus_tiles", "all")
        if played == "none":
            return None
        return "bonus", FLOWERS if played == "flowers" else FLOWERS + SEASONS


#: A presenter of an unspecified ruleset.
AnyPresenter = Presenter[Ruleset, HandScore]
