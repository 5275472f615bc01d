"""Requests to every address by every kind of visitor: which visitors have access, and
which change nothing.

The addresses come from the URLconf. An address that is not in `EXPECTED` fails, so
every new page must state its access.
"""

from __future__ import annotations

import copy
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

import pytest
from django.contrib.auth.models import User
from django.core.handlers import wsgi
from django.db import connection, transaction
from django.db.models import QuerySet
from django.http import HttpResponse, parse_cookie
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.ledger import enter_hand
from scoring.models import (
    Confirmation,
    ImportJob,
    LateHand,
    LedgerEntry,
    Season,
    Series,
)
from scoring.rounds import end_and_close_round
from scoring.series import change_series
from scoring.statistics import store_figures
from tests.examples import ASKED, some_of
from tests.pictures import picture
from tests.scoring.table_device import device_at
from tests.written_again import rows_written
from tournaments.access import page_access, table_links, wrong_password_limit
from tournaments.clubs import change_clubs
from tournaments.models import (
    ClubStaff,
    Draw,
    Invitation,
    Membership,
    MergedRecord,
    NotificationDestination,
    Person,
    PersonMerge,
    PlayerImport,
    PlayerLink,
    PlayerList,
    RefereeCall,
    Role,
    TableLink,
    TableSigns,
    Tournament,
)
from tournaments.people import register_players
from tournaments.persons import pages_over_tournaments
from tournaments.seating_drafts import submit_draft
from tournaments.tournament_setup import (
    create_and_change_tournament,
    description_and_logo,
    screen_views_and_announcements,
)
from tournaments.upkeep import make_backup

IN, LOGIN, MISSING, FORBIDDEN = "in", "login", "missing", "forbidden"
GONE = "gone"
ROLES = (
    "anonymous",
    "stranger",
    *("screen", "scorer", "referee", "director", "owner"),
    "superuser",
)

#: Visitors that request every address on every run.
READERS = ("anonymous", "director", "device")
#: Visitors whose pages are rendered on every run, by method.
RENDERED = {"GET": (*READERS, "referee"), "POST": READERS}
#: A few roles that differ where staff roles do not count.
FEW = ("anonymous", "stranger", "owner", "superuser")

#: Browsers without an account that opened a table link: of this table, of another, and
#: of this table before its link was replaced.
DEVICES = ("device", "device of another table", "device with a revoked link")

#: Expected result for each of ROLES, by kind of page.
EVERYBODY = (IN,) * 8
NOBODY = (MISSING,) * 8
ACCOUNTS = (LOGIN, *(IN,) * 7)
#: Pages that create a tournament: every account except those for hall screens only.
BEGINNERS = (LOGIN, IN, FORBIDDEN, *(IN,) * 5)
NOBODY_HAS_IT = (LOGIN, *(MISSING,) * 7)


def of_helpers(least: str) -> tuple[str, ...]:
    """Return the expected results of a page for staff from the role `least` upwards."""
    refused = ROLES.index(least) - 2
    return (LOGIN, MISSING, *(FORBIDDEN,) * refused, *(IN,) * (6 - refused))


#: Pages of a private tournament, which others must not notice.
ITS_PEOPLE = (*(MISSING,) * 3, *(IN,) * 5)
SCREENS, SCORERS = of_helpers("screen"), of_helpers("scorer")
REFEREES, DIRECTORS = of_helpers("referee"), of_helpers("director")
#: Pages for directors of the whole installation.
INSTALLATION = (LOGIN, *(FORBIDDEN,) * 6, IN)
#: Uploads, which only their own account can see.
ITS_OWNER = (LOGIN, *(MISSING,) * 5, IN, MISSING)

#: Pages of a private series, which only its editors can see.
ITS_EDITORS = (*(MISSING,) * 6, IN, IN)
EDITORS = (LOGIN, *(MISSING,) * 5, IN, IN)

#: Actions for tournaments in the bin; this one is not.
NOT_IN_BIN = (LOGIN, *(MISSING,) * 7)

#: Pages of practice tournaments; this one is not.
NOT_PRACTICE = (LOGIN, MISSING, *(FORBIDDEN,) * 3, *(MISSING,) * 3)

#: Pages of tournaments with stages; this one has none.
NOT_STAGED = NOT_PRACTICE

#: Pages of leagues; this tournament is not one.
NO_LEAGUE = (LOGIN, MISSING, FORBIDDEN, *(MISSING,) * 5)

#: Actions of owners on a mirror; this tournament has none.
NO_MIRROR = (LOGIN, MISSING, *(FORBIDDEN,) * 4, *(MISSING,) * 2)
#: Mirrors that an account offers; there are none.
NOT_OFFERED = (LOGIN, MISSING, FORBIDDEN, *(MISSING,) * 5)

#: Addresses that table devices may use as well as staff. Everywhere else, a device is
#: an anonymous visitor.
DEVICE_TOO = {
    "table:session",
    "table:preview",
    "table:practise",
    "table:deposit",
    "table:sheet",
    "table:tiles",
    "table:preview_tiles",
    "table:renew_tiles",
    "table:result",
    "table:false_win",
    "table:preview_false_win",
    "table:ready",
    "table:undo",
    "table:call",
    "table:queue",
    "table:discard",
    "table:manifest",
    "table:take_back_late_hand",
    "table:put_away",
    "table:say",
}

#: Addresses that a director may allow to table devices. Without permission, they are
#: rejected.
DEVICE_IF_ALLOWED = {"table:settle_conflict"}

#: Addresses that read the cookies of table devices.
COOKIE_READ = DEVICE_TOO | DEVICE_IF_ALLOWED

READ, WRITE, BOTH = ("GET",), ("POST",), ("GET", "POST")

