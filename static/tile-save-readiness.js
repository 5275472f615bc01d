/* Shows on Save of the tile page whether the hand can be saved: until the hands are complete and
   the server's preview has no fault, Save looks disabled and names what is missing. A tap still
   saves, and the server's response marks the faults. On a phone, the button that leads to the
   tiles names a missing winner or discarder in the same way. */

const { hand } = document.querySelector("script[data-target][data-keys]").dataset;
const { HAND, parse, size } = await import(hand);

const form = () => document.querySelector("#hand-form.tile-form");
const chosen = (name) => [...form().querySelectorAll(`[name="${name}"]:checked`)].map(({ value }) => value);

/* Whether the last preview could be saved; null if it is older than the last change. */
let verdict = null;

/* Returns the field that must be filled before the tiles and its message, or []. */
const unsaid = (words) => {
  if (!chosen("winner").length) return ["winner", words.noWinner];
  return chosen("source").length ? [] : ["source", words.noSource];
};

/* Returns a message about the missing part of a hand; "" if the hint already shows that the hand
   cannot be read; null if the hand is complete. */
const lacking = (box, isWinner, words) => {
  if (box.querySelector("[name^=value_]")?.value) return null;
  const read = parse(box.querySelector("input.notation").value);
  if (!read) return "";
  const wanted = isWinner ? HAND + 1 : HAND;
  const values = { name: box.dataset.name, count: size(read), wanted };
  if (size(read) !== wanted) return words.lacks.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  return isWinner && !read.won ? words.noWinning : null;
};

/* Returns a message about the first missing part of the form; null if no part is missing. */
const lacks = (words) => {
  const [name, said] = unsaid(words);
  if (name) return said;
  const winners = chosen("winner");
  // Three winners on one discard: the hand is a draw, without tiles.
  if (winners.length === 3 && chosen("source")[0] !== "self" && form().querySelector(".of-three-winners")) return null;
  const losersToo = form().querySelector(".losers-too");
  for (const box of form().querySelectorAll('.tile-target[data-target="hand"]')) {
    const isWinner = winners.includes(box.dataset.seat);
    const lack = isWinner || losersToo ? lacking(box, isWinner, words) : null;
    if (lack !== null) return lack;
  }
  return null;
};

/* Marks a button and names what is missing. A replaced text would lose the click of a press on it
   in WebKit. */
const mark = (button, isReady, lack) => {
  button.setAttribute("aria-disabled", String(!isReady));
  const part =
    button.querySelector(".lacks") ?? button.appendChild(Object.assign(document.createElement("small"), { className: "lacks" }));
  if (!part.firstChild) part.append("");
  if (part.firstChild.data !== (lack ?? "")) part.firstChild.data = lack ?? "";
};

const saving = () => form()?.querySelector(".form-actions > [name=save]");

const show = () => {
  const save = saving();
  if (!save) return;
  const lack = lacks(save.dataset);
  mark(save, lack === null && verdict !== "no", lack);
  const [name, said] = unsaid(save.dataset);
  mark(form().querySelector(".to-tiles"), !name, said);
};

/* Starts again with a replaced form, such as after a refused save, or with new values. */
let known;
const renewed = () => {
  known = form();
  verdict = form()?.hasAttribute("data-begun") ? document.getElementById("tiles-worth").dataset.saves : null;
  show();
};

const changed = ({ target }) => {
  if (!form()?.contains(target)) return;
  verdict = null;
  show();
};
for (const kind of ["input", "change"]) document.addEventListener(kind, changed);
document.addEventListener("filled", renewed, true);
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (form() !== known) renewed();
  else if (form() && detail.elt.id === "preview") {
    verdict = document.getElementById("tiles-worth").dataset.saves;
    show();
  }
});
// A tap on the button to the tiles leads to the missing answer.
document.addEventListener("click", ({ target }) => {
  const button = target.closest('.to-tiles[aria-disabled="true"]');
  if (!button || !saving()) return;
  const field = form().querySelector(`.tile-who [name="${unsaid(saving().dataset)[0]}"]:not(:disabled)`);
  field?.focus();
  field?.closest(".field").scrollIntoView({ block: "nearest" });
});
renewed();
