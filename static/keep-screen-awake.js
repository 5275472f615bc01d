/* Keeps the device of a screen in the hall awake, and says where its browser cannot. Whoever
   looks at something else gives that up: it is asked for again when they come back. */
"use strict";

(() => {
  const sleepy = document.querySelector('[data-part="sleepy"]');

  const stayAwake = async () => {
    if (document.hidden) return;
    try {
      await navigator.wakeLock.request("screen");
      sleepy.hidden = true;
    } catch {
      sleepy.hidden = false;
    }
  };

  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
})();