#: By name of the address: expected result for each of ROLES, and allowed methods.
EXPECTED: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    # The API ignores accounts and requires a token of the tournament.
    "api:document": (EVERYBODY, READ),
    "api:api-root": (EVERYBODY, READ),
    "api:index": (EVERYBODY, READ),
    "api:events": (EVERYBODY, READ),
    "api:event": (NOBODY, READ),
    "api:live": (NOBODY, READ),
    # Answered with 401 or 422: these need a token with a role.
    "api:register_players": (EVERYBODY, WRITE),
    "api:change_player": (EVERYBODY, ("PATCH",)),
    "api:check_in": (EVERYBODY, WRITE),
    "api:write_draft": (EVERYBODY, WRITE),
    "api:publish_round": (EVERYBODY, WRITE),
    "api:start_round": (EVERYBODY, WRITE),
    "api:close_round": (EVERYBODY, WRITE),
    "api:enter_hand": (EVERYBODY, WRITE),
    "api:enter_totals": (EVERYBODY, WRITE),
    "api:announce": (EVERYBODY, WRITE),
    "api:stream": (NOBODY, READ),
    **{f"api:{export}": (NOBODY, READ) for export in EXPORTS},
    "api_unknown": (NOBODY, BOTH),
    # Answered outside Django, which has no streams.
    "stream": (NOBODY, BOTH),
    "server_time": (NOBODY, BOTH),
    "public:home": (EVERYBODY, READ),
    "choose_language": (EVERYBODY, BOTH),
    "public:rules": (EVERYBODY, READ),
    "public:patterns": (EVERYBODY, READ),
    "public:series": (EVERYBODY, READ),
    "director:search": (EVERYBODY, READ),
    "public:newest_season": (ITS_EDITORS, READ),
    "public:season": (ITS_EDITORS, READ),
    "public:season_file": (ITS_EDITORS, READ),
    "public:season_awards": (ITS_EDITORS, READ),
    "public:rating": (ITS_EDITORS, READ),
    "public:rating_file": (ITS_EDITORS, READ),
    "public:ranking": (ITS_EDITORS, READ),
    "public:ranking_file": (ITS_EDITORS, READ),
    # A private club; its only owner is that of the tournament.
    "clubs:clubs": (EVERYBODY, READ),
    "clubs:club": (ITS_EDITORS, READ),
    "clubs:calendar": (ITS_EDITORS, READ),
    # No tournament of it is finished.
    "clubs:tournaments": (NOBODY, READ),
    "clubs:statistics": (NOBODY, READ),
    "director:clubs": (INSTALLATION, BOTH),
    "director:club": (EDITORS, BOTH),
    "director:club_act": (EDITORS, WRITE),
    "director:club_members": (EDITORS, BOTH),
    "director:club_role": (EDITORS, WRITE),
    "director:leave_club": (of_helpers("owner"), WRITE),
    "director:series_new": (BEGINNERS, BOTH),
    "director:season": (EDITORS, BOTH),
    "director:season_act": (EDITORS, WRITE),
    "director:season_deduct": (EDITORS, WRITE),
    "public:referee": (EVERYBODY, READ),
    "public:referee_worker": (EVERYBODY, READ),
    "public:referee_claims": (EVERYBODY, READ),
    "public:referee_worth": (EVERYBODY, READ),
    "public:tournament": (ITS_PEOPLE, READ),
    "public:calendar": (EVERYBODY, READ),
    "public:robots": (EVERYBODY, READ),
    "public:sitemap": (EVERYBODY, READ),
    "public:manifest": (EVERYBODY, READ),
    "public:logo": (ITS_PEOPLE, READ),
    "public:files": (ITS_PEOPLE, READ),
    "public:file": (ITS_PEOPLE, READ),
    "public:preview": (ITS_PEOPLE, READ),
    "public:embed": (NOBODY, READ),
    "public:embed_schedule": (NOBODY, READ),
    "public:overlay": (NOBODY, READ),
    "public:table_overlay": (NOBODY, READ),
    "public:teams": (ITS_PEOPLE, READ),
    "public:standings": (ITS_PEOPLE, READ),
    "public:standings_view": (ITS_PEOPLE, READ),
    "public:standings_rows": (ITS_PEOPLE, READ),
    "public:standings_names": (ITS_PEOPLE, READ),
    "public:round": (ITS_PEOPLE, READ),
    "public:session": (ITS_PEOPLE, READ),
    "public:player": (ITS_PEOPLE, READ),
    "public:player_image": (ITS_PEOPLE, READ),
    "public:seating": (ITS_PEOPLE, READ),
    "public:seating_round": (ITS_PEOPLE, READ),
    "public:seating_players": (ITS_PEOPLE, READ),
    "public:plan": (ITS_PEOPLE, READ),
    "public:tournament_calendar": (ITS_PEOPLE, READ),
    "public:mirror_age": (ITS_PEOPLE, READ),
    # Requests of other installations, which need the token of a tournament (401).
    **{
        f"mirror:{name}": (EVERYBODY, WRITE)
        for name in ("push", "pull", "ping", "unseen", "give_back")
    },
    "public:event_rules": (ITS_PEOPLE, READ),
    # For the hall link only; "key" is not its key.
    "hall:turns_by_key": (NOBODY, READ),
    "hall:screen_by_key": (NOBODY, READ),
    "hall:seats_by_key": (NOBODY, READ),
    "hall:standings_by_key": (NOBODY, READ),
    "hall:leaders_by_key": (NOBODY, READ),
    "hall:hands_by_key": (NOBODY, READ),
    "hall:turns": (SCREENS, READ),
    "hall:screen": (SCREENS, READ),
    "hall:standings": (SCREENS, READ),
    "hall:leaders": (SCREENS, READ),
    "hall:hands": (SCREENS, READ),
    "hall:seats": (SCREENS, READ),
    "hall:clock_by_key": (NOBODY, READ),
    "hall:prizes_by_key": (NOBODY, READ),
    "hall:prizes": (SCREENS, READ),
    "hall:clock": (SCREENS, READ),
    # For the player link only; "key" is not its key.
    "me:page": (NOBODY, READ),
    "me:calendar": (NOBODY, READ),
    "me:refuse_mail": (NOBODY, BOTH),
    "me:manifest": (NOBODY, READ),
    "me:picture": (NOBODY, READ),
    "me:table": (NOBODY, BOTH),
    "me:push_on": (NOBODY, WRITE),
    "me:push_again": (NOBODY, WRITE),
    "me:shown": (NOBODY, WRITE),
    "me:page_choice": (NOBODY, WRITE),
    # Off until the owner of the installation switches them on.
    "persons:persons": (NOBODY, READ),
    # For finished tournaments; this one is not.
    "public:statistics": (NOBODY, READ),
    "persons:person": (NOBODY, READ),
    "persons:versus": (NOBODY, READ),
    "me:nameless": (NOBODY, WRITE),
    "me:push_off": (NOBODY, WRITE),
    # A script without data of any player.
    "me:worker": (EVERYBODY, READ),
    "table:result": (SCORERS, READ),
    "table:confirm": (REFEREES, WRITE),
    "table:session": (SCORERS, BOTH),
    "table:preview": (SCORERS, WRITE),
    "table:deposit": (SCORERS, WRITE),
    "table:sheet": (SCORERS, READ),
    "table:tiles": (SCORERS, BOTH),
    "table:preview_tiles": (SCORERS, WRITE),
    "table:renew_tiles": (SCORERS, READ),
    "table:correct_tiles": (SCORERS, BOTH),
    "table:preview_tiles_correction": (SCORERS, WRITE),
    "table:call": (SCORERS, WRITE),
    "table:put_away": (SCORERS, WRITE),
    "table:say": (SCORERS, WRITE),
    "table:queue": (SCORERS, BOTH),
    "table:manifest": (SCORERS, READ),
    "table:discard": (SCORERS, WRITE),
    "table:settle_conflict": (REFEREES, WRITE),
    "table:late_hand": (REFEREES, BOTH),
    "table:take_back_late_hand": (SCORERS, WRITE),
    # A script without data of any table.
    "table:worker": (EVERYBODY, READ),
    "table:manage_link": (REFEREES, BOTH),
    # For table links only; "token" and "key" are not valid.
    "table:link": (NOBODY, READ),
    "table:sign": (NOBODY, READ),
    "table:sign_practise": (NOBODY, READ),
    "table:practise": (SCORERS, READ),
    "table:false_win": (SCORERS, BOTH),
    "table:preview_false_win": (SCORERS, WRITE),
    "table:ready": (SCORERS, BOTH),
    "table:insert": (SCORERS, BOTH),
    "table:preview_insertion": (SCORERS, WRITE),
    "table:insert_tiles": (SCORERS, BOTH),
    "table:preview_tiles_insertion": (SCORERS, WRITE),
    "table:ruling": (REFEREES, BOTH),
    "table:preview_ruling": (REFEREES, WRITE),
    "table:reseat": (REFEREES, BOTH),
    "table:preview_reseat": (REFEREES, WRITE),
    "table:exchange": (REFEREES, BOTH),
    "table:preview_exchange": (REFEREES, WRITE),
    "table:take_seat": (REFEREES, BOTH),
    "table:preview_take_seat": (REFEREES, WRITE),
    "table:paper": (SCORERS, BOTH),
    "table:preview_paper": (SCORERS, WRITE),
    "table:settle_paper": (REFEREES, WRITE),
    "table:entries": (SCORERS, READ),
    "table:undo": (SCORERS, WRITE),
    "table:correct": (SCORERS, BOTH),
    "table:preview_correction": (SCORERS, WRITE),
    "table:retract": (SCORERS, WRITE),
    "director:welcome": (NOBODY, BOTH),
    "director:welcome_by_link": (NOBODY, READ),
    "director:home": (ACCOUNTS, READ),
    "director:new": (BEGINNERS, BOTH),
    "director:own_presets": (ACCOUNTS, BOTH),
    # Other accounts cannot see it.
    "director:own_preset": (NOBODY_HAS_IT, READ),
    "director:keep_rules": (DIRECTORS, WRITE),
    "director:new_from_settings": (BEGINNERS, BOTH),
    "director:event": (DIRECTORS, BOTH),
    "director:event_logo": (DIRECTORS, BOTH),
    "director:event_copy": (DIRECTORS, BOTH),
    "director:event_settings": (DIRECTORS, READ),
    "director:event_archive": (DIRECTORS, BOTH),
    "director:event_bin": (of_helpers("owner"), BOTH),
    # For tournaments in the bin; this one is not.
    "director:event_take_out": (NOT_IN_BIN, WRITE),
    "director:accounts": (INSTALLATION, READ),
    "director:account_switch": (INSTALLATION, WRITE),
    "director:persons": (INSTALLATION, READ),
    "director:persons_pages": (INSTALLATION, WRITE),
    "director:person_erase": (INSTALLATION, BOTH),
    "director:past_results": (INSTALLATION, BOTH),
    "director:past_results_list": (INSTALLATION, BOTH),
    "director:persons_pair": (INSTALLATION, BOTH),
    "director:persons_undo": (INSTALLATION, WRITE),
    "director:account_sign_out": (INSTALLATION, WRITE),
    "director:mail": (INSTALLATION, BOTH),
    "director:all_notifications": (INSTALLATION, BOTH),
    "director:all_notification": (INSTALLATION, BOTH),
    "director:all_notification_action": (INSTALLATION, WRITE),
    "director:second_factor": (ACCOUNTS, BOTH),
    "director:own_email": (ACCOUNTS, BOTH),
    "director:own_sessions": (ACCOUNTS, BOTH),
    "director:backups": (INSTALLATION, BOTH),
    "director:backup": (INSTALLATION, READ),
    "director:import": (BEGINNERS, BOTH),
    "director:import_job": (ITS_OWNER, BOTH),
    "director:practice": (BEGINNERS, BOTH),
    "director:mirrors": (BEGINNERS, BOTH),
    "director:mirror_revoke": (NOT_OFFERED, WRITE),
    "director:mirror": (DIRECTORS, BOTH),
    "director:notifications": (DIRECTORS, BOTH),
    "director:player_messages": (DIRECTORS, BOTH),
    "director:player_mails": (DIRECTORS, WRITE),
    "director:notification": (DIRECTORS, BOTH),
    "director:notification_action": (DIRECTORS, WRITE),
    "director:mirror_state": (SCORERS, READ),
    "director:mirror_take_over": (NO_MIRROR, WRITE),
    "director:mirror_end": (NO_MIRROR, WRITE),
    "director:mirror_replace": (NO_MIRROR, WRITE),
    "director:practice_desk": (NOT_PRACTICE, READ),
    "director:rehearse": (DIRECTORS, BOTH),
    "director:practice_bots": (NOT_PRACTICE, WRITE),
    "director:practice_incident": (NOT_PRACTICE, WRITE),
    "director:practice_reset": (NOT_PRACTICE, WRITE),
    "director:hall": (SCORERS, READ),
    "director:control": (SCORERS, READ),
    "director:calls": (SCORERS, READ),
    "director:silent_parts": (SCORERS, READ),
    "director:answer_call": (REFEREES, WRITE),
    "director:cards": (REFEREES, READ),
    "director:paper_round": (SCORERS, BOTH),
    "director:lasting_cards": (REFEREES, READ),
    "director:renew_cards": (DIRECTORS, WRITE),
    "director:show_in_hall": (DIRECTORS, BOTH),
    "director:publish": (DIRECTORS, BOTH),
    "director:unpublish": (DIRECTORS, BOTH),
    "director:start": (DIRECTORS, BOTH),
    "director:start_at": (DIRECTORS, BOTH),
    "director:call_off_start": (DIRECTORS, BOTH),
    "director:undo_start": (DIRECTORS, BOTH),
    "director:set_back": (DIRECTORS, BOTH),
    "director:reopen": (DIRECTORS, BOTH),
    "director:pause": (DIRECTORS, BOTH),
    "director:resume": (DIRECTORS, BOTH),
    "director:extend": (DIRECTORS, BOTH),
    "director:extend_table": (REFEREES, BOTH),
    "director:end_now": (DIRECTORS, BOTH),
    "director:undo_end": (DIRECTORS, BOTH),
    "director:keep_time": (DIRECTORS, BOTH),
    "director:accept_step": (DIRECTORS, BOTH),
    "director:close": (DIRECTORS, BOTH),
    "director:try_again": (DIRECTORS, WRITE),
    "director:players": (DIRECTORS, BOTH),
    "director:players_import": (DIRECTORS, BOTH),
    "director:players_known": (DIRECTORS, BOTH),
    "director:players_several": (DIRECTORS, WRITE),
    # A list of another account is missing; the page redirects to the upload form.
    "director:contacts_file": (DIRECTORS, READ),
    "director:player_list": (DIRECTORS, READ),
    "director:player_list_columns": (DIRECTORS, WRITE),
    "director:player_list_together": (DIRECTORS, WRITE),
    "director:player_list_register": (DIRECTORS, WRITE),
    "director:player_list_discard": (DIRECTORS, WRITE),
    "director:player_list_row": (DIRECTORS, WRITE),
    "director:players_import_take_back": (DIRECTORS, BOTH),
    "director:player": (DIRECTORS, BOTH),
    "director:player_private_data": (DIRECTORS, WRITE),
    "director:player_kept": (of_helpers("owner"), READ),
    "director:player_nameless": (of_helpers("owner"), BOTH),
    "director:withdraw": (DIRECTORS, BOTH),
    "director:take_back": (DIRECTORS, BOTH),
    "director:disqualify": (DIRECTORS, BOTH),
    "director:undo_disqualification": (DIRECTORS, BOTH),
    "director:replace_player": (DIRECTORS, READ),
    "director:substitute": (DIRECTORS, BOTH),
    "director:substitute_take_back": (DIRECTORS, BOTH),
    "director:players_apart": (DIRECTORS, BOTH),
    "director:let_meet": (DIRECTORS, BOTH),
    "director:registration": (DIRECTORS, BOTH),
    "director:registration_people": (DIRECTORS, WRITE),
    "public:sign_up": (ITS_PEOPLE, BOTH),
    # For registration links only; "key" is not valid.
    "me:sign_up": (NOBODY, BOTH),
    "director:check_in": (SCORERS, BOTH),
    "director:check_in_changes": (SCORERS, READ),
    "director:check_in_player": (SCORERS, BOTH),
    "director:check_in_rounds": (SCORERS, BOTH),
    "director:check_in_anew": (DIRECTORS, WRITE),
    "director:seating": (DIRECTORS, BOTH),
    "director:seating_round": (DIRECTORS, BOTH),
    "director:draws": (DIRECTORS, READ),
    "director:draw_new": (DIRECTORS, BOTH),
    "director:draw_import": (DIRECTORS, BOTH),
    "director:draw_repair": (DIRECTORS, BOTH),
    "director:draw": (DIRECTORS, READ),
    "director:draw_json": (DIRECTORS, READ),
    "director:draw_csv": (DIRECTORS, READ),
    "director:draw_swap": (DIRECTORS, BOTH),
    "director:draw_replace": (DIRECTORS, BOTH),
    "director:draw_lock": (DIRECTORS, BOTH),
    "director:draw_reveal": (DIRECTORS, BOTH),
    "director:draw_stop": (DIRECTORS, BOTH),
    "director:draw_again": (DIRECTORS, BOTH),
    "director:draw_discard": (DIRECTORS, BOTH),
    "director:draw_balance": (DIRECTORS, BOTH),
    "director:draw_redraw": (DIRECTORS, BOTH),
    "director:draw_generate": (DIRECTORS, BOTH),
    "director:draw_keep": (DIRECTORS, BOTH),
    "director:draw_confirm": (DIRECTORS, BOTH),
    "director:draw_reopen": (DIRECTORS, BOTH),
    "director:draw_hall": (DIRECTORS, BOTH),
    "director:draw_publish": (DIRECTORS, BOTH),
    "director:draw_unpublish": (DIRECTORS, BOTH),
    "director:ceremonies": (DIRECTORS, READ),
    "director:ceremony": (DIRECTORS, BOTH),
    "director:ceremony_by_hand": (DIRECTORS, BOTH),
    "director:seat_choice": (DIRECTORS, BOTH),
    "director:ceremony_again": (DIRECTORS, BOTH),
    "director:wind_lots": (DIRECTORS, BOTH),
    "director:wind_lots_again": (DIRECTORS, BOTH),
    "director:plan": (DIRECTORS, BOTH),
    "director:stages": (DIRECTORS, BOTH),
    "director:league": (DIRECTORS, BOTH),
    "director:tonight": (NO_LEAGUE, READ),
    "director:evening": (NO_LEAGUE, BOTH),
    "director:stage": (NOT_STAGED, BOTH),
    "director:stage_groups": (NOT_STAGED, BOTH),
    "director:stage_keep": (NOT_STAGED, BOTH),
    "director:stage_take_back": (NOT_STAGED, BOTH),
    "director:plan_make": (DIRECTORS, BOTH),
    "director:plan_zone": (DIRECTORS, BOTH),
    # For invitation links only; "token" is not valid.
    "director:invitation": (NOBODY, BOTH),
    "director:helper_invite": (DIRECTORS, BOTH),
    "director:helper_uninvite": (DIRECTORS, WRITE),
    "director:helper_take_back": (DIRECTORS, WRITE),
    "director:helpers": (DIRECTORS, BOTH),
    "director:helper_role": (DIRECTORS, BOTH),
    "director:helper_remove": (DIRECTORS, BOTH),
    "director:rules": (DIRECTORS, BOTH),
    "director:rules_file": (DIRECTORS, BOTH),
    "director:settings": (DIRECTORS, BOTH),
    "director:teams": (DIRECTORS, BOTH),
    "director:take_back_deduction": (DIRECTORS, WRITE),
    "director:show": (DIRECTORS, BOTH),
    "director:tell_standings": (DIRECTORS, WRITE),
    "director:finish": (DIRECTORS, BOTH),
    "director:finish_reopen": (DIRECTORS, BOTH),
    "director:final_shown": (DIRECTORS, WRITE),
    "director:prizes_hold": (DIRECTORS, WRITE),
    "director:finish_leave_out": (DIRECTORS, WRITE),
    "director:prizes": (DIRECTORS, BOTH),
    "director:awards": (DIRECTORS, BOTH),
    "director:prizes_next": (DIRECTORS, WRITE),
    "director:prizes_back": (DIRECTORS, WRITE),
    "director:paper": (DIRECTORS, READ),
    "director:paper_of_event": (DIRECTORS, READ),
    "director:paper_of_round": (DIRECTORS, READ),
    "director:files": (DIRECTORS, READ),
    "director:file": (DIRECTORS, READ),
    "director:token_make": (DIRECTORS, WRITE),
    "director:token_revoke": (DIRECTORS, WRITE),
    "director:event_zip": (DIRECTORS, READ),
    "director:event_workbook": (DIRECTORS, READ),
    "director:federation": (DIRECTORS, READ),
    "director:federation_workbook": (DIRECTORS, READ),
    "director:log": (DIRECTORS, READ),
    "director:log_csv": (DIRECTORS, READ),
    "director:disputes": (REFEREES, READ),
    "director:dispute": (REFEREES, BOTH),
    "director:player_links": (DIRECTORS, READ),
    "director:player_link": (DIRECTORS, BOTH),
    "director:hall_screen": (DIRECTORS, BOTH),
    "director:hall_announce": (DIRECTORS, WRITE),
    "director:hall_turns": (DIRECTORS, WRITE),
    "director:hall_screen_add": (DIRECTORS, WRITE),
    "director:further_screen": (DIRECTORS, BOTH),
}

