"""Log sentences on tables: hands, results and table links."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from rules.faults import RuleError
from rules.ruleset_and_table_state import Ruleset
from rules.tables_of_two_or_three import seats_by
from scoring.tournament_log.log_values_and_names import Data, Sentences
from scoring.wording import ledger_entry_wording
from tournaments.templatetags.score_figures import signed, total
from tournaments.web.list_wording import in_brackets, joined_with_commas, labelled

#: Sentences on referee calls by subject.
CALLS = {
    "": gettext_noop("Round %(round)s, table %(table)s: referee called."),
    "time": gettext_noop("Round %(round)s, table %(table)s: extra time requested."),
    "correction": gettext_noop(
        "Round %(round)s, table %(table)s: correction requested."
    ),
}

#: Full stops in English, and in Chinese and Japanese.
FULL_STOPS = ".。"


def _entry(data: Data, pattern: str, totals: str) -> str:
    """Return a sentence on a ledger entry.

    `totals`: the pattern for paper totals, which lists the scores in seat order.
    """
    if "scores" in data:
        scores = (total(score, data["ruleset"]) for score in data["scores"])
        sentence = totals % {**data, "scores": " / ".join(scores)}
        return f"{sentence}{_from_to(data)}"
    return pattern % {**data, "entry": _kind(data["entry"])} + _figures(data)


def _kind(kind: str) -> str:
    return str(ENTRIES[kind]) if kind in ENTRIES else kind


def _figures(data: Data) -> str:
    """Return the score changes, such as “ +24 / −8 / −8 / −8 (3 Wren: 0 → +24, …)”; ""
    if no changes were logged.
    """
    if "after" not in data:
        return ""
    pairs = zip(data["before"], data["after"], strict=True)
    changed = " / ".join(signed(after - before) for before, after in pairs)
    return f" {changed}{_from_to(data)}"


def _from_to(data: Data) -> str:
    if "after" not in data:
        return ""
    ruleset = data["ruleset"]
    seats = zip(data["seats"], data["before"], data["after"], strict=True)
    changes = joined_with_commas(
        labelled(player, f"{total(before, ruleset)} → {total(after, ruleset)}")
        for player, before, after in seats
    )
    return in_brackets(changes)


def text_of_offered(data: Data, rules: Ruleset) -> str:
    """Return the text of an entry that is not in the ledger, without full stop.

    Return its kind if the current rules cannot read the entry.
    """
    offered = data["offered"]
    try:
        entry = rules.read_entry(offered)
    except RuleError:
        return _kind(offered["kind"])
    names = dict(zip(seats_by(rules), data["seats"], strict=False))
    return ledger_entry_wording.of_entry(entry, names).rstrip(FULL_STOPS)


def _of_result(data: Data, by_player: str, by_referee: str = "") -> str:
    """Return a sentence on a confirmation or dispute by a player or referee."""
    return (by_player if data["number"] else by_referee) % data


ENTRIES: Mapping[str, Promise] = {
    # Translators: kind of an entry, as in “hand 3: a win.”
    "win": gettext_lazy("a win"),
    "washout": gettext_lazy("a draw"),
    "false_win": gettext_lazy("a false win"),
    "exhaustive_draw": gettext_lazy("an exhaustive draw"),
    "abortive_draw": gettext_lazy("an abortive draw"),
    "chombo": gettext_lazy("a chombo"),
    "misnamed": gettext_lazy("a misnamed discard"),
    "ready": gettext_lazy("a ready declaration"),
    "penalty": gettext_lazy("a penalty"),
    "totals": gettext_lazy("paper totals"),
    "gong": gettext_lazy("the gong"),
    "play_ended": gettext_lazy("the end of play"),
    "reseat": gettext_lazy("reseating"),
    "substituted": gettext_lazy("a substitute"),
    "rules_changed": gettext_lazy("changed rules"),
    # Translators: change of a hand, as in “hand 3 corrected: removed.”
    "retraction": gettext_lazy("removed"),
}

TABLE_SENTENCES: Sentences = {
    "entered": lambda data: _entry(
        data,
        _("Round %(round)s, table %(table)s, hand %(hand)s: %(entry)s."),
        _("Round %(round)s, table %(table)s: %(scores)s from paper totals."),
    ),
    "totals_typed": gettext_noop(
        "Round %(round)s, table %(table)s: paper totals entered, waiting for "
        "a second entry."
    ),
    "hand_conflict": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s: conflicting entry "
        "from another device."
    ),
    "hand_held": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s (after the gong) awaits a "
        "referee."
    ),
    "hand_flagged": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s (after the gong) counts by "
        "the table's decision."
    ),
    "hand_left_out": lambda data: (
        _(
            "Round %(round)s, table %(table)s, hand %(hand)s came after the gong and "
            "was not entered: %(words)s."
        )
        % data
        if data.get("words")
        else _(
            "Round %(round)s, table %(table)s, hand %(hand)s came after the gong and "
            "was not entered."
        )
        % data
    ),
    "late_hand_counts": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s (after the gong) counts."
    ),
    "late_hand_refused": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s (after the gong) does not "
        "count."
    ),
    "late_hand_taken_back": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s (after the gong) removed."
    ),
    "entry_discarded": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s: unsent entry "
        "discarded on a device: %(words)s."
    ),
    "entry_too_late": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s not entered, round closed: "
        "%(words)s."
    ),
    "conflict_settled": lambda data: (
        {
            "kept": _(
                "Round %(round)s, table %(table)s, hand %(hand)s: the first version "
                "counts."
            ),
            "offered": _(
                "Round %(round)s, table %(table)s, hand %(hand)s: the later version "
                "counts."
            ),
        }[data["choice"]]
        % data
    ),
    "sheet_settled": lambda data: (
        {
            "hands": _(
                "Round %(round)s, table %(table)s: the hands of the score sheet count."
            ),
            "totals": _("Round %(round)s, table %(table)s: the totals count."),
        }[data["stands"]]
        % data
    ),
    "hand_removed": lambda data: (
        _("Round %(round)s, table %(table)s: hand %(hand)s removed.") % data
        + _figures(data)
    ),
    "hand_inserted": lambda data: (
        _("Round %(round)s, table %(table)s: forgotten hand %(hand)s inserted.") % data
        + _figures(data)
    ),
    "players_exchanged": gettext_noop(
        "Round %(round)s: player %(one)s at table %(table_of_one)s and "
        "player %(other)s at table %(table_of_other)s swapped."
    ),
    "seat_taken": gettext_noop(
        "Round %(round)s, table %(table)s: new player %(new)s takes the seat of "
        "player %(old)s."
    ),
    "seat_given_back": gettext_noop(
        "Round %(round)s, table %(table)s: player %(old)s has the seat again, player "
        "%(new)s is removed."
    ),
    "deposit_laid": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s: player %(number)s "
        "placed a riichi stick."
    ),
    "deposit_taken_up": gettext_noop(
        "Round %(round)s, table %(table)s, hand %(hand)s: player %(number)s "
        "removed their riichi stick."
    ),
    "corrected": lambda data: _entry(
        data,
        _("Round %(round)s, table %(table)s, hand %(hand)s corrected: %(entry)s."),
        _("Round %(round)s, table %(table)s corrected: %(scores)s from paper totals."),
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
        _("Round %(round)s, table %(table)s: dispute of player %(number)s resolved."),
    ),
    "table_link_reissued": gettext_noop(
        "Round %(round)s, table %(table)s: link replaced."
    ),
    "table_link_revoked": gettext_noop(
        "Round %(round)s, table %(table)s: link revoked."
    ),
    "table_signs_renewed": gettext_noop("Permanent table cards replaced."),
    "referee_called": lambda data: _(CALLS[data.get("about", "")]) % data,
    "referee_coming": gettext_noop("Round %(round)s, table %(table)s: referee coming."),
    "referee_call_ended": gettext_noop(
        "Round %(round)s, table %(table)s: referee no longer needed."
    ),
    "rebuilt": gettext_noop("Round %(round)s, table %(table)s: results recalculated."),
}
