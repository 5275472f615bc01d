/* Dragging from the discarder to the winner enters both. A finger must rest for a moment before
   it drags, so that taps and scrolling still work; a mouse drags immediately. */

const load = (name) => import(document.getElementById(name).href);
const { form, all } = await load("drawn-form");

const REST = 200; // milliseconds
const NEAR = 10; // pixels that a resting finger may move

let drag = null; // its seat, starting point, and whether dragging has begun

/** The seat at a point; "" if none. */
const seatAt = ({ clientX: x, clientY: y }) => {
  const place = all(".r-who .place").find((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  });
  return place?.dataset.at ?? "";
};

const button = (name, seat) => form().querySelector(`[name="${name}"][value="${seat}"]`);

const mark = (to) => {
  for (const place of all(".r-who .place")) {
    const { at } = place.dataset;
    const part = at === drag?.from ? "from" : at === to ? "to" : "";
    if (drag?.armed && part) place.setAttribute("data-drag", part);
    else place.removeAttribute("data-drag");
  }
};

const arm = () => {
  drag.armed = true;
  mark("");
};

const end = () => {
  clearTimeout(drag?.resting);
  drag = null;
  mark("");
};

const choose = (field) => {
  field.checked = true;
  field.dispatchEvent(new Event("change", { bubbles: true }));
};

/** Enters the discarder `from` and the winner `to`, if both buttons can be chosen. */
const drop = (from, to) => {
  const [winner, source] = [button("winner", to), button("source", from)];
  if (to === from || !winner || winner.disabled || !source) return;
  winner.checked = true;
  choose(source);
};

document.addEventListener("pointerdown", (event) => {
  const from = event.isPrimary && event.target.closest?.(".rt .felt") ? seatAt(event) : "";
  if (!from || event.button || event.target.closest(".r-sticks")) return;
  const { clientX: x, clientY: y, pointerType } = event;
  drag = { from, x, y, armed: false };
  if (pointerType !== "mouse") drag.resting = setTimeout(arm, REST);
});
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const isFar = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > NEAR;
  if (!drag.armed && isFar && event.pointerType === "mouse") arm();
  else if (!drag.armed && isFar) end();
  if (drag?.armed) mark(seatAt(event));
});
document.addEventListener("pointerup", (event) => {
  const [from, to] = drag?.armed ? [drag.from, seatAt(event)] : ["", ""];
  end();
  if (from && to) drop(from, to);
});
document.addEventListener("pointercancel", end);
// Scrolling would cancel the drag.
document.addEventListener("touchmove", (event) => drag?.armed && event.preventDefault(), { passive: false });
// Prevents the context menu of a long press.
document.addEventListener("contextmenu", (event) => drag?.armed && event.preventDefault());
document.addEventListener("dragstart", (event) => event.target.closest?.(".rt .felt") && event.preventDefault());