#: allauth's own pages, which check access themselves.
ALLAUTH = {
    "account_change_password",
    "account_complete_password_reset",
    "account_confirm_password_reset_code",
    "account_inactive",
    "account_login",
    "account_logout",
    "account_password_reset_completed",
    "account_reauthenticate",
    "account_reset_password",
    "account_second_factor",
    "account_signup",
    "openid_connect_callback",
    "openid_connect_login",
}

#: Addresses that contain the key of an account.
OF_AN_ACCOUNT = {"director:account_switch", "director:account_sign_out"}
#: Addresses that contain the keys of two persons.
OF_TWO_PERSONS = {"director:persons_pair"}
#: Addresses that contain the key of a destination of the installation.
OF_THE_INSTALLATION = {"director:all_notification", "director:all_notification_action"}
FURTHER_KEY = 1000
#: Methods that no address supports.
NEVER = ("PUT", "PATCH", "DELETE")
#: Numbers in addresses other than the round number.
NUMBERS = {"public:player": 1, "director:withdraw": 9}
#: Documents that can be printed while a round is played.
PAPERS = {"director:paper_of_round": "names"}


@dataclass(frozen=True)
class Address:
    """A named address, and the names of the parameters in its path."""

    name: str
    parameters: frozenset[str]


def addresses(
    resolver: URLResolver | None = None,
    namespace: str = "",
    parameters: frozenset[str] = frozenset(),
) -> Iterator[Address]:
    """Yield every address below a resolver, by default every address of the site.

    `namespace`, `parameters`: namespace and
    parameters of the resolver.
    """
    for entry in (resolver or get_resolver()).url_patterns:
        own = parameters | set(entry.pattern.regex.groupindex)
        if isinstance(entry, URLResolver):
            inner = f"{namespace}{entry.namespace}:" if entry.namespace else namespace
            yield from addresses(entry, inner, own)
        elif isinstance(entry, URLPattern):
            yield Address(f"{namespace}{entry.name}", own)


