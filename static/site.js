/* Says what the network does: nothing entered is lost, and the page says so. */
"use strict";

(() => {
  const notice = document.getElementById("connection");
  if (!notice) return;

  const say = (name) => {
    notice.querySelectorAll("[data-when]").forEach((line) => {
      line.hidden = line.dataset.when !== name;
    });
    notice.hidden = !name;
  };

  document.addEventListener("htmx:sendError", () => say("offline"));
  document.addEventListener("htmx:timeout", () => say("offline"));
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status >= 500) say("trouble");
  });
  document.addEventListener("htmx:afterOnLoad", () => say(""));
  document.addEventListener("htmx:sseError", () => say("offline"));
  document.addEventListener("htmx:sseOpen", () => say(""));
})();
