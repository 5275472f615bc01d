"""What the log says of tables: their hands, their results, how one gets to them."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from rules.faults import RuleError
from rules.table import Ruleset
from rules.table_sizes import seats_by
from scoring.wording import ledger_words
from scoring.wording.log_words.common import Data, Words
from tournaments.templatetags.prevailing import signed, total


def _entry(data: Data, words: str, totals: str) -> str:
    """`totals`: the words for totals from paper, which name the scores in the order of
    the seats."""
    if "scores" in data:
        scores = (total(score, data["ruleset"]) for score in data["scores"])
        said = totals % {**data, "scores": " / ".join(scores)}
        return f"{said} {_from_to(data)}".rstrip()
    return words % {**data, "entry": _kind(data["entry"])} + _figures(data)


def _kind(kind: str) -> str:
    return str(ENTRIES[kind]) if kind in ENTRIES else kind


def _figures(data: Data) -> str:
    """What changed for whom, from what to what: “ +24 / −8 / −8 / −8 (3 Wren: 0 → +24,
    …)”; "" where nothing of it was kept."""
    if "after" not in data:
        return ""
    pairs = zip(data["before"], data["after"], strict=True)
    changed = " / ".join(signed(after - before) for before, after in pairs)
    return f" {changed} {_from_to(data)}"


def _from_to(data: Data) -> str:
    if "after" not in data:
        return ""
    seats = zip(data["seats"], data["before"], data["after"], strict=True)
    told = ", ".join(
        f"{who}: {total(before, data['ruleset'])} → {total(after, data['ruleset'])}"
        for who, before, after in seats
    )
    return f"({told})"


def words_of_offered(data: Data, rules: Ruleset) -> str:
    """An entry that was offered and is in no ledger, without its full stop; no more
    than its kind where the rules have changed since and it is none by these."""
    offered = data["offered"]
    try:
        entry = rules.read_entry(offered)
    except RuleError:
        return _kind(offered["kind"])
    names = dict(zip(seats_by(rules), data["seats"], strict=False))
    return ledger_words.of_entry(entry, names).removesuffix(".")


def _of_result(data: Data, by_player: str, by_referee: str = "") -> str:
    """A player's or referee's confirmation or dispute of a table's result."""
    return (by_player if data["number"] else by_referee) % data


ENTRIES: Mapping[str, Promise] = {
    "win": gettext_lazy("a win"),
    "washout": gettext_lazy("a washout"),
    "false_win": gettext_lazy("a false win"),
    "exhaustive_draw": gettext_lazy("a draw: the wall ended"),
    "abortive_draw": gettext_lazy("an abortive draw"),
    "chombo": gettext_lazy("a chombo"),
    "misnamed": gettext_lazy("a misnamed discard"),
    "ready": gettext_lazy("a declaration of ready"),
    "penalty": gettext_lazy("a penalty"),
    "totals": gettext_lazy("totals from paper"),
    "gong": gettext_lazy("the gong"),
    "play_ended": gettext_lazy("the end of play"),
    "reseat": gettext_lazy("who really sat where"),
    "rules_changed": gettext_lazy("other rules"),
    "retraction": gettext_lazy("taken back"),
}

WORDS: Words = {
    "entered": lambda data: _entry(
        data,
        _("Round %(round)s, table %(table)s, hand %(hand)s: %(entry)s."),
        _("Round %(round)s, table %(table)s: %(scores)s by totals from paper."),
    ),
    "totals_typed": gettext_noop(
        "Round %(round)s, table %(table)s: totals from paper were typed, and wait "
        "until somebody else has typed the same."
    ),
    "hand_conflict": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s was entered differently "
        "by another device."
    ),
    "hand_held": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s came after time and "
        "waits for a referee's word."
    ),
    "hand_flagged": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s came after time, and "
        "counts on the table's word."
    ),
    "hand_left_out": lambda data: (
        _(
            "Round %(round)s, table %(table)s, hand %(hand)s was not entered: the "
            "table says that it came after the gong. It was: %(words)s."
        )
        % data
        if data.get("words")
        else _(
            "Round %(round)s, table %(table)s, hand %(hand)s was not entered: the "
            "table says that it came after the gong."
        )
        % data
    ),
    "late_hand_counts": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s counts, though it came "
        "after time."
    ),
    "late_hand_refused": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s came after time and does "
        "not count."
    ),
    "late_hand_taken_back": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s came after time and was "
        "taken back."
    ),
    "entry_discarded": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s: what waited on a device "
        "was discarded there: %(words)s."
    ),
    "entry_too_late": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s: a device offered this "
        "after the round was closed, and it was not entered: %(words)s."
    ),
    "conflict_settled": lambda data: (
        {
            "kept": _(
                "Round %(round)s, table %(table)s, hand %(hand)s: of two versions, "
                "what was entered first counts."
            ),
            "offered": _(
                "Round %(round)s, table %(table)s, hand %(hand)s: of two versions, "
                "the later one counts."
            ),
        }[data["choice"]]
        % data
    ),
    "sheet_settled": lambda data: (
        {
            "hands": _(
                "Round %(round)s, table %(table)s: the hands of its sheet stand."
            ),
            "totals": _("Round %(round)s, table %(table)s: the totals stand."),
        }[data["stands"]]
        % data
    ),
    "hand_removed": lambda data: (
        _("Round %(round)s, table %(table)s: hand %(hand)s was taken out.") % data
        + _figures(data)
    ),
    "hand_inserted": lambda data: (
        _("Round %(round)s, table %(table)s: hand %(hand)s, forgotten, was put in.")
        % data
        + _figures(data)
    ),
    "players_exchanged": gettext_noop(
        "Round %(round)s: player %(one)s of table %(table_of_one)s and player "
        "%(other)s of table %(table_of_other)s change places."
    ),
    "deposit_laid": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s: player %(number)s laid a "
        "deposit on the table."
    ),
    "deposit_taken_up": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s: player %(number)s took a "
        "deposit up again."
    ),
    "corrected": lambda data: _entry(
        data,
        _("Round %(round)s, table %(table)s, hand %(hand)s corrected: %(entry)s."),
        _(
            "Round %(round)s, table %(table)s corrected: %(scores)s by totals from "
            "paper."
        ),
    ),
    "result_confirmed": lambda data: _of_result(
        data,
        _("Round %(round)s, table %(table)s: player %(number)s confirmed the result."),
        _("Round %(round)s, table %(table)s: a referee confirmed the result."),
    ),
    "result_disputed": lambda data: _of_result(
        data,
        _("Round %(round)s, table %(table)s: player %(number)s disputed the result."),
    ),
    "dispute_settled": lambda data: _of_result(
        data,
        _("Round %(round)s, table %(table)s: the dispute of player %(number)s ended."),
    ),
    "table_link_reissued": gettext_noop(
        "Round %(round)s, table %(table)s: the link was replaced."
    ),
    "table_link_revoked": gettext_noop(
        "Round %(round)s, table %(table)s: the link was switched off."
    ),
    "table_signs_renewed": gettext_noop(
        "The cards that stay on the tables were replaced."
    ),
    "referee_called": gettext_noop(
        "Round %(round)s, table %(table)s: a referee was called."
    ),
    "referee_coming": gettext_noop(
        "Round %(round)s, table %(table)s: a referee is coming."
    ),
    "referee_call_ended": gettext_noop(
        "Round %(round)s, table %(table)s: no referee is needed any more."
    ),
    "rebuilt": gettext_noop(
        "Round %(round)s, table %(table)s: the results were computed again."
    ),
}