#: Rows that a request could change, for each of several tables.
Facts = list[list[tuple[object, ...]]]


@dataclass
class Stage:
    """A private tournament in play with data for every address, and the clients of all
    visitors.
    """

    tournament: Tournament
    job: ImportJob
    account: User
    dispute: Confirmation
    late: LateHand
    #: Keys of two persons. Paths are also made during outages: they need no queries.
    persons: tuple[int, int]
    backup: str
    clients: Mapping[str, Client]

    def path(self, address: Address, **more: str) -> str:
        """Return the path of an address. `more` replaces default parameters."""
        values = {
            "slug": self.tournament.slug,
            "number": NUMBERS.get(address.name, 1),
            "table": 1,
            "sequence": 1,
            "line": 1,
            "dispute": self.dispute.pk,
            "conflict": 1,
            "deduction": 1,
            "late": self.late.pk,
            "pk": self.job.pk,
            "one": 1,
            "other": 1,
            "key": "key",
            "screen": "entrance",
            "federation": "ema",
            "export": "players",
            "ending": "csv",
            "paper": PAPERS.get(address.name, "standings"),
            "token": "token",
            "code": "code",
            "rest": "nothing",
            "ruleset": "mcr",
            "view": "official",
            "name": self.backup,
            "uidb36": "1",
            "provider_id": "oidc",
            "series": "evenings",
            "season": "autumn",
            "club": "evening-club",
            "action": "stop-trying",
            **more,
        }
        if address.name in OF_AN_ACCOUNT:
            values["pk"] = self.account.pk
        if address.name in OF_THE_INSTALLATION:
            values["pk"] = FURTHER_KEY
        if address.name == "director:person_erase":
            values["pk"] = self.persons[0]
        if address.name in OF_TWO_PERSONS:
            values["one"], values["other"] = self.persons
        return reverse(
            address.name, kwargs={name: values[name] for name in address.parameters}
        )

    @cached_property
    def before(self) -> Facts:
        """Return the facts before any request.

        They are read only once, because all requests are rolled back.
        """
        return self.facts()

    def facts(self) -> Facts:
        """Return the rows that a rejected request must not change."""
        found = []
        with connection.cursor() as cursor:
            for statement in FACTS:
                cursor.execute(*statement)
                found.append(cursor.fetchall())
        return found

    def still(self, before: Facts, written: int) -> bool:
        """Return whether the facts are the same as `before`.

        `written`: an earlier result of `rows_written`; without newer writes, no facts
        are read.
        """
        return written == rows_written() or self.facts() == before


