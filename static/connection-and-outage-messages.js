/* Shows messages about the connection and outages, keeps current content in view, and removes
   faults that were fixed. */
"use strict";

(() => {
  const SETTLED = 10_000; // minimum milliseconds between two automatic reloads
  let dismissed = false; // whether the server has stopped updating this page
  const lines = document.querySelectorAll("#connection [data-when]");
  const content = document.getElementById("content");

  const say = (name) => {
    const show = () => {
      const before = content.getBoundingClientRect().top;
      lines.forEach((line) => {
        const { when } = line.dataset;
        line.hidden = when !== name && !(when === "over" && dismissed);
      });
      // Browsers keep visible content in place, except at the top of a page.
      const moved = content.getBoundingClientRect().top - before;
      if (!scrollY && moved > 0) scrollBy({ top: moved, behavior: "instant" });
    };
    // Not while something is pressed (hold-updates-while-pressing.js).
    if (!document.documentElement.hasAttribute("data-pressed")) show();
    else document.addEventListener("released", show, { once: true });
  };

  document.addEventListener("htmx:sendError", () => say("offline"));
  document.addEventListener("htmx:timeout", () => say("offline"));
  document.addEventListener("htmx:responseError", (event) => {
    const { xhr } = event.detail;
    if (xhr.status < 500) return;
    const says = xhr.getResponseHeader("Content-Type")?.startsWith("text/plain");
    if (xhr.status !== 503 || !says) return say("trouble");
    document.querySelector("#connection [data-when=away]").textContent = xhr.responseText;
    say("away");
  });
  // A network that requires a sign-in answers in place of the server, often with 200 and its own
  // page. Such responses are treated as no response.
  const BEFORE_PAGES = [400, 408, 413, 429, 431]; // sent before our pages run
  const isOurs = (xhr) =>
    xhr.status >= 500 || BEFORE_PAGES.includes(xhr.status) || xhr.getResponseHeader("X-Request-Id");

  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (isOurs(event.detail.xhr)) return;
    event.preventDefault();
    window.htmx.trigger(event.detail.elt, "htmx:sendError", event.detail);
  });
  document.addEventListener("htmx:afterOnLoad", ({ detail: { xhr } }) => {
    if (xhr.status < 500 && isOurs(xhr)) say("");
  });

  // The server ends a stream when its reader may no longer follow, and refuses it from then on, as
  // it does with an address that it did not sign. The page then shows a message, or reloads if no
  // one is typing and the server still sends the page, since no one operates a hall screen. htmx
  // retries the stream at growing intervals, in case it is allowed again.
  const dismiss = async () => {
    dismissed = true;
    say("");
    document.dispatchEvent(new Event("dismissed"));
    const busy = document.querySelector("main form");
    if (busy || performance.now() < SETTLED) return;
    const page = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    if (page.ok) location.reload();
  };

  const over = () => dismiss().catch(() => {});

  // A network can vanish without notice, while the browser still trusts its stream and connections.
  // A stream without any message or error for this long is closed, and htmx opens it again.
  const TOLD = ["open", "error", "here", "fragment", "rows", "clock", "devices"];
  const SILENT = 45_000; // milliseconds; the server sends something every 15 seconds
  const SPREAD = 15_000; // milliseconds over which clients spread after a silence of the server
  const LOOK = 5000;

  const follow = (source) => {
    const patience = SILENT + SPREAD * Math.random();
    let heard = Date.now();
    const hear = () => { heard = Date.now(); };
    TOLD.forEach((name) => source.addEventListener(name, hear));
    const looking = setInterval(() => {
      const isOver = source.readyState === EventSource.CLOSED;
      if (!isOver && Date.now() - heard < patience) return;
      clearInterval(looking);
      if (isOver) return;
      source.close();
      source.dispatchEvent(new Event("error"));
    }, LOOK);
  };

  window.htmx.createEventSource = (address) => {
    const source = new EventSource(address, { withCredentials: true });
    follow(source);
    return source;
  };

  document.addEventListener("htmx:sseOpen", ({ detail }) => {
    dismissed = false;
    say("");
    detail.source.addEventListener("over", over);
  });

  // Refused streams give no reason. Our server refuses in plain text; a network that requires a
  // sign-in, or a proxy without a server, answers with its own page.
  const askWhy = async (source) => {
    const { status, headers } = await fetch(source.url, { method: "HEAD", cache: "no-store" });
    if (!headers.get("Content-Type")?.startsWith("text/plain")) return;
    if (status === 503) say("full");
    if (status === 403 || status === 404) await dismiss();
  };

  document.addEventListener("htmx:sseError", ({ detail: { source } }) => {
    if (!dismissed) say("offline");
    if (source.readyState === EventSource.CLOSED) askWhy(source).catch(() => {});
  });

  document.addEventListener("input", ({ target }) => {
    const field = target.closest(".field");
    for (const errors of field?.querySelectorAll(".errors") ?? []) {
      if (errors.closest(".field") === field) errors.remove();
    }
    document.getElementById(`id_${target.name}_error`)?.closest("[role=alert]").remove();
    target.removeAttribute("aria-invalid");
  });
})();
