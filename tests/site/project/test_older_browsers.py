"""Pages work in Safari 15.4, Firefox 115 and Chrome 109.

No script and no style sheet depends on newer features. `static/older-browsers.js`
supplies a few functions, and `static/older-styles.js` rewrites style sheets for
browsers that need this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

ROOT = Path(__file__).resolve().parents[3]
STATIC = ROOT / "static"
TEMPLATES = ROOT / "templates"
SUPPLIES = "older-browsers.js"
REWRITES = "older-styles.js"
HTMX = ("django_htmx/htmx-2.min.js", "django_htmx/ext/hx-sse-2.min.js")
#: Names in scripts, with the first versions that support them: Safari, Firefox, Chrome.
#: "secure" works with HTTPS only; "-" means no version.
NEWER_IN_SCRIPTS = {
    r"\bcheckVisibility\b": "17.4, 106, 105",
    r"\b(?:show|hide|toggle)Popover\b|\.popover\b": "17.0, 125, 114",
    r":popover-open": "17.0, 125, 114",
    r":has\(": "15.4, 121, 105",
    r":user-(?:in)?valid": "16.5, 88, 119",
    r"AbortSignal\.timeout": "16.0, 100, 103",
    r"AbortSignal\.any": "17.4, 124, 116",
    r"\baria(?:[A-Z]\w+)\b": "12.1, 119, 81",
    r"\.(?:toSorted|toReversed|toSpliced)\(": "16.0, 115, 110",
    r"\b(?:Object|Map)\.groupBy": "17.4, 119, 117",
    r"\bPromise\.withResolvers": "17.4, 121, 119",
    r"\bPromise\.try": "18.2, 134, 128",
    r"\bArray\.fromAsync": "16.4, 115, 121",
    r"\.(?:union|intersection|difference|isSubsetOf|isSupersetOf)\(": "17.0, 127, 122",
    r"\bIterator\b": "18.4, 131, 122",
    r"\bURL\.(?:canParse|parse)\b": "17.0, 115, 120",
    r"\brandomUUID\b": "secure",
    r"\bnavigator\.locks\b": "secure",
    r"\brequestIdleCallback\b": "-, 55, 47",
    r"\brequestSubmit\b": "16.0, 75, 76",
    r"\bscrollend\b": "26.2, 109, 114",
    r"\bstartViewTransition\b": "18.0, 144, 111",
    r"\bmoveBefore\b": "-, 144, 133",
    r"\brequestClose\b|\bclosedBy\b": "-, 139, 134",
    r"\bnew CSSStyleSheet\b|\badoptedStyleSheets\b": "16.4, 101, 73",
    r"\b(?:De)?[cC]ompressionStream\b": "16.4, 113, 80",
    r"\bOffscreenCanvas\b": "16.4, 105, 69",
    r"\bIntl\.(?:Segmenter|DurationFormat)\b": "14.1, 125, 87",
    r"\bRegExp\.escape\b": "18.2, 134, 136",
    r"\bisWellFormed\b|\btoWellFormed\b": "16.4, 119, 111",
    r"\bTemporal\.": "-, 139, 144",
    r"\bscheduler\.": "-, 142, 94",
    r"\bsetHTML(?:Unsafe)?\b|\bgetHTML\b": "18.2, 128, 124",
    r"\bwakeLock\b": "16.4, 126, 84",
    r"\bBarcodeDetector\b": "-, -, 83",
    r"\bPushManager\b": "16.0, 44, 42",
    r"\(\?<[=!]": "16.4, 78, 62",
    r"(?<![\w.])static\s*\{": "16.4, 93, 94",
    r"\bimport\b[^;\n]*\bwith\s*\{": "17.2, 138, 123",
    r"^\s*(?:await )?using \w+ =": "-, 141, 134",
}
#: Names that older-browsers.js supplies where they are missing.
GIVEN = {
    "AbortSignal.timeout",
    "checkVisibility",
    "showPopover",
    "hidePopover",
    "togglePopover",
    ".popover",
    *("ariaDisabled", "ariaHidden", "ariaLabel", "ariaLive", "ariaPressed"),
}
#: Scripts that check for these names, or for newer ones, before they use them.
CHECKED = {
    "scan-check-in-codes.js": {"BarcodeDetector", "requestSubmit"},
    "keep-screen-awake.js": {"wakeLock"},
    "push-message-switch.js": {"PushManager"},
    "resend-unsent-hands.js": {"navigator.locks"},
    "htmx-2.min.js": {"startViewTransition", "moveBefore"},
}
#: The same for style sheets, as part of a value, a selector or a condition.
NEWER_IN_STYLES = {
    r"light-dark\(": "17.5, 120, 123",
    r"color-mix\(": "16.2, 113, 111",
    r"\b(?:rgb|hsl|oklch|oklab|lab|lch|color)\(from\b": "16.4, 128, 119",
    r"\b(?:oklch|oklab|lab|lch|color)\(": "15.4, 113, 111",
    r"\d(?:r?lh|cap|ric|rch|rex)\b": "16.4, 120, 109",
    r"\dcq(?:w|h|i|b|min|max)\b": "16.0, 110, 105",
    r"\b(?:round|mod|rem|sin|cos|tan|pow|sqrt)\(": "15.4, 118, 125",
    r'/\s*""': "17.4, 128, 77",
    r"^clip$|^clip\s|\sclip$": "16.0, 81, 90",
    r"\bsubgrid\b": "16.0, 71, 117",
    r"\banchor(?:-size)?\(|^if\(|calc-size\(": "-, -, 125",
    r":popover-open": "17.0, 125, 114",
    r"::details-content": "18.4, 143, 131",
    r":nth-(?:last-)?child\([^)]* of ": "9.0, 113, 111",
    r":user-(?:in)?valid": "16.5, 88, 119",
    r":dir\(": "16.4, 49, 120",
    r":open\b": "-, 136, 133",
    r"@property\b|@scope\b|@starting-style\b": "16.4, 128, 117",
    r"@media[^{]*[<>]": "16.4, 63, 104",
}
NESTED = "a rule within a rule: 16.5, 117, 112"


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)


def newer_in_script(text: str) -> list[str]:
    """Return the names in a script's text that the oldest supported browsers lack."""
    code = re.sub(r"(?m)(?<![:\"'`])//.*$", "", without_comments(text))
    return [
        found[0]
        for name in NEWER_IN_SCRIPTS
        for found in re.finditer(name, code, flags=re.MULTILINE)
    ]