def _statement(rows: QuerySet) -> tuple[str, tuple[object, ...]]:
    return rows.order_by("pk").query.sql_with_params()


#: The queries run thousands of times, so Django creates their SQL once.
FACTS = [
    _statement(rows)
    for rows in (
        Tournament.objects.values_list("pk", "revision"),
        Membership.objects.values_list("user", "tournament", "role"),
        User.objects.values_list("pk"),
        ClubStaff.objects.values_list("club", "user", "role"),
        Invitation.objects.values_list("role", "uses", "revoked_at"),
        LedgerEntry.objects.values_list("pk"),
        Season.objects.values_list("title", "formula", "closed_at"),
        ImportJob.objects.values_list("pk"),
        PlayerList.objects.values_list("pk", "fields", "choices", "mended"),
        PlayerImport.objects.values_list("pk"),
        Confirmation.objects.values_list("kind", "settled_by"),
        LateHand.objects.values_list("decision"),
        TableLink.objects.values_list("game", "version", "revoked"),
        TableSigns.objects.values_list("version"),
        RefereeCall.objects.values_list("answered_by", "ended_by"),
        PlayerLink.objects.values_list("player", "version"),
        Draw.objects.values_list("state", "version", "stop_requested"),
    )
]


@pytest.fixture
def stage(
    tournament,
    game,
    director,
    referee,
    stranger,
    owner,
    client,
    monkeypatch,
) -> Stage:
    register_players.register(
        tournament, [register_players.PlayerRow(last_name="09")], by="director"
    )
    create_and_change_tournament.show_to_public(tournament, False, by="director")
    enter_hand.enter(
        game.pk, {"kind": "washout"}, hand=1, device_key="first", by="referee"
    )
    description_and_logo.give_logo(tournament, picture(), by="director")
    screen_views_and_announcements.add_screen(tournament, "Entrance", by="director")
    job = ImportJob.objects.create(by=director, archive=b"")
    plan = (((1, 2, 3, 4), (5, 6, 7, 8)),)
    submit_draft.import_plan(tournament, plan, first_round=2, by="director")
    player = tournament.players.get(number=1)
    dispute = confirm_and_dispute.dispute(game.pk, player, sequence=1, text="not mine")
    Invitation.objects.create(pk=job.pk, tournament=tournament, role=Role.SCREEN)
    came = PlayerImport.objects.create(pk=job.pk, tournament=tournament, by="director")
    tournament.players.filter(number=9).update(player_import=came)
    PlayerList.objects.create(
        pk=job.pk,
        tournament=tournament,
        by=director,
        rows=[[1, ["10"]]],
        fields=["last_name"],
        name_order="last_word",
    )
    late = LateHand.objects.create(
        game=game,
        hand=2,
        offered={"kind": "washout"},
        device_key="late",
        by="table 1",
    )
    about = {"service": "ntfy", "address": "https://ntfy.example/hall", "name": "Hall"}
    NotificationDestination.objects.create(pk=job.pk, tournament=tournament, **about)
    NotificationDestination.objects.create(pk=FURTHER_KEY, **about)
    season = change_series.create_series("Evenings", "Autumn", "mcr", by=director)
    change_series.choose_ranking(season.series, "ema", by="director")
    change_series.choose_rating(season.series, "elo", by="director")
    change_clubs.create_club("Evening Club", owner=director, by="owner")
    clients = {"anonymous": client, "stranger": signed_in(stranger)}
    clients |= {"owner": signed_in(director), "superuser": signed_in(owner)}
    clients["referee"] = signed_in(referee)
    for role in (Role.SCREEN, Role.SCORER, Role.DIRECTOR):
        user = User.objects.create(username=f"a-{role}", password=referee.password)
        Membership.objects.create(user=user, tournament=tournament, role=role)
        clients[role] = signed_in(user)
    monkeypatch.setattr(wrong_password_limit, "WRONG_KEYS", 10_000)
    clients["device with a revoked link"] = device_at(game)
    table_links.reissue(game.pk, by="referee")
    clients["device"] = device_at(game)
    clients["device of another table"] = device_at(game.round.games.get(table=2))
    one, other = Person.objects.exclude(players=None).order_by("pk")[:2]
    entry = PersonMerge.objects.create(pk=job.pk, kept=one, merged=other, by="owner")
    MergedRecord.objects.create(record=other, kept=one, merge=entry)
    backup = make_backup.folder() / "backup-20260501T120000Z-night.zip"
    backup.write_bytes(b"")
    persons = (one.pk, other.pk)
    return Stage(
        tournament, job, stranger, dispute, late, persons, backup.name, clients
    )


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def outcome(stage: Stage, client: Client, method: str, path: str) -> str:
    """Send a request and return its result. A POST request has an empty form.

    Asserts that a rejected request changes nothing. All changes and new cookies are
    discarded.
    """
    before, cookies = stage.before, copy.copy(client.cookies)
    written = rows_written()
    is_ours = not client.handler.enforce_csrf_checks
    origin = "http://testserver" if is_ours else "https://elsewhere.example"
    with transaction.atomic():
        response = client.generic(
            method,
            path,
            content_type="application/x-www-form-urlencoded",
            headers={"Origin": origin},
        )
        met = met_by(response)
        assert met == IN or stage.still(before, written)
        transaction.set_rollback(True)
    client.cookies = cookies
    return met


