/* After a refusal the first field with a fault is in sight and has the focus; nothing else moves. */

const load = (name) => import(document.getElementById(name).href);
const { all } = await load("drawn-form");

/** Shows it once; the server marks the field that is to have the focus. */
export const showFirst = () => {
  const marked = all("[data-first-fault], [autofocus]");
  for (const field of marked) field.removeAttribute("data-first-fault");
  for (const field of marked) field.removeAttribute("autofocus");
  const folded = marked[0]?.closest("[popover]");
  if (folded && !folded.matches(":popover-open")) folded.showPopover();
  const field = marked.find((each) => each.checkVisibility() && !each.disabled);
  if (!field) return;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "nearest", behavior: "instant" });
};
