/* Touches on tile keys. A key reacts when touched, since a browser's click comes a frame after
   the release, and never for two thumbs together. On a page that scrolls, it reacts on
   release. Holding a key makes a pung, then a kong; moving away cancels it. Mouse and keyboard
   click. */

const PUNG = 450; // milliseconds of holding until a key makes a pung
const KONG = 1100; // milliseconds until a kong
const NEAR = 24; // pixels from a key within which a finger is still on it
const CLICK = 700; // milliseconds within which a click belongs to the last touch

/** `tap(key)` adds its tile and returns an undo function or null; `can(code, mode)`: whether
    that meld is possible now; `make(code, mode)` makes it; `mayScroll()`: whether a touch on a
    key may scroll the page. */
export const holding = (grid, { can, make, tap, mayScroll }) => {
  const bubble = document.createElement("span");
  bubble.className = "tile-held";
  bubble.hidden = true;
  grid.after(bubble); // outside the grid, which clips its content

  const held = new Map(); // by finger: key, position, and the meld on release
  const answered = new WeakMap(); // time of a finger's release, and its key

  const takeBack = (finger) => {
    finger.back?.();
    finger.back = null;
  };
  const offer = (finger, mode) => {
    finger.isLong = true;
    takeBack(finger);
    if (!can(finger.key.dataset.tile, mode)) return;
    finger.mode = mode;
    bubble.textContent = grid.dataset[mode];
    bubble.hidden = false;
    finger.key.classList.add("held");
    navigator.vibrate?.(10);
  };
  const drop = (id) => {
    const finger = held.get(id);
    held.delete(id);
    finger?.timers.forEach(clearTimeout);
    if (!finger?.mode) return finger;
    bubble.hidden = true;
    finger.key.classList.remove("held");
    return finger;
  };
  const leave = (id) => {
    const finger = drop(id);
    if (finger) takeBack(finger);
  };
  // A finger followed by another one has tapped: it makes no meld and undoes nothing.
  const settle = (finger) => {
    finger.timers.forEach(clearTimeout);
    finger.back = null;
  };

  grid.addEventListener("pointerdown", ({ target, button, pointerId, pointerType, clientX, clientY }) => {
    const key = target.closest("[data-tile]");
    leave(pointerId);
    if (!key || button !== 0) return;
    held.forEach(settle);
    const isTapped = pointerType !== "mouse";
    const isWaiting = isTapped && mayScroll();
    const back = isTapped && !isWaiting ? tap(key) : null;
    const finger = { key, at: [clientX, clientY], mode: null, isLong: false, isTapped, isWaiting, back };
    finger.timers = [setTimeout(offer, PUNG, finger, "pung"), setTimeout(offer, KONG, finger, "kong")];
    held.set(pointerId, finger);
  });
  grid.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
    const finger = held.get(pointerId);
    if (finger && Math.hypot(clientX - finger.at[0], clientY - finger.at[1]) > NEAR) leave(pointerId);
  });
  grid.addEventListener("pointerup", ({ pointerId, timeStamp }) => {
    const finger = drop(pointerId);
    if (!finger?.mode && !(finger?.isTapped && !finger.isLong)) return;
    answered.set(finger.key, timeStamp);
    if (finger.mode) make(finger.key.dataset.tile, finger.mode);
    else if (finger.isWaiting) tap(finger.key);
  });
  grid.addEventListener("pointercancel", ({ pointerId }) => leave(pointerId));
  grid.addEventListener("contextmenu", (event) => event.preventDefault());
  /* Whether this event's key was just answered by touch. */
  const isAnswered = ({ target, timeStamp }) => {
    const key = target.closest("[data-tile]");
    return Boolean(key) && timeStamp - answered.get(key) < CLICK && answered.delete(key);
  };
  // Emulated mouse events would hover, press and focus before the frame with the next tap's result.
  const noMouse = (event) => event.cancelable && isAnswered(event) && event.preventDefault();
  grid.addEventListener("touchend", noMouse, { passive: false });
  grid.addEventListener(
    "click",
    (event) => {
      if (!isAnswered(event)) return;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
};
