"""Bots that act out incidents at a table, through the pages that players use."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Ruleset
from scoring.models import BotPlay, BotTable, Incident
from scoring.practice import incident_catalogue
from scoring.practice.bot_browser import Browser
from scoring.practice.incident_checks import is_done
from scoring.practice.simulated_games import Fields, fields_of
from tournaments.access import player_links, table_links
from tournaments.models import Game, Player, RoundState

#: Delay of a late table's hand after the gong, in seconds at normal speed.
LATE = 240
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
_SEQUENCE = re.compile(r'name="sequence" value="(\d+)"')
_WRONG = "The score of the second hand is not what we agreed on."


def open_incidents(tournament_id: int) -> list[Incident]:
    """Return the tournament's incidents that staff have not resolved yet."""
    incidents = Incident.objects.filter(tournament=tournament_id, done_at=None)
    return list(
        incidents.select_related("tournament", "game__round__tournament", "game__link")
    )


class Acting:
    """The open incidents that concern one table."""

    def __init__(
        self, play: BotPlay, game: Game, incidents: Iterable[Incident]
    ) -> None:
        self._speed = play.speed
        self._game = game
        mine = (game.pk, None)
        self._by_kind = {
            incident.kind: incident
            for incident in incidents
            if incident.game_id in mine
        }

    def keeps_quiet(self) -> bool:
        """Return whether an incident prevents the table from sending anything now."""
        now = timezone.now()
        for kind, incident in self._by_kind.items():
            if (
                kind == incident_catalogue.NO_NETWORK
                and incident.until
                and incident.until > now
            ):
                return True
            if kind in (
                incident_catalogue.SILENT,
                incident_catalogue.PHONE_DIES,
            ) and not is_done(incident):
                return True
            if kind == incident_catalogue.LATE_TABLE and self._is_late(incident):
                return True
        return False

    def _is_late(self, incident: Incident) -> bool:
        """Return whether a late hand must still wait: the gong has not sounded, or
        sounded too recently. Record the start of the incident when the late hand is
        due.
        """
        ended = self._game.round.ended_at
        if self._game.round.state != RoundState.TIME_UP or ended is None:
            return False
        seconds = max(LATE / self._speed, 3)
        if timezone.now() < ended + timedelta(seconds=seconds):
            return True
        _begin(incident)
        return False

    def misheard(self, raw: Raw) -> Raw:
        """Return the entry for a hand.

        The winner is wrong if an incident requires this.
        """
        if self._waiting(incident_catalogue.WRONG_HAND) is None:
            return raw
        return _other_version(raw) or raw

    def before_sending(self, row: BotTable, address: str, browser: Browser) -> None:
        """Act out the incidents before the next hand: call a referee, or dispute a
        result.
        """
        incident = self._waiting(incident_catalogue.FALSE_WIN)
        if incident and browser.post(f"{address}call/", {}, row.token).status < 400:
            _begin(incident)
        if incident := self._waiting(incident_catalogue.DISPUTE):
            self._dispute(incident, browser)

    def _dispute(self, incident: Incident, browser: Browser) -> None:
        """Dispute the result from a player's phone, and record the start of the
        incident.
        """
        player = Player.objects.select_related("link").get(pk=incident.data["entry"])
        key = player_links.token_of(player)
        address = reverse("me:table", args=[key, self._game.round.number])
        tables, browser.cookies = browser.cookies, {}
        page = browser.get(address)
        token, line = _TOKEN.search(page.text), _SEQUENCE.search(page.text)
        if token and line:
            fields: Fields = {"say": "dispute", "sequence": line[1], "text": _WRONG}
            if browser.post(address, fields, token[1]).status == 302:
                _begin(incident)
        browser.cookies = tables

    def needs_points(self) -> bool:
        """Return whether an incident requires that the next hand is entered by value,
        so that a second version can be made.
        """
        kinds_of_hands = (
            incident_catalogue.WRONG_HAND,
            incident_catalogue.TWO_VERSIONS,
        )
        return any(self._waiting(kind) for kind in kinds_of_hands)

    def after_saving(
        self, row: BotTable, address: str, rules: Ruleset, browser: Browser
    ) -> None:
        """Act out the incidents of the table after a hand was saved: record the wrong
        hand, or enter another version from a second phone. Does nothing without such an
        incident.
        """
        if row.sending is None:
            return
        hand, raw, true = row.hand, row.sending["raw"], row.sending["true"]
        wrong = self._waiting(incident_catalogue.WRONG_HAND)
        if wrong and raw != true:
            _begin(wrong, hand=hand, raw=true)
        incident = self._waiting(incident_catalogue.TWO_VERSIONS)
        other = _other_version(raw) if incident else None
        if incident is None or other is None:
            return
        tables, browser.cookies = browser.cookies, {}
        key = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{incident.pk}/{hand}"))
        browser.get(reverse("table:link", args=[table_links.token_of(self._game)]))
        token = browser.get(f"{address}queue/").json().get("token", "")
        fields = fields_of(rules, other) | {
            "hand": str(hand),
            "device_key": key,
            "words": f"hand {hand}",
        }
        if browser.post(f"{address}queue/", fields, token).status == 409:
            _begin(incident, hand=hand, key=key)
        browser.cookies = tables

    def _waiting(self, kind: str) -> Incident | None:
        """Return the incident of this kind that has not started yet, or None."""
        incident = self._by_kind.get(kind)
        return incident if incident and incident.begun_at is None else None


def _begin(incident: Incident, **data: object) -> None:
    """Record the start of an incident, with `data`.

    Does nothing if it has started already.
    """
    incident.data = {**incident.data, **data}
    if incident.begun_at is None:
        incident.begun_at = timezone.now()
        incident.save(update_fields=["begun_at", "data"])


def _other_version(raw: Raw) -> Raw | None:
    """Return the same win with another winner.

    Return None unless the entry is a single win by value.
    """
    if raw["kind"] != "win" or "winner" not in raw or "hand" in raw or "hands" in raw:
        return None
    winner, source = raw["winner"], raw.get("from")
    swapped = source or next(seat for seat in "ESWN" if seat != winner)
    return {**raw, "winner": swapped, "from": winner if source else None}
