"""Base classes of the forms for hands and rulings, shared by all rulesets.

The forms contain the device key that makes an entry count only once, the players at the
table, and the outcome of a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from copy import copy
from dataclasses import replace
from typing import ClassVar, Unpack, cast

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.faults import RuleError
from rules.ledger_entries import FalseWin, Raw, Washout
from rules.ruleset_and_table_state import Ruleset
from rules.tables_of_two_or_three import seats_by
from rules.translation_marks import also_for_riichi
from rules.winds import WINDS, Wind
from tournaments.refusals import sentence
from tournaments.rule_texts import worded_for
from tournaments.web.form_fields_and_types import FormArguments, Sent, Words
from tournaments.web.request_types_and_form_faults import new_device_key

#: Answers to "Winner" other than a player.
WASHOUT = "washout"
SEVERAL = "several"
ABORTIVE = "abortive"
FALSE_WIN = "false_win"

SELF_DRAWN = "self"
CHOOSE_SOURCE = also_for_riichi("Choose the discarder or self-draw.")
NO_ANSWER = _("This choice is not available. Choose another.")
OLD_PAGE = _("This page is outdated. Reload it and try again.")

Choices = list[tuple[str, Promise | str]]


class EntryForm(forms.Form):
    """A form with a device key, so that its entry counts only once."""

    device_key = forms.CharField(
        max_length=64,
        widget=forms.HiddenInput,
        error_messages={"required": OLD_PAGE, "max_length": OLD_PAGE},
    )

    def add_error(self, field: str | None, error: object) -> None:
        """Add an error. If a valid device key was refused, give the form a new key.

        The refused key has already saved another entry. With the new key, the content
        of the form counts if it is sent again.
        """
        is_used = field == "device_key" and "device_key" in self.cleaned_data
        super().add_error(field, cast(Words, error))
        if is_used:
            self.put("device_key", new_device_key())

    def put(self, field: str, value: str) -> None:
        """Replace the sent value of a field in the redisplayed form."""
        data = cast(MutableMapping[str, object], copy(self.data))
        data[self.add_prefix(field)] = value
        self.data = data


class OfPlayers(FormArguments):
    """The arguments of a form about players, except for the submitted data."""

    names: dict[Wind, str]


class AtTableArguments(OfPlayers):
    """The arguments of a form about players at a table, with the rules of the table."""

    rules: Ruleset


class AtTable(EntryForm):
    """A form about the players of a table.

    `names`: players' names by seat; `seats`: the seats in use.
    """

    #: The form's field names by the rules' field names.
    fields_of_faults: ClassVar[Mapping[str, str]] = {}
    #: The field of deposits laid during the hand; "" in rulesets without deposits.
    laid: ClassVar[str] = ""

    def __init__(
        self,
        data: Sent | None = None,
        *,
        names: dict[Wind, str],
        rules: Ruleset,
        **arguments: Unpack[FormArguments],
    ) -> None:
        super().__init__(data, **arguments)
        self.names = names
        self.rules = rules
        self.seats = seats_by(rules)

    def full_clean(self) -> None:
        """Clean the form. Errors about an unknown choice do not show its key."""
        for field in self.fields.values():
            if isinstance(field, forms.ChoiceField):
                field.error_messages["invalid_choice"] = NO_ANSWER
        super().full_clean()

    @property
    def laid_field(self) -> forms.BoundField:
        return self[self.laid]

    def raw(self) -> Raw:
        """Return the entry in the rules' notation. The form must be valid."""
        raise NotImplementedError

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        """Return the form's initial values for an entry of the ledger."""
        raise NotImplementedError

    @property
    def is_begun(self) -> bool:
        """Return whether enough fields are filled in to show the remaining errors."""
        return True

    def add_faults(self, error: RuleError) -> None:
        """Add each fault to its field, with player names instead of seats.

        A fault of a field that the form does not have is shown at the top of the form.
        """
        for fault in error.faults:
            name = self.fields_of_faults.get(fault.field, fault.field)
            params = {
                key: self.names[value] if isinstance(value, Wind) else value
                for key, value in fault.params.items()
            }
            self.add_error(
                name if name in self.fields else None,
                sentence(replace(fault, params=params), self.rules.id),
            )

    def focus_first_fault(self, mark: str = "autofocus") -> None:
        """Set the attribute `mark` on the first visible field with an error.

        Browsers focus the field with `autofocus`; scripts use other attributes.
        """
        faulty = [field for field in self.visible_fields() if field.errors]
        for field in faulty[:1]:
            field.field.widget.attrs[mark] = True

    def _offer(
        self,
        name: str,
        choices: Iterable[tuple[Words, Promise | Words | Sequence[tuple[str, Words]]]],
    ) -> None:
        field = self.fields[name]
        if not isinstance(field, forms.ChoiceField):
            raise TypeError(name)
        field.choices = list(choices)

    def _players(self) -> Choices:
        return [(seat.value, self.names[seat]) for seat in self.seats]