class Faults(list[str]):
    """A list of faults found at many addresses. A fault does not end the test."""

    @contextmanager
    def at(self, place: str) -> Iterator[None]:
        try:
            yield
        except Exception as fault:
            self.append("".join([f"{place}: ", *traceback.format_exception(fault)]))


@pytest.fixture
def faults() -> Iterator[Faults]:
    """Yield a list of faults, and fail the test at its end if there are any."""
    found = Faults()
    yield found
    if found:
        pytest.fail(f"{len(found)} faults\n" + "\n".join(found), pytrace=False)


def met_by(response: HttpResponse) -> str:
    assert response.status_code < 500
    assert_not_shared(response)
    if response.status_code == 302 and "/account/login/" in response["Location"]:
        return LOGIN
    names = {403: FORBIDDEN, 404: MISSING, 405: "not by this method", 410: GONE}
    return names.get(response.status_code, IN)


def assert_not_shared(response: HttpResponse) -> None:
    """Assert that no shared cache may store the response."""
    said = {word.strip() for word in response["Cache-Control"].split(",")}
    assert "private" in said
    assert {"no-cache", "no-store"} & said
    assert "public" not in said
    assert "Cookie" in response["Vary"]


ADDRESSES = sorted(addresses(), key=lambda address: address.name)
OURS = [address for address in ADDRESSES if address.name not in ALLAUTH]
WRITTEN_TO = [
    address
    for address in OURS
    if address.name in EXPECTED and "POST" in EXPECTED[address.name][1]
]


