/* The form of a table's page, as an entry of the queue: what it says, in fields and in
   words, and the way back. It asks for points or for tiles; both are #hand-form. */

const KEPT_ELSEWHERE = ["csrfmiddlewaretoken", "device_key", "hand", "edit"];
const TYPED = 'input:not([type="hidden"]):not([type="radio"]):not([type="checkbox"])';

export const form = () => document.getElementById("hand-form");

const isFilled = (field) => {
  if (field.type === "hidden") return false;
  if (field.tagName === "SELECT") return field.selectedIndex > 0;
  if (/^(radio|checkbox)$/.test(field.type)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
};

/** Whether the form holds what somebody has typed: new, or refused and shown again. */
export const isBegun = () =>
  form()?.hasAttribute("data-begun") ||
  [...document.querySelectorAll("#hand-form :is(input, select)")].some(isFilled);

/** Whether anything is typed on the page. */
export const isTyped = () =>
  isBegun() || [...document.querySelectorAll("#undo-reason")].some(isFilled);

/** Nothing is put under a thumb: done when none presses (steady.js). */
export const released = () =>
  new Promise((resolve) => {
    if (!document.documentElement.hasAttribute("data-pressed")) resolve();
    else document.addEventListener("released", resolve, { once: true });
  });

/** Says something in the place of the preview. */
export const sayInForm = async (text) => {
  await released();
  const line = document.createElement("p");
  line.className = "notice warning";
  line.textContent = text;
  document.getElementById("preview")?.replaceChildren(line);
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

/** What the visible fields say, in the words beside them. */
export const wordsOf = (hand) =>
  [...hand.querySelectorAll(`input:checked, select, ${TYPED}`)]
    .filter(({ name, value }) => value && !KEPT_ELSEWHERE.includes(name))
    .filter((field) => (field.closest("label") ?? field).checkVisibility())
    .map((field) => {
      if (field.checked) return label(field);
      const value = field.selectedOptions?.[0].textContent.trim() ?? field.value;
      return `${label(field)}: ${value}`;
    })
    .join(" · ");

/** What is plainly missing, by its name; "" if nothing is. The server looks at the
    rest. */
export const lacks = (hand) => {
  const given = new FormData(hand);
  const winners = given.getAll("winner").filter((winner) => /^[ESWN]$/.test(winner));
  if (hand.querySelector("[name=winner]") && !given.get("winner")) return "Winner";
  if (!winners.length) return "";
  if (hand.querySelector("[name=source]") && !given.get("source")) return "Source";
  if (winners.length === 3 && hand.querySelector(".of-three-winners")) return "";
  if (given.has("points") && !given.get("points")) return "Value";
  const told = (winner) => given.get(`tiles_${winner}`) || given.get(`value_${winner}`);
  return given.has(`tiles_${winners[0]}`) && !winners.every(told) ? "Tiles" : "";
};

/** The head of the form and its players say what is so of its hand: who deals a later
    one is the server's to say. */
export const settle = () => {
  const [title, stage] = ["hand-title", "stage"].map((id) => document.getElementById(id));
  if (!form() || !title || !stage) return;
  const hand = form().elements.hand.value;
  const isBehind = hand !== stage.dataset.hand;
  // No class: htmx puts those of an answer back a moment after it is in the page.
  form().toggleAttribute("data-behind", isBehind);
  if (isBehind) {
    title.dataset.full ??= title.innerHTML;
    title.textContent = title.dataset.title.replace("{hand}", hand);
  } else if (title.dataset.full) {
    title.innerHTML = title.dataset.full;
    delete title.dataset.full;
  }
};

/** Empties the form for a hand, under a key of its own. */
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
  settle();
  empty.dispatchEvent(new Event("filled"));
};

/** Puts what an entry says back into the form, under a key of its own. */
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
