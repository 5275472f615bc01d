"""Explain why a hand does not score yaku that it seems to have. The sentences can be
read out by a referee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.hand_of_tiles import (
    DOUBLE_RIICHI,
    EARTHLY,
    IPPATSU,
    LAST_TILE,
    REPLACEMENT,
    RIICHI,
    ROBBING_KONG,
    Hand,
)
from rules.hand_score_and_patterns import LeftOut
from rules.riichi.detect_yaku_and_waits import Form, formed, readings
from rules.riichi.mahjong_package import Refusal, Value, value
from rules.riichi.options import ScoringOptions
from rules.riichi.patterns import PATTERNS
from rules.riichi.patterns.dora import dora_held
from rules.tiles import is_red
from rules.translation_marks import _
from rules.winning_arrangements import Arrangement

_Reason = tuple[str, str, Mapping[str, object]]

#: Yaku -> yaku that replaces it.
_REPLACED_BY = {
    "riichi": "double_riichi",
    "iipeikou": "ryanpeikou",
    "chanta": "junchan",
    "honitsu": "chinitsu",
    "suuankou": "suuankou_tanki",
}
_VALUED_PAIRS = frozenset(("valued_pair", "double_wind_pair"))
_WAITS = frozenset(("edge_wait", "closed_wait", "pair_wait"))


@dataclass(frozen=True)
class _Score:
    """A scored hand with its reading and value."""

    hand: Hand
    reading: Arrangement | None
    value: Value
    options: ScoringOptions

    @property
    def counted(self) -> frozenset[str]:
        return frozenset(name for name, _value in self.value.yaku)

    @property
    def is_open(self) -> bool:
        return bool(self.hand.exposed)

    @property
    def is_renhou_alone(self) -> bool:
        return [name for name, _value in self.value.yaku] == ["renhou"]


def left_out(
    hand: Hand, reading: Arrangement | None, hand_value: Value, options: ScoringOptions
) -> Iterator[LeftOut]:
    """Yield each yaku or dora that the hand seems to have but does not score, once."""
    score = _Score(hand, reading, hand_value, options)
    named = set(score.counted)
    for name, (principle, reason, params) in _reasons(score):
        if name not in named:
            named.add(name)
            yield LeftOut(PATTERNS[name], principle, reason, params)


def _reasons(score: _Score) -> Iterator[tuple[str, _Reason]]:
    yield from _switched_off(score)
    yield from _renhou(score)
    if score.is_renhou_alone:
        return
    for name in (*_declared(score), *_formed(score), *_dora(score)):
        if reason := _why_not(name, score):
            yield name, reason
    yield from _other_readings(score)


def _declared(score: _Score) -> Iterator[str]:
    """Yield the ids of the yaku for the way of winning, whether or not they count."""
    flags, drawn = score.hand.flags, score.hand.self_draw
    held = {
        "riichi": RIICHI in flags,
        "double_riichi": DOUBLE_RIICHI in flags,
        "ippatsu": IPPATSU in flags,
        "menzen_tsumo": drawn,
        "rinshan": REPLACEMENT in flags,
        "chankan": ROBBING_KONG in flags,
        "haitei": LAST_TILE in flags and drawn,
        "houtei": LAST_TILE in flags and not drawn,
    }
    return (name for name, holds in held.items() if holds)


def _formed(score: _Score) -> Iterator[str]:
    """Return the ids of the yaku that the tiles have in this reading; none without a
    reading."""
    return iter(()) if score.reading is None else formed(score.hand, score.reading)


def _dora(score: _Score) -> Iterator[str]:
    hand = score.hand
    held = {
        "dora": dora_held(hand.tiles, hand.dora_indicators),
        "ura_dora": dora_held(hand.tiles, hand.ura_indicators),
        "aka_dora": sum(map(is_red, hand.tiles)),
    }
    return (name for name, number in held.items() if number)


def _switched_off(score: _Score) -> Iterator[tuple[str, _Reason]]:
    """Yield the yaku that these rules do not use, each with the reason."""
    hand, options = score.hand, score.options
    absent = {
        "ippatsu": IPPATSU in hand.flags and not options.ippatsu,
        "ura_dora": bool(hand.ura_indicators) and not options.ura,
        "tanyao": score.is_open and not options.kuitan and "tanyao" in _formed(score),
        "dora": not options.kan_dora
        and dora_held(hand.tiles, hand.dora_indicators[1:]) > 0,
    }
    for name, is_absent in absent.items():
        if is_absent:
            yield name, ("not_played", _NOT_PLAYED[name], {})


_NOT_PLAYED = {
    "ippatsu": _("These rules do not count ippatsu."),
    "ura_dora": _("These rules have no ura dora."),
    "tanyao": _("These rules count tanyao (all simples) only in a concealed hand."),
    "dora": _("These rules have no dora for kongs. Only the first indicator counts."),
}


def _renhou(score: _Score) -> Iterator[tuple[str, _Reason]]:
    if EARTHLY not in score.hand.flags or score.hand.self_draw:
        return
    if score.options.renhou == "none":
        sentence = _("These rules do not count a win before the first draw.")
        yield "renhou", ("not_played", sentence, {})
    elif not score.is_renhou_alone:
        sentence = _(
            "Without this pattern, the hand is already worth a mangan or more."
        )
        yield "renhou", ("worth_most", sentence, {})
    else:
        yield from _beside_renhou(score)


def _beside_renhou(score: _Score) -> Iterator[tuple[str, _Reason]]:
    """Yield the yaku that the hand would score if it had won later, each with the
    reason."""
    later = value(score.hand, score.options)
    for name, _value in () if isinstance(later, Refusal) else later.yaku:
        sentence = _(
            "A win before the first draw is always a mangan. Other patterns do not "
            "add to it."
        )
        yield name, ("renhou_alone", sentence, {})


def _why_not(name: str, score: _Score) -> _Reason | None:
    """Return why a yaku that the hand has does not count; None if no reason is
    known."""
    if score.value.yakuman and name != "suuankou":
        return "below_yakuman", _("A yakuman only combines with other yakuman."), {}
    other = _REPLACED_BY.get(name)
    if other in score.counted:
        sentence = _("%(other)s replaces this pattern.")
        return "replaced", sentence, {"other": PATTERNS[other].name}
    if score.is_open and not PATTERNS[name].open_value:
        return (
            "open_hand",
            _("This pattern needs a concealed hand, but a set was called."),
            {},
        )
    if name == "pinfu":
        return _why_not_pinfu(score)
    if name in ("sanankou", "suuankou") and not score.hand.self_draw:
        sentence = _(
            "The last pung was completed on a discard, so it is not concealed."
        )
        return "completed_on_discard", sentence, {}
    return None


def _why_not_pinfu(score: _Score) -> _Reason | None:
    fu = {detail.reason for detail in score.value.fu_details}
    if fu & _VALUED_PAIRS:
        return (
            "valued_pair",
            _("The pair is dragons or a valued wind, which scores fu."),
            {},
        )
    if fu & _WAITS:
        return "not_two_sided", _("The wait is not two-sided, which scores fu."), {}
    return None


#: Yaku that depend on the reading of the tiles.
_OF_A_READING = (
    "chiitoitsu",
    "iipeikou",
    "ryanpeikou",
    "sanshoku_doujun",
    "ittsuu",
    "chanta",
    "junchan",
    "sanshoku_doukou",
    "sanankou",
    "toitoi",
)


def _other_readings(score: _Score) -> Iterator[tuple[str, _Reason]]:
    if score.value.yakuman:
        return
    for reading in readings(score.hand):
        for name in formed(score.hand, reading):
            if name in _OF_A_READING and _would_count(name, reading, score):
                sentence = _(
                    "This pattern needs another arrangement of the tiles, which is "
                    "worth less."
                )
                yield name, ("worth_most", sentence, {})


def _would_count(name: str, reading: Arrangement, score: _Score) -> bool:
    """Return whether a yaku of another reading would count in that reading."""
    if score.is_open and not PATTERNS[name].open_value:
        return False
    form = Form(score.hand, reading)
    return name != "sanankou" or len(form.surely_concealed_pungs) >= 3
