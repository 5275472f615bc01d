/* Stores this page, and its counterpart for the same rules, for use offline. */
"use strict";

(() => {
  const { worker, scope, pages } = document.currentScript.dataset;
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker
    .register(worker, { scope })
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active.postMessage({ keep: [scope, ...pages.split(" ")].map((page) => new URL(page, location).href) }))
    .catch(() => {}); // On plain http, or without storage, the page works online only.
})();
