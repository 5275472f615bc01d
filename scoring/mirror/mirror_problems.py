"""Problems of the exchange with another installation, as text."""

from __future__ import annotations

import ssl

from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.faults import RuleError
from scoring.mirror.mirror_address import Unreachable
from tournaments.upkeep.outage_detection import outage_of


class Problem(models.TextChoices):
    """The reason why the last exchange failed.

    The label is a sentence with the remedy.
    """

    UNREACHABLE = (
        "unreachable",
        _(
            "The other installation does not answer. Changes will be sent when it "
            "answers."
        ),
    )
    CERTIFICATE = (
        "certificate",
        _(
            "The other installation has no valid certificate. Check its address and "
            "the clock of this computer."
        ),
    )
    PRIVATE = (
        "private",
        _(
            "The address is in a private network or is not encrypted. Only the "
            "administrator of this installation can allow such an address."
        ),
    )
    TOKEN = (
        "token",
        _(
            "The token is invalid or revoked. Create a new one at the other "
            "installation, end this mirror, and set it up again."
        ),
    )
    OTHER_TOURNAMENT = (
        "other_tournament",
        _("The token belongs to another tournament. Create one for this tournament."),
    )
    OTHER_PROGRAM = (
        "other_program",
        _(
            "The two installations have different versions of the program. Update "
            "both to the same version."
        ),
    )
    ADDRESS_TAKEN = (
        "address_taken",
        _(
            "Another tournament at the other installation has the same address. "
            "Change one of the two addresses."
        ),
    )
    APART = (
        "apart",
        _(
            "The mirror has changes that are missing here. To keep these changes, "
            "take over at the mirror. To discard them, replace the mirror's data."
        ),
    )
    BEHIND = (
        "behind",
        _("Changes are still arriving. Try again in a few seconds."),
    )
    NOT_HOME = (
        "not_home",
        _("Neither installation accepts changes. Take over on one of them."),
    )
    CODE = "code", _("The takeover code is wrong. Check it and try again.")
    PUBLIC_ONLY = (
        "public_only",
        _("The mirror has public data only, so it cannot take over."),
    )
    BUSY = (
        "busy",
        _("The other installation cannot save changes now. They will be sent again."),
    )
    NOT_UNDERSTOOD = (
        "not_understood",
        _(
            "The other installation sent an invalid response. Check that the "
            "address belongs to this program."
        ),
    )
    FAULT = (
        "fault",
        _("The exchange failed because of a program error. See the log."),
    )

    @classmethod
    def of_answer(cls, status: int, code: object) -> Problem:
        """Return the problem of an answer with this status and code."""
        if isinstance(code, str) and code in cls.values:
            return cls(code)
        if status == 401:
            return cls.TOKEN
        if status >= 500 or status in (408, 413, 422, 429):
            return cls.BUSY
        return cls.NOT_UNDERSTOOD


def problem_of(error: Exception) -> Problem:
    """Return the problem that an error shows.

    An error of the local database counts as BUSY.
    """
    if outage_of(error) is not None:
        return Problem.BUSY
    if isinstance(error, Unreachable) and error.args[0] in ("private network", "http"):
        return Problem.PRIVATE
    if isinstance(error, ssl.SSLCertVerificationError):
        return Problem.CERTIFICATE
    if isinstance(error, OSError):
        return Problem.UNREACHABLE
    if isinstance(error, RuleError):
        return Problem.of_answer(0, error.faults[0].code)
    return Problem.FAULT
