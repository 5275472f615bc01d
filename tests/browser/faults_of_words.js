/* Returns the faults of words on a table's page: words broken over lines, text that is cut or
   beyond its button, and texts or labels on the seats that touch or cover each other. */
() => {
  const found = [];
  const fault = (words) => found.push(words);
  const VISIBLE = { visibilityProperty: true, contentVisibilityAuto: true };
  const NOT_READ = "script, style, option, textarea, svg, noscript";
  const BUTTONS = ".key, .corner, .choice, .entry, .check, .button, .self-choice, .strip, .suit-tabs > button";
  // Chinese and Japanese have no spaces between words. Soft hyphens are in the translations.
  const HAS_NO_SPACES = /[\u3000-\u30ff\u3400-\u9fff]/;
  const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’.,]*/gu;
  const LEAST_SPACE = 4; // pixels between texts beside each other

  const ancestors = function* ancestors(part) {
    for (let each = part; each; each = each.parentElement) yield each;
  };
  const isShown = (part) => part.checkVisibility(VISIBLE)
    && [...ancestors(part)].every((each) => getComputedStyle(each).clipPath === "none");
  const range = (node, from = 0, to = undefined) => {
    const words = document.createRange();
    words.selectNodeContents(node);
    if (to) {
      words.setStart(node, from);
      words.setEnd(node, to);
    }
    return words;
  };
  const boxes = (...what) => [...range(...what).getClientRects()].filter(({ width }) => width > 0);

  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const part = node.parentElement;
    if (node.data.trim() && !part.closest(NOT_READ) && isShown(part)) texts.push([node, part]);
  }

  const lookForBrokenWords = (node, part) => {
    const isVertical = getComputedStyle(part).writingMode.startsWith("vertical");
    if (isVertical || HAS_NO_SPACES.test(node.data)) return;
    for (const { 0: word, index } of node.data.matchAll(WORD)) {
      // The first box of a letter after a soft hyphen is the hyphen.
      const lines = [...word].map((_, at) => boxes(node, index + at, index + at + 1).at(-1)?.top);
      if (new Set(lines.filter(Boolean).map(Math.round)).size > 1) fault(`broken: ${word} in “${node.data.trim()}”`);
    }
  };

  const lookForCuts = (node, part) => {
    const text = node.data.trim();
    const around = boxes(node);
    const right = Math.max(...around.map((box) => box.right));
    const bottom = Math.max(...around.map((box) => box.bottom));
    const button = part.closest(BUTTONS)?.getBoundingClientRect();
    if (right > button?.right + 1) fault(`beyond its button: ${text}`);
    if (part.closest(".key, .corner") && bottom > button.bottom + 2) fault(`below its button: ${text}`);
    for (const each of ancestors(part)) {
      const { overflowX, overflowY } = getComputedStyle(each);
      if (/auto|scroll/.test(overflowX + overflowY)) break;
      if (overflowX === "visible" && overflowY === "visible") continue;
      const edges = each.getBoundingClientRect();
      if (right > edges.right + 1 || bottom > edges.bottom + 4) fault(`cut: ${text}`);
      break;
    }
  };

  for (const [node, part] of texts) {
    lookForBrokenWords(node, part);
    lookForCuts(node, part);
  }

  const onSeats = (selector) => [...document.querySelectorAll(".felt :is(" + selector + ")")].filter(isShown);
  const boxOf = (part) => part.getBoundingClientRect();
  const textOf = (part) => range(part).getBoundingClientRect();
  /** Space between two boxes beside each other in pixels, negative if they overlap. */
  const space = (one, two) => {
    const down = Math.max(one.top - two.bottom, two.top - one.bottom);
    return down >= -2 ? Infinity : Math.max(one.left - two.right, two.left - one.right);
  };
  const winds = onSeats(".plate .seat, .plate .wind-name");
  const figures = onSeats(".plate .score, .plate .pay:not(:empty)");
  const labels = onSeats(".tab, .also, .deals").filter((label) => !label.closest(".by-count"));
  for (const words of [...figures, ...onSeats(".plate .name bdi")]) {
    for (const wind of winds) {
      if (space(textOf(words), boxOf(wind)) < LEAST_SPACE) fault(`${words.textContent} touches ${wind.textContent}`);
    }
  }
  for (const label of labels) {
    const covered = [
      ...figures.filter((figure) => space(boxOf(label), textOf(figure)) < 0),
      ...[...winds, ...labels].filter((other) => other !== label && space(boxOf(label), boxOf(other)) < 0),
    ];
    for (const other of covered) fault(`“${label.textContent}” covers ${other.textContent}`);
  }
  return [...new Set(found)];
}
