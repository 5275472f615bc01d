from __future__ import annotations

from django.urls import URLPattern, path

from scoring.director import (
    awards_page,
    club_members_page,
    club_settings_pages,
    cut_page,
    edit_series_pages,
    erase_person_page,
    federation_page,
    finish_page,
    import_tournament_page,
    log_page,
    mirror_page,
    new_seating_page,
    paper_totals_page,
    past_results_page,
    persons_page,
    player_links_page,
    practice_pages,
    printing_pages,
    rules_file_page,
    rules_page,
    search_page,
    settings_page,
    table_cards_page,
    team_deductions_page,
    tournament_and_personal_data_downloads,
    tournament_page,
    winds_by_choice_page,
)
from scoring.hall import (
    control_room_page,
    extra_time_page,
    hall_screen_settings_pages,
    prize_giving_pages,
)
from scoring.public import download_pages
from scoring.rounds.round_actions import ACTIONS
from scoring.table import confirmation_pages, referee_call_pages

urlpatterns: list[URLPattern] = [
    path("search/", search_page.search, name="search"),
    path("series/new/", edit_series_pages.new, name="series_new"),
    path(
        "series/<slug:series>/<slug:season>/edit/",
        edit_series_pages.edit,
        name="season",
    ),
    path(
        "series/<slug:series>/<slug:season>/edit/action/",
        edit_series_pages.act,
        name="season_act",
    ),
    path(
        "series/<slug:series>/<slug:season>/edit/deduction/",
        edit_series_pages.deduct,
        name="season_deduct",
    ),
    path("installation/persons/", persons_page.persons, name="persons"),
    path(
        "installation/persons/results/",
        past_results_page.past_results,
        name="past_results",
    ),
    path(
        "installation/persons/results/<int:pk>/",
        past_results_page.past_results_list,
        name="past_results_list",
    ),
    path(
        "installation/persons/<int:pk>/erase/",
        erase_person_page.erase,
        name="person_erase",
    ),
    path("installation/persons/pages/", persons_page.pages, name="persons_pages"),
    path(
        "installation/persons/<int:one>/<int:other>/",
        persons_page.pair,
        name="persons_pair",
    ),
    path(
        "installation/persons/merges/<int:pk>/undo/",
        persons_page.undo,
        name="persons_undo",
    ),
    path("installation/clubs/", club_settings_pages.clubs, name="clubs"),
    path("clubs/<slug:club>/settings/", club_settings_pages.club, name="club"),
    path(
        "clubs/<slug:club>/settings/action/", club_settings_pages.act, name="club_act"
    ),
    path(
        "clubs/<slug:club>/settings/role/",
        club_settings_pages.give_role,
        name="club_role",
    ),
    path(
        "clubs/<slug:club>/settings/members/",
        club_members_page.members,
        name="club_members",
    ),
    path(
        "director/<slug:slug>/leave-club/",
        club_settings_pages.leave,
        name="leave_club",
    ),
    path("director/import/", import_tournament_page.upload, name="import"),
    path("director/import/<int:pk>/", import_tournament_page.job, name="import_job"),
    path("director/practice/", practice_pages.new, name="practice"),
    path("director/mirrors/", mirror_page.mirrors, name="mirrors"),
    path("director/mirrors/<int:pk>/", mirror_page.revoke, name="mirror_revoke"),
    path("director/<slug:slug>/mirror/", mirror_page.mirror, name="mirror"),
    path("director/<slug:slug>/mirror/state/", mirror_page.state, name="mirror_state"),
    path(
        "director/<slug:slug>/mirror/take-over/",
        mirror_page.become_home,
        name="mirror_take_over",
    ),
    path("director/<slug:slug>/mirror/end/", mirror_page.end, name="mirror_end"),
    path(
        "director/<slug:slug>/mirror/replace/",
        mirror_page.replace,
        name="mirror_replace",
    ),
    path("director/<slug:slug>/practice/", practice_pages.desk, name="practice_desk"),
    path(
        "director/<slug:slug>/rehearse/", practice_pages.rehearse_event, name="rehearse"
    ),
    path(
        "director/<slug:slug>/practice/bots/",
        practice_pages.let_bots_play,
        name="practice_bots",
    ),
    path(
        "director/<slug:slug>/practice/incidents/",
        practice_pages.begin_incident,
        name="practice_incident",
    ),
    path(
        "director/<slug:slug>/practice/reset/",
        practice_pages.set_back,
        name="practice_reset",
    ),
    path(
        "director/new/file/",
        tournament_page.new_from_settings,
        name="new_from_settings",
    ),
    path("director/<slug:slug>/event/", tournament_page.event, name="event"),
    path("director/<slug:slug>/stages/<int:number>/", cut_page.stage, name="stage"),
    path(
        "director/<slug:slug>/stages/<int:number>/groups/",
        cut_page.groups,
        name="stage_groups",
    ),
    path(
        "director/<slug:slug>/stages/<int:number>/take-back/",
        cut_page.take_back,
        name="stage_take_back",
    ),
    path(
        "director/<slug:slug>/stages/<int:number>/keep/",
        cut_page.keep,
        name="stage_keep",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/tables/<int:table>/choice/",
        winds_by_choice_page.seat_choice,
        name="seat_choice",
    ),
    path("director/<slug:slug>/event/logo/", tournament_page.logo, name="event_logo"),
    path("director/<slug:slug>/event/copy/", tournament_page.copy, name="event_copy"),
    path(
        "director/<slug:slug>/event/settings.json",
        tournament_page.settings_file,
        name="event_settings",
    ),
    path(
        "director/<slug:slug>/players/<int:number>/kept.json",
        tournament_and_personal_data_downloads.kept,
        name="player_kept",
    ),
    path(
        "director/<slug:slug>/event/archive/",
        tournament_page.archive,
        name="event_archive",
    ),
    path(
        "director/<slug:slug>/event/bin/", tournament_page.move_to_bin, name="event_bin"
    ),
    path(
        "director/<slug:slug>/event/bin/take-out/",
        tournament_page.restore_from_bin,
        name="event_take_out",
    ),
    path("director/<slug:slug>/", control_room_page.hall, name="hall"),
    path("director/<slug:slug>/control/", control_room_page.control, name="control"),
    *(
        path(
            f"director/<slug:slug>/rounds/<int:number>/{action}/",
            control_room_page.act,
            {"action": action},
            name=action,
        )
        for action in ACTIONS
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/try_again/",
        control_room_page.try_again,
        name="try_again",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/tables/<int:table>/time/",
        extra_time_page.extend,
        name="extend_table",
    ),
    path("director/<slug:slug>/settings/", settings_page.settings, name="settings"),
    path("director/<slug:slug>/rules/", rules_page.page, name="rules"),
    path("director/<slug:slug>/rules/file/", rules_file_page.page, name="rules_file"),
    path("director/<slug:slug>/teams/", team_deductions_page.teams, name="teams"),
    path(
        "director/<slug:slug>/teams/<int:deduction>/back/",
        team_deductions_page.take_back_deduction,
        name="take_back_deduction",
    ),
    path("director/<slug:slug>/settings/show/", settings_page.show, name="show"),
    path(
        "director/<slug:slug>/settings/tell/",
        settings_page.tell_standings,
        name="tell_standings",
    ),
    path("director/<slug:slug>/finish/", finish_page.finish, name="finish"),
    path(
        "director/<slug:slug>/finish/leave-out/",
        finish_page.leave_out,
        name="finish_leave_out",
    ),
    path(
        "director/<slug:slug>/finish/reopen/", finish_page.reopen, name="finish_reopen"
    ),
    path(
        "director/<slug:slug>/finish/show/",
        finish_page.show_everybody,
        name="final_shown",
    ),
    path("director/<slug:slug>/awards/", awards_page.awards, name="awards"),
    path("director/<slug:slug>/prizes/", prize_giving_pages.prizes, name="prizes"),
    path(
        "director/<slug:slug>/prizes/hold/",
        prize_giving_pages.hold_back,
        name="prizes_hold",
    ),
    path(
        "director/<slug:slug>/prizes/next/", prize_giving_pages.step, name="prizes_next"
    ),
    path(
        "director/<slug:slug>/prizes/back/", prize_giving_pages.back, name="prizes_back"
    ),
    path("director/<slug:slug>/paper/", printing_pages.index, name="paper"),
    path(
        "director/<slug:slug>/paper/<slug:paper>/",
        printing_pages.of_event,
        name="paper_of_event",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/print/<slug:paper>/",
        printing_pages.of_round,
        name="paper_of_round",
    ),
    path("director/<slug:slug>/files/", download_pages.directors_files, name="files"),
    path(
        "director/<slug:slug>/files/<slug:export>.<slug:ending>",
        download_pages.directors_file,
        name="file",
    ),
    path("director/<slug:slug>/tokens/", download_pages.make_token, name="token_make"),
    path(
        "director/<slug:slug>/tokens/<int:pk>/revoke/",
        download_pages.revoke_token,
        name="token_revoke",
    ),
    path(
        "director/<slug:slug>/event.zip",
        tournament_and_personal_data_downloads.folder,
        name="event_zip",
    ),
    path(
        "director/<slug:slug>/event.xlsx",
        tournament_and_personal_data_downloads.workbook,
        name="event_workbook",
    ),
    path(
        "director/<slug:slug>/federation/<slug:federation>/",
        federation_page.page,
        name="federation",
    ),
    path(
        "director/<slug:slug>/federation/<slug:federation>/workbook.xlsx",
        federation_page.workbook,
        name="federation_workbook",
    ),
    path("director/<slug:slug>/log/", log_page.log, name="log"),
    path("director/<slug:slug>/log/log.csv", log_page.log_csv, name="log_csv"),
    path(
        "director/<slug:slug>/hall-screen/",
        hall_screen_settings_pages.link,
        name="hall_screen",
    ),
    path(
        "director/<slug:slug>/hall-screen/announce/",
        hall_screen_settings_pages.announce,
        name="hall_announce",
    ),
    path(
        "director/<slug:slug>/hall-screen/turns/",
        hall_screen_settings_pages.choose_turns,
        name="hall_turns",
    ),
    path(
        "director/<slug:slug>/hall-screen/screens/",
        hall_screen_settings_pages.add,
        name="hall_screen_add",
    ),
    path(
        "director/<slug:slug>/hall-screen/screens/<slug:screen>/",
        hall_screen_settings_pages.further,
        name="further_screen",
    ),
    path("director/<slug:slug>/draws/new/", new_seating_page.new, name="draw_new"),
    path("director/<slug:slug>/calls/", referee_call_pages.waiting, name="calls"),
    path(
        "director/<slug:slug>/rounds/<int:number>/tables/<int:table>/call/",
        referee_call_pages.answer,
        name="answer_call",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/cards/",
        table_cards_page.of_round,
        name="cards",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/paper/",
        paper_totals_page.totals,
        name="paper_round",
    ),
    path(
        "director/<slug:slug>/disputes/", confirmation_pages.disputes, name="disputes"
    ),
    path(
        "director/<slug:slug>/disputes/<int:dispute>/",
        confirmation_pages.dispute,
        name="dispute",
    ),
    path("director/<slug:slug>/links/", player_links_page.links, name="player_links"),
    path(
        "director/<slug:slug>/players/<int:number>/link/",
        player_links_page.link,
        name="player_link",
    ),
    path("director/<slug:slug>/cards/", table_cards_page.lasting, name="lasting_cards"),
    path(
        "director/<slug:slug>/cards/renew/", table_cards_page.renew, name="renew_cards"
    ),
]