def test_every_address_says_whom_it_is_for():
    names = [address.name for address in ADDRESSES]
    assert names == sorted(set(names))
    assert set(names) == EXPECTED.keys() | ALLAUTH


@pytest.fixture
def unread(monkeypatch) -> Callable[[], None]:
    """Return a function that turns off rendering, which is half the cost of a page.

    Access is decided before rendering. With TEST_EXAMPLES=many, the function does
    nothing.
    """

    def leave() -> None:
        if ASKED != "many":
            name = "django.template.backends.django.Template.render"
            monkeypatch.setattr(name, lambda *_said, **_named: "")

    return leave


@pytest.mark.parametrize("who", [*ROLES, *DEVICES])
def test_addresses_let_in_whom_they_are_for(who, stage, faults, unread):
    for method in ("GET", "POST"):
        if who not in RENDERED[method]:
            unread()
        for address in OURS:
            expected, methods = _expected(address.name, who)
            if method not in methods or not is_asked(address.name, who):
                continue
            path = stage.path(address)
            with faults.at(f"{method} {path}"):
                assert outcome(stage, stage.clients[who], method, path) == expected


def test_only_pages_of_tables_read_the_cookies_of_devices(stage, unread, monkeypatch):
    """Only table pages read the cookies of devices.

    At other addresses, a device is an anonymous visitor.
    """
    unread()
    read: set[str] = set()

    class Cookies(dict[str, str]):
        def __contains__(self, name: object) -> bool:
            read.add(str(name))
            return super().__contains__(name)

        def __getitem__(self, name: str) -> str:
            read.add(name)
            return super().__getitem__(name)

        def get(self, name: str, default: str | None = None) -> str | None:
            read.add(name)
            return super().get(name, default)

    monkeypatch.setattr(wsgi, "parse_cookie", lambda text: Cookies(parse_cookie(text)))
    kept = {page_access.DEVICE_COOKIE, page_access.MARK_COOKIE}
    found = set()
    for address in ADDRESSES:
        _met, methods = EXPECTED.get(address.name, ((), BOTH))
        for method in methods:
            read.clear()
            outcome(stage, stage.clients["device"], method, stage.path(address))
            if read & kept:
                found.add(address.name)
    assert read
    assert found == COOKIE_READ


