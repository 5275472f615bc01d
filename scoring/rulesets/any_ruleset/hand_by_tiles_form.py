"""The form of a hand entered by its tiles, shared by all rulesets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Unpack

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.faults import Fault, RuleError
from rules.hand_as_json import read_hand
from rules.hand_of_tiles import Hand
from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Position, Ruleset
from rules.tiles import Tile
from rules.winds import Wind
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import (
    CHOOSE_SOURCE,
    OLD_PAGE,
    SELF_DRAWN,
    AtTable,
    AtTableArguments,
    seats_field,
    self_draw,
)
from scoring.rulesets.any_ruleset.own_hand_field import own_hand_field, own_hands_of
from scoring.rulesets.any_ruleset.shown_hands import FLAG_WORDS
from scoring.rulesets.any_ruleset.typed_hands import (
    MOST_CHARACTERS,
    TypedHand,
    as_typed,
    hands_in,
    typed_hand,
    with_circumstances,
)
from tournaments.refusals import sentence
from tournaments.rule_texts import worded_for
from tournaments.web.form_fields_and_types import Sent, Words

#: The empty choice in a field for an optional player.
NOBODY = ("", pgettext_lazy("no player", "None"))
_SEAT = re.compile(r"(?:hands|values)\.([ESWN])|winners\[(\d)\]")


@dataclass(frozen=True)
class Section:
    """The fields of one player's hand. `extra`: fields that only this ruleset has."""

    seat: Wind
    wind: Wind
    name: str
    tiles: forms.BoundField
    value: forms.BoundField | None
    flags: forms.BoundField
    claimed: forms.BoundField
    extra: tuple[forms.BoundField, ...]

    @property
    def is_open(self) -> bool:
        """Return whether a field about the win or the payer is filled in or has an
        error.
        """
        fields = (self.flags, *self.extra)
        is_filled = any(field.value() for field in fields[:2])
        return is_filled or any(field.errors for field in fields)


class TileArguments(AtTableArguments):
    """The arguments of a form for a hand by tiles, except for the submitted data."""

    position: Position


