/* Shows the buttons of a hall screen for some seconds after a movement or a key, and hides them
   otherwise. A focused button hides too: it keeps the focus after a click, and any key shows it. */
"use strict";

(() => {
  const STAYS = 5000; // milliseconds
  const { dataset } = document.documentElement;
  let timer;
  let place = "";

  const wake = () => {
    dataset.hall = "awake";
    clearTimeout(timer);
    timer = setTimeout(() => { dataset.hall = "idle"; }, STAYS);
  };

  // Browsers report a movement of a resting mouse when the content below it changes.
  const move = ({ screenX, screenY }) => {
    const before = place;
    place = `${screenX} ${screenY}`;
    if (place !== before) wake();
  };

  document.addEventListener("pointermove", move, { passive: true });
  for (const name of ["pointerdown", "keydown", "focusin"]) {
    document.addEventListener(name, wake, { passive: true });
  }
  wake();
})();