class HandForm(AtTable):
    """Base form for the outcome of a hand by value: a win by one player, or a draw.

    The form of a ruleset adds the value of its wins and the other endings of a hand.
    """

    #: The template with all fields; its context has `form` and `now_winds`.
    template: ClassVar[str]
    #: The template below the table diagram, with the keys for the hand value; "" if
    #: there is no diagram.
    keys: ClassVar[str] = ""
    #: Template of the keys of `often_after`, which change after each hand.
    often_keys: ClassVar[str] = ""
    #: The question shown once the winner and the discarder are chosen.
    value_question: ClassVar[Words] = ""
    #: The template with the rare fields of a win; "" without any.
    rare: ClassVar[str] = ""
    #: Whether the fields of several winners other than the value are below the keys,
    #: and not with the rare fields.
    details_below_keys: ClassVar[bool] = False
    #: Names of the fields of an ordinary hand.
    ordinary: ClassVar[tuple[str, ...]] = ("winner", "source")
    laid_words: ClassVar[Words] = ""
    #: The field of the players who were ready at a draw; "" if it is not needed.
    ready: ClassVar[str] = ""
    #: Values of this table's hands that had no key, newest first.
    last_values: Sequence[int] = ()
    #: Whether the keys enter the hands of all seats, one after the other.
    counts_seats: ClassVar[bool] = False
    #: The template of the middle of the table diagram.
    centre: ClassVar[str] = "table/drawn/_wall.html"
    #: The ending that has a button on the table diagram.
    drawn_hand: ClassVar[str] = WASHOUT

    hand = forms.IntegerField(
        widget=forms.HiddenInput, error_messages={"required": OLD_PAGE}
    )
    #: Number of reseats when the page was rendered.
    seating = forms.IntegerField(widget=forms.HiddenInput, required=False)
    winner = forms.ChoiceField(
        label=pgettext_lazy("of a hand", "Winner"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose the winner, or “Draw”.")},
    )
    source = forms.ChoiceField(
        label=_("Discarder"), widget=forms.RadioSelect, required=False
    )
    offender = forms.ChoiceField(
        label=_("Player who called a false win"),
        widget=forms.RadioSelect,
        required=False,
    )
    before_gong = forms.BooleanField(
        label=_("This hand started before the gong"), required=False
    )
    fields_of_faults = {"from": "source", "kind": "winner", "seat": "offender"}

    #: The ruleset's name for a hand without a winner.
    nobody: ClassVar[Promise | str] = pgettext_lazy("hand without a winner", "Draw")
    false_win: ClassVar[Promise | str] = _("False win (ends the hand)")

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **arguments)
        players = self._players()
        endings = list(self._other_endings())
        if false_win_ends_hand(self.rules):
            endings.append((FALSE_WIN, self.false_win))
            self._offer("offender", players)
        else:
            del self.fields["offender"]
        self._offer("winner", [*players, *endings])
        self._offer("source", [(SELF_DRAWN, self_draw(self.rules.id)), *players])

    def _other_endings(self) -> Iterator[tuple[str, Promise | str]]:
        """Yield the endings of a hand other than a win by one player, as key
        and label.
        """
        yield WASHOUT, self.nobody

    @classmethod
    def often_after(cls, rules: Ruleset, last_values: Sequence[int]) -> tuple[int, ...]:
        """Return the values that have their own key on the page.

        Empty unless earlier values decide this in the ruleset. `last_values`: values of
        the table's earlier hands.
        """
        return ()

    @classmethod
    def carried_by(cls, rules: Ruleset) -> str:
        """Return a sentence on the amount that a draw adds to the next win under these
        rules; "" if it adds none.
        """
        return ""

    @property
    def keys_class(self) -> str:
        """Return the CSS class of the keys; "" for the usual three rows of six."""
        return ""

    @property
    def values_of_several(self) -> list[tuple[str, list[tuple[forms.BoundField, str]]]]:
        """Return the fields for several winners on one discard, by seat.

        Each field has a CSS class that decides when it is shown. Empty if only one
        player can win.
        """
        return []

    @property
    def ready_field(self) -> forms.BoundField:
        return self[self.ready]

    @property
    def typed_faults(self) -> list[str]:
        """Return the errors of a number that was typed instead of chosen by a key, to
        show beside the number. Empty if no number was typed.
        """
        return []

    @property
    def diagram_fields(self) -> list[forms.BoundField]:
        """Return the fields whose errors are shown beside them on the table diagram."""
        ordinary = [self[name] for name in self.ordinary if name in self.fields]
        values = [fields[0][0] for _seat, fields in self.values_of_several if fields]
        return ordinary + values

    @property
    def outcome(self) -> str:
        """Return the ending of the hand; "" for a win or without a choice."""
        winner = str(self["winner"].value() or "")
        return "" if winner in tuple(WINDS) else winner

    @property
    def is_begun(self) -> bool:
        winner = self.data.get("winner")
        if winner in tuple(WINDS):
            return bool(self.data.get("source") and self._value_is_begun())
        return bool(winner and self._ending_is_begun(winner))

    def _value_is_begun(self) -> bool:
        """Return whether the value of the only winner's hand is filled in."""
        raise NotImplementedError

    def _ending_is_begun(self, ending: str) -> bool:
        if ending == FALSE_WIN:
            return bool(self.data.get("offender"))
        if ending == SEVERAL:
            return self._several_is_begun()
        return True

    def _several_is_begun(self) -> bool:
        """Return whether the discarder, the winners and each hand's value are filled
        in."""
        if "winners" not in self.fields:
            return False
        winners = self["winners"].value()
        is_chosen = bool(self.data.get("source") and winners)
        return is_chosen and all(map(self._has_value, winners))

    def _has_value(self, seat: str) -> bool:
        """Return whether the value of one of several winners' hands is filled in."""
        raise NotImplementedError

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        winner = cleaned.get("winner")
        if winner in tuple(WINDS):
            self._need("source", worded_for(self.rules.id, CHOOSE_SOURCE))
            self._clean_win(cleaned)
        elif winner == FALSE_WIN:
            self._need("offender", _("Choose the player who called the false win."))
        elif winner:
            self._clean_ending(winner, cleaned)
        return cleaned

    def _clean_win(self, cleaned: dict[str, object]) -> None:
        """Add errors for the missing fields of a win by one player."""

    def _clean_ending(self, ending: str, cleaned: dict[str, object]) -> None:
        """Add errors for the missing fields of another ending."""

    def _need(self, name: str, sentence: Promise | str) -> None:
        """Add the error `sentence` to a field that is empty and has no error yet."""
        if name not in self.errors and self.cleaned_data.get(name) in (None, "", []):
            self.add_error(name, sentence)

    def _need_several(self, cleaned: dict[str, object]) -> None:
        """Add errors if the discarder or the winners are missing in a win by several
        players, or if it is a self-draw.
        """
        self._need("source", _("Choose the discarder."))
        if cleaned.get("source") == SELF_DRAWN:
            self.add_error(
                "source",
                _(
                    "Only a win on a discard can have several winners. Choose the "
                    "discarder."
                ),
            )
        self._need("winners", _("Choose the winners."))

    def raw(self) -> Raw:
        data = self.cleaned_data
        winner = data["winner"]
        if winner in tuple(WINDS):
            source = data["source"]
            discarder = None if source == SELF_DRAWN else source
            return {"kind": "win", "from": discarder, **self._win(winner)}
        if winner == FALSE_WIN:
            return {"kind": FalseWin.kind, "seat": data["offender"]}
        return self._ending(winner)

    def _win(self, winner: str) -> dict[str, object]:
        """Return the entry of a win by one player, without the discarder."""
        raise NotImplementedError

    def _ending(self, ending: str) -> Raw:
        """Return the entry of another ending."""
        return {"kind": Washout.kind}

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        if raw["kind"] == "win":
            source = {"source": raw.get("from") or SELF_DRAWN}
            return source | cls._initial_of_win(raw, rules)
        if raw["kind"] == Washout.kind:
            return {"winner": WASHOUT}
        return {"winner": FALSE_WIN, "offender": raw.get("seat", "")}

    @classmethod
    def _initial_of_win(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        raise NotImplementedError


class TypedPointsForm(HandForm):
    """Form for a hand whose points have keys, and can be typed instead."""

    @property
    def diagram_fields(self) -> list[forms.BoundField]:
        """Return the fields whose errors are shown beside them on the table diagram.

        `points` is left out if a number was typed, because its error is shown beside
        that number.
        """
        typed = self.typed_faults
        return [f for f in super().diagram_fields if not (typed and f.name == "points")]

    @property
    def typed_faults(self) -> list[str]:
        points = self["points"]
        return [str(error) for error in points.errors] if points.value() else []

    @property
    def often(self) -> tuple[int, ...]:
        return self.often_after(self.rules, self.last_values)

    def _value_is_begun(self) -> bool:
        return bool(self.data.get("points"))


def self_draw(ruleset: str) -> str:
    """Return the label of the choice "Self-draw", in the words of the ruleset's
    players."""
    return worded_for(ruleset, also_for_riichi("Self-draw"))


def false_win_ends_hand(rules: Ruleset) -> bool:
    """Return whether a false win ends its hand under these rules."""
    raw = {"kind": FalseWin.kind, "seat": Wind.EAST}
    return rules.read_entry(raw).settles_hand


def of_several(*names: str) -> dict[str, str]:
    """Return entries for `fields_of_faults` that show faults of any of several winners
    at the field `winners`. `names`: names of the values that can be faulty.
    """
    return {
        f"winners[{number}].{name}": "winners" for number in range(3) for name in names
    }


def seats_field(label: Words) -> forms.MultipleChoiceField:
    """Return a field to choose any number of players. The choices are set later."""
    return forms.MultipleChoiceField(
        label=label, widget=forms.CheckboxSelectMultiple, required=False
    )


class Ruling(AtTable):
    """A form for an entry other than the outcome of a hand.

    `key`: name of the form (one kind of ledger entry may have several forms); `button`:
    label of the submit button.
    """

    key: ClassVar[str]
    title: ClassVar[Promise | str]
    button: ClassVar[Promise | str]
    help: ClassVar[Promise | str] = ""


def reason_field() -> forms.CharField:
    """Return the field for a ruling's required reason."""
    return forms.CharField(
        label=_("Reason (required)"),
        max_length=500,
        error_messages={"required": _("Enter a reason.")},
    )


def remark_field() -> forms.CharField:
    """Return the field for an optional remark."""
    return forms.CharField(label=_("Remark"), max_length=500, required=False)
