/* Shows the buttons of a hall screen for some seconds after a movement, and hides them
   otherwise. */
"use strict";

(() => {
  const STAYS = 8000; // milliseconds
  const { dataset } = document.documentElement;
  let timer;

  const wake = () => {
    dataset.hall = "awake";
    clearTimeout(timer);
    timer = setTimeout(() => { dataset.hall = "idle"; }, STAYS);
  };

  for (const name of ["pointermove", "pointerdown", "keydown", "focusin"]) {
    document.addEventListener(name, wake, { passive: true });
  }
  wake();
})();
