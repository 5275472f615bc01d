"""Competing claims for a discard: the form, the answer as text, and all possible
answers for phones without a network.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Unpack, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from rules.claim_types import Award, Barred, Call, Claim, ClaimRules, SeveralWinners
from rules.claims_on_discard import award
from rules.faults import Fault, RuleError
from rules.tiles import FLOWERS, WIND_TILES, Tile
from rules.winds import WINDS, Wind
from tournaments.refusals import sentence
from tournaments.rule_texts import RIICHI_WORDS, filled_in
from tournaments.web.form_fields_and_types import Cleaned, FormArguments, Sent, Words
from tournaments.web.list_wording import joined_sentences, joined_with_commas
from tournaments.web.wind_names import NAMES, wind_name

NOTHING = "nothing"
CALLS = (
    (NOTHING, gettext_lazy("Nothing")),
    (Call.WIN.value, pgettext_lazy("claim", "Win")),
    (Call.KONG.value, pgettext_lazy("claim", "Kong")),
    (Call.PUNG.value, pgettext_lazy("claim", "Pung")),
    (Call.CHOW.value, pgettext_lazy("claim", "Chow")),
)
#: The calls in the words of riichi players.
RIICHI_CALLS = (
    (NOTHING, gettext_lazy("Nothing")),
    (Call.WIN.value, pgettext_lazy("claim in riichi", "Win")),
    (Call.KONG.value, pgettext_lazy("claim in riichi", "Kong")),
    (Call.PUNG.value, pgettext_lazy("claim in riichi", "Pung")),
    (Call.CHOW.value, pgettext_lazy("claim in riichi", "Chow")),
)
#: Kinds of tiles that claims depend on, each with an example.
TILES: Sequence[tuple[str, Words, Tile]] = (
    ("suit", gettext_lazy("1 to 9 of a suit"), 0),
    ("honor", gettext_lazy("Wind or dragon"), WIND_TILES[0]),
    ("bonus", gettext_lazy("Flower or season"), FLOWERS[0]),
)
MOST_WORTH = 1_000_000


@dataclass(frozen=True)
class Answer:
    """An answer.

    `text`: who gets the tile and why, or the error in the claims (`is_fault`); `then`:
    how play continues.
    """

    text: str
    then: str = ""
    is_fault: bool = False


def details(rules: ClaimRules) -> list[tuple[str, Words]]:
    """Return the questions for a player who claims a win: key and text.

    Only questions that matter in these rules are included.
    """
    questions: list[tuple[str, Words]] = []
    if rules.several_winners is SeveralWinners.HIGHEST:
        questions.append(("value", gettext_lazy("Hand value")))
    if rules.several_winners is SeveralWinners.LIMIT_FIRST:
        questions.append(("limit", gettext_lazy("A limit hand")))
    if not rules.pair_claim_to_win:
        questions.append(("pair", gettext_lazy("The tile completes the pair")))
    if rules.missed_discard is Barred.SAME_TILE:
        questions.append(
            ("missed", gettext_lazy("Passed on this tile since their last draw"))
        )
    if rules.missed_discard is Barred.ANY_TILE:
        questions.append(
            ("missed", gettext_lazy("Passed on a winning tile since their last draw"))
        )
    if rules.sacred_discard is Barred.SAME_TILE:
        questions.append(("sacred", gettext_lazy("Discarded this tile earlier")))
    if rules.sacred_discard is Barred.ANY_TILE:
        questions.append(("sacred", gettext_lazy("Discarded a winning tile earlier")))
    return questions


class ClaimsForm(forms.Form):
    """Form for the discarder and the other players' claims. `ruleset`: whose players'
    words to use."""

    discarder = forms.ChoiceField(
        label=gettext_lazy("Who discarded the tile?"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose the discarder.")},
    )
    tile = forms.ChoiceField(
        label=gettext_lazy("Which tile?"),
        choices=[(key, words) for key, words, _tile in TILES],
        widget=forms.RadioSelect,
        initial="suit",
    )

    def __init__(
        self,
        data: Sent | None = None,
        *,
        rules: ClaimRules,
        ruleset: str = "",
        **options: Unpack[FormArguments],
    ) -> None:
        super().__init__(data, **options)
        self.rules, self.ruleset = rules, ruleset
        self.details = details(rules)
        self.seats = WINDS[: rules.players]
        discarder = cast(forms.ChoiceField, self.fields["discarder"])
        discarder.choices = [(wind.value, NAMES[wind]) for wind in self.seats]
        named = RIICHI_CALLS if ruleset in RIICHI_WORDS else CALLS
        calls = [call for call in named if rules.chows or call[0] != Call.CHOW]
        for wind in self.seats:
            self.fields[f"call_{wind}"] = forms.ChoiceField(
                label=NAMES[wind],
                choices=calls,
                widget=forms.RadioSelect,
                initial=NOTHING,
                required=False,
            )
            for name, label in self.details:
                self.fields[f"{name}_{wind}"] = _detail(name, label)

    @property
    def players(self) -> list[tuple[Wind, forms.BoundField, list[forms.BoundField]]]:
        """Return the fields of each wind: its claim and the questions for a win."""
        return [
            (
                wind,
                self[f"call_{wind}"],
                [self[f"{name}_{wind}"] for name, _words in self.details],
            )
            for wind in self.seats
        ]

    def answer(self) -> Answer:
        """Return the answer to a valid form."""
        data = self.cleaned_data
        tile = {key: tile for key, _words, tile in TILES}[data["tile"]]
        calls = {wind: data[f"call_{wind}"] or NOTHING for wind in self.seats}
        claims = [self._claim(wind, calls[wind]) for wind in self.seats]
        made = [claim for claim in claims if claim]
        return answer(Wind(data["discarder"]), made, self.rules, tile, self.ruleset)

    def _claim(self, wind: Wind, call: str) -> Claim | None:
        if call == NOTHING:
            return None
        answers = {
            name: self.cleaned_data[f"{name}_{wind}"] for name, _ in self.details
        }
        claim = Claim(wind, Call(call))
        return _claim_with_answers(claim, answers) if claim.call is Call.WIN else claim


def answer(
    discarder: Wind,
    claims: Sequence[Claim],
    rules: ClaimRules,
    tile: Tile,
    ruleset: str = "",
) -> Answer:
    """Return who gets the discarded `tile`, in the active language and the words of the
    ruleset's players."""
    try:
        granted = award(discarder, claims, rules, tile)
    except RuleError as error:
        sentences = dict.fromkeys(_fault(fault, ruleset) for fault in error.faults)
        return Answer(joined_sentences(sentences), is_fault=True)
    return Answer(_reason(granted, ruleset), _then(granted))


