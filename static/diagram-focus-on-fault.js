/* Moves the focus after a response of the server: after a refusal to the first field with a
   fault. */

const load = (name) => import(document.getElementById(name).href);
const { form } = await load("drawn-form");
const { turnTo } = await load("drawn-several");
const { counted } = await load("drawn-counting");

/** The element to focus for a field: for a hand set by keys, its seat. */
const standsFor = (field) => {
  const winner = field.closest("[data-value-of]")?.dataset.valueOf;
  if (winner) turnTo(winner);
  if (winner) return form().querySelector(".one-value :is(.values, .pad) :is(input, .key)") ?? field;
  const seat = field.closest("[data-hand-of]")?.dataset.handOf;
  if (!seat || !counted() || form().matches(".listing")) return field;
  const seated = form().querySelector(`[name="edit"][value="${seat}"]`);
  if (seated) seated.checked = true;
  return seated ?? form().querySelector(".counts .of-the-winner .key");
};

/** Focuses once on the field marked by the server. */
export const showFirst = () => {
  const marked = [...document.querySelectorAll("#entry :is([data-first-fault], [autofocus])")];
  for (const field of marked) field.removeAttribute("data-first-fault");
  for (const field of marked) field.removeAttribute("autofocus");
  const folded = marked[0]?.closest("[popover]");
  if (folded && !folded.checkVisibility()) folded.showPopover();
  const field = marked.find((each) => each.checkVisibility() && !each.disabled);
  if (!field) return;
  const shown = standsFor(field);
  shown.focus({ preventScroll: true });
  // The fault is shown beside the field or in the line above the table.
  for (const part of [document.getElementById(`id_${field.name}_error`), shown]) {
    part?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }
};
