from __future__ import annotations

from django.urls import URLPattern, path

from scoring.rounds.actions import ACTIONS
from scoring.views import (
    closing,
    event,
    event_downloads,
    federation,
    files,
    finish,
    further_screens,
    hall,
    hall_link,
    imports,
    kept_of_player,
    log,
    new_draw,
    paper,
    paper_round,
    player_links,
    practice,
    prizes,
    referee_calls,
    rules,
    rules_file,
    seat_choice,
    settings,
    stages,
    table_cards,
    table_time,
    teams,
)

urlpatterns: list[URLPattern] = [
    path("director/import/", imports.upload, name="import"),
    path("director/import/<int:pk>/", imports.job, name="import_job"),
    path("director/practice/", practice.new, name="practice"),
    path("director/<slug:slug>/practice/", practice.desk, name="practice_desk"),
    path("director/<slug:slug>/rehearse/", practice.rehearse_event, name="rehearse"),
    path(
        "director/<slug:slug>/practice/bots/",
        practice.let_bots_play,
        name="practice_bots",
    ),
    path(
        "director/<slug:slug>/practice/incidents/",
        practice.begin_incident,
        name="practice_incident",
    ),
    path(
        "director/<slug:slug>/practice/reset/",
        practice.set_back,
        name="practice_reset",
    ),
    path("director/new/file/", event.new_from_settings, name="new_from_settings"),
    path("director/<slug:slug>/event/", event.event, name="event"),
    path("director/<slug:slug>/stages/<int:number>/", stages.stage, name="stage"),
    path(
        "director/<slug:slug>/stages/<int:number>/groups/",
        stages.groups,
        name="stage_groups",
    ),
    path(
        "director/<slug:slug>/stages/<int:number>/take-back/",
        stages.take_back,
        name="stage_take_back",
    ),
    path(
        "director/<slug:slug>/stages/<int:number>/keep/",
        stages.keep,
        name="stage_keep",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/tables/<int:table>/choice/",
        seat_choice.seat_choice,
        name="seat_choice",
    ),
    path("director/<slug:slug>/event/logo/", event.logo, name="event_logo"),
    path("director/<slug:slug>/event/copy/", event.copy, name="event_copy"),
    path(
        "director/<slug:slug>/event/settings.json",
        event.settings_file,
        name="event_settings",
    ),
    path(
        "director/<slug:slug>/players/<int:number>/kept.json",
        kept_of_player.kept,
        name="player_kept",
    ),
    path("director/<slug:slug>/event/archive/", event.archive, name="event_archive"),
    path("director/<slug:slug>/event/bin/", event.put_in_bin, name="event_bin"),
    path(
        "director/<slug:slug>/event/bin/take-out/",
        event.take_out_of_bin,
        name="event_take_out",
    ),
    path("director/<slug:slug>/", hall.hall, name="hall"),
    path("director/<slug:slug>/control/", hall.control, name="control"),
    *(
        path(
            f"director/<slug:slug>/rounds/<int:number>/{action}/",
            hall.act,
            {"action": action},
            name=action,
        )
        for action in ACTIONS
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/try_again/",
        hall.try_again,
        name="try_again",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/tables/<int:table>/time/",
        table_time.extend,
        name="extend_table",
    ),
    path("director/<slug:slug>/settings/", settings.settings, name="settings"),
    path("director/<slug:slug>/rules/", rules.page, name="rules"),
    path("director/<slug:slug>/rules/file/", rules_file.page, name="rules_file"),
    path("director/<slug:slug>/teams/", teams.teams, name="teams"),
    path(
        "director/<slug:slug>/teams/<int:deduction>/back/",
        teams.take_back_deduction,
        name="take_back_deduction",
    ),
    path("director/<slug:slug>/settings/show/", settings.show, name="show"),
    path(
        "director/<slug:slug>/settings/tell/",
        settings.tell_standings,
        name="tell_standings",
    ),
    path("director/<slug:slug>/finish/", finish.finish, name="finish"),
    path(
        "director/<slug:slug>/finish/leave-out/",
        finish.leave_out,
        name="finish_leave_out",
    ),
    path("director/<slug:slug>/finish/reopen/", finish.reopen, name="finish_reopen"),
    path(
        "director/<slug:slug>/finish/show/", finish.show_everybody, name="final_shown"
    ),
    path("director/<slug:slug>/prizes/", prizes.prizes, name="prizes"),
    path("director/<slug:slug>/prizes/hold/", prizes.hold_back, name="prizes_hold"),
    path("director/<slug:slug>/prizes/next/", prizes.step, name="prizes_next"),
    path("director/<slug:slug>/prizes/back/", prizes.back, name="prizes_back"),
    path("director/<slug:slug>/paper/", paper.index, name="paper"),
    path(
        "director/<slug:slug>/paper/<slug:paper>/",
        paper.of_event,
        name="paper_of_event",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/print/<slug:paper>/",
        paper.of_round,
        name="paper_of_round",
    ),
    path("director/<slug:slug>/files/", files.directors_files, name="files"),
    path(
        "director/<slug:slug>/files/<slug:what>.<slug:ending>",
        files.directors_file,
        name="file",
    ),
    path("director/<slug:slug>/tokens/", files.make_token, name="token_make"),
    path(
        "director/<slug:slug>/tokens/<int:pk>/revoke/",
        files.revoke_token,
        name="token_revoke",
    ),
    path("director/<slug:slug>/event.zip", event_downloads.folder, name="event_zip"),
    path(
        "director/<slug:slug>/event.xlsx",
        event_downloads.workbook,
        name="event_workbook",
    ),
    path(
        "director/<slug:slug>/federation/<slug:federation>/",
        federation.page,
        name="federation",
    ),
    path(
        "director/<slug:slug>/federation/<slug:federation>/workbook.xlsx",
        federation.workbook,
        name="federation_workbook",
    ),
    path("director/<slug:slug>/log/", log.log, name="log"),
    path("director/<slug:slug>/log/log.csv", log.log_csv, name="log_csv"),
    path("director/<slug:slug>/hall-screen/", hall_link.link, name="hall_screen"),
    path(
        "director/<slug:slug>/hall-screen/announce/",
        hall_link.announce,
        name="hall_announce",
    ),
    path(
        "director/<slug:slug>/hall-screen/turns/",
        hall_link.choose_turns,
        name="hall_turns",
    ),
    path(
        "director/<slug:slug>/hall-screen/screens/",
        hall_link.add,
        name="hall_screen_add",
    ),
    path(
        "director/<slug:slug>/hall-screen/screens/<slug:screen>/",
        further_screens.further,
        name="further_screen",
    ),
    path("director/<slug:slug>/draws/new/", new_draw.new, name="draw_new"),
    path("director/<slug:slug>/calls/", referee_calls.waiting, name="calls"),
    path(
        "director/<slug:slug>/rounds/<int:number>/tables/<int:table>/call/",
        referee_calls.answer,
        name="answer_call",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/cards/",
        table_cards.of_round,
        name="cards",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/paper/",
        paper_round.totals,
        name="paper_round",
    ),
    path("director/<slug:slug>/disputes/", closing.disputes, name="disputes"),
    path(
        "director/<slug:slug>/disputes/<int:dispute>/", closing.dispute, name="dispute"
    ),
    path("director/<slug:slug>/links/", player_links.links, name="player_links"),
    path(
        "director/<slug:slug>/players/<int:number>/link/",
        player_links.link,
        name="player_link",
    ),
    path("director/<slug:slug>/cards/", table_cards.lasting, name="lasting_cards"),
    path("director/<slug:slug>/cards/renew/", table_cards.renew, name="renew_cards"),
]