class TileForm(AtTable):
    """Base form for the winner's hand by tiles.

    `position`: position of the table before the hand.
    """

    #: Whether the form also has the losers' hands.
    losers_too: ClassVar[bool] = False
    #: The label of the value that the player announced.
    claimed_label: ClassVar[Words]
    missing: ClassVar[Promise | str] = _("Enter the tiles of %(name)s's hand.")

    hand = forms.IntegerField(
        widget=forms.HiddenInput, error_messages={"required": OLD_PAGE}
    )
    #: Number of reseats when the page was rendered.
    seating = forms.IntegerField(widget=forms.HiddenInput, required=False)
    source = forms.ChoiceField(
        label=_("Discarder"),
        widget=forms.RadioSelect,
    )
    #: The differences between announced and calculated values that have been shown.
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    before_gong = forms.BooleanField(
        label=_("This hand started before the gong"), required=False
    )

    def __init__(
        self,
        data: Sent | None = None,
        *,
        position: Position,
        **arguments: Unpack[AtTableArguments],
    ) -> None:
        super().__init__(data, **arguments)
        self.position = position
        #: The hands that could be read, by seat; filled during cleaning.
        self.hands: dict[Wind, TypedHand] = {}
        #: Seats whose hand is needed but missing; filled during cleaning.
        self.lacking: list[Wind] = []
        self.fields["winner"] = self._winner_field()
        self.fields["source"].error_messages["required"] = worded_for(
            self.rules.id, CHOOSE_SOURCE
        )
        self._offer(
            "source", [(SELF_DRAWN, self_draw(self.rules.id)), *self._players()]
        )
        flags = [
            (flag, worded_for(self.rules.id, FLAG_WORDS[flag]))
            for flag in self._flags_offered()
        ]
        own_hands = own_hands_of(self.rules)
        for seat in self.seats if own_hands else ():
            self.fields[f"own_hand_{seat}"] = own_hand_field(own_hands)
            self.fields[f"own_hand_{seat}"].help_text = ""
        for seat in self.seats:
            self._add_hand(seat, flags)

    @classmethod
    def several_may_win(cls, rules: Ruleset) -> bool:
        """Return whether the form can have several winners on one discard under these
        rules."""
        return False

    def _flags_offered(self) -> Iterable[str]:
        """Return the flags that a winner's hand may have under these rules."""
        return ()

    def _winner_field(self) -> forms.ChoiceField:
        field: forms.ChoiceField
        if self.several_may_win(self.rules):
            field = seats_field(_("Winners (several only on a discard)"))
            field.required = True
        else:
            field = forms.ChoiceField(
                label=pgettext_lazy("of a hand", "Winner"), widget=forms.RadioSelect
            )
        field.error_messages["required"] = _("Choose the winner.")
        field.choices = self._players()
        return field

    def _add_hand(self, seat: Wind, flags: list[tuple[str, str]]) -> None:
        name = self.names[seat]
        self.fields[f"tiles_{seat}"] = forms.CharField(
            label=_("Tiles of %(name)s") % {"name": name},
            max_length=MOST_CHARACTERS,
            required=False,
            widget=notation_input(),
        )
        self.fields[f"flags_{seat}"] = forms.MultipleChoiceField(
            label=_("Circumstances"),
            choices=flags,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )
        self.fields[f"claimed_{seat}"] = forms.CharField(
            label=self.claimed_label, max_length=20, required=False
        )

    @property
    def sections(self) -> list[Section]:
        """Return the fields of each player's hand."""
        return [
            Section(
                seat,
                self.position.winds[seat],
                self.names[seat],
                self[f"tiles_{seat}"],
                self[f"value_{seat}"] if f"value_{seat}" in self.fields else None,
                self[f"flags_{seat}"],
                self[f"claimed_{seat}"],
                tuple(self[name] for name in self._more_fields(seat)),
            )
            for seat in self.seats
        ]

    def _more_fields(self, seat: Wind) -> Iterable[str]:
        """Yield the names of a winner's fields that not all rules have."""
        if f"own_hand_{seat}" in self.fields:
            yield f"own_hand_{seat}"
        yield from self._extra_fields(seat)

    def _extra_fields(self, seat: Wind) -> Iterable[str]:
        return ()

    @property
    def winners(self) -> tuple[Wind, ...]:
        """Return the winners chosen so far."""
        chosen = self["winner"].value() or ()
        seats = chosen if isinstance(chosen, list | tuple) else (chosen,)
        return tuple(seat for seat in self.seats if seat in seats)

    @property
    def is_drawn(self) -> bool:
        return bool(self["source"].value() == SELF_DRAWN)

    @property
    def is_begun(self) -> bool:
        """Return whether enough is filled in to calculate the payments."""
        tiles = [self[f"tiles_{seat}"].value() for seat in self.winners]
        return bool(tiles and all(tiles) and self["source"].value())

    def at_table(self, seat: Wind) -> Hand:
        """Return the hand of `seat` with the winds of the table.

        The rules reject an entry whose hand was typed with other winds.
        """
        return replace(
            self.hands[seat].hand,
            seat_wind=self.position.winds[seat],
            prevailing_wind=self.position.prevailing,
        )

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        self.hands, self.lacking = {}, []  # a preview cleans the form again
        for seat in self.seats:
            text = cleaned.get(f"tiles_{seat}")
            if text and (seat in self.winners or self.losers_too):
                self._read(seat, text)
            elif not text and self._lacks(seat) and f"tiles_{seat}" not in self.errors:
                self.lacking.append(seat)
                missing = self.missing % {"name": self.names[seat]}
                self.add_error(f"tiles_{seat}", missing)
        return cleaned

    def _lacks(self, seat: Wind) -> bool:
        """Return whether the player's hand is needed but has no tiles."""
        return seat in self.winners

    def _read(self, seat: Wind, text: str) -> None:
        try:
            typed = typed_hand(text)
        except RuleError as error:
            self.add_error(f"tiles_{seat}", sentence(error.faults[0], self.rules.id))
            return
        won = seat in self.winners
        self.hands[seat] = with_circumstances(
            typed,
            flags=self._flags(seat, typed.hand),
            drawn=self.is_drawn and won,
            winner=won,
            own_hand=self.cleaned_data.get(f"own_hand_{seat}", "") if won else "",
            **self._indicators(seat, typed.hand),
        )

    def _flags(self, seat: Wind, typed: Hand) -> Iterable[str]:
        return self.cleaned_data.get(f"flags_{seat}") or ()

    def _indicators(self, seat: Wind, typed: Hand) -> dict[str, tuple[Tile, ...]]:
        return {}

    def raw(self) -> Raw:
        source = self.cleaned_data["source"]
        discarder = None if source == SELF_DRAWN else source
        return {"kind": "win", "from": discarder, **self._entry()}

    def _entry(self) -> dict[str, object]:
        """Return the ruleset's part of the entry."""
        raise NotImplementedError

    def _row(self, seat: Wind) -> dict[str, object]:
        return self.hands[seat].as_row()

    def add_faults(self, error: RuleError) -> None:
        """Add each of the rules' faults to its field, with names instead of seats.

        Each field shows only its first fault, because fixing it often fixes the others.
        """
        for fault in error.faults:
            name = self._field_of(fault)
            if name is None or name not in self.errors:
                self.add_error(name, sentence(self._named(fault), self.rules.id))

    def _named(self, fault: Fault) -> Fault:
        """Return the fault with player names instead of seats.

        A fault about wrong winds is returned unchanged, because its seats mean winds.
        """
        if fault.code == "wrong_winds":
            return fault
        params = {
            key: self.names[value] if isinstance(value, Wind) else value
            for key, value in fault.params.items()
        }
        return replace(fault, params=params)

    def _field_of(self, fault: Fault) -> str | None:
        """Return the name of a fault's field; None for the top of the form."""
        path = fault.field
        match = _SEAT.search(path)
        winners = self.winners
        seat = winners[0] if len(winners) == 1 else None
        if match and match[1]:
            seat = Wind(match[1])
        elif match and int(match[2]) < len(winners):
            seat = winners[int(match[2])]
        last = path.rpartition("].")[2].split(".")
        if seat and (last[0] in ("hand", "hands") or path.startswith("hands.")):
            return f"tiles_{seat}"
        own = {"from": "source", "winners": "winner", "values": f"value_{seat}"}
        name = own.get(last[0], f"{last[0]}_{seat}" if seat else last[0])
        for field in (name, last[0]):
            if field in self.fields:
                return field
        return None

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        """Return the form's initial values for an entry with tiles."""
        initial: dict[str, object] = {"source": raw.get("from") or SELF_DRAWN}
        claims = raw.get("winners") or [raw]
        winners = [claim["winner"] for claim in claims]
        initial["winner"] = winners if cls.several_may_win(rules) else winners[0]
        for seat, row in hands_in(raw).items():
            initial[f"tiles_{seat}"] = as_typed(row)
            hand = read_hand(row)
            initial[f"flags_{seat}"] = sorted(hand.flags)
            initial[f"own_hand_{seat}"] = hand.own_hand
        return initial


def notation_input() -> forms.TextInput:
    """Return a text input that phones do not correct or complete."""
    return forms.TextInput(
        attrs={
            "autocomplete": "off",
            "autocapitalize": "off",
            "spellcheck": "false",
            "class": "notation",
        }
    )


def one_or_several(claims: list[dict[str, object]]) -> dict[str, object]:
    """Return the winners' part of an entry: one claim, or a list of claims."""
    return claims[0] if len(claims) == 1 else {"winners": claims}
