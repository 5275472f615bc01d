"""Differences between two fragments: applying them gives the whole fragment."""

from __future__ import annotations

import json
from itertools import pairwise
from xml.dom import minidom

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.live.fragment_differences import (
    Change,
    Rows,
    change,
    difference,
    moves_of,
    pieces_of,
    sum_of,
)

KEYS = st.lists(st.integers(0, 30).map(str), unique=True, max_size=25)
TEXTS = st.text("ab<", max_size=3).map(lambda text: text.replace("<", "&lt;"))

INSIDES = st.builds(
    "{0}<b{1}>{2}</b> of <img/><i data-whole=''>{0}<u>{2}</u></i>{3}".format,
    TEXTS,
    st.sampled_from(["", ' class="a"', ' class="b"', ' title="2 &gt; 1"']),
    TEXTS,
    st.sampled_from(["", "!", "<s>!</s>", '<svg><path d="m1"/><g/></svg>']),
)


@st.composite
def fragments(draw) -> str:
    """Return standings with random rows. Most rows have cells."""
    rows = []
    for key in draw(KEYS):
        tag = draw(
            st.sampled_from(["", ' class="own"', ' class="&quot;" title="&lt;"'])
        )
        cells = "".join(
            f"\n  <td>{inside}</td>" for inside in draw(st.tuples(INSIDES, INSIDES))
        )
        rows.append(f'<tr data-row="{key}"{tag}>{cells}\n</tr>')
    items = "".join(f'<li data-row="x{k}">{k} {draw(INSIDES)}</li>' for k in draw(KEYS))
    return (
        f'<h2>Cup</h2><p data-part="head">{draw(INSIDES)}</p><!--/part-->'
        f'<table><tbody data-rows="standings">{"".join(rows)}<!--/rows-->'
        "</tbody></table>"
        f'<ol data-rows="ticker" class="t">{items}<!--/rows--></ol>'
    )


class Page:
    """A page that works like `apply-live-stream-changes.js`."""

    def __init__(self, html: str) -> None:
        self.pieces = pieces_of(html)
        self.parts = {k: p for k, p in self.pieces.pieces.items() if isinstance(p, str)}
        self.lists = {
            name: dict(piece.rows)
            for name, piece in self.pieces.pieces.items()
            if isinstance(piece, Rows)
        }

    def apply(self, told: str) -> None:
        heard = json.loads(told)
        for name, news in heard["parts"].items():
            self.parts[name] = changed(self.parts[name], news)
        for name, news in heard["lists"].items():
            rows = self.lists[name]
            order = [key for key in rows if key not in news.get("gone", [])]
            for key, row in news["rows"].items():
                rows[key] = changed(rows.get(key, ""), row)
            for anchor, *moved in news.get("moves", []):
                for key in moved:
                    if key in order:
                        order.remove(key)
                    order.insert(order.index(anchor) + 1 if anchor else 0, key)
                    anchor = key
            assert "sum" in news or order == list(self.lists[name])
            assert sum_of(order) == news.get("sum", sum_of(order))
            self.lists[name] = {key: rows[key] for key in order}

    def shows(self) -> str:
        lists = [list(rows.items()) for rows in self.lists.values()]
        parts = {name: as_read(html) for name, html in self.parts.items()}
        return json.dumps(
            [parts, [[(key, as_read(row)) for key, row in rows] for rows in lists]]
        )


def changed(html: str, told: Change) -> str:
    """Return a piece after a change: the new text itself, or the old piece with changed
    nodes.
    """
    if isinstance(told, str):
        return told
    element = minidom.parseString(html).documentElement
    apply(element, told)
    return element.toxml()


def apply(element: minidom.Element, news: dict[str, Change | None]) -> None:
    nodes = list(element.childNodes)
    if element.tagName == "tr":
        nodes = [node for node in nodes if node.nodeName == "td"]
    for where, told in news.items():
        if told is None:
            element.removeAttribute(where)
        elif not where.isdecimal():
            element.setAttribute(where, str(told))
        elif isinstance(told, str):
            fresh = minidom.parseString(f"<x>{told}</x>").documentElement.firstChild
            element.replaceChild(fresh, nodes[int(where)])
        else:
            apply(nodes[int(where)], told)


def as_read(html: str) -> str:
    """Return HTML in a normalised form."""
    return minidom.parseString(html).documentElement.toxml()


@given(st.lists(fragments(), min_size=2, max_size=6))
def test_whoever_applies_differences_has_the_whole(versions):
    page = Page(versions[0])
    for before, now in pairwise(versions):
        found = difference(pieces_of(before), pieces_of(now))
        if found is None:
            page = Page(now)
        else:
            page.apply(json.dumps(found))
        assert page.shows() == Page(now).shows()


