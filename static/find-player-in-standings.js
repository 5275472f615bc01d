/* Finds players while typing, by name, country, club or team, whatever the accents, case and
   order of words, like scoring/all_pages/paged_lists_and_name_search.py does without scripts.
   The names are loaded when the field is first used or a row is wanted. */

const MOST = 8;
const MARKS = /\p{M}/gu;
const APOSTROPHES = /['’ʼ`´]/g;
/** Letters that are not a base letter with a mark, and how people type them. */
const PLAIN = { ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ı: "i", ß: "ss" };

const folded = (text) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(MARKS, "")
    .replace(/[øłđðþæœıß]/g, (letter) => PLAIN[letter]);

const wordsOf = (text) => folded(text.replace(APOSTROPHES, "")).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a name. In scripts without case, such as Chinese or Korean, names are one word
    with the family name first, so each later part is a word too. */
const fromEachWord = (words) => {
  const whole = words.join("");
  return whole === whole.toUpperCase()
    ? words.map((_word, at) => [...words.slice(at), ...words.slice(0, at)].join(""))
    : words;
};

/** Whether each word of the query begins one of these words. */
const begin = (asked, words) =>
  asked.every((part) => words.some((word) => word.startsWith(part)));

/** The players found, in order of the standings, those found by more than the name last. A
    number is a player number. */
export const found = (names, text) => {
  const asked = wordsOf(text);
  if (!asked.length) return [];
  const isNumber = ([number]) => asked.length === 1 && asked[0] === String(number);
  const named = names.filter((one) => isNumber(one) || begin(asked, one.words));
  if (named.length >= MOST) return named.slice(0, MOST);
  const others = names.filter((one) => !named.includes(one) && begin(asked, one.all));
  return [...named, ...others].slice(0, MOST);
};

/** Each [number, name, rest] with its searchable words. */
export const prepared = (names) =>
  names.map((one) => {
    const words = fromEachWord(wordsOf(one[1]));
    return Object.assign(one, { words, all: [...words, ...wordsOf(one[2])] });
  });

/** Connects the form with a search; `show` scrolls to a player. */
export const finder = (form, address, show) => {
  const field = form.querySelector("input");
  const list = form.querySelector("#found");
  let names = null;
  let asking = null;

  const load = () => {
    asking ??= fetch(`${address}names/`)
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
      .then((told) => (names = prepared(told.names)))
      .catch(() => (asking = null));
    return asking;
  };

  const hide = () => {
    list.hidden = true;
    list.replaceChildren();
  };

  const go = (number) => {
    hide();
    field.value = "";
    field.blur();
    show(number);
  };

  const entry = ([number, name, rest]) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `#p${number}`;
    const called = document.createElement("bdi");
    called.textContent = name;
    link.append(called, " ");
    const small = document.createElement("small");
    small.textContent = rest;
    link.append(small);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      go(number);
    });
    item.append(link);
    return item;
  };

  const look = async () => {
    if (!names) await load();
    if (!names) return;
    const those = found(names, field.value);
    list.replaceChildren(...those.map(entry));
    list.hidden = those.length === 0;
  };

  field.addEventListener("focus", load, { once: true });
  field.addEventListener("input", look);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  form.addEventListener("focusout", (event) => {
    if (!form.contains(event.relatedTarget)) hide();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await look();
    const [first] = names ? found(names, field.value) : [];
    if (first) go(first[0]);
  });

  /** Index of a player's row when the names were loaded, or now; null if unknown. */
  const indexOf = async (number, now) => {
    if (now) asking = null;
    await load();
    const index = names?.findIndex(([known]) => known === number) ?? -1;
    return index < 0 ? null : index;
  };
  return { indexOf };
};
