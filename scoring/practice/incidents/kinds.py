"""The catalogue of incidents: what happens, what the crew should do, and how it is
known that it was done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NEXT_HAND = _("It comes with the next hand.")


@dataclass(frozen=True)
class Kind:
    """One incident. `happens` and `to_do` name `%(table)s`, `%(hand)s`, `%(one)s`,
    `%(other)s` and `%(truth)s` where they need them; `known` says what of the event
    shows that it was done. `whole_hall`: it is at no table; `at_once`: it is there as
    soon as it is asked for, and else waits for its moment, which `waits` tells."""

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
            "Table %(table)s says: hand %(hand)s was entered wrongly. In truth: "
            "%(truth)s"
        ),
        to_do=_("Open the table's hands and correct hand %(hand)s, with the reason."),
        known=_("The hand counts as it was in truth."),
        at_once=False,
    ),
    WRONG_SEATS: Kind(
        name=_("Wrong seats"),
        happens=_(
            "At table %(table)s, %(one)s and %(other)s sat down on each other's chairs."
        ),
        to_do=_(
            "Seat the table as it really sits (“Seat again”). Decide whether what was "
            "entered follows the players or the chairs."
        ),
        known=_("Both are recorded on the chairs they sit on."),
    ),
    SILENT: Kind(
        name=_("A table gone silent"),
        happens=_("Nothing comes from table %(table)s any more."),
        to_do=_(
            "Find it in the control room and go there. Enter their hand for them, or "
            "give the table a new link."
        ),
        known=_("Something was entered at the table, or it has a new link."),
    ),
    TWO_VERSIONS: Kind(
        name=_("Two versions of a hand"),
        happens=_(
            "Two phones at table %(table)s entered hand %(hand)s, each otherwise."
        ),
        to_do=_("Ask the players, and choose the version that is right."),
        known=_("One of the two was chosen, or the hand was corrected."),
        at_once=False,
    ),
    PHONE_DIES: Kind(
        name=_("A phone that dies"),
        happens=_("The phone of table %(table)s is dead; they have another one."),
        to_do=_("Give the table a new link, and have them open it on the other phone."),
        known=_("The table has a new link."),
    ),
    DISPUTE: Kind(
        name=_("A dispute"),
        happens=_("At table %(table)s, %(one)s says that the score is wrong."),
        to_do=_("Look at the hands with them, correct what is wrong, and answer."),
        known=_("The dispute has an answer, or was taken back."),
        at_once=False,
        waits=_("It comes as soon as bots play at that table."),
    ),
    FALSE_WIN: Kind(
        name=_("A false win"),
        happens=_(
            "Table %(table)s calls a referee: %(one)s declared a win without one."
        ),
        to_do=_("Answer the call, and enter the false win of %(one)s at the table."),
        known=_("A false win of that seat is in the table's hands since."),
        at_once=False,
        waits=_("It comes as soon as bots play at that table."),
    ),
    DROP_OUT: Kind(
        name=_("Somebody drops out in mid-round"),
        happens=_(
            "%(one)s at table %(table)s feels ill and goes home after this round."
        ),
        to_do=_("Withdraw them from the next round on, or let a substitute play on."),
        known=_("Their last round is said, or somebody plays in their place."),
    ),
    LATE_TABLE: Kind(
        name=_("A late table at the gong"),
        happens=_("Table %(table)s enters its last hand well after the gong."),
        to_do=_("Ask whether the hand had begun, and decide whether it counts."),
        known=_("A referee decided about every late hand of the table."),
        at_once=False,
        waits=_("It comes after the gong."),
    ),
    NO_NETWORK: Kind(
        name=_("A hall without network for five minutes"),
        happens=_("No phone reaches the server. The tables play on."),
        to_do=_(
            "Nothing is lost: leave the round open, calm the hall, and watch the hands "
            "come once the network is back."
        ),
        known=_("The network is back and no table has a hand left to send."),
        whole_hall=True,
    ),
}
