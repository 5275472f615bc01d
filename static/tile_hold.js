/* A key that is held down makes a pung, held on a kong, when it is let go. Whoever moves
   away from it, or has not enough of the tile, makes nothing by that. */

const PUNG = 450; // milliseconds until a key that is held makes a pung
const KONG = 1100; // and a kong
const NEAR = 24; // pixels within which a finger is still on its key

/** `can(code, mode)`: whether that meld can be made now; `make(code, mode)` makes it. */
export const holding = (grid, { can, make }) => {
  const bubble = document.createElement("span");
  bubble.className = "tile-held";
  bubble.hidden = true;
  grid.append(bubble);

  let held = null; // the key, where it was pressed, what letting it go makes
  let timers = [];
  let made = false; // the click of the same finger is none

  const offer = (mode) => {
    if (!held || !can(held.key.dataset.tile, mode)) return;
    held.mode = mode;
    bubble.textContent = grid.dataset[mode];
    bubble.hidden = false;
    held.key.classList.add("held");
    navigator.vibrate?.(10);
  };
  const drop = () => {
    timers.forEach(clearTimeout);
    timers = [];
    bubble.hidden = true;
    held?.key.classList.remove("held");
    held = null;
  };

  grid.addEventListener("pointerdown", (event) => {
    const key = event.target.closest("[data-tile]");
    drop();
    made = false;
    if (!key || event.button !== 0) return;
    held = { key, at: [event.clientX, event.clientY], mode: null };
    timers = [setTimeout(offer, PUNG, "pung"), setTimeout(offer, KONG, "kong")];
  });
  grid.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (held && Math.hypot(clientX - held.at[0], clientY - held.at[1]) > NEAR) drop();
  });
  grid.addEventListener("pointerup", () => {
    const done = held;
    drop();
    if (!done?.mode) return;
    made = true;
    make(done.key.dataset.tile, done.mode);
  });
  grid.addEventListener("pointercancel", drop);
  grid.addEventListener("contextmenu", (event) => event.preventDefault());
  grid.addEventListener(
    "click",
    (event) => {
      if (!made) return;
      made = false;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
};
