"""What the forms of every ruleset share: the key that makes an entry count once, the
four players, and the outcome of a hand.

What the forms of all rulings are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from copy import copy
from dataclasses import replace
from typing import ClassVar, Unpack, cast

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.faults import RuleError
from rules.ledger_entries import FalseWin, Raw, Washout
from rules.ruleset_and_table_state import Ruleset
from rules.tables_of_two_or_three import seats_by
from rules.winds import WINDS, Wind
from tournaments.refusals import sentence
from tournaments.web.form_fields_and_types import FormArguments, Sent, Words
from tournaments.web.request_types_and_form_faults import new_device_key

#: What the question "Who won?" may be answered with besides a player.
WASHOUT = "washout"
SEVERAL = "several"
ABORTIVE = "abortive"
FALSE_WIN = "false_win"

SELF_DRAWN = "self"
NO_ANSWER = _("This choice is not available. Choose another.")
OLD_PAGE = _("This page is outdated. Reload it and try again.")

Choices = list[tuple[str, Promise | str]]


class EntryForm(forms.Form):
    """Every entry carries the key that makes it count once."""

    device_key = forms.CharField(
        max_length=64,
        widget=forms.HiddenInput,
        error_messages={"required": OLD_PAGE, "max_length": OLD_PAGE},
    )

    def add_error(self, field: str | None, error: object) -> None:
        """As in every form. A good key that is refused has saved something else: what
        is in the form gets another, and counts if it is sent once more."""
        is_used = field == "device_key" and "device_key" in self.cleaned_data
        super().add_error(field, cast(Words, error))
        if is_used:
            self.put("device_key", new_device_key())

    def put(self, field: str, value: str) -> None:
        """Have the form show another value in a field than was sent."""
        data = cast(MutableMapping[str, object], copy(self.data))
        data[self.add_prefix(field)] = value
        self.data = data


class OfPlayers(FormArguments):
    """What a form about players is made with besides what was sent."""

    names: dict[Wind, str]


class AtTableArguments(OfPlayers):
    """The same with the rules that they play by."""

    rules: Ruleset


class AtTable(EntryForm):
    """A form about the players of a table, `names` by seat, who play by `rules`.
    `seats` are where somebody sits."""

    #: The rules' names of fields to the form's.
    fields_of_faults: ClassVar[Mapping[str, str]] = {}
    #: The field of deposits that were laid while the hand is played; "" where nobody
    #: lays one.
    laid: ClassVar[str] = ""

    def __init__(
        self,
        data: Sent | None = None,
        *,
        names: dict[Wind, str],
        rules: Ruleset,
        **given: Unpack[FormArguments],
    ) -> None:
        super().__init__(data, **given)
        self.names = names
        self.rules = rules
        self.seats = seats_by(rules)

    def full_clean(self) -> None:
        """As in every form; an answer that is none is not told by its key."""
        for field in self.fields.values():
            if isinstance(field, forms.ChoiceField):
                field.error_messages["invalid_choice"] = NO_ANSWER
        super().full_clean()

    @property
    def laid_field(self) -> forms.BoundField:
        return self[self.laid]

    def raw(self) -> Raw:
        """The entry in the rules' notation; the form must be valid."""
        raise NotImplementedError

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        """The form's values of an entry that is in the ledger."""
        raise NotImplementedError

    @property
    def is_begun(self) -> bool:
        """Whether enough is filled in to say what is still wrong."""
        return True

    def add_faults(self, error: RuleError) -> None:
        """Put every fault beside the field it is about, players by their names; what
        the form does not ask goes to its top."""
        for fault in error.faults:
            name = self.fields_of_faults.get(fault.field, fault.field)
            params = {
                key: self.names[value] if isinstance(value, Wind) else value
                for key, value in fault.params.items()
            }
            self.add_error(
                name if name in self.fields else None,
                sentence(replace(fault, params=params)),
            )

    def focus_first_fault(self, mark: str = "autofocus") -> None:
        """Let the first visible field with a fault have the focus, or another `mark`
        by which a script finds it."""
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
    """The outcome of a hand by points: nobody won, or one player did.

    A ruleset's form adds what its wins are worth, and what else may end a hand.
    """

    #: The template that asks everything; it is given `form` and `now_winds`.
    template: ClassVar[str]
    #: The template of what lies below the drawn table: the keys that say what a hand
    #: is worth; "" where the table is not drawn.
    keys: ClassVar[str] = ""
    #: What the table asks once it is said who won, and from whom.
    value_question: ClassVar[Words] = ""
    #: The template of what is seldom said of a win; "" where that is nothing.
    rare: ClassVar[str] = ""
    #: What the fields are called that an ordinary hand is asked.
    asked: ClassVar[tuple[str, ...]] = ("winner", "source")
    laid_words: ClassVar[Words] = ""
    #: The field that says who was ready when nobody won; "" where nobody asks.
    ready: ClassVar[str] = ""
    #: What hands of this table were worth that had no key, the newest first.
    last_values: Sequence[int] = ()
    #: Whether the keys count one seat's hand after the other.
    counts_seats: ClassVar[bool] = False
    #: The template of the middle of the table.
    centre: ClassVar[str] = "table/drawn/_wall.html"
    #: The ending that has a button on the table.
    drawn_hand: ClassVar[str] = WASHOUT

    hand = forms.IntegerField(
        widget=forms.HiddenInput, error_messages={"required": OLD_PAGE}
    )
    #: How often the players had been seated again when the page was made.
    seating = forms.IntegerField(widget=forms.HiddenInput, required=False)
    winner = forms.ChoiceField(
        label=_("Winner"),
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

    #: What "Nobody" is called here.
    nobody: ClassVar[Promise | str] = _("Draw")
    false_win: ClassVar[Promise | str] = _("False win (ends the hand)")

    def __init__(
        self, data: Sent | None = None, **given: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **given)
        players = self._players()
        endings = list(self._other_endings())
        if false_win_ends_hand(self.rules):
            endings.append((FALSE_WIN, self.false_win))
            self._offer("offender", players)
        else:
            del self.fields["offender"]
        self._offer("winner", [*players, *endings])
        self._offer("source", [(SELF_DRAWN, _("Self-draw")), *players])

    def _other_endings(self) -> Iterator[tuple[str, Promise | str]]:
        """How a hand may end besides by one player's win."""
        yield WASHOUT, self.nobody

    @classmethod
    def often_after(cls, rules: Ruleset, last_values: Sequence[int]) -> tuple[int, ...]:
        """Values of a win that have a key of their own, where those depend on what
        hands of the table were worth (`last_values`)."""
        return ()

    @classmethod
    def carried_by(cls, rules: Ruleset) -> str:
        """What a drawn hand leaves to the next winner by these rules; "" where that is
        nothing."""
        return ""

    @property
    def keys_class(self) -> str:
        """How the keys are called in the stylesheet, where they are not three rows of
        six."""
        return ""

    @property
    def values_of_several(self) -> list[tuple[str, list[tuple[forms.BoundField, str]]]]:
        """Each seat with the fields of its hand, should several win on one discard, and
        the class that says when each is asked; none where only one player can."""
        return []

    @property
    def ready_field(self) -> forms.BoundField:
        return self[self.ready]

    @property
    def typed_faults(self) -> list[str]:
        """What is wrong with a figure that was typed in the place of the keys, beside
        which that is said; nothing where none was typed."""
        return []

    @property
    def asked_fields(self) -> list[forms.BoundField]:
        """The fields whose faults are shown beside them on the drawn table."""
        return [self[name] for name in self.asked if name in self.fields]

    @property
    def outcome(self) -> str:
        """How the hand ended; "" where a player won, or nothing is chosen yet."""
        winner = str(self["winner"].value() or "")
        return "" if winner in tuple(WINDS) else winner

    @property
    def is_begun(self) -> bool:
        winner = self.data.get("winner")
        if winner in tuple(WINDS):
            return bool(self.data.get("source") and self._value_is_begun())
        return bool(winner and self._ending_is_begun(winner))

    def _value_is_begun(self) -> bool:
        """Whether the value of the only winner's hand is given."""
        raise NotImplementedError

    def _ending_is_begun(self, ending: str) -> bool:
        if ending == FALSE_WIN:
            return bool(self.data.get("offender"))
        if ending == SEVERAL:
            return self._several_is_begun()
        return True

    def _several_is_begun(self) -> bool:
        """Whether the form says on whose discard several players won, and the value of
        each of their hands."""
        winners = self["winners"].value()
        told = bool(self.data.get("source") and winners)
        return told and all(map(self._worth_is_told, winners))

    def _worth_is_told(self, seat: str) -> bool:
        """Whether the value of the hand of one of several winners is given."""
        raise NotImplementedError

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        winner = cleaned.get("winner")
        if winner in tuple(WINDS):
            self._need("source", _("Choose the discarder or self-draw."))
            self._clean_win(cleaned)
        elif winner == FALSE_WIN:
            self._need("offender", _("Choose the player who called the false win."))
        elif winner:
            self._clean_ending(winner, cleaned)
        return cleaned

    def _clean_win(self, cleaned: dict[str, object]) -> None:
        """What one player's win lacks."""

    def _clean_ending(self, ending: str, cleaned: dict[str, object]) -> None:
        """What another ending lacks."""

    def _need(self, name: str, sentence: Promise | str) -> None:
        """An error beside a field that is empty and has none yet."""
        if name not in self.errors and self.cleaned_data.get(name) in (None, "", []):
            self.add_error(name, sentence)

    def _need_several(self, cleaned: dict[str, object]) -> None:
        """What lacks of who won on whose discard, where several did."""
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
        """The entry of one player's win, without the discarder."""
        raise NotImplementedError

    def _ending(self, ending: str) -> Raw:
        """The entry of another ending."""
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


def false_win_ends_hand(rules: Ruleset) -> bool:
    """Whether a false win is the outcome of its hand, by these rules."""
    raw = {"kind": FalseWin.kind, "seat": Wind.EAST}
    return rules.read_entry(raw).settles_hand


def of_several(*names: str) -> dict[str, str]:
    """Faults of one of several winners, which stand beside who they are."""
    return {
        f"winners[{number}].{name}": "winners" for number in range(3) for name in names
    }


def seats_field(label: Words) -> forms.MultipleChoiceField:
    """Any of the four players; the choices are given later."""
    return forms.MultipleChoiceField(
        label=label, widget=forms.CheckboxSelectMultiple, required=False
    )


class Ruling(AtTable):
    """Something besides the outcomes of hands. `key` names the form; the ledger may
    have several kinds of ruling under one of its own. `button` says what it saves."""

    key: ClassVar[str]
    title: ClassVar[Promise | str]
    button: ClassVar[Promise | str]
    help: ClassVar[Promise | str] = ""


def reason_field() -> forms.CharField:
    """The reason that a ruling needs."""
    return forms.CharField(
        label=_("Reason"),
        max_length=500,
        error_messages={"required": _("Enter a reason.")},
    )


def remark_field() -> forms.CharField:
    """An optional remark."""
    return forms.CharField(label=_("Remark"), max_length=500, required=False)
