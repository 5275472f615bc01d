"""Addresses of a table's pages, for referees and table devices."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.table import (
    change_notice_cards,
    confirm_at_table_pages,
    confirmation_pages,
    correction_pages,
    exchange_players_page,
    hand_entry_pages,
    insert_hand_page,
    late_hand_page,
    offline_queue_page,
    paper_sheet_page,
    practise_hand_page,
    referee_call_pages,
    reseat_page,
    ruling_pages,
    sticks_ready_and_false_win_pages,
    table_link_pages,
    take_seat_page,
    tile_correction_pages,
    tile_entry_pages,
)

AT = "<slug:slug>/<int:number>/<int:table>/"

urlpatterns: list[URLPattern] = [
    path(AT, hand_entry_pages.game, name="session"),
    path(f"{AT}preview/", hand_entry_pages.preview, name="preview"),
    path(f"{AT}practise/", practise_hand_page.practise_at_table, name="practise"),
    path(f"{AT}deposit/", sticks_ready_and_false_win_pages.deposit, name="deposit"),
    path(f"{AT}sheet/", hand_entry_pages.sheet, name="sheet"),
    path(f"{AT}tiles/", tile_entry_pages.tiles, name="tiles"),
    path(f"{AT}tiles/preview/", tile_entry_pages.preview, name="preview_tiles"),
    path(f"{AT}tiles/renewed/", tile_entry_pages.renew, name="renew_tiles"),
    path(f"{AT}ruling/", ruling_pages.ruling, name="ruling"),
    path(f"{AT}ruling/preview/", ruling_pages.preview, name="preview_ruling"),
    path(
        f"{AT}false-win/", sticks_ready_and_false_win_pages.false_win, name="false_win"
    ),
    path(
        f"{AT}false-win/preview/",
        sticks_ready_and_false_win_pages.preview,
        name="preview_false_win",
    ),
    path(f"{AT}ready/", sticks_ready_and_false_win_pages.ready, name="ready"),
    path(f"{AT}reseat/", reseat_page.reseat, name="reseat"),
    path(f"{AT}reseat/preview/", reseat_page.preview, name="preview_reseat"),
    path(f"{AT}exchange/", exchange_players_page.exchange, name="exchange"),
    path(
        f"{AT}exchange/preview/", exchange_players_page.preview, name="preview_exchange"
    ),
    path(f"{AT}seat/", take_seat_page.take_seat, name="take_seat"),
    path(f"{AT}seat/preview/", take_seat_page.preview, name="preview_take_seat"),
    path(f"{AT}paper/", paper_sheet_page.sheet, name="paper"),
    path(f"{AT}paper/preview/", paper_sheet_page.preview, name="preview_paper"),
    path(f"{AT}paper/settle/", paper_sheet_page.settle, name="settle_paper"),
    path(f"{AT}undo/", correction_pages.undo, name="undo"),
    path(f"{AT}entries/", correction_pages.entries, name="entries"),
    path(f"{AT}entries/<int:sequence>/", correction_pages.correct, name="correct"),
    path(
        f"{AT}entries/<int:sequence>/preview/",
        correction_pages.preview,
        name="preview_correction",
    ),
    path(
        f"{AT}entries/<int:sequence>/tiles/",
        tile_correction_pages.correct,
        name="correct_tiles",
    ),
    path(
        f"{AT}entries/<int:sequence>/tiles/preview/",
        tile_correction_pages.preview_correction,
        name="preview_tiles_correction",
    ),
    path(
        f"{AT}entries/<int:sequence>/retract/",
        correction_pages.retract,
        name="retract",
    ),
    path(f"{AT}entries/<int:sequence>/after/", insert_hand_page.insert, name="insert"),
    path(
        f"{AT}entries/<int:sequence>/after/preview/",
        insert_hand_page.preview,
        name="preview_insertion",
    ),
    path(
        f"{AT}entries/<int:sequence>/after/tiles/",
        tile_correction_pages.insert,
        name="insert_tiles",
    ),
    path(
        f"{AT}entries/<int:sequence>/after/tiles/preview/",
        tile_correction_pages.preview_insertion,
        name="preview_tiles_insertion",
    ),
    path(f"{AT}result/", confirmation_pages.result, name="result"),
    path(f"{AT}result/confirm/", confirmation_pages.confirm, name="confirm"),
    path(f"{AT}link/", table_link_pages.manage, name="manage_link"),
    path(f"{AT}call/", referee_call_pages.call, name="call"),
    path(f"{AT}say/", confirm_at_table_pages.say, name="say"),
    path(f"{AT}put-away/", change_notice_cards.put_away, name="put_away"),
    path(f"{AT}queue/", offline_queue_page.queue, name="queue"),
    path(f"{AT}queue/discarded/", offline_queue_page.discard, name="discard"),
    path(f"{AT}app.webmanifest", offline_queue_page.manifest, name="manifest"),
    path(f"{AT}late/<int:late>/", late_hand_page.late_hand, name="late_hand"),
    path(
        f"{AT}late/<int:late>/take-back/",
        late_hand_page.take_back,
        name="take_back_late_hand",
    ),
    path(
        f"{AT}conflicts/<int:conflict>/",
        offline_queue_page.settle,
        name="settle_conflict",
    ),
    path("worker.js", offline_queue_page.worker, name="worker"),
    path("link/<secret:token>/", table_link_pages.link, name="link"),
    path(
        "at/<slug:slug>/<int:table>/<secret:key>/practise/",
        practise_hand_page.practise_by_sign,
        name="sign_practise",
    ),
    # Must be last: a tournament may be called "at". No key looks like "preview".
    path(
        "at/<slug:slug>/<int:table>/<secret:key>/", table_link_pages.sign, name="sign"
    ),
]
