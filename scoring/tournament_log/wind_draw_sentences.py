"""Log sentences on wind draws."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.winds import WINDS
from scoring.tournament_log.log_values_and_names import Data, Sentences
from tournaments.web.list_wording import joined_sentences, joined_with_commas
from tournaments.web.wind_names import wind_letter


def _of_table(data: Data, pattern: str) -> str:
    """Return sentences on a wind draw at a table, with all data needed to repeat the
    draw.
    """
    sentences = pattern % {**data, "winds": _winds(data.get("numbers", ()))}
    if real := [faces for faces in data.get("dice", ()) if faces]:
        throws = joined_with_commas(" ".join(map(str, faces)) for faces in real)
        sentences += " " + _("Real dice: %(throws)s.") % {"throws": throws}
    return sentences


def _winds_by_hand(data: Data) -> str:
    sentences = _of_table(
        data, _("Round %(round)s, table %(table)s: winds entered: %(winds)s.")
    )
    before = _("Before: %(winds)s.") % {"winds": _winds(data["before"])}
    sentences = joined_sentences((sentences, before))
    if "seed" in data:
        pattern = _("The wind draw with the seed “%(seed)s” does not count.")
        seed = pattern % {"seed": data["seed"]}
        sentences = joined_sentences((sentences, seed))
    return sentences


def _lots_of_winds(data: Data, pattern: str) -> str:
    sentences = pattern % data
    if data["thrown"]:
        thrown = _("Dice thrown in the hall: “%(thrown)s”.") % data
        sentences = joined_sentences((sentences, thrown))
    return sentences


def _winds(numbers: Iterable[int]) -> str:
    """Return winds with player numbers, such as E 4, S 1, W 3, N 2."""
    return joined_with_commas(
        f"{wind_letter(wind)} {number}"
        for wind, number in zip(WINDS, numbers, strict=False)
    )


def _chosen(data: Data) -> str:
    sentences = _of_table(
        data, _("Round %(round)s, table %(table)s, seats chosen: %(winds)s.")
    )
    order = joined_with_commas(data["order"])
    chosen = _("Order of choice: %(order)s.") % {"order": order}
    return joined_sentences((sentences, chosen))


WIND_DRAW_SENTENCES: Sentences = {
    "winds_chosen": _chosen,
    "ceremony_begun": lambda data: _of_table(
        data,
        _(
            "Round %(round)s, table %(table)s: wind draw started. Hash of "
            "its seed: %(commitment)s."
        ),
    ),
    "ceremony_again": lambda data: _of_table(
        data,
        _(
            "Round %(round)s, table %(table)s: wind draw restarted. The seed "
            "was “%(seed)s”; hash of the new one: %(new_commitment)s."
        ),
    ),
    "winds_drawn": lambda data: _of_table(
        data,
        _("Round %(round)s, table %(table)s, winds drawn: %(winds)s. Seed “%(seed)s”."),
    ),
    "winds_by_hand": _winds_by_hand,
    "wind_lots_promised": gettext_noop(
        "Round %(round)s: draw of all winds announced. Hash of its seed: "
        "%(commitment)s."
    ),
    "wind_lots_drawn": lambda data: _lots_of_winds(
        data,
        _("Round %(round)s: all winds drawn. The seed was “%(seed)s”."),
    ),
    "wind_lots_again": lambda data: _lots_of_winds(
        data,
        _(
            "Round %(round)s: draw of all winds restarted. The seed was "
            "“%(seed)s”; hash of the new one: %(new_commitment)s."
        ),
    ),
}
