"""Classical Chinese: the form for a hand by value, with the winners and the values of
all hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Unpack, cast

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from rules.classical.entries import AbortiveDraw
from rules.classical.options import ClassicalOptions
from rules.ledger_entries import MOST_POINTS, Raw
from rules.own_hands import POINTS, OwnHand
from rules.ruleset_and_table_state import Ruleset
from rules.winds import WINDS, Wind
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import (
    ABORTIVE,
    SELF_DRAWN,
    SEVERAL,
    AtTableArguments,
    HandForm,
    seats_field,
)
from scoring.rulesets.any_ruleset.own_hand_field import chosen, own_hand_field
from scoring.rulesets.classical.outcome_and_value_words import REASONS
from tournaments.web.form_fields_and_types import Sent
from tournaments.web.number_wording import whole

THE_LIMIT = "limit"
_MOST_DOUBLES = 12
#: Number of keys for the points of a winner's hand: two rows with the keypad's key.
_WINNER_KEYS = 11


class ClassicalForm(HandForm):
    """Form for a hand by value: the hands of all players, by points and doubles or as a
    limit hand. There may be several winners.
    """

    template = "table/hands/classical.html"
    keys = "table/keys/classical.html"
    rare = "table/keys/classical_rare.html"
    #: Numbers of doubles with a key.
    doubles_keys = range(6)
    #: Points of a loser's hand with a key: 0 for no sets, and the usual points.
    loser_keys = (0, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24)
    ordinary = (*HandForm.ordinary, "winners")
    counts_seats = True
    false_win = _("False mahjong (ends the hand)")

    pays_for_all = forms.BooleanField(
        label=_("Discarder pays for all (dangerous tile)"), required=False
    )
    no_chows = forms.BooleanField(
        label=pgettext_lazy("classical", "No chow: the winner takes the kitty"),
        required=False,
    )
    abort = forms.ChoiceField(label=_("Reason for the abortive draw"), required=False)
    winners = seats_field(pgettext_lazy("classical", "Winners on this discard"))
    without_chows = seats_field(_("Winner without a chow, who takes the kitty"))
    fields_of_faults = {
        **HandForm.fields_of_faults,
        "reason": "abort",
        "pay_for_all": "pays_for_all",
        **{f"values.{seat}": f"points_{seat}" for seat in WINDS},
        "seats": "offender",
        "no_chows": "without_chows",
        **{f"own_hands.{seat}": f"own_hand_{seat}" for seat in WINDS},
    }

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **arguments)
        if not self.options.dangerous_game:
            del self.fields["pays_for_all"]
        if not self.options.kitty:
            del self.fields["no_chows"], self.fields["without_chows"]
        if self.options.abortive_draws:
            reasons = [(key, REASONS[key]) for key in self.options.abortive_draws]
            self._offer("abort", [("", _("Choose")), *reasons])
        else:
            del self.fields["abort"]
        if self.several_may_win:
            self._offer("winners", self._players())
            if "without_chows" in self.fields:
                self._offer("without_chows", self._players())
        else:
            del self.fields["winners"]
            self.fields.pop("without_chows", None)
        self._offer_own_hands()
        for seat in self.seats:
            self.fields[f"points_{seat}"] = forms.IntegerField(
                label=pgettext_lazy("hand value", "Points"),
                min_value=0,
                max_value=MOST_POINTS,
                required=False,
                widget=forms.NumberInput(
                    attrs={"inputmode": "numeric", "autocomplete": "off"}
                ),
            )
            self.fields[f"doubles_{seat}"] = forms.ChoiceField(
                label=_("Doubles"), choices=self._doubles(), required=False
            )

    def _offer_own_hands(self) -> None:
        if not self.options.own_hands:
            return
        self.fields["own_hand"] = own_hand_field(self.options.own_hands)
        for seat in self.seats if self.several_may_win else ():
            self.fields[f"own_hand_{seat}"] = own_hand_field(self.options.own_hands)

    @property
    def options(self) -> ClassicalOptions:
        return cast(ClassicalOptions, self.rules.options)

    @property
    def several_may_win(self) -> bool:
        return self.options.multiple_winners == "all"

    @property
    def values_of_several(self) -> list[tuple[str, list[tuple[forms.BoundField, str]]]]:
        """Return the field for the tournament's special hand of each seat.

        The values are not included, because the list of all hands has them. Empty if
        only one player can win.
        """
        if not self.several_may_win:
            return []
        own = self.fields.keys() & {f"own_hand_{seat}" for seat in self.seats}
        return [
            (seat.value, [(self[f"own_hand_{seat}"], "")] if own else [])
            for seat in self.seats
        ]

    @property
    def losers_count(self) -> bool:
        """Return whether the losers' hands change the payments."""
        mode = self.options.settle_mode
        between = self.options.losers_settle and mode == "between_all"
        return between or mode == "only_add_up"

    @property
    def keys_class(self) -> str:
        return "four-counts"

    @property
    def winner_keys(self) -> range:
        """Return the points that have their own key on the page for a winner's hand.

        They start with the points for mahjong and rise by 2, as points of sets do.
        """
        least = self.options.points["mahjong"]
        return range(least, least + 2 * _WINNER_KEYS, 2)

    @property
    def diagram_fields(self) -> list[forms.BoundField]:
        hands = [field for hand in self.values for field in hand[2:]]
        return [*super().diagram_fields, *hands]

    @property
    def values(self) -> list[tuple[str, str, forms.BoundField, forms.BoundField]]:
        """Return seat, player, and the fields of points and doubles of each hand."""
        return [
            (
                seat.value,
                self.names[seat],
                self[f"points_{seat}"],
                self[f"doubles_{seat}"],
            )
            for seat in self.seats
        ]

    def _doubles(self) -> list[tuple[str, Promise | str]]:
        limit = _("limit (%(limit)s)") % {"limit": whole(self.options.limit)}
        return [
            ("0", _("no doubles")),
            (THE_LIMIT, limit),
            *(
                (
                    str(number),
                    ngettext("%(number)s double", "%(number)s doubles", number)
                    % {"number": number},
                )
                for number in range(1, _MOST_DOUBLES + 1)
            ),
        ]

    def _other_endings(self) -> Iterator[tuple[str, Promise | str]]:
        if self.several_may_win:
            yield SEVERAL, pgettext_lazy("classical", "Several winners")
        yield from super()._other_endings()
        if self.options.abortive_draws:
            yield ABORTIVE, pgettext_lazy("classical", "Abortive draw")

    def _ending_is_begun(self, ending: str) -> bool:
        if ending == ABORTIVE:
            return bool(self.data.get("abort"))
        return super()._ending_is_begun(ending)

    def _clean_ending(self, ending: str, cleaned: dict[str, object]) -> None:
        if ending == ABORTIVE:
            self._need(
                "abort",
                pgettext_lazy("classical", "Choose the reason for the abortive draw."),
            )
        if ending == SEVERAL:
            self._need_several(cleaned)
            self._clean_win(cleaned)

    def _ending(self, ending: str) -> Raw:
        if ending == ABORTIVE:
            reason = self.cleaned_data["abort"]
            return {"kind": AbortiveDraw.kind, "reason": reason}
        if ending == SEVERAL:
            data = self.cleaned_data
            winners = [{"winner": seat} for seat in data["winners"]]
            won = {"winners": winners, "from": data["source"]}
            return {"kind": "win", **won, **self._worths()}
        return super()._ending(ending)

    def _value_is_begun(self) -> bool:
        return self._has_value(self.data["winner"])

    def _has_value(self, seat: str) -> bool:
        at_limit = self.data.get(f"doubles_{seat}") == THE_LIMIT
        own = self._own_hand(seat, self.data)
        return bool(at_limit or (own and own.alone) or self.data.get(f"points_{seat}"))

    def _clean_win(self, cleaned: dict[str, object]) -> None:
        for seat in self.seats:
            at_limit = cleaned.get(f"doubles_{seat}") == THE_LIMIT
            own = self._own_hand(seat, cleaned)
            worth_known = at_limit or (own is not None and own.alone)
            if self._counts(seat) and not worth_known:
                sentence = _("Enter the points of %(name)s's hand.")
                self._need(f"points_{seat}", sentence % {"name": self.names[seat]})
        if cleaned.get("pays_for_all") and cleaned.get("source") == SELF_DRAWN:
            self.add_error(
                "pays_for_all",
                _("The winning tile was not discarded, so this field must be empty."),
            )

    def _own_hand(self, seat: str, data: Mapping[str, object]) -> OwnHand | None:
        """Return the tournament's special hand that the winner in this seat declared;
        None if there is no such hand.
        """
        several = data.get("winner") == SEVERAL
        if not several and seat != data.get("winner"):
            return None
        name = f"own_hand_{seat}" if several else "own_hand"
        return chosen(self.rules, data.get(name))

    def _counts(self, seat: Wind) -> bool:
        """Return whether the value of this player's hand is needed."""
        if seat in self._winners():
            return True
        alone = self.cleaned_data.get("pays_for_all")
        return self.losers_count and not (
            alone and self.options.settle_mode == "between_all"
        )

    def _winners(self) -> Sequence[str]:
        winner = self.cleaned_data.get("winner", "")
        if winner == SEVERAL:
            return cast(Sequence[str], self.cleaned_data.get("winners", []))
        return (winner,)

    def _win(self, winner: str) -> dict[str, object]:
        return {"winner": winner, **self._worths()}

    def _worths(self) -> dict[str, object]:
        """Return the parts of an entry with the needed values, the player who pays for
        all, and the winner without a chow.
        """
        data = self.cleaned_data
        values = {seat.value: self._value(seat) for seat in self.seats}
        raw: dict[str, object] = {
            "values": {s: value for s, value in values.items() if value is not None},
        }
        own_hands = {seat: self._own_hand(seat, data) for seat in self._winners()}
        declared = {seat: own.key for seat, own in own_hands.items() if own}
        if declared and data["winner"] == SEVERAL:
            raw["own_hands"] = declared
        elif declared:
            [raw["own_hand"]] = declared.values()
        if data.get("pays_for_all"):
            raw["pay_for_all"] = data["source"]
        if data.get("without_chows") and data["winner"] == SEVERAL:
            raw["no_chows"] = data["without_chows"]
        elif data.get("no_chows") and data["winner"] != SEVERAL:
            raw["no_chows"] = True
        return raw

    def _value(self, seat: Wind) -> int | None:
        """Return the hand value after doubling, up to the limit.

        Return None if the value is missing or not needed.
        """
        if not self._counts(seat):
            return None
        own = self._own_hand(seat, self.cleaned_data)
        if own and own.alone:
            return None
        points = self.cleaned_data[f"points_{seat}"]
        doubles = self.cleaned_data[f"doubles_{seat}"] or "0"
        if doubles == THE_LIMIT:
            return self.options.limit
        if points is None:
            return None
        more_points, more_doubles = _added(own)
        value: int = (points + more_points) << (int(doubles) + more_doubles)
        # A value entered without doubles is not capped: the rules reject a value
        # above the limit, which may be a typing error.
        plain = doubles == "0" and own is None
        if plain or self.options.roof_off or (own and own.over_limit):
            return value
        return min(value, self.options.limit)

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        if raw["kind"] == AbortiveDraw.kind:
            return {"winner": ABORTIVE, "abort": raw["reason"]}
        return super().initial_of(raw, rules)

    @classmethod
    def _initial_of_win(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        values = raw.get("values", {})
        declared = dict(raw.get("own_hands") or {})
        if raw.get("own_hand"):
            declared[raw["winner"]] = raw["own_hand"]
        points: dict[str, object] = {}
        for seat, value in values.items():
            own = chosen(rules, declared.get(seat))
            points |= _entered(seat, value, own, rules)
        points |= {f"own_hand_{seat}": key for seat, key in declared.items()}
        payer = bool(raw.get("pay_for_all"))
        without = raw.get("no_chows") or []
        flags = {"pays_for_all": payer, "no_chows": bool(without)}
        if winners := raw.get("winners"):
            named = [claim["winner"] for claim in winners]
            several = {"winner": SEVERAL, "winners": named, "without_chows": without}
            return {**several, **flags, **points}
        own_hand = {"own_hand": declared.get(raw["winner"], "")}
        return {"winner": raw["winner"], **flags, **points, **own_hand}


def _added(own: OwnHand | None) -> tuple[int, int]:
    """Return the points and doubles that the tournament's special hand adds."""
    if own is None or own.alone:
        return 0, 0
    return (own.value, 0) if own.unit == POINTS else (0, own.value)


def _entered(
    seat: str, value: int, own: OwnHand | None, rules: Ruleset
) -> dict[str, object]:
    """Return the form fields that give this value together with the tournament's own
    hand.
    """
    limit = cast(ClassicalOptions, rules.options).limit
    points, doubles = _added(own)
    if own and not own.over_limit and value == limit:
        return {f"doubles_{seat}": THE_LIMIT}
    return {f"points_{seat}": max(0, (value >> doubles) - points)}
