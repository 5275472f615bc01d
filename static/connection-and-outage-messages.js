/* Shows messages about the connection and outages, keeps current content in view, and removes
   faults that were fixed. */
"use strict";

(() => {
  const SETTLED = 10_000; // milliseconds before which no page loads itself again
  let dismissed = false; // whether the server keeps this page up to date no more
  const lines = document.querySelectorAll("#connection [data-when]");
  const content = document.getElementById("content");

  const say = (name) => {
    const show = () => {
      const before = content.getBoundingClientRect().top;
      lines.forEach((line) => {
        const { when } = line.dataset;
        line.hidden = when !== name && !(when === "over" && dismissed);
      });
      // A browser keeps in its place what is in sight, but at the very top of a page.
      const moved = content.getBoundingClientRect().top - before;
      if (!scrollY && moved > 0) scrollBy({ top: moved, behavior: "instant" });
    };
    // Not between somebody's finger and what it presses (hold-updates-while-pressing.js).
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
  // A network that first wants a sign-in answers in the server's place, often with 200 and a
  // page of its own. Nothing of that is put into ours: it is as if nobody had answered.
  const BEFORE_PAGES = [400, 408, 413, 429, 431]; // what is said without asking its pages
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

  // The server ends a stream when its reader may not follow any more, and refuses it from
  // then on, as it does with an address that it did not sign. The page says so, and loads itself
  // again where nobody types and the server still gives it: a screen on the wall has nobody
  // to press anything. htmx opens the stream again more and more rarely, in case they may.
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

  // A network can vanish without a word, and a browser goes on believing in its stream, or in
  // connections by which it would open another one. Where nothing came for so long, not even
  // that the stream goes on or that it failed, it is given up, and opened anew by htmx.
  const TOLD = ["open", "error", "here", "fragment", "rows", "clock", "devices"];
  const SILENT = 45_000; // milliseconds; the server says something every fifteen seconds
  const SPREAD = 15_000; // not all at once, where the server was silent
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

  // A stream that was refused does not tell why. Ours refuses in plain text; a network that
  // wants a sign-in, or a proxy without a server, answers with a page of its own.
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