@lru_cache(maxsize=64)
def every_answer(
    rules: ClaimRules, language: str, ruleset: str = ""
) -> dict[str, object]:
    """Return all answers by these rules in the active `language` and the words of the
    ruleset's players, as data for the page.

    `codes`: possible claims, with the names that `static/look-up-who-gets-discard.js`
    derives from the form. `words`: the different answers. `answers`: an index into
    `words` for each discarder, tile, and claims of the other players in the order of
    play; the claim of the last player varies fastest.
    """
    codes = list(_codes(rules))
    seats = WINDS[: rules.players]
    numbers: dict[Answer, int] = {}
    answers = [
        numbers.setdefault(
            _answer_for(discarder, tile, done, rules, ruleset), len(numbers)
        )
        for discarder in seats
        for _key, _words, tile in TILES
        for done in product(codes, repeat=rules.players - 1)
    ]
    return {
        "codes": [code for code, _claim in codes],
        "tiles": [key for key, _words, _tile in TILES],
        "words": [[item.text, item.then, item.is_fault] for item in numbers],
        "answers": answers,
    }


Code = tuple[str, Claim | None]


def _codes(rules: ClaimRules) -> Iterator[Code]:
    """Yield the possible claims of a player that these rules distinguish, as code and
    claim. A win that is barred for two reasons appears with the first reason only.
    """
    yield NOTHING, None
    for call in (Call.CHOW, Call.PUNG, Call.KONG):
        if call is Call.CHOW and not rules.chows:
            continue
        yield call.value, Claim(Wind.EAST, call)
    win = Claim(Wind.EAST, Call.WIN)
    names = [name for name, _words in details(rules)]
    for name in names:
        if name == "value":
            for place in (1, 2, 3):
                yield f"value{place}", replace(win, value=4 - place)
        else:
            yield name, _claim_with_answers(win, {name: True})
    yield Call.WIN.value, win


def _answer_for(
    discarder: Wind,
    tile: Tile,
    done: Sequence[Code],
    rules: ClaimRules,
    ruleset: str,
) -> Answer:
    first = WINDS.index(discarder)
    claims = [
        replace(claim, seat=WINDS[(first + place) % rules.players])
        for place, (_code, claim) in enumerate(done, 1)
        if claim
    ]
    return answer(discarder, claims, rules, tile, ruleset)


def _claim_with_answers(claim: Claim, answers: Cleaned) -> Claim:
    """Return the claim to win with the answers to the questions added."""
    happened = {True: Barred.SAME_TILE, False: Barred.OFF}
    return replace(
        claim,
        value=answers.get("value"),
        limit=bool(answers.get("limit")),
        for_pair=bool(answers.get("pair")),
        missed=happened[bool(answers.get("missed"))],
        own_discard=happened[bool(answers.get("sacred"))],
    )


def _detail(name: str, label: Words) -> forms.Field:
    if name != "value":
        return forms.BooleanField(label=label, required=False)
    return forms.IntegerField(
        label=label,
        min_value=0,
        max_value=MOST_WORTH,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


def _reason(granted: Award, ruleset: str) -> str:
    params = {
        key: wind_name(value) if isinstance(value, Wind) else value
        for key, value in granted.params.items()
    }
    names = [wind_name(claim.seat) for claim in granted.granted]
    params["seats"] = joined_with_commas(names)
    return filled_in(granted.reason, params, ruleset)


def _then(granted: Award) -> str:
    if granted.plays_next is None:
        return _("The hand is over.")
    if not granted.granted:
        return ""
    text = _("%(seat)s discards, then %(next)s draws.")
    seat = granted.granted[0].seat
    return text % {"seat": wind_name(seat), "next": wind_name(granted.plays_next)}


def _fault(fault: Fault, ruleset: str) -> str:
    params = {
        key: wind_name(value) if isinstance(value, Wind) else value
        for key, value in fault.params.items()
    }
    if "tile" in params:
        params["tile"] = _("This tile")
    return sentence(replace(fault, params=params), ruleset)
