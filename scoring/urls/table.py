"""What referees and table devices do at a table."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.views import (
    closing,
    dismissed_cards,
    late_hand_decisions,
    referee_calls,
    table_corrections,
    table_deposits,
    table_end,
    table_entry,
    table_exchange,
    table_false_win,
    table_insert,
    table_links,
    table_paper,
    table_queue,
    table_ready,
    table_reseat,
    table_rulings,
    tile_corrections,
    tile_entry,
)

AT = "<slug:slug>/<int:number>/<int:table>/"

urlpatterns: list[URLPattern] = [
    path(AT, table_entry.session, name="session"),
    path(f"{AT}preview/", table_entry.preview, name="preview"),
    path(f"{AT}deposit/", table_deposits.deposit, name="deposit"),
    path(f"{AT}sheet/", table_entry.sheet, name="sheet"),
    path(f"{AT}tiles/", tile_entry.tiles, name="tiles"),
    path(f"{AT}tiles/preview/", tile_entry.preview, name="preview_tiles"),
    path(f"{AT}tiles/renewed/", tile_entry.renew, name="renew_tiles"),
    path(f"{AT}ruling/", table_rulings.ruling, name="ruling"),
    path(f"{AT}ruling/preview/", table_rulings.preview, name="preview_ruling"),
    path(f"{AT}false-win/", table_false_win.false_win, name="false_win"),
    path(f"{AT}false-win/preview/", table_false_win.preview, name="preview_false_win"),
    path(f"{AT}ready/", table_ready.ready, name="ready"),
    path(f"{AT}reseat/", table_reseat.reseat, name="reseat"),
    path(f"{AT}reseat/preview/", table_reseat.preview, name="preview_reseat"),
    path(f"{AT}exchange/", table_exchange.exchange, name="exchange"),
    path(f"{AT}exchange/preview/", table_exchange.preview, name="preview_exchange"),
    path(f"{AT}paper/", table_paper.sheet, name="paper"),
    path(f"{AT}paper/preview/", table_paper.preview, name="preview_paper"),
    path(f"{AT}paper/settle/", table_paper.settle, name="settle_paper"),
    path(f"{AT}undo/", table_corrections.undo, name="undo"),
    path(f"{AT}entries/", table_corrections.entries, name="entries"),
    path(f"{AT}entries/<int:sequence>/", table_corrections.correct, name="correct"),
    path(
        f"{AT}entries/<int:sequence>/preview/",
        table_corrections.preview,
        name="preview_correction",
    ),
    path(
        f"{AT}entries/<int:sequence>/tiles/",
        tile_corrections.correct,
        name="correct_tiles",
    ),
    path(
        f"{AT}entries/<int:sequence>/tiles/preview/",
        tile_corrections.preview_correction,
        name="preview_tiles_correction",
    ),
    path(
        f"{AT}entries/<int:sequence>/retract/",
        table_corrections.retract,
        name="retract",
    ),
    path(f"{AT}entries/<int:sequence>/after/", table_insert.insert, name="insert"),
    path(
        f"{AT}entries/<int:sequence>/after/preview/",
        table_insert.preview,
        name="preview_insertion",
    ),
    path(
        f"{AT}entries/<int:sequence>/after/tiles/",
        tile_corrections.insert,
        name="insert_tiles",
    ),
    path(
        f"{AT}entries/<int:sequence>/after/tiles/preview/",
        tile_corrections.preview_insertion,
        name="preview_tiles_insertion",
    ),
    path(f"{AT}result/", closing.result, name="result"),
    path(f"{AT}result/confirm/", closing.confirm, name="confirm"),
    path(f"{AT}link/", table_links.manage, name="manage_link"),
    path(f"{AT}call/", referee_calls.call, name="call"),
    path(f"{AT}say/", table_end.say, name="say"),
    path(f"{AT}put-away/", dismissed_cards.put_away, name="put_away"),
    path(f"{AT}queue/", table_queue.queue, name="queue"),
    path(f"{AT}queue/discarded/", table_queue.discard, name="discard"),
    path(f"{AT}app.webmanifest", table_queue.manifest, name="manifest"),
    path(f"{AT}late/<int:late>/", late_hand_decisions.late_hand, name="late_hand"),
    path(
        f"{AT}late/<int:late>/take-back/",
        late_hand_decisions.take_back,
        name="take_back_late_hand",
    ),
    path(f"{AT}conflicts/<int:conflict>/", table_queue.settle, name="settle_conflict"),
    path("worker.js", table_queue.worker, name="worker"),
    path("link/<secret:token>/", table_links.link, name="link"),
    # Last, because a tournament may be called "at"; no key looks like "preview".
    path("at/<slug:slug>/<int:table>/<secret:key>/", table_links.sign, name="sign"),
]
