"""Catalogue of incidents: what happens, what staff should do, and how the program
detects that staff did it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NEXT_HAND = _("Starts with the next hand.")


@dataclass(frozen=True)
class Kind:
    """A kind of incident.

    `happens` and `to_do` may contain `%(table)s`, `%(hand)s`, `%(one)s`, `%(other)s`
    and `%(truth)s`. `known`: how the program detects that staff resolved the incident.
    `whole_hall`: the incident is not at a single table. `at_once`: it starts
    immediately, otherwise as described in `waits`.
    """

    name: Promise
    happens: Promise
    to_do: Promise
    known: Promise
    whole_hall: bool = False
    at_once: bool = True
    waits: Promise = NEXT_HAND


WRONG_HAND = "wrong_hand"
WRONG_SEATS = "wrong_seats"
SILENT = "silent"
TWO_VERSIONS = "two_versions"
PHONE_DIES = "phone_dies"
DISPUTE = "dispute"
FALSE_WIN = "false_win"
DROP_OUT = "drop_out"
LATE_TABLE = "late_table"
NO_NETWORK = "no_network"

KINDS: Mapping[str, Kind] = {
    WRONG_HAND: Kind(
        name=_("A wrong hand, noticed later"),
        happens=_(
            "Table %(table)s reports that hand %(hand)s is wrong. True result: "
            "%(truth)s"
        ),
        to_do=_("Correct hand %(hand)s on the score sheet."),
        known=_("The hand is corrected."),
        at_once=False,
    ),
    WRONG_SEATS: Kind(
        name=_("Wrong seats"),
        happens=_(
            "At table %(table)s, %(one)s and %(other)s sat in each other's seats."
        ),
        to_do=_(
            "Reseat the table. Decide whether the hands belong to the players or the "
            "seats."
        ),
        known=_("The seats are corrected."),
    ),
    SILENT: Kind(
        name=_("A silent table"),
        happens=_("Table %(table)s no longer sends hands."),
        to_do=_(
            "Find the table in the control room. Enter the hand, or create a new "
            "table link."
        ),
        known=_("A hand was entered, or the table has a new link."),
    ),
    TWO_VERSIONS: Kind(
        name=_("Conflicting entries"),
        happens=_("Table %(table)s entered hand %(hand)s twice, differently."),
        to_do=_("Ask the players, and choose the correct version."),
        known=_("A version was chosen, or the hand was corrected."),
        at_once=False,
    ),
    PHONE_DIES: Kind(
        name=_("A broken phone"),
        happens=_(
            "The phone at table %(table)s does not work. The players have another one."
        ),
        to_do=_("Create a new table link and open it on the other phone."),
        known=_("The table has a new link."),
    ),
    DISPUTE: Kind(
        name=_("A dispute"),
        happens=_("At table %(table)s, %(one)s disputes the score."),
        to_do=_("Check the hands with the players, and resolve the dispute."),
        known=_("The dispute was resolved or withdrawn."),
        at_once=False,
        waits=_("Starts when bots play at this table."),
    ),
    FALSE_WIN: Kind(
        name=_("A false win"),
        happens=_(
            "Table %(table)s calls a referee: %(one)s declared a win without "
            "a winning hand."
        ),
        to_do=_("Answer the call and enter the false win."),
        known=_("The false win is entered."),
        at_once=False,
        waits=_("Starts when bots play at this table."),
    ),
    DROP_OUT: Kind(
        name=_("A player drops out"),
        happens=_("%(one)s at table %(table)s goes home after this round."),
        to_do=_("Withdraw the player, or add a substitute."),
        known=_("The player is withdrawn or has a substitute."),
    ),
    LATE_TABLE: Kind(
        name=_("A late table after the gong"),
        happens=_("Table %(table)s enters a hand long after the gong."),
        to_do=_("Ask whether the hand started in time, and decide whether it counts."),
        known=_("A referee has decided on every late hand of the table."),
        at_once=False,
        waits=_("Starts after the gong."),
    ),
    NO_NETWORK: Kind(
        name=_("No network for 5 minutes"),
        happens=_("No phone can reach the server."),
        to_do=_("Nothing is lost. Leave the round open and wait for the hands."),
        known=_("The network is back and no table has unsent hands."),
        whole_hall=True,
    ),
}
