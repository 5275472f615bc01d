"""The director's pages that know nothing of hands and scores."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.draws.control import ACTIONS
from tournaments.views import (
    backups,
    ceremony,
    check_in,
    day_plan_editor,
    director,
    draw_changes,
    draw_pages,
    health_notice,
    import_take_back,
    installation_accounts,
    invitation,
    kept_apart,
    league,
    leaving,
    names_taken_out,
    new_event,
    own_presets,
    player_lists,
    players,
    registration,
    seating,
    second_factor,
    several_players,
    staff_accounts,
    stages,
)

urlpatterns: list[URLPattern] = [
    path("welcome/", director.welcome, name="welcome"),
    path("welcome/<secret:code>/", director.welcome_by_link, name="welcome_by_link"),
    path("director/", director.home, name="home"),
    path("director/new/", new_event.new, name="new"),
    path("director/presets/", own_presets.page, name="own_presets"),
    path("director/presets/<int:pk>/", own_presets.file, name="own_preset"),
    path(
        "director/<slug:slug>/rules/keep/", own_presets.keep_of_event, name="keep_rules"
    ),
    path("installation/accounts/", installation_accounts.accounts, name="accounts"),
    path(
        "installation/accounts/<int:pk>/active/",
        installation_accounts.switch,
        name="account_switch",
    ),
    path(
        "installation/accounts/<int:pk>/sign-out/",
        installation_accounts.sign_out,
        name="account_sign_out",
    ),
    path("signed-in/", installation_accounts.own_sessions, name="own_sessions"),
    path("signed-in/codes/", second_factor.own, name="second_factor"),
    path("director/backups/", backups.backups, name="backups"),
    path("director/backups/<str:name>", backups.download, name="backup"),
    path(
        "director/<slug:slug>/silent/", health_notice.silent_parts, name="silent_parts"
    ),
    path("director/<slug:slug>/players/", players.players, name="players"),
    path("director/<slug:slug>/stages/", stages.stages, name="stages"),
    path("director/<slug:slug>/league/", league.league, name="league"),
    path("director/<slug:slug>/league/tonight/", league.tonight, name="tonight"),
    path(
        "director/<slug:slug>/league/<int:number>/", league.evening_of, name="evening"
    ),
    path(
        "director/<slug:slug>/players/import/",
        player_lists.send,
        name="players_import",
    ),
    path(
        "director/<slug:slug>/players/import/<int:pk>/",
        player_lists.shown,
        name="player_list",
    ),
    *(
        path(
            f"director/<slug:slug>/players/import/<int:pk>/{name}/",
            view,
            name=f"player_list_{name}",
        )
        for name, view in player_lists.CHANGES.items()
    ),
    path(
        "director/<slug:slug>/players/import/<int:pk>/rows/<int:line>/",
        player_lists.row,
        name="player_list_row",
    ),
    path(
        "director/<slug:slug>/players/imports/<int:pk>/take-back/",
        import_take_back.take_back,
        name="players_import_take_back",
    ),
    path(
        "director/<slug:slug>/players/known/",
        several_players.known,
        name="players_known",
    ),
    path(
        "director/<slug:slug>/players/several/",
        several_players.several,
        name="players_several",
    ),
    path("director/<slug:slug>/players/<int:number>/", players.player, name="player"),
    path(
        "director/<slug:slug>/players/<int:number>/nameless/",
        names_taken_out.name_out,
        name="player_nameless",
    ),
    path(
        "director/<slug:slug>/players/<int:number>/withdraw/",
        leaving.withdraw,
        name="withdraw",
    ),
    path(
        "director/<slug:slug>/players/<int:number>/return/",
        leaving.take_back,
        name="take_back",
    ),
    path(
        "director/<slug:slug>/players/<int:number>/substitute/",
        leaving.substitute,
        name="substitute",
    ),
    path(
        "director/<slug:slug>/players/<int:number>/substitute/take-back/",
        leaving.take_substitution_back,
        name="substitute_take_back",
    ),
    path("director/<slug:slug>/players/apart/", kept_apart.apart, name="players_apart"),
    path(
        "director/<slug:slug>/players/apart/remove/",
        kept_apart.let_meet,
        name="let_meet",
    ),
    path(
        "director/<slug:slug>/registration/",
        registration.registration,
        name="registration",
    ),
    path(
        "director/<slug:slug>/registration/people/",
        registration.people,
        name="registration_people",
    ),
    path("director/<slug:slug>/check-in/", check_in.desk, name="check_in"),
    path(
        "director/<slug:slug>/check-in/changes/",
        check_in.changes,
        name="check_in_changes",
    ),
    path(
        "director/<slug:slug>/check-in/rounds/",
        check_in.rounds,
        name="check_in_rounds",
    ),
    path("director/<slug:slug>/check-in/anew/", check_in.anew, name="check_in_anew"),
    path(
        "director/<slug:slug>/check-in/<int:number>/",
        check_in.player,
        name="check_in_player",
    ),
    path("director/<slug:slug>/seating/", seating.seating, name="seating"),
    path(
        "director/<slug:slug>/seating/<int:number>/",
        seating.seating_round,
        name="seating_round",
    ),
    path("director/<slug:slug>/draws/", draw_pages.draws, name="draws"),
    path(
        "director/<slug:slug>/draws/import/", draw_pages.import_plan, name="draw_import"
    ),
    path("director/<slug:slug>/draws/repair/", draw_pages.repair, name="draw_repair"),
    path("director/<slug:slug>/draws/<int:number>/", draw_pages.draw, name="draw"),
    path(
        "director/<slug:slug>/draws/<int:number>/draw.json",
        draw_pages.draw_json,
        name="draw_json",
    ),
    path(
        "director/<slug:slug>/draws/<int:number>/plan.csv",
        draw_pages.draw_csv,
        name="draw_csv",
    ),
    path(
        "director/<slug:slug>/draws/<int:number>/swap/",
        draw_changes.swap,
        name="draw_swap",
    ),
    path(
        "director/<slug:slug>/draws/<int:number>/replace/",
        draw_changes.replace,
        name="draw_replace",
    ),
    path(
        "director/<slug:slug>/draws/<int:number>/lock/",
        draw_changes.lock,
        name="draw_lock",
    ),
    *(
        path(
            f"director/<slug:slug>/draws/<int:number>/{action}/",
            draw_changes.act,
            {"action": action},
            name=f"draw_{action}",
        )
        for action in ACTIONS
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/ceremony/",
        ceremony.tables,
        name="ceremonies",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/ceremony/lots/",
        ceremony.lots,
        name="wind_lots",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/ceremony/lots/again/",
        ceremony.lots_again,
        name="wind_lots_again",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/tables/<int:table>/ceremony/",
        ceremony.table,
        name="ceremony",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/tables/<int:table>/ceremony/by-hand/",
        ceremony.by_hand,
        name="ceremony_by_hand",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/tables/<int:table>/ceremony/again/",
        ceremony.again,
        name="ceremony_again",
    ),
    path("director/<slug:slug>/plan/", day_plan_editor.plan, name="plan"),
    path("director/<slug:slug>/plan/make/", day_plan_editor.make, name="plan_make"),
    path("director/<slug:slug>/plan/zone/", day_plan_editor.zone, name="plan_zone"),
    path("director/<slug:slug>/helpers/", staff_accounts.helpers, name="helpers"),
    path("director/<slug:slug>/helpers/role/", staff_accounts.role, name="helper_role"),
    path(
        "director/<slug:slug>/helpers/remove/",
        staff_accounts.remove,
        name="helper_remove",
    ),
    path(
        "director/<slug:slug>/helpers/take-back/",
        staff_accounts.take_back,
        name="helper_take_back",
    ),
    path(
        "director/<slug:slug>/helpers/invite/",
        staff_accounts.invite,
        name="helper_invite",
    ),
    path(
        "director/<slug:slug>/helpers/invitations/<int:pk>/off/",
        staff_accounts.uninvite,
        name="helper_uninvite",
    ),
    path("invitation/<secret:token>/", invitation.invitation, name="invitation"),
]
