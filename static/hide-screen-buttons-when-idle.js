/* What can be pressed on a screen of the hall lies over it for some seconds after
   somebody moved, and is out of sight while nobody is there. */
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
