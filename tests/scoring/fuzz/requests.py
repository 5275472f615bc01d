"""Random requests to every address that changes data of a table, by every role that
might try.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from rules.faults import RuleError
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Confirmation, Conflict, LateHand
from scoring.rounds.round_actions import ACTIONS
from tests.scoring.fuzz.fields import NONSENSE, fields_for, with_prefix
from tests.scoring.table_device import HTMX, device_at
from tests.test_permissions import ADDRESSES as EVERY_ADDRESS
from tests.test_permissions import DIRECTORS, EXPECTED
from tournaments.access import player_links, table_links
from tournaments.models import Game, RefereeCall, Round, Tournament

URLENCODED = "application/x-www-form-urlencoded"

#: Actions on all tables of a round.
OF_A_ROUND = {f"director:{action}" for action in ACTIONS}
#: Addresses without a table that are about one, or about its players.
ABOUT_A_TABLE = {"me:table", "director:dispute", "director:player_link"}
#: Names of all addresses that accept POST, with their path parameters.
ADDRESSES = {
    address.name: address.parameters
    for address in EVERY_ADDRESS
    if "POST" in EXPECTED.get(address.name, ((), ()))[1]
    and ("table" in address.parameters or address.name in ABOUT_A_TABLE | OF_A_ROUND)
}
#: Weight of an address, if not 1.
OFTEN = {
    "table:session": 12,
    "table:queue": 6,
    "table:tiles": 5,
    "table:ruling": 4,
    "table:paper": 4,
    "table:undo": 3,
    "table:correct": 3,
    "table:insert": 3,
    "table:false_win": 2,
    "table:correct_tiles": 2,
    "table:retract": 2,
    "table:reseat": 2,
    "table:settle_paper": 2,
    "table:confirm": 2,
    "table:call": 2,
    "table:discard": 2,
    "me:table": 3,
    "director:extend_table": 2,
    **dict.fromkeys(OF_A_ROUND, 0.3),
    "director:close": 0.1,
}
#: Answers to something that waits, with their weight while it waits.
WAITED_FOR = {
    "table:late_hand": 10,
    "table:take_back_late_hand": 2,
    "table:settle_conflict": 6,
    "director:dispute": 6,
    "director:answer_call": 3,
}
#: Names of waiting items in paths and fields.
NAMED = {
    "table:late_hand": "late",
    "table:take_back_late_hand": "late",
    "table:settle_conflict": "conflict",
    "director:dispute": "dispute",
    "director:answer_call": "call",
}
#: Roles with their weights; "elsewhere" is the device of another table.
ROLES = {
    "referee": 8,
    "device": 6,
    "director": 1,
    "elsewhere": 1,
    "stranger": 1,
    "nobody": 1,
}


@dataclass(frozen=True)
class Request:
    """A request and the role that sends it.

    `htmx`: sent by htmx instead of a plain form.
    """

    role: str
    name: str
    path: str
    fields: dict[str, object]
    htmx: bool

    def __str__(self) -> str:
        body = urlencode(self.fields, doseq=True)
        return f"{self.role} sent {self.path} {re.sub(r'9{20,}', '9…', body)}"


@dataclass
class Evening:
    """Two tables of a running round, and every client that tries to write at the first
    table. `neighbour`: another tournament, with the stranger as director.
    """

    game: Game
    neighbour: Tournament
    clients: dict[str, Client]
    #: Their names in the log.
    names: dict[str, str]
    player: str
    chance: random.Random
    hands: Iterator[str]
    seed: int
    keys: int = 60
    asked: int = 0

    @property
    def tournament(self) -> Tournament:
        return self.game.round.tournament

    def request(self) -> Request:
        """Return the next request; more than half of the requests make sense.

        Each address has its own random generator, so that a new address takes a few
        requests without changing the others.
        """
        self.asked += 1
        chance = self.chance = random.Random(f"{self.seed} {self.asked}")
        waits = self._what_waits()
        often = OFTEN | {n: many for n, many in WAITED_FOR.items() if waits[NAMED[n]]}
        name = min(ADDRESSES, key=lambda name: self._turn(name) / often.get(name, 1))
        fields = fields_for(name, chance, self.hands) | self._where_it_stands(waits)
        return Request(
            self._role(name),
            name,
            self._path(name, waits),
            with_prefix(name, fields),
            chance.random() < 0.6,
        )

    def _turn(self, name: str) -> float:
        """Return a random number for an address.

        Numbers are divided by the weights of addresses, and the smallest is next: an
        address is next with a probability in proportion to its weight.
        """
        return random.Random(f"{self.seed} {self.asked} {name}").expovariate(1)

    def send(self, request: Request) -> HttpResponse:
        extra = HTMX if request.htmx else {}
        body = urlencode(request.fields, doseq=True)
        client = self.clients[request.role]
        client.cookies.pop("messages", None)
        return client.post(request.path, body, content_type=URLENCODED, **extra)

    def come_in_again(self) -> None:
        """Open the current links of the device and the player, and switch on the
        table's link."""
        game = table_links.games_with_links().get(pk=self.game.pk)
        if table_links.is_switched_off(game):
            with suppress(RuleError):
                table_links.reissue(game.pk, by="director")
            game = table_links.games_with_links().get(pk=self.game.pk)
        self.clients["device"] = device_at(game)
        self.player = link_of_player(self.tournament)

    def _role(self, name: str) -> str:
        if name == "me:table":
            return "player"
        roles = ROLES | ({"director": 10} if EXPECTED[name][0] == DIRECTORS else {})
        return self.chance.choices(list(roles), list(roles.values()))[0]

    def _path(self, name: str, waits: dict[str, int]) -> str:
        """Return the path of an address. Sometimes an item in it does not exist."""
        round_ = self.game.round
        sequence = self.chance.randint(0, self.game.ledger.count() + 2)
        values: dict[str, object] = {
            "slug": round_.tournament.slug,
            "number": round_.number,
            "table": self.game.table,
            "key": self.player,
            "sequence": sequence,
            **{key: pk or sequence for key, pk in waits.items()},
        }
        return reverse(name, kwargs={key: values[key] for key in ADDRESSES[name]})

    def _what_waits(self) -> dict[str, int]:
        """Return the key of the newest item of each kind that awaits an answer; 0 if
        there is none.
        """
        at = {"game": self.game}
        of_line = {"line__game": self.game}
        dispute = Confirmation.Kind.DISPUTE
        found = {
            "late": LateHand.objects.filter(**at, decision__in=["", "refused"]),
            "conflict": Conflict.objects.filter(**of_line, choice=""),
            "dispute": Confirmation.objects.filter(**at, kind=dispute, settled_at=None),
            "call": RefereeCall.objects.filter(**at, ended_at=None),
        }
        return {key: getattr(rows.last(), "pk", 0) for key, rows in found.items()}

    def _where_it_stands(self, waits: dict[str, int]) -> dict[str, object]:
        """Return fields for the place in the ledger: mostly the current hand and the
        last entry, and a device key, sometimes a used one.
        """
        chance, ledger = self.chance, TableLedger(self.game)
        hand = ledger.state.position.hand
        last = ledger.last_entered
        round_ = Round.objects.get(pk=self.game.round_id)
        clock = round_.clock_version
        some = {
            "hand": chance.choice([hand] * 8 + [1, hand + 1, max(hand - 1, 1)]),
            "sequence": chance.choice(
                [last.sequence if last else 1, len(ledger.lines), len(ledger.lines) + 1]
            ),
            "device_key": f"{self.game.pk}k{chance.randint(1, self.keys)}",
            "ended": waits["call"] if chance.random() < 0.5 else "",
            "call": waits["call"],
            "version": chance.choice([clock] * 6 + [clock - 1]),
        }
        self.keys += 2
        return {
            key: chance.choice(NONSENSE) if chance.random() < 0.02 else value
            for key, value in some.items()
        }


def link_of_player(tournament: Tournament) -> str:
    """Return the token of player 1's valid link."""
    player = player_links.with_links().get(tournament=tournament, number=1)
    return player_links.token_of(player)
