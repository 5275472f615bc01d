"""Value, faults and waits of a hand by tiles while the user enters it. Reads only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.faults import RuleError
from rules.hand_of_tiles import HAND_SIZE, Hand
from rules.hand_score_and_patterns import HandScore
from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Position, Ruleset
from rules.tiles import Tile
from rules.winds import Wind
from scoring.entry_forms.tile_hand_values import (
    Announced,
    CountedPattern,
    NotCounted,
    announced,
    counted,
    joker_words,
    not_counted,
)
from scoring.ledger.replay_with_unsaved_entry import Preview
from scoring.rulesets.any_ruleset.hand_by_tiles_form import TileForm
from scoring.rulesets.any_ruleset.shown_hands import (
    ShownHand,
    ShownTile,
    shown_hand,
    shown_tile,
)
from scoring.rulesets.presenter import AnyPresenter
from scoring.rulesets.presenter_registry import presenter_of
from scoring.table.entry_effects_and_receipts import effect_of
from tournaments.models import Game
from tournaments.refusals import sentence
from tournaments.web.list_wording import joined_with_commas

#: Fault codes of every incomplete hand.
_INCOMPLETE = frozenset(("tile_count", "no_winning_tile", "not_a_win"))


class UnseenDifferences(Exception):
    """The tiles give another value than announced, and the user has not seen the
    difference.
    """

    def __init__(self, seen: str) -> None:
        super().__init__(seen)
        self.seen = seen


@dataclass(frozen=True)
class Wait:
    """Tiles that complete a hand with the same value.

    `value`: the value as text; `is_enough`: it reaches the minimum to win.
    """

    tiles: tuple[ShownTile, ...]
    value: str
    is_enough: bool = True


@dataclass(frozen=True)
class HandReport:
    """The state of a hand during entry.

    `count`, `wanted`: numbers of tiles entered and needed. `missing`: missing parts as
    text. `waits`: the tiles that complete the hand, highest value first; () if none
    does, None if unknown. A complete hand also has `value` and the texts that explain
    the value.
    """

    seat: Wind
    name: str
    count: int = 0
    wanted: int = 0
    missing: str = ""
    faults: tuple[str, ...] = ()
    waits: tuple[Wait, ...] | None = None
    shown: ShownHand | None = None
    value: str = ""
    jokers: str = ""
    patterns: tuple[CountedPattern, ...] = ()
    left_out: tuple[NotCounted, ...] = ()
    fu: tuple[tuple[str, int], ...] = ()
    announced: Announced | None = None


@dataclass(frozen=True)
class Reports:
    """The content of a preview.

    `needed`: missing values other than tiles; `seen`: the differences between announced
    values and tiles that the preview shows.
    """

    hands: tuple[HandReport, ...]
    faults: tuple[str, ...] = ()
    needed: str = ""
    context: Mapping[str, object] = field(default_factory=dict)
    seen: str = ""


def reports(form: TileForm, preview: Callable[[Raw], Preview], game: Game) -> Reports:
    """Return the preview of a form during entry.

    It contains only the most helpful fault.
    """
    form.full_clean()
    form.errors.pop("reason", None)
    hands = reports_of_hands(form)
    seen = differences(hands)
    if not form.errors:
        try:
            effect = effect_of(preview(form.raw()), game)
            return Reports(hands, context={"effect": effect}, seen=seen)
        except RuleError as error:
            form.add_faults(error)
    context = {"incomplete": True}
    if not hands or not all(hand.value for hand in hands):
        return Reports(hands, context=context, seen=seen)
    if not form.is_begun:
        return Reports(hands, needed=_needed(form), context=context, seen=seen)
    hands = tuple(replace(hand, faults=()) for hand in hands)
    return Reports(hands, tuple(_errors(form))[:1], context=context, seen=seen)


def _needed(form: TileForm) -> str:
    """Return a sentence on what is still missing once every entered hand can be scored;
    "" if nothing is missing.
    """
    if form.lacking:
        text = ngettext(
            "Still needed: the hand of %(names)s.",
            "Still needed: the hands of %(names)s.",
            len(form.lacking),
        )
        return text % {
            "names": joined_with_commas(form.names[seat] for seat in form.lacking)
        }
    return next(_errors(form), "")


def differences(hands: tuple[HandReport, ...]) -> str:
    """Return the differences between announced values and tiles, joined by
    semicolons."""
    return ";".join(
        f"{hand.seat}{hand.announced.text}"
        for hand in hands
        if hand.announced and hand.announced.verdict != "same"
    )


def unseen_differences(form: TileForm) -> str:
    """Return the differences between announced values and tiles that the user has not
    seen; "" if there are none. Each becomes a form error beside its value.
    """
    if not any(form.cleaned_data.get(f"claimed_{seat}") for seat in form.seats):
        return ""
    hands = reports_of_hands(form)
    differing = differences(hands)
    if differing in ("", form.cleaned_data["seen"]):
        return ""
    for hand in hands:
        if hand.announced and hand.announced.verdict != "same":
            sentence = _("%(difference)s Check it, then save again.")
            form.add_error(
                f"claimed_{hand.seat}", sentence % {"difference": hand.announced.text}
            )
    return differing


def inspect_with(form: TileForm) -> Callable[[Position], None]:
    """Return an `inspect` function for `enter_hand.enter`, for a hand by tiles.

    The function raises UnseenDifferences if the user has not seen all differences at
    the table's position.
    """

    def inspect(position: Position) -> None:
        form.position = position
        if seen := unseen_differences(form):
            raise UnseenDifferences(seen)

    return inspect


def _errors(form: TileForm) -> Iterator[str]:
    for name, texts in form.errors.items():
        if name not in ("device_key", "hand"):
            yield from map(str, texts)


def reports_of_hands(form: TileForm) -> tuple[HandReport, ...]:
    """Return a report on each hand with input. The form must be cleaned."""
    return tuple(_reports_of_hands(form))


def _reports_of_hands(form: TileForm) -> Iterator[HandReport]:
    for seat in form.seats:
        if seat in form.hands:
            yield _report(form, seat)
            continue
        errors = form.errors.get(f"tiles_{seat}")
        if errors and form[f"tiles_{seat}"].value():
            yield HandReport(seat, form.names[seat], faults=tuple(map(str, errors)))


def _report(form: TileForm, seat: Wind) -> HandReport:
    hand = form.at_table(seat)
    size = form.hands[seat].size
    wanted = HAND_SIZE + 1 if hand.winner else HAND_SIZE
    report = HandReport(
        seat,
        form.names[seat],
        size,
        wanted,
        shown=shown_hand(hand, form.rules.id, winds=False),
    )
    try:
        score = form.rules.kept_score(hand)
    except RuleError as error:
        return _unscored(report, hand, error, form.rules)
    claimed = str(form.cleaned_data.get(f"claimed_{seat}") or "")
    presenter = presenter_of(form.rules.id)
    return _scored(report, score, claimed, _missing(report, hand), presenter)


def _scored(
    report: HandReport,
    score: HandScore,
    claimed: str,
    missing: str,
    presenter: AnyPresenter,
) -> HandReport:
    faults: tuple[str, ...] = ()
    if not score.meets_minimum:
        faults = (_("The value is below the minimum for a win."),)
    return replace(
        report,
        missing=missing if report.count < report.wanted else "",
        faults=faults,
        value=presenter.value_words(score),
        jokers=joker_words(score),
        patterns=tuple(counted(score, presenter)),
        left_out=tuple(not_counted(score, presenter)),
        fu=tuple(presenter.fu_lines(score)),
        announced=announced(score, claimed, presenter) if claimed else None,
    )


def _unscored(
    report: HandReport, hand: Hand, error: RuleError, rules: Ruleset
) -> HandReport:
    """Return the report on a hand that cannot be scored.

    For an incomplete hand, only faults are shown that more tiles cannot fix.
    """
    incomplete = report.count < report.wanted
    faults = tuple(
        sentence(fault, rules.id)
        for fault in error.faults
        if not incomplete or fault.code not in _INCOMPLETE
    )
    return replace(
        report,
        missing=_missing(report, hand) if incomplete and not faults else "",
        faults=faults[:1],
        waits=_waits(hand, rules) if report.count == HAND_SIZE else None,
    )


def _missing(report: HandReport, hand: Hand) -> str:
    lacking = report.wanted - report.count
    if lacking <= 0:
        return ""
    if lacking == 1 and hand.winner and hand.winning_tile is None:
        return _("The winning tile is missing.")
    return ngettext(
        "%(count)s tile is missing.", "%(count)s tiles are missing.", lacking
    ) % {"count": lacking}


def _waits(hand: Hand, rules: Ruleset) -> tuple[Wait, ...] | None:
    """Return the tiles that complete a hand of 13 tiles, grouped by value; None if
    unknown.
    """
    if hand.winning_tile is not None or not hand.winner:
        return None
    try:
        tiles = rules.waits(hand)
    except RuleError:
        return None
    worths = [(*_worth_with(tile, hand, rules), tile) for tile in tiles]
    worths.sort(key=lambda worth: (not worth[0], -worth[1], worth[2]))
    return tuple(
        Wait(tuple(shown_tile(tile) for *_same, tile in same), value, is_enough)
        for (is_enough, _total, value), same in groupby(worths, lambda item: item[:3])
    )


def _worth_with(tile: Tile, hand: Hand, rules: Ruleset) -> tuple[bool, int, str]:
    """Return whether the hand with winning tile `tile` has the minimum value, its
    total, and its value as text. Returns False, 0 and "" if the rules refuse the hand.
    """
    try:
        score = rules.score(replace(hand, winning_tile=tile))
    except RuleError:
        return False, 0, ""
    return score.meets_minimum, score.total, presenter_of(rules.id).value_words(score)
