"""On a phone, no label of the public pages breaks within a word, in any language.

Browsers without a dictionary for `hyphens: auto` break words at any letter.
"""

from __future__ import annotations

from mahjong_site.languages import LANGUAGES
from tests.browser.looks import too_wide
from tools.pictures.public_event import EVENT

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
PAGES = ("/t/{slug}/", "/t/{slug}/standings/", "/t/{slug}/players/1/", "/referee/")
#: Script that returns the words on two lines, except those with a soft hyphen.
#: Languages without spaces may break between any two characters.
BROKEN = """() => {
  const labels = document.querySelectorAll(
    "a, button, label, legend, summary, th, dt, h1, h2, h3, .badge, .label");
  const broken = [];
  for (const one of labels) {
    if (!one.checkVisibility() || one.closest(".visually-hidden, .skip")) continue;
    for (const text of one.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE) continue;
      for (const word of text.textContent.matchAll(
          /[\\p{Script=Latin}\\p{Script=Cyrillic}\\u00ad]{2,}/gu)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()]
          .filter((box) => box.width > 1).map((box) => Math.round(box.top)));
        if (lines.size > 1 && !word[0].includes("\\u00ad")) broken.push(word[0]);
      }
    }
  }
  return broken;
}"""


def test_no_label_breaks_within_a_word(person, site, accounts):
    slug = site.shell(EVENT).split()[0]
    broken = []
    for language in LANGUAGES:
        phone = person(**PHONE, locale=language)
        for path in PAGES:
            phone.page.goto(path.format(slug=slug))
            assert not too_wide(phone.page), (language, path)
            broken += [(language, path, word) for word in phone.page.evaluate(BROKEN)]
    assert not broken
