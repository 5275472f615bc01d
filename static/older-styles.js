/* Rewrites style sheets for browsers without :has() or container queries, replacing the rules
   that the browser dropped. An attribute stands for each :has() and is updated after every
   change of the page; container queries become screen queries. */

const lacksHas = !CSS.supports("selector(:has(*))");
const lacksContainers = !CSS.supports("container-type: inline-size");
const HAS = ":has(";
const MARK = "data-has-";

/** Arguments of :has() with their attribute names. */
const asked = new Map();

/** Splits `text` at commas outside brackets. */
const parts = (text) => {
  let depth = 0;
  const cut = [""];
  for (const letter of text) {
    depth += "([".includes(letter) - ")]".includes(letter);
    if (letter === "," && !depth) cut.push("");
    else cut[cut.length - 1] += letter;
  }
  return cut.map((part) => part.trim());
};

/** Index of the bracket that closes the one at `at`. */
const closing = (text, at) => {
  let depth = 1;
  let end = at;
  while (depth) {
    depth += (text[end] === "(") - (text[end] === ")");
    end += 1;
  }
  return end - 1;
};

const withoutCombinator = (part) => part.replace(/^[>+~]\s*/, "");

/** An attribute selector replacing a :has(), with the same specificity. */
const standsFor = (inside) => {
  if (!asked.has(inside)) asked.set(inside, `${MARK}${asked.size}`);
  const never = parts(inside).map((part) => `${withoutCombinator(part)}:not(*)`);
  return `:is(:where([${asked.get(inside)}]), ${never.join(", ")})`;
};

const withoutHas = (css) => {
  let done = "";
  let rest = css;
  for (let at = rest.indexOf(HAS); at >= 0; at = rest.indexOf(HAS)) {
    const end = closing(rest, at + HAS.length);
    done += rest.slice(0, at) + standsFor(rest.slice(at + HAS.length, end));
    rest = rest.slice(end + 1);
  }
  return done + rest;
};

const rewritten = (css) => {
  const asking = lacksContainers ? css.replaceAll("@container (", "@media (") : css;
  return lacksHas ? withoutHas(asking) : asking;
};

/** The rules of a style sheet; some are nested. */
const rulesOf = (css) => {
  const rules = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < css.length; at += 1) {
    depth += (css[at] === "{") - (css[at] === "}");
    if (depth || !"};".includes(css[at])) continue;
    rules.push(css.slice(start, at + 1));
    start = at + 1;
  }
  return rules;
};

const replace = async ({ href, sheet }) => {
  const css = (await (await fetch(href)).text()).replace(/\/\*.*?\*\//gs, "");
  const better = rewritten(css);
  if (better === css) return;
  while (sheet.cssRules.length) sheet.deleteRule(0);
  for (const rule of rulesOf(better)) {
    try {
      sheet.insertRule(rule, sheet.cssRules.length);
    } catch {
      // Unknown to this browser.
    }
  }
};

// --- elements matching :has() -----------------------------------------------------------

/** Elements matching one selector of a :has(); after + or ~ it is a single compound. */
const havingPart = (part) => {
  const having = new Set();
  const seen = new Set();
  for (const found of document.querySelectorAll(withoutCombinator(part))) {
    if ("+~".includes(part[0])) {
      let each = found.previousElementSibling;
      while (each) {
        having.add(each);
        each = part[0] === "~" && each.previousElementSibling;
      }
      continue;
    }
    for (let each = found.parentElement; each && !seen.has(each); each = each.parentElement) {
      seen.add(each);
      if (each.querySelector(`:scope ${part}`)) having.add(each);
    }
  }
  return having;
};

const mark = (inside, name) => {
  const having = new Set(parts(inside).flatMap((part) => [...havingPart(part)]));
  for (const each of document.querySelectorAll(`[${name}]`)) if (!having.has(each)) each.removeAttribute(name);
  for (const each of having) each.toggleAttribute(name, true);
};

let waits = false;
const changes = new MutationObserver(() => soon());

const markAll = () => {
  waits = false;
  for (const [inside, name] of asked) mark(inside, name);
  changes.takeRecords(); // our own changes
};

const soon = () => {
  if (!waits) requestAnimationFrame(markAll);
  waits = true;
};

await Promise.all([...document.querySelectorAll('link[rel="stylesheet"]')].map((link) => replace(link).catch(() => {})));
if (asked.size) {
  changes.observe(document, { subtree: true, childList: true, attributes: true });
  for (const name of ["change", "click", "filled", "focusin", "focusout", "input", "reset"]) {
    document.addEventListener(name, soon, true);
  }
  markAll();
}
