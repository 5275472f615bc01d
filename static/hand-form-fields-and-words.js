/* Converts the form of a table page to an entry of the queue, in fields and in words, and back.
   The form asks for points or tiles; both are #hand-form. */

const { joined } = await import(document.getElementById("write-by-language").href);

const KEPT_ELSEWHERE = ["csrfmiddlewaretoken", "device_key", "hand", "edit"];
const TYPED = 'input:not([type="hidden"]):not([type="radio"]):not([type="checkbox"])';

export const form = () => document.getElementById("hand-form");

const isFilled = (field) => {
  if (field.type === "hidden") return false;
  if (field.tagName === "SELECT") return field.selectedIndex > 0;
  if (/^(radio|checkbox)$/.test(field.type)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
};

/** Whether the form has typed content: new, or refused and shown again. */
export const isBegun = () =>
  form()?.hasAttribute("data-begun") ||
  [...document.querySelectorAll("#hand-form :is(input, select)")].some(isFilled);

/** Whether anything is typed on the page. */
export const isTyped = () =>
  isBegun() || [...document.querySelectorAll("#undo-reason")].some(isFilled);

/** Resolves when nothing is pressed (hold-updates-while-pressing.js). */
export const released = () =>
  new Promise((resolve) => {
    if (!document.documentElement.hasAttribute("data-pressed")) resolve();
    else document.addEventListener("released", resolve, { once: true });
  });

/** Shows texts in place of the preview, unless the form has changed to another hand. */
export const sayInForm = async (...texts) => {
  const key = form()?.elements.device_key.value;
  await released();
  if (form()?.elements.device_key.value !== key) return;
  const lines = texts.filter(Boolean).map((text) => {
    const line = document.createElement("p");
    line.className = "notice warning";
    line.textContent = text;
    return line;
  });
  document.getElementById("preview")?.replaceChildren(...lines);
};

export const fieldsOf = (hand) =>
  [...new FormData(hand)].filter(
    ([name, value]) => value !== "" && !KEPT_ELSEWHERE.includes(name),
  );

export const label = (field) => {
  const text = field.closest("label") ?? field.labels?.[0];
  const main = text?.querySelector(".name") ?? text?.querySelector("span") ?? text;
  const own = [...(main?.childNodes ?? [])].find((node) => node.nodeType === 3);
  return (own ?? main)?.textContent.trim() ?? "";
};

const isSeveral = (hand) => hand.querySelector("[name=winner]:checked")?.value === "several";

/** Winners and discarder from the table diagram; "" if not chosen, or in another form. */
const whoWon = (hand) => {
  const [winner, source] = ["winner", "source"].map((name) => hand.querySelector(`[name="${name}"]:checked`));
  const won = isSeveral(hand) ? [...hand.querySelectorAll(".r-also :checked")] : [winner];
  if (!hand.dataset.sayFrom || !source || !won.length || !/^[ESWN]$/.test(won[0]?.value)) return "";
  const sentence = source.value === "self" ? hand.dataset.saySelf : hand.dataset.sayFrom;
  const names = { name: joined(won.map(label)), source: label(source) };
  return sentence.replace(/\{(\w+)\}/g, (_, key) => names[key]);
};

/** A field in words: number, unit and player. */
const said = (field) => {
  const [own, whose] = [label(field), field.closest(".a-hand")?.querySelector(".name").textContent];
  if (field.checked) {
    const legend = /^\d+$/.test(own) && field.closest("fieldset")?.querySelector("legend");
    return legend ? `${legend.textContent.trim()}: ${own}` : own;
  }
  const value = field.selectedOptions?.[0].textContent.trim() ?? field.value;
  return `${whose ? `${whose}, ` : ""}${own}: ${value}`;
};

/** Value fields; a single winner has other ones. */
const VALUES = ["points", "faan", "value"];

/** Fields in words even if they are hidden again below “Other…”. */
const ALWAYS_SAID = ["dealer_stops"];

/** The visible fields in words, by their labels. */
export const wordsOf = (hand) => {
  const who = whoWon(hand);
  const told = [...hand.querySelectorAll(`input:checked, select, ${TYPED}`)]
    .filter(({ name, value }) => value && value !== "0" && !KEPT_ELSEWHERE.includes(name))
    .filter(({ name }) => !who || !["winner", "winners", "source"].includes(name))
    // The keys have set the value of one of several winners.
    .filter(({ name }) => !who || !isSeveral(hand) || !VALUES.includes(name))
    .filter((field) => ALWAYS_SAID.includes(field.name) || (field.closest("label") ?? field).checkVisibility())
    .map(said);
  return [...(who ? [who] : []), ...told].join(" · ");
};

/** Additional field of each ending without a winner. */
const ASKED = { false_win: ["offender", "Offender"], abortive: ["abort", "Abort"] };

/** Whether the winner's value is entered, if the form asks for it. */
const hasValue = (hand, given, winner, isAlone) => {
  const own = hand.elements[isAlone && hand.elements.own_hand ? "own_hand" : `own_hand_${winner}`];
  if (own?.value && own.dataset.alone.split(" ").includes(own.value) && !given.has(`tiles_${winner}`)) return true;
  const told = given.get(`tiles_${winner}`) || given.get(`value_${winner}`);
  if (given.has(`tiles_${winner}`)) return Boolean(told);
  if (given.get(`doubles_${winner}`) === "limit") return true;
  const names = VALUES.flatMap((name) => [...(isAlone ? [name] : []), `${name}_${winner}`]);
  const name = names.find((each) => hand.elements[each]);
  return !name || Boolean(given.get(name));
};

/** Name of an obviously missing field; "" if none. The server checks the rest. */
export const lacks = (hand) => {
  const given = new FormData(hand);
  const areSeveral = given.get("winner") === "several";
  const said = given.getAll(areSeveral ? "winners" : "winner");
  const winners = said.filter((winner) => /^[ESWN]$/.test(winner));
  if (hand.querySelector("[name=winner]") && !given.get("winner")) return "Winner";
  const [asked, lacking] = ASKED[given.get("winner")] ?? [];
  if (asked) return given.get(asked) ? "" : lacking;
  if (!winners.length) return areSeveral ? "Winner" : "";
  if (winners.length === 3 && hand.querySelector(".of-three-winners")) return "";
  if (hand.querySelector("[name=source]") && !given.get("source")) return "Source";
  if (winners.every((winner) => hasValue(hand, given, winner, !areSeveral))) return "";
  return given.has(`tiles_${winners[0]}`) ? "Tiles" : "Value";
};

/** Shows hand and players in the form. The dealer of a later hand is known only to the server. */
export const settle = () => {
  const [title, stage] = ["hand-title", "stage"].map((id) => document.getElementById(id));
  if (!form() || !title || !stage) return;
  const hand = form().elements.hand.value;
  const isBehind = hand !== stage.dataset.hand;
  // Not a class: htmx restores a response's classes after the swap.
  form().toggleAttribute("data-behind", isBehind);
  if (isBehind) {
    title.dataset.full ??= title.innerHTML;
    title.textContent = title.dataset.title.replace("{hand}", hand);
  } else if (title.dataset.full) {
    title.innerHTML = title.dataset.full;
    delete title.dataset.full;
  }
};

/** Empties the form for a hand with a new key. */
export const turnTo = (hand, key) => {
  const empty = form();
  if (!empty) return;
  empty.reset();
  empty.removeAttribute("data-begun");
  empty.elements.device_key.value = key;
  empty.elements.hand.value = hand;
  for (const part of ["preview", "form-news"]) {
    document.getElementById(part)?.replaceChildren();
  }
  for (const news of empty.querySelectorAll(".says > .news")) news.remove();
  settle();
  empty.dispatchEvent(new Event("filled"));
};

/** Puts an entry back into the form with a new key. */
export const fill = ({ hand, fields }, key) => {
  turnTo(hand, key);
  for (const [name, value] of fields) {
    const named = [...form().querySelectorAll(`[name="${CSS.escape(name)}"]`)];
    if (named[0]?.matches('[type="radio"], [type="checkbox"]')) {
      const chosen = named.find((field) => field.value === value);
      if (chosen) chosen.checked = true;
    } else if (named[0]) {
      named[0].value = value;
    }
  }
  form().dispatchEvent(new Event("filled"));
};
