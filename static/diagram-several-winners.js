/* Several winners on one discard: seats that are tapped after the discarder win too. The keys set
   one winner's value after the other; the fields for several winners (table/keys/_several.html)
   hold the values. */

const load = (name) => import(document.getElementById(name).href);
const { SEATS, form, all, picked, placeOf } = await load("drawn-form");

/** The winner whose value the keys set. */
let valued = "";
let discarder = "";

const box = (seat) => form().querySelector(`.r-also [value="${seat}"]`);
const ending = (value) => form().querySelector(`[name="winner"][value="${value}"]`);

export const isSeveral = () => picked("winner") === "several";

/** The winners' seats, the current one of several first. */
export const winners = () => {
  if (!isSeveral()) return SEATS.filter((seat) => seat === picked("winner"));
  const seats = all(".r-also :checked").map(({ value }) => value);
  return [...seats.filter((seat) => seat === valued), ...seats.filter((seat) => seat !== valued)];
};

/** Fields of a seat among several winners, with their counterparts for a single winner. */
const pairs = (seat) =>
  all(`.several :is(select, input)[name$="_${seat}"]`).map((own) => [own, form().elements[own.name.slice(0, -2)]]);

/** The field with a seat's value, and the keys' field. */
const valueOf = (seat) => pairs(seat).find(([own]) => own.closest("[data-value-of]"));

const get = (field) => (field.type === "checkbox" ? field.checked : field.value);

const put = (field, value) => {
  if (!field) return;
  if (field instanceof RadioNodeList) for (const key of field) key.checked = key.value === value;
  else if (field.type === "checkbox") field.checked = value;
  else field.value = value;
};

/** Empties a field; the first option of a list means no answer. */
const empty = (field) => put(field, field.type === "checkbox" ? false : (field.options?.[0].value ?? ""));

/** Shows a winner's value on the keys. */
export const turnTo = (seat) => {
  valued = seat;
  const [own, keys] = valueOf(seat) ?? [];
  if (own) put(keys, own.value);
};

/** Moves the first winner's values to the fields of several winners, before a second one is added. */
const begin = (first) => {
  for (const [own, single] of pairs(first)) if (single) put(own, get(single));
  ending("several").checked = true;
  box(first).checked = true;
};

/** Moves the values back to the fields of a single winner. */
const end = (seat) => {
  if (isSeveral()) {
    ending(seat).checked = true;
    for (const [own, single] of pairs(seat)) put(single, get(own));
  }
  for (const each of all(".r-also :checked")) each.checked = false;
  for (const other of SEATS) for (const [own] of pairs(other)) empty(own);
  valued = "";
};

const remove = (seat) => {
  for (const [own] of pairs(seat)) empty(own);
  const [next, ...more] = winners();
  if (more.length) turnTo(next);
  else end(next);
};

const tapped = ({ value: seat, checked, parentNode }) => {
  if (!isSeveral()) begin(picked("winner"));
  const isByCount = parentNode.parentNode.matches(".by-count");
  if (!checked && (isByCount || seat === valued)) return remove(seat);
  // The hand that did not win had no points.
  const points = form().elements[`points_${seat}`];
  if (checked && isByCount && points.value === "0") points.value = "";
  // A winner is selected before another tap removes them.
  box(seat).checked = true;
  return turnTo(seat);
};

/** Follows a change of a field by a tap or a key. A tap causes both kinds of events. */
export const follow = (field, kind) => {
  if (field === form() || !form().querySelector(".r-also")) return;
  if (field.name === "winners" && kind === "input") return;
  if (field.name === "winners") tapped(field);
  else if (SEATS.includes(picked("winner")) && all(".r-also :checked").length) end(picked("winner"));
  else if (isSeveral() && field.closest("[data-value-of]")) turnTo(field.closest("[data-value-of]").dataset.valueOf);
  else if (isSeveral() && valued) {
    const [own, keys] = valueOf(valued) ?? [];
    if (own && field.name === own.name.slice(0, -2)) put(own, keys.value);
  }
  // The preview was requested before the fields moved.
  if (field.name === "winners" || isSeveral()) form().dispatchEvent(new Event("change", { bubbles: true }));
};

/** Follows a renewed form, which may have several winners. */
export const renew = () => {
  if (!isSeveral()) valued = "";
  else if (!winners().includes(valued)) turnTo(winners()[0] ?? "");
};

/** Marks the winners' values on their seats. */
export const showValues = () => {
  discarder = picked("source");
  for (const seat of SEATS.filter(placeOf)) {
    const isOne = isSeveral() && winners().includes(seat);
    const [own] = (isOne && valueOf(seat)) || [];
    const value = own?.selectedOptions?.[0].textContent ?? own?.value;
    const tab = placeOf(seat).querySelector(".tab");
    if (own?.value) tab.dataset.value = value.trim();
    else delete tab.dataset.value;
    placeOf(seat).toggleAttribute("data-valued", isOne && Boolean(own) && seat === valued);
  }
};

// A second tap on the discarder deselects it, and another seat can be chosen.
document.addEventListener("click", ({ target }) => {
  if (target.name !== "source" || target.value !== discarder || !SEATS.includes(discarder)) return;
  if (!form()?.contains(target) || !form().querySelector(".r-also")) return;
  target.checked = false;
  target.dispatchEvent(new Event("change", { bubbles: true }));
});
