/* Says what the network does, keeps what is current in sight, and says nothing any more of
   what somebody has mended. */
"use strict";

(() => {
  const HOUR = 3600 * 1000;
  const lines = document.querySelectorAll("#connection [data-when]");

  const say = (name) => {
    const show = () =>
      lines.forEach((line) => {
        line.hidden = line.dataset.when !== name;
      });
    // Not between somebody's finger and what it presses (steady.js).
    if (!document.documentElement.hasAttribute("data-pressed")) show();
    else document.addEventListener("released", show, { once: true });
  };

  document.addEventListener("htmx:sendError", () => say("offline"));
  document.addEventListener("htmx:timeout", () => say("offline"));
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status >= 500) say("trouble");
  });
  document.addEventListener("htmx:afterOnLoad", () => say(""));
  document.addEventListener("htmx:sseOpen", () => say(""));

  // The address of a stream does not hold for ever, but a screen on the wall stays:
  // it loads its page again once the server, which refuses the stream, gives that.
  const renew = async () => {
    const page = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    if (page.ok) location.reload();
  };

  document.addEventListener("htmx:sseError", (event) => {
    say("offline");
    const refused = event.detail.source.readyState === EventSource.CLOSED;
    const busy = document.querySelector("main form");
    if (refused && !busy && performance.now() > HOUR) renew().catch(() => {});
  });

  document.addEventListener("input", ({ target }) => {
    const field = target.closest(".field");
    for (const errors of field?.querySelectorAll(".errors") ?? []) {
      if (errors.closest(".field") === field) errors.remove();
    }
    target.removeAttribute("aria-invalid");
  });

  const showCurrentTab = () => {
    document.querySelectorAll(".tabs [aria-current]").forEach((tab) => {
      const tabs = tab.closest(".tabs");
      tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
    });
  };

  showCurrentTab();
  document.addEventListener("htmx:afterSettle", showCurrentTab);
})();
