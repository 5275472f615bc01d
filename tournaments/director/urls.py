"""Addresses of the director's pages, except pages for hands and scores."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.director import (
    all_accounts_page,
    anonymise_page,
    backups_page,
    check_in_pages,
    contacts_file,
    invitation_page,
    kept_apart_page,
    league_pages,
    list_import_pages,
    mail_page,
    new_tournament_page,
    notifications_page,
    own_email_page,
    own_presets_page,
    page_roles_and_health_notice,
    player_messages_page,
    players_page,
    registration_settings_page,
    schedule_page,
    second_factor_pages,
    several_players_page,
    staff_page,
    stages_page,
    typed_or_uploaded_seating_page,
    undo_import_page,
    welcome_and_my_tournaments_page,
    withdraw_and_substitute_pages,
)
from tournaments.director.seating_drafts import (
    draft_edit_pages,
    draft_pages,
    wind_draw_pages,
)
from tournaments.seating_drafts.draft_actions_and_forms import ACTIONS

urlpatterns: list[URLPattern] = [
    path("welcome/", welcome_and_my_tournaments_page.welcome, name="welcome"),
    path(
        "welcome/<secret:code>/",
        welcome_and_my_tournaments_page.welcome_by_link,
        name="welcome_by_link",
    ),
    path("director/", welcome_and_my_tournaments_page.home, name="home"),
    path("director/new/", new_tournament_page.new, name="new"),
    path("director/presets/", own_presets_page.page, name="own_presets"),
    path("director/presets/<int:pk>/", own_presets_page.file, name="own_preset"),
    path(
        "director/<slug:slug>/rules/keep/",
        own_presets_page.keep_of_event,
        name="keep_rules",
    ),
    path("installation/accounts/", all_accounts_page.accounts, name="accounts"),
    path(
        "installation/accounts/<int:pk>/active/",
        all_accounts_page.switch,
        name="account_switch",
    ),
    path(
        "installation/accounts/<int:pk>/sign-out/",
        all_accounts_page.sign_out,
        name="account_sign_out",
    ),
    path("installation/mail/", mail_page.mail, name="mail"),
    path(
        "installation/notifications/",
        notifications_page.all_notifications,
        name="all_notifications",
    ),
    path(
        "installation/notifications/<int:pk>/",
        notifications_page.all_notification,
        name="all_notification",
    ),
    path(
        "installation/notifications/<int:pk>/<str:action>/",
        notifications_page.all_notification_action,
        name="all_notification_action",
    ),
    path(
        "director/<slug:slug>/messages/",
        player_messages_page.player_messages,
        name="player_messages",
    ),
    path(
        "director/<slug:slug>/messages/automatic/",
        player_messages_page.choose_mails,
        name="player_mails",
    ),
    path(
        "director/<slug:slug>/notifications/",
        notifications_page.notifications,
        name="notifications",
    ),
    path(
        "director/<slug:slug>/notifications/<int:pk>/",
        notifications_page.notification,
        name="notification",
    ),
    path(
        "director/<slug:slug>/notifications/<int:pk>/<str:action>/",
        notifications_page.notification_action,
        name="notification_action",
    ),
    path("signed-in/", all_accounts_page.own_sessions, name="own_sessions"),
    path("signed-in/email/", own_email_page.page, name="own_email"),
    path("signed-in/codes/", second_factor_pages.own, name="second_factor"),
    path("director/backups/", backups_page.backups, name="backups"),
    path("director/backups/<str:name>", backups_page.download, name="backup"),
    path(
        "director/<slug:slug>/silent/",
        page_roles_and_health_notice.silent_parts,
        name="silent_parts",
    ),
    path("director/<slug:slug>/players/", players_page.players, name="players"),
    path("director/<slug:slug>/stages/", stages_page.stages, name="stages"),
    path("director/<slug:slug>/league/", league_pages.league, name="league"),
    path("director/<slug:slug>/league/tonight/", league_pages.tonight, name="tonight"),
    path(
        "director/<slug:slug>/league/<int:number>/",
        league_pages.evening_of,
        name="evening",
    ),
    path(
        "director/<slug:slug>/players/import/",
        list_import_pages.send,
        name="players_import",
    ),
    path(
        "director/<slug:slug>/players/import/<int:pk>/",
        list_import_pages.shown,
        name="player_list",
    ),
    *(
        path(
            f"director/<slug:slug>/players/import/<int:pk>/{name}/",
            view,
            name=f"player_list_{name}",
        )
        for name, view in list_import_pages.CHANGES.items()
    ),
    path(
        "director/<slug:slug>/players/import/<int:pk>/rows/<int:line>/",
        list_import_pages.row,
        name="player_list_row",
    ),
    path(
        "director/<slug:slug>/players/imports/<int:pk>/take-back/",
        undo_import_page.take_back,
        name="players_import_take_back",
    ),
    path(
        "director/<slug:slug>/players/contacts.csv",
        contacts_file.contacts,
        name="contacts_file",
    ),
    path(
        "director/<slug:slug>/players/known/",
        several_players_page.known,
        name="players_known",
    ),
    path(
        "director/<slug:slug>/players/several/",
        several_players_page.several,
        name="players_several",
    ),
    path(
        "director/<slug:slug>/players/<int:number>/", players_page.player, name="player"
    ),
    path(
        "director/<slug:slug>/players/<int:number>/private/",
        players_page.private_data,
        name="player_private_data",
    ),
    path(
        "director/<slug:slug>/players/<int:number>/nameless/",
        anonymise_page.name_out,
        name="player_nameless",
    ),
    path(
        "director/<slug:slug>/players/<int:number>/withdraw/",
        withdraw_and_substitute_pages.withdraw,
        name="withdraw",
    ),
    path(
        "director/<slug:slug>/players/<int:number>/return/",
        withdraw_and_substitute_pages.take_back,
        name="take_back",
    ),
    path(
        "director/<slug:slug>/players/<int:number>/disqualify/",
        withdraw_and_substitute_pages.disqualify,
        name="disqualify",
    ),
    path(
        "director/<slug:slug>/players/<int:number>/disqualify/undo/",
        withdraw_and_substitute_pages.disqualify,
        {"undo": True},
        name="undo_disqualification",
    ),
    path(
        "director/<slug:slug>/players/replace/",
        withdraw_and_substitute_pages.replace_player,
        name="replace_player",
    ),
    path(
        "director/<slug:slug>/players/<int:number>/substitute/",
        withdraw_and_substitute_pages.substitute,
        name="substitute",
    ),
    path(
        "director/<slug:slug>/players/<int:number>/substitute/take-back/",
        withdraw_and_substitute_pages.take_substitution_back,
        name="substitute_take_back",
    ),
    path(
        "director/<slug:slug>/players/apart/",
        kept_apart_page.apart,
        name="players_apart",
    ),
    path(
        "director/<slug:slug>/players/apart/remove/",
        kept_apart_page.let_meet,
        name="let_meet",
    ),
    path(
        "director/<slug:slug>/registration/",
        registration_settings_page.registration,
        name="registration",
    ),
    path(
        "director/<slug:slug>/registration/people/",
        registration_settings_page.people,
        name="registration_people",
    ),
    path("director/<slug:slug>/check-in/", check_in_pages.desk, name="check_in"),
    path(
        "director/<slug:slug>/check-in/changes/",
        check_in_pages.changes,
        name="check_in_changes",
    ),
    path(
        "director/<slug:slug>/check-in/rounds/",
        check_in_pages.rounds,
        name="check_in_rounds",
    ),
    path(
        "director/<slug:slug>/check-in/anew/", check_in_pages.anew, name="check_in_anew"
    ),
    path(
        "director/<slug:slug>/check-in/<int:number>/",
        check_in_pages.player,
        name="check_in_player",
    ),
    path(
        "director/<slug:slug>/seating/",
        typed_or_uploaded_seating_page.seating,
        name="seating",
    ),
    path(
        "director/<slug:slug>/seating/<int:number>/",
        typed_or_uploaded_seating_page.seating_round,
        name="seating_round",
    ),
    path("director/<slug:slug>/draws/", draft_pages.draws, name="draws"),
    path(
        "director/<slug:slug>/draws/import/",
        draft_pages.import_plan,
        name="draw_import",
    ),
    path("director/<slug:slug>/draws/repair/", draft_pages.repair, name="draw_repair"),
    path("director/<slug:slug>/draws/<int:number>/", draft_pages.draw, name="draw"),
    path(
        "director/<slug:slug>/draws/<int:number>/draw.json",
        draft_pages.draw_json,
        name="draw_json",
    ),
    path(
        "director/<slug:slug>/draws/<int:number>/plan.csv",
        draft_pages.draw_csv,
        name="draw_csv",
    ),
    path(
        "director/<slug:slug>/draws/<int:number>/swap/",
        draft_edit_pages.swap,
        name="draw_swap",
    ),
    path(
        "director/<slug:slug>/draws/<int:number>/replace/",
        draft_edit_pages.replace,
        name="draw_replace",
    ),
    path(
        "director/<slug:slug>/draws/<int:number>/lock/",
        draft_edit_pages.lock,
        name="draw_lock",
    ),
    *(
        path(
            f"director/<slug:slug>/draws/<int:number>/{action}/",
            draft_edit_pages.act,
            {"action": action},
            name=f"draw_{action}",
        )
        for action in ACTIONS
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/ceremony/",
        wind_draw_pages.tables,
        name="ceremonies",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/ceremony/lots/",
        wind_draw_pages.lots,
        name="wind_lots",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/ceremony/lots/again/",
        wind_draw_pages.lots_again,
        name="wind_lots_again",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/tables/<int:table>/ceremony/",
        wind_draw_pages.table,
        name="ceremony",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/tables/<int:table>/ceremony/by-hand/",
        wind_draw_pages.by_hand,
        name="ceremony_by_hand",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/tables/<int:table>/ceremony/again/",
        wind_draw_pages.again,
        name="ceremony_again",
    ),
    path("director/<slug:slug>/plan/", schedule_page.plan, name="plan"),
    path("director/<slug:slug>/plan/make/", schedule_page.make, name="plan_make"),
    path("director/<slug:slug>/plan/zone/", schedule_page.zone, name="plan_zone"),
    path("director/<slug:slug>/helpers/", staff_page.helpers, name="helpers"),
    path("director/<slug:slug>/helpers/role/", staff_page.role, name="helper_role"),
    path(
        "director/<slug:slug>/helpers/remove/",
        staff_page.remove,
        name="helper_remove",
    ),
    path(
        "director/<slug:slug>/helpers/take-back/",
        staff_page.take_back,
        name="helper_take_back",
    ),
    path(
        "director/<slug:slug>/helpers/invite/",
        staff_page.invite,
        name="helper_invite",
    ),
    path(
        "director/<slug:slug>/helpers/invitations/<int:pk>/off/",
        staff_page.uninvite,
        name="helper_uninvite",
    ),
    path("invitation/<secret:token>/", invitation_page.invitation, name="invitation"),
]
