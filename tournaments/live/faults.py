"""What goes wrong in the live stream, as the log has it."""

from __future__ import annotations

import logging

from tournaments.upkeep.outages.outages import OutageLog, outage_of

log = logging.getLogger(__name__)
outages = OutageLog(log)


def say(fault: Exception) -> None:
    """Log what went wrong; what lasts, once a minute."""
    if outage := outage_of(fault):
        outages.met(outage, fault)
    else:
        log.error("the live stream could not tell what changed", exc_info=fault)
