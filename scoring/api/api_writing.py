"""Addresses of the API that write. Each address calls the same function as the page,
with the same permissions, limits and log.

A request needs a token with a role. Entries also need the header `Idempotency-Key`: the
same key sent again changes nothing and gets the same answer.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Annotated

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from ninja import NinjaAPI, Path

from scoring.api.api_methods_cors_and_tokens import token_in
from scoring.api.api_problems import Conflict, NotAllowed, NoToken
from scoring.api.api_request_bodies import (
    Announcement,
    ChangedPlayer,
    CheckInMark,
    EnteredHand,
    NewPlayers,
    PaperTotals,
    Plan,
    RoundEnd,
    RoundStep,
)
from scoring.api.api_schemas import Problem, Written
from scoring.corrections import conflicting_hands, paper_totals
from scoring.ledger import enter_late_hand
from scoring.ledger.ledger_transaction import HandConflict, Receipt
from scoring.rounds import end_and_close_round
from tournaments.access import api_tokens
from tournaments.access.page_access import Visitor
from tournaments.access.roles_and_permissions import Ability, may
from tournaments.check_in import check_in_marks
from tournaments.models import Game, Player, ReadingToken, Role, Round, Tournament
from tournaments.models.change_origin import Origin, come_from
from tournaments.people import player_changes, register_players
from tournaments.refusals import refusal
from tournaments.rounds import publish_seating, round_clock
from tournaments.seating_drafts import submit_draft
from tournaments.tournament_setup import screen_views_and_announcements

Slug = Annotated[str, Path(description="The tournament's name in addresses.")]
Number = Annotated[int, Path(ge=1, le=999_999, description="Player number.")]
RoundNumber = Annotated[int, Path(ge=1, le=999, description="Round number.")]
Table = Annotated[int, Path(ge=1, le=9_999, description="Table number.")]

#: Player numbers of the seats E S W N; None for an empty seat.
SeatedNumbers = tuple[int | None, int | None, int | None, int | None]

#: Header with a key that identifies an entry, and its longest value.
KEY, LONGEST_KEY = "Idempotency-Key", 60

ANSWERS = {
    200: Written,
    **dict.fromkeys((401, 403, 404, 409, 422), Problem),
}


@dataclass(frozen=True)
class Writer:
    """A program that sends requests with a token.

    `account`: the account that created the token.
    """

    tournament: Tournament
    token: ReadingToken
    account: User

    @property
    def by(self) -> str:
        return self.token.name

    @property
    def visitor(self) -> Visitor:
        return Visitor(self.by, role=Role(self.token.role))


def writer_of(request: HttpRequest, slug: str, ability: Ability) -> Writer:
    """Return the program that sent a request.

    Raises NoToken without a valid token, Http404 if the token is for another
    tournament, NotAllowed without the permission, and Conflict if the tournament is
    archived or a mirror.
    """
    token = api_tokens.read(token_in(request))
    if token is None:
        raise NoToken(_("This request needs a token for this tournament."))
    tournament = token.tournament
    if tournament.slug != slug:
        raise Http404(_("This token belongs to another tournament."))
    account = api_tokens.maker_of(token) if token.role else None
    if account is None or not may(Role(token.role), ability):
        raise NotAllowed(_("This token does not permit this request."))
    if tournament.archived_at or tournament.mirrored_at:
        raise Conflict(
            _("This tournament is archived or is a mirrored copy. Nothing was changed.")
        )
    api_tokens.note_use(token, timezone.now())
    come_from(Origin.API)
    return Writer(tournament, token, account)


def register(api: NinjaAPI) -> None:
    """Add the addresses that write to the API."""
    for method, path, name, summary, view in (
        ("POST", "/registrations", "register_players", _REGISTER, register_new_players),
        ("PATCH", "/players/{int:number}", "change_player", _CHANGE, change_player),
        ("POST", "/players/{int:number}/check-in", "check_in", _CHECK_IN, check_in),
        ("POST", "/drafts", "write_draft", _DRAFT, write_draft),
        (
            "POST",
            "/rounds/{int:number}/publish",
            "publish_round",
            _PUBLISH,
            publish_round,
        ),
        ("POST", "/rounds/{int:number}/start", "start_round", _START, start_round),
        ("POST", "/rounds/{int:number}/close", "close_round", _CLOSE, close_round),
        ("POST", f"{_AT}/hands", "enter_hand", _HAND, enter_hand),
        ("POST", f"{_AT}/totals", "enter_totals", _TOTALS, enter_totals),
        ("POST", "/announcements", "announce", _ANNOUNCE, announce),
    ):
        api.api_operation(
            [method],
            f"/events/{{slug}}{path}",
            response=ANSWERS,
            url_name=name,
            operation_id=name,
            summary=summary,
        )(view)


_AT = "/rounds/{int:number}/tables/{int:table}"
_REGISTER = "Register players"
_CHANGE = "Change a player"
_CHECK_IN = "Check a player in"
_DRAFT = "Store seating as a draft"
_PUBLISH = "Publish the seating of a round"
_START = "Start the clock of a round"
_CLOSE = "Close a round"
_HAND = "Enter the outcome of a hand"
_TOTALS = "Enter totals from paper"
_ANNOUNCE = "Announce something on all screens"


def register_new_players(
    request: HttpRequest, slug: Slug, body: NewPlayers
) -> HttpResponse:
    writer = writer_of(request, slug, Ability.PLAYERS)
    rows = [register_players.PlayerRow(**one.model_dump()) for one in body.players]
    players = register_players.register(
        writer.tournament, rows, by=writer.by, account=writer.account
    )
    return _written(writer, numbers=[player.number for player in players])


def change_player(
    request: HttpRequest, slug: Slug, number: Number, body: ChangedPlayer
) -> HttpResponse:
    writer = writer_of(request, slug, Ability.PLAYERS)
    player = _player(writer.tournament, number)
    new = body.model_dump(exclude_none=True)
    person = player.person
    current = {
        **{name: getattr(person, name) for name in _OF_PERSON},
        **{name: getattr(player, name) for name in _OF_PLAYER},
        "team": player.team.name if player.team else "",
    }
    row = register_players.PlayerRow(**current | new)
    player_changes.correct(player, row, director=writer.account)
    return _written(writer, numbers=[number])


_OF_PERSON = ("last_name", "first_name", "country", "club", "ema_number")
_OF_PLAYER = (
    *("group", "categories", "fixed_table", "first_round", "last_round"),
    *("is_filler", "is_substitute", "fee_paid", "shown_as"),
)


def check_in(
    request: HttpRequest, slug: Slug, number: Number, body: CheckInMark
) -> HttpResponse:
    writer = writer_of(request, slug, Ability.CHECK_IN)
    _player(writer.tournament, number)
    check_in_marks.mark(writer.tournament, number, body.state, by=writer.by)
    return _written(writer, numbers=[number])


def write_draft(request: HttpRequest, slug: Slug, body: Plan) -> HttpResponse:
    writer = writer_of(request, slug, Ability.DRAW)
    plan = tuple(tuple(map(_four, round_)) for round_ in body.rounds)
    draft = submit_draft.import_plan(
        writer.tournament,
        plan,
        first_round=body.first_round,
        by=writer.by,
        reason=body.reason,
    )
    return _written(writer, draft=draft.pk)


def publish_round(
    request: HttpRequest, slug: Slug, number: RoundNumber, body: RoundStep
) -> HttpResponse:
    writer = writer_of(request, slug, Ability.ROUNDS)
    round_ = _round(writer.tournament, number)
    publish_seating.publish(round_.pk, by=writer.by, although=body.although)
    return _written(writer, round=number)


def start_round(
    request: HttpRequest, slug: Slug, number: RoundNumber, body: RoundStep
) -> HttpResponse:
    writer = writer_of(request, slug, Ability.ROUNDS)
    round_ = _round(writer.tournament, number)
    now = timezone.now()
    round_clock.start(round_.pk, by=writer.by, now=now, although=body.although)
    return _written(writer, round=number)


def close_round(
    request: HttpRequest, slug: Slug, number: RoundNumber, body: RoundEnd
) -> HttpResponse:
    writer = writer_of(request, slug, Ability.ROUNDS)
    round_ = _round(writer.tournament, number)
    end_and_close_round.close(round_.pk, by=writer.by, reason=body.reason)
    return _written(writer, round=number)


def enter_hand(
    request: HttpRequest,
    slug: Slug,
    number: RoundNumber,
    table: Table,
    body: EnteredHand,
) -> HttpResponse:
    writer = writer_of(request, slug, Ability.ENTER)
    game, key = _game(writer.tournament, number, table), _key(request, writer)
    values = {
        "device_key": key,
        "hand": body.hand,
        "seating": None,
        "before_gong": body.before_gong,
    }
    try:
        entered = enter_late_hand.enter_or_hold(
            game, body.entry, writer.visitor, values
        )
    except HandConflict as conflict:
        conflicting_hands.note(conflict, device_key=key, by=writer.by)
        message = _(
            "Hand %(hand)s was already entered differently. A referee must decide."
        )
        raise Conflict(message % {"hand": conflict.existing.hand}) from conflict
    if isinstance(entered, Receipt):
        return _written(writer, entry=entered.entry.sequence, waits=False)
    return _written(writer, entry=None, waits=True)


def enter_totals(
    request: HttpRequest,
    slug: Slug,
    number: RoundNumber,
    table: Table,
    body: PaperTotals,
) -> HttpResponse:
    writer = writer_of(request, slug, Ability.ENTER)
    game, key = _game(writer.tournament, number, table), _key(request, writer)
    raw = {"kind": "totals", "scores": body.scores}
    became = paper_totals.enter_totals(game.pk, raw, device_key=key, by=writer.by)
    return _written(writer, waits=became is not paper_totals.Became.COUNT)


def announce(request: HttpRequest, slug: Slug, body: Announcement) -> HttpResponse:
    writer = writer_of(request, slug, Ability.ROUNDS)
    until = body.until
    if until is not None and timezone.is_naive(until):
        until = until.replace(tzinfo=writer.tournament.zone)
    screen_views_and_announcements.announce(
        writer.tournament, body.text, until=until, by=writer.by
    )
    return _written(writer)


def _written(writer: Writer, **data: object) -> HttpResponse:
    """Return the answer to a change: the new revision and `data`."""
    revision = Tournament.objects.values_list("revision", flat=True)
    body = {"revision": revision.get(pk=writer.tournament.pk), **data}
    answer = JsonResponse(body)
    answer["Cache-Control"] = "no-store"
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def _four(numbers: list[int]) -> SeatedNumbers:
    """Return four player numbers of a table, None for empty seats."""
    east, south, west, north = [*numbers, None, None][:4]
    return east, south, west, north


def _key(request: HttpRequest, writer: Writer) -> str:
    """Return the device key of an entry, made from the request's header.

    Raises RuleError if the header is missing or unusable.
    """
    key = request.headers.get(KEY, "").strip()
    if not key or len(key) > LONGEST_KEY or not (key.isascii() and key.isprintable()):
        raise refusal(
            "no_key",
            gettext_noop(
                "Send an Idempotency-Key header of at most %(most)s characters."
            ),
            KEY,
            most=LONGEST_KEY,
        )
    # Device keys have no other characters than these.
    digest = hashlib.sha256(key.encode()).hexdigest()
    return f"api-{writer.token.pk}-{digest[:32]}"


def _player(tournament: Tournament, number: int) -> Player:
    players = tournament.players.select_related("person", "team", "tournament")
    player = players.filter(number=number).first()
    if player is None:
        raise Http404(_("Player %(number)s does not exist.") % {"number": number})
    return player


def _round(tournament: Tournament, number: int) -> Round:
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        raise Http404(_("Round %(number)s does not exist.") % {"number": number})
    return round_


def _game(tournament: Tournament, number: int, table: int) -> Game:
    games = Game.objects.select_related("round__tournament", "extension")
    game = games.filter(round=_round(tournament, number), table=table).first()
    if game is None:
        raise Http404(_("Table %(table)s does not exist.") % {"table": table})
    return game