def is_asked(name: str, who: str) -> bool:
    """Return whether this visitor requests an address on each run.

    Roles other than READERS are skipped if the next lower and the next higher role have
    the same result. Devices are skipped where their cookies are not read. With
    TEST_EXAMPLES=many, no visitor is skipped.
    """
    if who in DEVICES:
        return ASKED == "many" or name.startswith("table:")
    if ASKED == "many" or who in READERS:
        return True
    met, _methods = EXPECTED[name]
    at = ROLES.index(who)
    return len({*met[at - 1 : at + 2]}) > 1


def _expected(name: str, who: str) -> tuple[str, tuple[str, ...]]:
    """Return the expected result and the methods for a role or device at an address."""
    met, methods = EXPECTED[name]
    own, gone = met[0], met[0]
    if name in DEVICE_TOO | DEVICE_IF_ALLOWED:
        own, gone = IN if name in DEVICE_TOO else FORBIDDEN, GONE
    everybody = {**dict(zip(ROLES, met, strict=True)), **_devices(own, met[0], gone)}
    return everybody[who], methods


def _devices(*met: str) -> dict[str, str]:
    return dict(zip(DEVICES, met, strict=True))


def test_when_the_round_is_closed_its_devices_are_out(stage, faults):
    end_and_close_round.close(
        stage.tournament.rounds.get(number=1).pk, by="director", reason="-"
    )
    for address in OURS:
        if address.name not in DEVICE_TOO:
            continue
        met, methods = EXPECTED[address.name]
        # A table device still reports unsent hands to the directors.
        own = IN if address.name in ("table:queue", "table:discard") else GONE
        path = stage.path(address)
        for method in methods:
            for who, expected in _devices(own, met[0], GONE).items():
                with faults.at(f"{method} {path} as {who}"):
                    assert outcome(stage, stage.clients[who], method, path) == expected


@pytest.mark.parametrize("who", some_of(["owner", *DEVICES, *FEW[:2], "superuser"]))
def test_addresses_answer_only_the_methods_they_are_for(who, stage, faults, unread):
    """Addresses refuse methods that no address supports: one method at each address, or
    all with TEST_EXAMPLES=many.
    """
    unread()
    for number, address in enumerate(OURS):
        _met, methods = EXPECTED[address.name]
        path = stage.path(address)
        never = NEVER if ASKED == "many" else [NEVER[number % len(NEVER)]]
        for method in sorted({"GET", "POST", *never} - {*methods}):
            with faults.at(f"{method} {path}"):
                assert outcome(stage, stage.clients[who], method, path) != IN


def test_a_form_from_another_site_changes_nothing(stage, director, faults):
    client = Client(enforce_csrf_checks=True)
    client.force_login(director)
    # A token is not a cookie, so other sites cannot use it for their own requests.
    by_token = ("mirror:", "api:")
    by_form = [one for one in WRITTEN_TO if not one.name.startswith(by_token)]
    for address in by_form:
        path = stage.path(address)
        with faults.at(path):
            assert outcome(stage, client, "POST", path) in (FORBIDDEN, MISSING)


def test_the_pages_of_the_accounts_answer_everybody(stage, faults):
    for address in ADDRESSES:
        if address.name not in ALLAUTH:
            continue
        path = stage.path(address)
        for method in ("GET", "POST"):
            for role in FEW:
                with faults.at(f"{method} {path} as {role}"):
                    outcome(stage, stage.clients[role], method, path)


def test_what_is_public_is_for_everybody(stage, faults, unread):
    create_and_change_tournament.show_to_public(stage.tournament, True, by="director")
    pages_over_tournaments.switch(is_on=True, needs_consent=False, by="owner")
    change_series.show_series(Series.objects.get(), True, by="director")
    # The statistics appear when the tournament is finished.
    Tournament.objects.update(finished_at=timezone.now())
    store_figures.renew_outdated()
    for role in ("anonymous", "owner", "stranger", "screen"):
        if role != "anonymous":
            unread()
        for address in OURS:
            if not address.name.startswith("public:"):
                continue
            path = stage.path(address)
            with faults.at(f"{path} as {role}"):
                assert outcome(stage, stage.clients[role], "GET", path) == IN
