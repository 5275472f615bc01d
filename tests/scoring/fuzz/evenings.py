"""Random sequences of requests from a seed: a tournament under any ruleset, its people,
and events during its round."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from rules.faults import RuleError
from rules.hand_notation import format_hand
from rules.random_winning_hands import SPECIAL, STANDARD, winning_hands
from scoring.ledger import enter_hand
from scoring.rounds import end_and_close_round
from tests.scoring.fuzz.requests import Evening, link_of_player
from tests.scoring.halls import hall_of, signed_in
from tests.scoring.table_device import device_at
from tournaments.access import table_links
from tournaments.models import EndPolicy, LateWord, Membership, Role, Tournament

RULESETS: dict[str, dict[str, object]] = {
    "mcr": {"multiple_winners": "all"},
    "hong_kong": {"multiple_winners": "all", "goulash_carry": 4},
    "classical": {
        "abortive_draws": ["four_winds", "ruling"],
        "multiple_winners": "all",
        "winners_settle": True,
        "must_declare_ready": True,
        "win_without_ready": "fined",
    },
    "riichi": {"preset": "tenhou"},
    "zung_jung": {"preset": "world_series"},
}


def evening(ruleset: str, seed: int) -> Evening:
    """Return a new tournament under a ruleset, with its device, referee and other
    clients."""
    chance = random.Random(seed)
    director, stranger, referee = (
        User.objects.create_user(f"{name}{seed}")
        for name in ("director", "stranger", "referee")
    )
    games = hall_of(director, ruleset, tables=2, **RULESETS[ruleset])
    [elsewhere] = hall_of(stranger, ruleset, tables=1, **RULESETS[ruleset])
    for game in (games[1], elsewhere):
        enter_hand.enter(
            game.pk,
            {"kind": "penalty", "seat": "N", "amount": -10},
            device_key=f"first of {game.pk}",
            by=director.username,
            reason="late",
        )
    tournament = games[0].round.tournament
    Tournament.objects.filter(pk=tournament.pk).update(
        confirmation=chance.choice(["none", "referee", "players"]),
        late_word=chance.choice([LateWord.REFEREE, LateWord.REFEREE, LateWord.TABLE]),
        table_settles_conflicts=chance.random() < 0.5,
        end_policy=chance.choice(EndPolicy.values),
    )
    Membership.objects.create(user=referee, tournament=tournament, role=Role.REFEREE)
    clients = {
        "director": signed_in(director),
        "referee": signed_in(referee),
        "stranger": signed_in(stranger),
        "device": device_at(games[0]),
        "elsewhere": device_at(games[1]),
        "nobody": Client(),
        "player": Client(),
    }
    names = {
        "director": director.username,
        "referee": referee.username,
        "device": "table 1",
        "player": "player 1",
    }
    hands = map(format_hand, winning_hands(seed, (STANDARD, *SPECIAL)))
    game = table_links.games_with_links().get(pk=games[0].pk)
    return Evening(
        game,
        elsewhere.round.tournament,
        clients,
        names,
        link_of_player(tournament),
        chance,
        hands,
        seed,
    )


def what_happens(evening: Evening, posts: int) -> dict[int, Callable[[], object]]:
    """Return actions of the clock and the director, each by the number of requests
    before it.

    The gong comes early or late, followed by the gong of a table with extra time. The
    round is closed before the end. An action does nothing if a director has already
    performed it.
    """
    tenth = posts // 10
    round_id, by = evening.game.round_id, evening.names["director"]
    later = timezone.now() + timedelta(days=1)

    def ring() -> None:
        with suppress(RuleError):
            end_and_close_round.end_now(
                round_id, by=by, reason="late", now=timezone.now()
            )

    def ring_at_table() -> None:
        with suppress(RuleError):
            end_and_close_round.end_table_if_due(evening.game.pk, now=later)

    def close() -> None:
        with suppress(RuleError):
            end_and_close_round.close(round_id, by=by, reason="late")

    return {
        evening.chance.choice([2, 4, 7]) * tenth: ring,
        8 * tenth: ring_at_table,
        9 * tenth: close,
    }