@given(KEYS, KEYS)
def test_no_more_rows_move_than_must(old, new):
    stayed = [key for key in old if key in new]
    moved = sum(len(keys) for _anchor, *keys in moves_of(stayed, new))
    if set(old) == set(new) and len(new) > 1:
        assert moved < len(new)
    assert moved >= len(set(new) - set(old))
    assert moves_of(new, new) == []


@given(KEYS, st.randoms())
def test_another_order_is_told(keys, chance):
    def listed() -> str:
        rows = "".join(f'<li data-row="{k}">{"text " * 30}{k}</li>' for k in keys)
        return f'<ol data-rows="x">{rows}<!--/rows--></ol>'

    before = listed()
    chance.shuffle(keys)
    page, now = Page(before), listed()
    if found := difference(pieces_of(before), pieces_of(now)):
        page.apply(json.dumps(found))
        assert page.shows() == Page(now).shows()


def test_one_who_falls_behind_moves_alone():
    assert moves_of(list("abcd"), list("bcda")) == [["d", "a"]]


def standings(*rows: str, head: str = "1 of 2", more: str = "") -> str:
    listed = "".join(
        f'<tr data-row="{n}"><td>{n}</td><td>{r}</td></tr>' for n, r in enumerate(rows)
    )
    return (
        f'<p data-part="head">{head}</p><!--/part-->'
        f'<table><tbody data-rows="all"{more}>'
        f"{listed}<!--/rows--></tbody></table>{'long ' * 99}"
    )


def test_what_did_not_change_is_not_told():
    old, new = standings("a", "b", "c"), standings("a", "x", "c")
    found = difference(pieces_of(old), pieces_of(new))
    assert found is not None
    assert found["parts"] == {}
    assert found["lists"]["all"]["rows"] == {"1": {"1": {"0": "x"}}}
    assert found["lists"]["all"].keys() == {"rows"}
    same = difference(pieces_of(old), pieces_of(old))
    assert same == {"parts": {}, "lists": {}}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("<p>a</p>", "<p>b</p>", {"0": "b"}),
        ("<p>a <b>c</b></p>", "<p>b <b>d</b></p>", {"0": "b ", "1": {"0": "d"}}),
        ("<p>a</p>", "<p>a<br></p>", "<p>a<br></p>"),
        ("<p><br>a</p>", "<p><br>b</p>", {"1": "b"}),
        ("<p><i>a</i></p>", "<p><b>a</b></p>", {"0": "<b>a</b>"}),
        ("<p>a</p>", "<p><b>a</b></p>", {"0": "<b>a</b>"}),
        ('<p id="a" class="b">', '<p id="c">', '<p id="c">'),
        (
            '<p id="a" class="b"></p>',
            '<p id="c" x></p>',
            {"id": "c", "class": None, "x": ""},
        ),
        ('<p title="a"></p>', '<p title="&lt;b>&quot;"></p>', {"title": '<b>"'}),
        (
            '<svg><path d="m1"/>a</svg>',
            '<svg><path d="m2"/>b</svg>',
            {"0": {"d": "m2"}, "1": "b"},
        ),
        ("<tr> <td>a <td>b</tr>", "<tr> <td>a <td>c</tr>", {"1": "<td>c"}),
        (
            "<p><i data-whole>a</i></p>",
            "<p><i data-whole>b</i></p>",
            {"0": "<i data-whole>b</i>"},
        ),
        ("<p><i data-whole>a</i></p>", "<p><i>b</i></p>", {"0": "<i>b</i>"}),
    ],
)
def test_what_changed_within_a_piece_is_told_and_not_the_piece(old, new, told):
    assert change(old, new) == told


def test_another_frame_makes_it_whole():
    for other in (f"<b>{standings('a')}", standings("a", more=' class="x"')):
        assert difference(pieces_of(standings("a")), pieces_of(other)) is None


def test_a_window_shows_the_first_and_names_all():
    shown = str(pieces_of(standings("a", "b", "c", more=' data-window="2"')))
    assert '<tbody data-rows="all" data-window="2" data-order="0 1 2">' in shown
    assert 'data-row="1"' in shown
    assert 'data-row="2"' not in shown


def test_what_has_no_pieces_stays_as_it_is():
    assert str(pieces_of("<pre>\n  a\n</pre>")) == "<pre>\n  a\n</pre>"


@pytest.mark.parametrize(
    "html",
    [
        '<p data-part="x"></p><!--/part--><p data-part="x"></p><!--/part-->',
        '<ol data-rows="x"><li data-row="1"><li data-row="1"><!--/rows--></ol>',
    ],
)
def test_a_key_is_there_once(html):
    with pytest.raises(ValueError, match="has two"):
        pieces_of(html)
