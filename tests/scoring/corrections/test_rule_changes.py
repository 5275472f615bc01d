"""Rule changes after hands: results are the same as with the new rules from
the start.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import rules
from rules.faults import RuleError
from rules.hand_as_json import hand_as_row
from rules.random_winning_hands import STANDARD, winning_hands
from rules.rule_option_types import Options, Sort
from rules.winds import WINDS
from scoring import tournament_folder
from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.confirming_and_finishing.changes_since_confirmation import changed_since
from scoring.confirming_and_finishing.confirmation_status import table_sign_off
from scoring.corrections import correct_and_undo
from scoring.corrections.change_rules import PreviewOutdated, change_rules
from scoring.corrections.rule_change_effects import effect_of
from scoring.ledger import enter_hand
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Conflict, LedgerEntry, Result, Sheet
from scoring.rounds import end_and_close_round
from scoring.standings.rank_players import standings
from scoring.tournament_folder.import_tournament import import_files
from scoring.wording.stored_reasons import NONE
from tests.examples import how_many
from tests.scoring.folders import there_and_back
from tests.scoring.halls import hall_of
from tests.scoring.results import append_all
from tournaments.models import ConfirmationNeeded, LogEvent, Tournament
from tournaments.refusals import Refused, sentence

pytestmark = pytest.mark.django_db

UMA = [30_000, 10_000, -10_000, -30_000]
DRAW = {"kind": "exhaustive_draw", "tenpai": []}


def enter(game, *entries):
    """Enter the entries at the current hands."""
    for raw in entries:
        hand = TableLedger.as_now(game).state.position.hand
        key = f"{game.pk}-{game.ledger.count()}"
        enter_hand.enter(game.pk, raw, device_key=key, by="director", hand=hand)


def close(game):
    return end_and_close_round.close(
        game.round_id, by="director", reason="the hall closes"
    )


def change(tournament, options, reason="it was wrong", by="director"):
    """Change the rules like the rules page does after a preview. Return the result."""
    tournament.refresh_from_db()
    seen = effect_of(tournament, options).fingerprint
    return change_rules(tournament, options, by=by, reason=reason, seen=seen)


def results(tournament):
    """Return every result of the tournament, and its standings."""
    rows = Result.objects.filter(seat__round__tournament=tournament)
    by_seat = rows.order_by("seat__round__number", "seat__game__table", "seat__wind")
    fields = ("score", "penalties", "place", "parts", "hands_won", "overall")
    found = list(by_seat.values_list("seat__game__table", "seat__wind", *fields))
    return found, shown(standings(tournament))


def shown(placed):
    return [
        (each.place, each.line.player.number, each.line.table_points, each.line.score)
        for each in placed
    ]


def riichi_win(winner, han=3, fu=30, discarder=None):
    return {"kind": "win", "winner": winner, "from": discarder, "han": han, "fu": fu}


def mcr_win(points, winner="E", discarder="S"):
    return {"kind": "win", "winner": winner, "from": discarder, "points": points}


# --- the wrong uma, found after round 1 -------------------------------------------

HANDS = (
    (riichi_win("S", 4, 30, "E"), riichi_win("W"), DRAW, riichi_win("S", 2, 40)),
    (riichi_win("N", 4, 40), DRAW, riichi_win("E", 1, 40, "W")),
)


def riichi_event(director, **options):
    """Return a riichi tournament with a closed round of two tables."""
    tables = hall_of(director, "riichi", 2, **options)
    for game, hands in zip(tables, HANDS, strict=True):
        enter(game, *hands)
    close(tables[0])
    return Tournament.objects.get(pk=tables[0].round.tournament_id)


def test_a_wrong_uma_found_after_round_1(director):
    tournament = riichi_event(director)
    right = riichi_event(director, uma=UMA)
    before = results(tournament)
    stored = tournament.revision, LedgerEntry.objects.count()

    effect = effect_of(tournament, {"uma": UMA})
    assert (tournament.revision, LedgerEntry.objects.count()) == stored
    assert results(tournament) == before
    assert [option.name for option in effect.options] == ["uma"]
    assert (len(effect.tables), effect.closed_rounds) == (2, [1])
    assert len(effect.players) == 8

    change(tournament, {"uma": UMA})
    assert results(tournament) == results(right)
    promised = {
        player.player.number: player.after.line.table_points
        for player in effect.players
    }
    assert {
        n: points for _place, n, points, _score in results(tournament)[1]
    } == promised
    assert tournament.rounds.get().state == "closed"
    assert rebuild(tournament, check=True) == []

    change(tournament, {})
    assert results(tournament) == before


def test_it_is_one_change_in_the_log_with_its_words(director, director_client):
    tournament = riichi_event(director)
    last = tournament.revision
    change(tournament, {"uma": UMA}, reason="the sheet says 30 and 10")
    [event] = LogEvent.objects.filter(tournament=tournament, revision__gt=last)
    assert (event.kind, event.reason) == ("rules_changed", "the sheet says 30 and 10")
    log = director_client.get(reverse("director:log", args=[tournament.slug]))
    log = log.content.decode()
    assert "Uma: points for each place from" in log
    assert "2 tables have different results" in log


# --- from the start or later: the same ---------------------------------------------


def other_options(chance: random.Random, ruleset: str) -> dict[str, Any]:
    """Return the options of a preset with a few random changes that the ruleset
    accepts.
    """
    kind: type[Options] = type(rules.ruleset(ruleset).options)
    while True:
        options = kind.of(chance.choice(list(kind.PRESETS)))
        data: dict[str, Any] = options.changes()
        for name, each in chance.sample(list(kind.declared()), 4):
            if each.path:
                continue
            value = other_value(chance, each, getattr(options, name))
            if value is not None:
                data[name] = value
        try:
            return dict(kind.read(data).changes())
        except RuleError:
            continue


def other_value(chance: random.Random, kind, value):
    match kind.sort:
        case Sort.FLAG:
            return not value
        case Sort.CHOICE:
            return chance.choice(kind.choices)
        case Sort.NUMBER:
            wanted = value + chance.choice([-1, 1, value or 1])
            return min(max(wanted, kind.low), kind.high)
        case Sort.LIMIT:
            return chance.choice(["none", value or "none"])
        case Sort.NUMBERS if sum(value) == 0:
            return [3 * each for each in value]
    return None


def some_entries(chance: random.Random, ruleset: str) -> Iterator[dict[str, Any]]:
    """Yield random entries for a table.

    Some are impossible after the previous entries.
    """
    hands = winning_hands(chance.randrange(1000), (STANDARD,))
    while True:
        winner, other = chance.sample(list(WINDS), 2)
        said: dict[str, Any] = {"kind": "win", "winner": winner}
        said["from"] = chance.choice([other, None])
        what = chance.randrange(8)
        if what == 0:
            yield {"kind": "penalty", "seat": other, "amount": -20}
        elif what == 1 and ruleset != "riichi":
            yield {"kind": "false_win", "seat": other}
        elif what == 1:
            yield {"kind": "chombo", "seat": other}
        elif what == 2 and ruleset == "riichi":
            tenpai = sorted(chance.sample(list(WINDS), chance.randrange(5)))
            yield {"kind": "exhaustive_draw", "tenpai": tenpai}
        elif what == 2:
            yield {"kind": "washout"}
        elif what in (3, 4) and ruleset != "classical":
            hand = next(hands)
            row = hand_as_row(hand)
            del row["seat_wind"], row["prevailing_wind"]
            yield said | {"from": None if hand.self_draw else other, "hand": row}
        else:
            yield said | a_value(chance, ruleset)


def a_value(chance: random.Random, ruleset: str) -> dict[str, Any]:
    match ruleset:
        case "mcr":
            return {"points": chance.choice([6, 8, 12, 24, 33, 88])}
        case "hong_kong":
            return {"faan": chance.choice([1, 3, 4, 7, 10, 13])}
        case "classical":
            return {
                "values": {seat: chance.choice([4, 32, 256, 500]) for seat in WINDS}
            }
    return {"han": chance.choice([3, 4]), "fu": chance.choice([30, 40, 60])}


@pytest.mark.parametrize("ruleset", ["mcr", "hong_kong", "classical", "riichi"])
def test_changed_later_is_as_if_it_had_been_so_from_the_start(director, ruleset):
    compared = 0
    for seed in range(how_many(40, 4)):
        chance = random.Random(f"{ruleset} {seed}")
        first, then = other_options(chance, ruleset), other_options(chance, ruleset)
        closes = chance.random() < 0.5
        [game] = hall_of(director, ruleset, 1, **first)
        said = []
        for raw in islice(some_entries(chance, ruleset), 8):
            with suppress(RuleError):
                enter(game, raw)
                said.append(raw)
        if closes:
            close(game)
        tournament = game.round.tournament
        before = results(tournament)
        effect = effect_of(tournament, then)
        if effect.obstacles or not effect.options:
            continue
        promised = [(p.player.number, p.after.place) for p in effect.players]
        change(tournament, then)
        [afresh] = hall_of(director, ruleset, 1, **then)
        enter(afresh, *said)
        if closes:
            close(afresh)
        assert results(tournament) == results(afresh.round.tournament), seed
        places = {number: place for place, number, *_rest in results(tournament)[1]}
        assert all(places[number] == place for number, place in promised), seed
        assert rebuild(tournament, check=True) == [], seed
        change(tournament, first)
        assert results(tournament) == before, seed
        compared += 1
    assert compared >= 2


# --- impossible changes -------------------------------------------------------------


def refused(tournament, options):
    """Return the obstacles to a rule change by (round, table, hand) with their
    sentences. Asserts that the change is refused.
    """
    effect = effect_of(tournament, options)
    with pytest.raises(Refused):
        change(tournament, options)
    return [
        (
            obstacle.game.round.number,
            obstacle.game.table,
            obstacle.hand,
            [sentence(fault) for fault in obstacle.faults],
        )
        for obstacle in effect.obstacles
    ]


def test_a_minimum_that_makes_a_hand_impossible_names_table_and_hand(director):
    tables = hall_of(director, "mcr", 2, minimum=6)
    enter(tables[0], mcr_win(10), mcr_win(8))
    enter(tables[1], mcr_win(10), mcr_win(6), mcr_win(8), mcr_win(7))
    tournament = tables[0].round.tournament
    assert refused(tournament, {"minimum": 8}) == [
        (1, 2, 2, ["6 fan is less than the minimum of 8."]),
        (1, 2, 4, ["7 fan is less than the minimum of 8."]),
    ]
    assert tournament.rules.options.minimum == 6


def test_what_was_corrected_for_other_rules_stays_to_be_read(director, director_client):
    tables = hall_of(director, "mcr", 1, minimum=6)
    [game] = tables
    enter(game, mcr_win(6), mcr_win(10))
    wrong = game.ledger.get(sequence=1)
    given = {"device_key": "right", "by": "director", "reason": "no minimum"}
    correct_and_undo.correct(wrong.pk, {"kind": "washout"}, **given)
    tournament = game.round.tournament
    change(tournament, {"minimum": 8})
    for name in ("public:session", "table:entries", "table:session", "table:result"):
        address = reverse(name, args=[tournament.slug, 1, 1])
        assert director_client.get(address).status_code == 200, name
    ledger = TableLedger.as_now(game)
    assert ledger.before_correction(ledger.outcome(1)).claims[0].points == 6
    there_and_back(tournament)


def test_fewer_hands_than_were_played_are_refused(director):
    [game] = hall_of(director, "mcr", 1)
    enter(game, mcr_win(10), mcr_win(8), mcr_win(9))
    [(_round, table, hand, _words)] = refused(game.round.tournament, {"hands_limit": 2})
    assert (table, hand) == (1, 3)


def test_a_false_win_that_would_end_its_hand_is_in_the_way_until_taken_back(director):
    [game] = hall_of(director, "hong_kong", 1, false_win_then="may_not_win")
    enter(game, {"kind": "false_win", "seat": "E"})
    enter(game, {"kind": "win", "winner": "S", "from": "W", "faan": 3})
    [(_round, _table, hand, [words])] = refused(
        game.round.tournament, {"false_win_then": "stays"}
    )
    assert hand == 1
    assert words.startswith("A false win ends the hand under only one of")


def test_a_win_by_a_hand_that_would_be_dead_is_in_the_way(director):
    [game] = hall_of(director, "hong_kong", 1, false_win_then="open_hand")
    enter(game, {"kind": "false_win", "seat": "E"})
    enter(game, {"kind": "win", "winner": "E", "from": "W", "faan": 3})
    [(*_where, [words])] = refused(
        game.round.tournament, {"false_win_then": "may_not_win"}
    )
    assert "dead hand" in words


def test_a_second_version_that_waits_is_in_the_way(director):
    [game] = hall_of(director, "mcr", 1, minimum=6)
    enter(game, mcr_win(10))
    Conflict.objects.create(
        line=game.ledger.get(), offered=mcr_win(6), device_key="other", by="table 1"
    )
    [(_round, _table, hand, _words)] = refused(game.round.tournament, {"minimum": 8})
    assert hand == 1


def test_totals_of_other_starting_points_are_in_the_way(director):
    [game] = hall_of(director, "riichi", 1)
    scores = {"E": 50_000, "S": 30_000, "W": 25_000, "N": 15_000}
    enter(game, {"kind": "totals", "scores": scores})
    tournament = game.round.tournament
    [(*_where, [words])] = refused(tournament, {"start": 25_000})
    assert "must add up to 100000" in words
    change(tournament, {"uma": UMA})
    assert Result.objects.get(seat__wind="E").score == 50_000
    assert Result.objects.get(seat__wind="E").table_points == 50


# --- previews and confirmations -----------------------------------------------------


def test_another_effect_than_was_seen_is_refused_and_shown(director):
    [game] = hall_of(director, "mcr", 1)
    enter(game, mcr_win(10))
    tournament = game.round.tournament
    tournament.refresh_from_db()
    seen = effect_of(tournament, {"base": 10}).fingerprint
    given = {"by": "director", "reason": "it was wrong"}
    enter(game, mcr_win(12))
    with pytest.raises(PreviewOutdated) as stale:
        change_rules(tournament, {"base": 10}, seen=seen, **given)
    assert Tournament.objects.get(pk=tournament.pk).rules.options.base == 8
    again = stale.value.effect.fingerprint
    change_rules(tournament, {"base": 10}, seen=again, **given)
    assert Tournament.objects.get(pk=tournament.pk).rules.options.base == 10


def test_without_a_reason_nothing_is_changed(director):
    [game] = hall_of(director, "mcr", 1)
    enter(game, mcr_win(10))
    with pytest.raises(Refused) as error:
        change(game.round.tournament, {"base": 10}, reason=" ")
    assert [fault.field for fault in error.value.faults] == ["reason"]


def test_before_anything_is_entered_everything_may_change_at_once(tournament):
    change_rules(tournament, {"preset": "wmo2006", "minimum": 6}, by="director")
    tournament.refresh_from_db()
    assert tournament.rules.options.preset == "wmo2006"
    assert tournament.rules.options.minimum == 6


def test_what_was_confirmed_was_the_older_result(director):
    first, second = hall_of(director, "mcr", 2, hands_limit=1)
    enter(first, mcr_win(10))
    enter(second, {"kind": "washout"})
    tournament = first.round.tournament
    Tournament.objects.update(confirmation=ConfirmationNeeded.PLAYERS)
    for game in (first, second):
        seat = game.seats.get(wind="E")
        said = confirm_and_dispute.confirm_as_player(game.pk, seat.player, sequence=1)
    seat = first.seats.select_related("player").get(wind="E")
    said = first.confirmations.get(player=seat.player)
    effect = effect_of(
        Tournament.objects.get(pk=tournament.pk), {"base": 10, "hands_limit": 1}
    )
    assert [each.game.table for each in effect.confirmed] == [1]
    change(tournament, {"base": 10, "hands_limit": 1})

    def settled(game):
        fresh = type(game).objects.select_related("sheet", "round").get(pk=game.pk)
        return table_sign_off(Tournament.objects.get(pk=tournament.pk), fresh).settled

    assert (settled(first), settled(second)) == (0, 1)
    since = changed_since(TableLedger.as_now(first), said, seat)
    assert (since.score_before, since.score_now) == (34, 40)
    assert "The rules changed" in since.changes[0].now
    confirm_and_dispute.confirm_as_player(first.pk, seat.player, sequence=2)
    assert settled(first) == 1


def test_who_confirmed_a_closed_table_is_said_to_have_confirmed_an_older_result(
    director, director_client
):
    [game] = hall_of(director, "riichi", 1)
    Tournament.objects.update(confirmation=ConfirmationNeeded.PLAYERS)
    enter(game, riichi_win("E"), {"kind": "play_ended", "why": "ruling"})
    seat = game.seats.select_related("player").get(wind="E")
    said = confirm_and_dispute.confirm_as_player(game.pk, seat.player, sequence=2)
    close(game)
    tournament = game.round.tournament
    change(tournament, {"uma": UMA})
    response = director_client.get(
        reverse("table:result", args=[tournament.slug, 1, 1])
    )
    assert "confirmed an earlier result" in response.content.decode()
    since = changed_since(TableLedger.as_now(game), said, seat)
    assert since.score_before == since.score_now
    assert since.points_now - since.points_before == 15


def test_a_table_of_a_closed_round_does_not_play_on(director):
    [game] = hall_of(director, "mcr", 1, hands_limit=1)
    enter(game, mcr_win(10))
    close(game)
    tournament = game.round.tournament
    before = results(tournament)
    effect = change(tournament, {"hands_limit": 16})
    assert effect.tables[0].over == ("all_hands", "ruling")
    assert Sheet.objects.get(game=game).over == "ruling"
    assert results(tournament) == before
    change(tournament, {"hands_limit": 1})
    assert Sheet.objects.get(game=game).over == "all_hands"
    there_and_back(tournament)


def test_it_costs_as_many_queries_for_many_hands(director):
    def asked(tables, hands):
        games = hall_of(director, "mcr", tables)
        for game in games:
            rows = [(n + 1, mcr_win(8 + n), NONE) for n in range(hands)]
            append_all(game, rows, by="director")
        tournament = Tournament.objects.get(pk=games[0].round.tournament_id)
        with CaptureQueriesContext(connection) as preview:
            seen = effect_of(tournament, {"base": 10}).fingerprint
        with CaptureQueriesContext(connection) as applied:
            given = {"by": "director", "reason": "wrong", "seen": seen}
            change_rules(tournament, {"base": 10}, **given)
        return len(preview), len(applied)

    assert asked(1, 1) == asked(6, 8)


def test_the_rules_of_a_finished_event_stay(director):
    [game] = hall_of(director, "mcr", 1)
    enter(game, mcr_win(10))
    Tournament.objects.update(finished_at=game.round.started_at)
    with pytest.raises(Refused, match="finished"):
        change(game.round.tournament, {"base": 10})


def test_former_options_that_are_none_are_faults_of_the_file(director):
    [game] = hall_of(director, "mcr", 1)
    enter(game, mcr_win(10))
    change(game.round.tournament, {"base": 10})
    files = dict(tournament_folder.files_of(game.round.tournament))
    ledger = files["ledger.jsonl"].decode()
    for former in ('{"jokers": 4}', "[]", "null"):
        broken = re.sub(r'"former": \{[^}]*\}', f'"former": {former}', ledger)
        assert broken != ledger
        with pytest.raises(RuleError) as refused:
            import_files({**files, "ledger.jsonl": broken.encode()}, director=None)
        assert {getattr(fault, "file", "") for fault in refused.value.faults} == {
            "ledger.jsonl"
        }


@pytest.mark.django_db(transaction=True)
def test_a_hand_that_comes_at_the_same_moment_counts_by_the_new_rules(
    director, at_once
):
    [game] = hall_of(director, "mcr", 1)
    enter(game, mcr_win(10))
    tournament = Tournament.objects.get(pk=game.round.tournament_id)
    seen = effect_of(tournament, {"base": 10}).fingerprint

    def change_it():
        given = {"by": "director", "reason": "wrong", "seen": seen}
        try:
            change_rules(tournament, {"base": 10}, **given)
        except PreviewOutdated as stale:
            again = given | {"seen": stale.effect.fingerprint}
            change_rules(tournament, {"base": 10}, **again)

    def enter_it():
        raw = mcr_win(12)
        enter_hand.enter(game.pk, raw, device_key="now", by="table 1", hand=2)

    at_once(change_it, enter_it)
    assert Result.objects.get(seat__wind="E").score == 40 + 42
    assert rebuild(Tournament.objects.get(pk=tournament.pk), check=True) == []
