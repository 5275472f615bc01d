/* Find a player as somebody types: the names are fetched once, when the field is first
   touched or the page has nothing else to do. */

const MOST = 8;
const MARKS = /\p{Diacritic}/gu;

/** The text in small letters without marks, apart from what those cannot be told from. */
export const folded = (text) =>
  text.normalize("NFKD").replace(MARKS, "").toLowerCase().replace(/ø/g, "o").replace(/ł/g, "l");

/** Whether each word that was typed begins one of the words; a number is the start number. */
export const isMeant = (asked, number, words) => {
  if (String(number) === asked) return true;
  return asked.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)));
};

/** Those who are meant, in the order of the standings: [number, name, rest, index]. */
export const found = (names, text) => {
  const asked = folded(text.trim());
  if (!asked) return [];
  const result = [];
  for (let index = 0; index < names.length && result.length < MOST; index++) {
    const [number, name, rest, words] = names[index];
    if (isMeant(asked, number, words)) result.push([number, name, rest, index]);
  }
  return result;
};

/** The names with the words by which they are found. */
export const prepared = (names) =>
  names.map(([number, name, rest]) => [number, name, rest, folded(name).split(/[^\p{L}\p{N}]+/u)]);

/** Let the form find a player, whom `show` brings into sight. */
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

  const go = (number, index) => {
    hide();
    field.value = "";
    field.blur();
    show(number, index);
  };

  const entry = ([number, name, rest, index]) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `#p${number}`;
    link.append(name, " ");
    const small = document.createElement("small");
    small.textContent = rest;
    link.append(small);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      go(number, index);
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
    if (first) go(first[0], first[3]);
  });

  /** Where a player's row is; null if nobody knows. */
  const indexOf = async (number) => {
    if (!names) await load();
    const index = names?.findIndex(([known]) => known === number) ?? -1;
    return index < 0 ? null : index;
  };
  return { indexOf };
};
