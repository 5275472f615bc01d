"""Hong Kong Old Style: the form for a hand by faan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Unpack, cast

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.functional import Promise
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.hong_kong.base_points_and_shares import base_points
from rules.hong_kong.options import HongKongOptions
from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Ruleset
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import (
    SEVERAL,
    AtTableArguments,
    HandForm,
    of_several,
    seats_field,
)
from scoring.rulesets.any_ruleset.own_hand_field import chosen, own_hand_field
from tournaments.web.form_fields_and_types import Sent, Words
from tournaments.web.number_wording import whole

#: Largest number of faan offered if there is no limit.
_MOST_OFFERED = 30

#: Maximum number of keys that are shown taller than usual.
_FEW_KEYS = 12

#: Rare fields of a winner's hand.
_SELDOM = ("bonus_faan", "no_chows", "own_hand")

#: Reasons why one player pays for all, by key in `rules.hong_kong.payment_options`.
GUARANTEES: Mapping[str, Words] = {
    "twelve_piece": _("Discarded the tile for the 4th exposed set"),
    "nine_piece": _("Discarded to a player with 3 exposed sets of that suit"),
    "gave_dragon": _("Discarded the tile for the 3rd dragon set"),
    "gave_wind": _("Discarded the tile for the 4th wind set"),
    "gave_kong": _("Discarded the tile for the kong"),
    "last_tiles": _("Fresh tile among the last 5"),
    "ruling": pgettext_lazy("hong_kong", "Referee's ruling"),
}


class HongKongForm(HandForm):
    """Form for a hand by faan: winners, discarder, faan, and the player who pays for
    all."""

    template = "table/hands/hong_kong.html"
    keys = "table/keys/hong_kong.html"
    rare = "table/keys/hong_kong_rare.html"
    value_question = _("How many faan?")
    ordinary = (*HandForm.ordinary, "faan", "winners")
    nobody = pgettext_lazy("hand without a winner", "Draw")

    faan = forms.ChoiceField(label=_("Faan"), widget=forms.RadioSelect, required=False)
    bonus_faan = forms.ChoiceField(
        label=_("Faan for bonus tiles, or for having none"),
        choices=[("", "–"), *((str(faan), faan) for faan in range(1, 9))],
        required=False,
    )
    robbed_kong = forms.BooleanField(label=_("Robbing a kong"), required=False)
    no_chows = forms.BooleanField(
        label=pgettext_lazy("hong_kong", "No chow: the winner takes the kitty"),
        required=False,
    )
    guarantor = forms.ChoiceField(label=_("Player who pays for all"), required=False)
    guarantee = forms.ChoiceField(
        label=pgettext_lazy("hong_kong", "Reason"), required=False
    )
    winners = seats_field(pgettext_lazy("hong_kong", "Winners on this discard"))
    fields_of_faults = {
        **HandForm.fields_of_faults,
        **of_several(
            "winner",
            "faan",
            "bonus_faan",
            "robbed_kong",
            "no_chows",
            "guarantor",
            "guarantee",
            "own_hand",
        ),
    }

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **arguments)
        self._offer("faan", self._faan_choices())
        if top := self.options.limit_faan:
            self.fields["faan"].label = _("Faan (limit %(top)s)") % {"top": top}
        self._offer_guarantors()
        if not self._robbing_is_paid_for:
            del self.fields["robbed_kong"]
        if not self._asks_bonus_faan:
            del self.fields["bonus_faan"]
        if not self.options.kitty:
            del self.fields["no_chows"]
        if self.options.own_hands:
            self.fields["own_hand"] = own_hand_field(self.options.own_hands)
        if self.several_may_win:
            self._offer_several()
        else:
            del self.fields["winners"]

    def _offer_several(self) -> None:
        """Add the fields for several winners: each seat gets the fields of
        one winner.
        """
        self._offer("winners", self._players())
        for seat in self.seats:
            self.fields[f"faan_{seat}"] = forms.ChoiceField(
                label=self.names[seat],
                choices=[("", "–"), *self._faan_choices()],
                required=False,
            )
            for name in _SELDOM:
                if name in self.fields:
                    self.fields[f"{name}_{seat}"] = deepcopy(self.fields[name])

    @property
    def options(self) -> HongKongOptions:
        return cast(HongKongOptions, self.rules.options)

    @property
    def several_may_win(self) -> bool:
        return self.options.multiple_winners == "all"

    @property
    def _asks_bonus_faan(self) -> bool:
        """Return whether the form needs the faan for bonus tiles, because they do not
        count towards the minimum.
        """
        played = self.options.bonus_tiles != "none" and self.options.min_faan > 0
        return played and not self.options.bonus_counts_for_minimum

    @property
    def _robbing_is_paid_for(self) -> bool:
        """Return whether robbing a kong is paid differently from a win on a discard."""
        return self.options.robbing and self.options.rob_kong_payment != "discard"

    @property
    def values_of_several(self) -> list[tuple[str, list[tuple[forms.BoundField, str]]]]:
        if not self.several_may_win:
            return []
        names = ("faan", *_SELDOM, "guarantor", "guarantee")
        return [
            (
                seat.value,
                [
                    (self[f"{name}_{seat}"], "")
                    for name in names
                    if f"{name}_{seat}" in self.fields
                ],
            )
            for seat in self.seats
        ]

    @property
    def faan_keys(self) -> list[tuple[object, str]]:
        """Return the button of each value, with its base points as text ("" if they are
        not whole).
        """
        return [(button, self._base(button)) for button in self["faan"].subwidgets]

    def _base(self, button: BoundWidget) -> str:
        points = base_points(int(str(button.data["value"])), self.options)
        return whole(int(points)) if points.denominator == 1 else ""

    @property
    def keys_class(self) -> str:
        return "few-keys" if len(faan_entered(self.options)) <= _FEW_KEYS else ""

    @property
    def has_rare_values(self) -> bool:
        """Return whether a rare field, such as a robbed kong, is filled in or has an
        error.
        """
        seldom = ("robbed_kong", *_SELDOM, "guarantor", "guarantee")
        fields = [self[name] for name in seldom if name in self.fields]
        return any(
            field.errors or (field.value() and field.name != "guarantee")
            for field in fields
        )

    def _other_endings(self) -> Iterator[tuple[str, Promise | str]]:
        if self.several_may_win:
            yield SEVERAL, pgettext_lazy("hong_kong", "Several winners")
        yield from super()._other_endings()

    def _faan_choices(self) -> list[tuple[str, Promise | str]]:
        return [(str(faan), str(faan)) for faan in faan_entered(self.options)]

    def _offer_guarantors(self) -> None:
        reasons = [key for key in GUARANTEES if key in self.options.responsibility]
        if not reasons:
            del self.fields["guarantor"], self.fields["guarantee"]
            return
        self._offer(
            "guarantor", [("", pgettext_lazy("no player", "None")), *self._players()]
        )
        ruling_first = sorted(reasons, key=lambda key: key != "ruling")
        self._offer("guarantee", [(key, GUARANTEES[key]) for key in ruling_first])
        for seat in self.seats if self.several_may_win else ():
            for name in ("guarantor", "guarantee"):
                self.fields[f"{name}_{seat}"] = deepcopy(self.fields[name])

    def _value_is_begun(self) -> bool:
        return self._has_faan("")

    def _has_value(self, seat: str) -> bool:
        return self._has_faan(f"_{seat}")

    def _has_faan(self, suffix: str) -> bool:
        own = chosen(self.rules, self.data.get(f"own_hand{suffix}"))
        return bool(self.data.get(f"faan{suffix}") or (own and own.alone))

    def _clean_win(self, cleaned: dict[str, object]) -> None:
        self._need_faan("", _("Enter the faan."))

    def _need_faan(self, suffix: str, message: Promise | str) -> None:
        """Require the faan, unless the winner declared one of the tournament's special
        hands that counts alone.
        """
        own = chosen(self.rules, self.cleaned_data.get(f"own_hand{suffix}"))
        if not (own and own.alone):
            self._need(f"faan{suffix}", message)

    def _clean_ending(self, ending: str, cleaned: dict[str, object]) -> None:
        if ending != SEVERAL:
            return
        self._need_several(cleaned)
        for seat in self.cleaned_data.get("winners", []):
            message = _("Enter the faan of %(name)s's hand.")
            self._need_faan(f"_{seat}", message % {"name": self.names[seat]})

    def _win(self, winner: str) -> dict[str, object]:
        raw = {"winner": winner, **self._faan()}
        extras = self._bonus() | self._guaranteed() | self._robbed() | self._no_chows()
        return raw | extras

    def _faan(self, suffix: str = "") -> dict[str, object]:
        """Return the part of an entry with the faan and the tournament's special hand.

        The faan of that hand are added to the number in the field that ends with
        `suffix`.
        """
        data = self.cleaned_data
        own = chosen(self.rules, data.get(f"own_hand{suffix}"))
        if own and own.alone:
            return {"own_hand": own.key}
        faan = int(data[f"faan{suffix}"])
        if own is None:
            return {"faan": faan}
        return {"own_hand": own.key, "faan": faan + self.options.faan_of(own)}

    def _bonus(self, suffix: str = "") -> dict[str, object]:
        """Return the part of an entry with the faan for bonus tiles, from the field
        that ends with `suffix`."""
        bonus = self.cleaned_data.get(f"bonus_faan{suffix}")
        return {"bonus_faan": int(bonus)} if bonus else {}

    def _guaranteed(self, suffix: str = "") -> dict[str, object]:
        """Return the fields of an entry for the player who pays for all and the reason,
        read from the form's fields with this suffix; {} if no player pays for all.
        """
        data = self.cleaned_data
        if not (guarantor := data.get(f"guarantor{suffix}")):
            return {}
        reason = data.get(f"guarantee{suffix}") or "ruling"
        return {"guarantor": guarantor, "guarantee": reason}

    def _robbed(self) -> dict[str, object]:
        return {"robbed_kong": True} if self.cleaned_data.get("robbed_kong") else {}

    def _no_chows(self, suffix: str = "") -> dict[str, object]:
        """Return the part of an entry for a hand that takes the kitty, from the field
        that ends with `suffix`."""
        no_chows = self.cleaned_data.get(f"no_chows{suffix}")
        return {"no_chows": True} if no_chows else {}

    def _ending(self, ending: str) -> Raw:
        if ending != SEVERAL:
            return super()._ending(ending)
        data = self.cleaned_data
        winners = [
            {"winner": seat, **self._faan(f"_{seat}")}
            | self._bonus(f"_{seat}")
            | self._guaranteed(f"_{seat}")
            | self._robbed()
            | self._no_chows(f"_{seat}")
            for seat in data["winners"]
        ]
        return {"kind": "win", "from": data["source"], "winners": winners}

    @property
    def carry_words(self) -> str:
        return self.carried_by(self.rules)

    @classmethod
    def carried_by(cls, rules: Ruleset) -> str:
        options = cast(HongKongOptions, rules.options)
        carry = options.goulash_carry
        if not carry:
            return ""
        if options.goulash_carry_as == "faan":
            pattern = now("A draw adds %(carry)s faan to the next win.")
        else:
            pattern = now(
                "After a draw, each other player pays the next winner %(carry)s more."
            )
        return pattern % {"carry": carry}

    @classmethod
    def _initial_of_win(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        claims = raw.get("winners") or [raw]
        claims = [{**claim, **_entered_faan(claim, rules)} for claim in claims]
        robbed = any(claim.get("robbed_kong") for claim in claims)
        if len(claims) > 1:
            winners = [claim["winner"] for claim in claims]
            fields = {
                f"{name}_{claim['winner']}": str(claim.get(name, ""))
                for claim in claims
                for name in ("faan", "bonus_faan", "guarantor", "guarantee", "own_hand")
            }
            without = {
                f"no_chows_{c['winner']}": bool(c.get("no_chows")) for c in claims
            }
            return {
                "winner": SEVERAL,
                "winners": winners,
                "robbed_kong": robbed,
                **without,
                **fields,
            }
        [claim] = claims
        return {
            "winner": claim["winner"],
            "faan": str(claim.get("faan", "")),
            "bonus_faan": str(claim.get("bonus_faan", "")),
            "own_hand": claim.get("own_hand", ""),
            "guarantor": claim.get("guarantor", ""),
            "guarantee": claim.get("guarantee", ""),
            "robbed_kong": robbed,
            "no_chows": bool(claim.get("no_chows")),
        }


def faan_offered(options: HongKongOptions) -> range:
    """Return the faan that a win can have under these rules."""
    return range(options.lowest_faan, (options.limit_faan or _MOST_OFFERED) + 1)


def faan_entered(options: HongKongOptions) -> range:
    """Return the faan that the form offers. The faan of the tournament's special hands
    are not included.
    """
    offered = faan_offered(options)
    added = any(not own.alone for own in options.own_hands)
    return range(offered.stop) if added else offered


def _entered_faan(claim: Raw, rules: Ruleset) -> dict[str, object]:
    """Return the faan of a claim as the form shows them, without the tournament's
    special hand.
    """
    own = chosen(rules, claim.get("own_hand"))
    if own is None or "faan" not in claim:
        return {}
    options = cast(HongKongOptions, rules.options)
    return {"faan": max(0, claim["faan"] - options.faan_of(own))}