def rules(css: str) -> Iterator[tuple[list[str], str, str]]:
    """Yield for each rule the conditions and selectors around it, its selectors, and
    its declarations.
    """
    around: list[tuple[str, list[str]]] = []
    text = ""
    for letter in without_comments(css):
        if letter == "{":
            around.append((text.strip(), []))
        elif letter in "};" and around:
            around[-1][1].append(text.strip())
        if letter == "}":
            own, declared = around.pop()
            yield [each for each, _ in around], own, ";".join(filter(None, declared))
        text = "" if letter in "{};" else text + letter


def newer_in_style(css: str) -> list[str]:
    """Return the parts of a style sheet that the oldest supported browsers ignore.

    Does not count parts within @supports, after a plain value, or among several in
    :is().
    """
    found = []
    for around, own, declared in rules(css):
        if any(each.startswith("@supports") for each in [*around, own]):
            continue
        plain: set[str] = set()
        for declaration in declared.split(";"):
            name, _, value = declaration.partition(":")
            newer = any(re.search(each, value.strip()) for each in NEWER_IN_STYLES)
            if newer and name not in plain:
                found.append(declaration)
            if not newer:
                plain.add(name)
        selector = re.sub(r":is\([^()]*\)", "", own)
        if any(re.search(each, selector) for each in NEWER_IN_STYLES):
            found.append(own)
        if not own.startswith("@") and any(not each.startswith("@") for each in around):
            found.append(f"{NESTED}: {own}")
    return found


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("field.checkVisibility()", ["checkVisibility"]),
        ("sheet.matches(':popover-open')", [":popover-open"]),
        ("all(`.rt:has(${what})`)", [":has("]),
        ("fetch(at, { signal: AbortSignal.timeout(9) })", ["AbortSignal.timeout"]),
        ("const key = crypto.randomUUID();", ["randomUUID"]),
        (r"text.split(/(?<=\d)x/)", ["(?<="]),
        ("class A { static { B = 1; } }", ["static {"]),
        ("button.ariaPressed = 'true'", ["ariaPressed"]),
        ("// once checkVisibility()\nlet x; /* AbortSignal.any */", []),
        ("location.href = 'http://a'; list.at(-1); a ??= b; #x in c", []),
    ],
)
def test_what_is_too_new_in_a_script_is_recognised(script, expected):
    assert newer_in_script(script) == expected


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        (":root { --a: light-dark(red, blue); }", 1),
        (".a { color: red; color: light-dark(red, blue) }", 0),
        (".a { color: light-dark(red, blue); color: red }", 1),
        (".a { & .b { color: red } }", 1),
        ("@layer x { @media print { .a { color: red } } }", 0),
        ("@media (width < 48rem) { .a { color: red } }", 1),
        (".a:popover-open, .b { color: red }", 1),
        (".a:not(:is(:popover-open, [data-open])) { color: red }", 0),
        ('.a::before { content: "x"; content: "x" / ""; }', 0),
        ('.a::before { content: "x" / ""; }', 1),
        ("@supports not selector(:popover-open) { .a { color: red } }", 0),
        (".a { overflow: clip; height: 1lh; inset: 2vh }", 2),
        (".a { clip-path: inset(50%); grid: auto / 1fr }", 0),
    ],
)
def test_what_is_too_new_in_a_style_sheet_is_recognised(css, expected):
    assert len(newer_in_style(css)) == expected


def test_scripts_use_what_all_browsers_have_or_older_browsers_are_given():
    newer = {
        script.name: set(newer_in_script(script.read_text("utf-8")))
        - GIVEN
        - CHECKED.get(script.name, set())
        for script in STATIC.glob("*.js")
        if script.name not in (SUPPLIES, REWRITES)
    }
    assert {script: names for script, names in newer.items() if names} == {}


@pytest.mark.parametrize("script", HTMX)
def test_htmx_needs_nothing_newer(script):
    file = Path(finders.find(script))
    newer = set(newer_in_script(file.read_text("utf-8")))
    assert newer <= CHECKED.get(file.name, set())


@pytest.mark.parametrize(
    "sheet", sorted(STATIC.rglob("*.css")), ids=lambda sheet: sheet.stem
)
def test_style_sheets_are_plain_first(sheet):
    assert newer_in_style(sheet.read_text("utf-8")) == []


@pytest.mark.parametrize("page", ["base.html", "public/embed_base.html"])
def test_what_older_browsers_lack_is_loaded_first(page):
    text = (TEMPLATES / page).read_text("utf-8")
    assert re.findall(r"<script src=\"{% static '([\w.-]+)'", text)[0] == SUPPLIES
    assert text.index(SUPPLIES) < text.find("htmx_script") or "htmx" not in text
