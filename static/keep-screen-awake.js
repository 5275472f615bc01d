/* Keeps a hall screen awake, or shows that the browser cannot. Switching to another tab ends it,
   so it is requested again on return. */
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
