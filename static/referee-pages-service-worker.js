/* Service worker of the referees' pages: stores them and their files for use offline. Stored
   pages are used only if the server does not respond. */
"use strict";

const KEPT = "referee-pages";
const PARTS = new Set(["style", "script", "image", "font"]);

/** The files that a page uses. */
const partsOf = (text) =>
  [...text.matchAll(/="(\/[^"#?]+\.(?:js|css|svg|woff2|png))["#]/g)].map(([, path]) => path);

const keep = async (address) => {
  const kept = await caches.open(KEPT);
  const answer = await fetch(address, { cache: "no-store" });
  if (!answer.ok) return;
  const parts = new Set(partsOf(await answer.clone().text()));
  for (const part of parts) {
    // A missing image does not prevent storing the page.
    if (!(await kept.match(part, { ignoreVary: true }))) await kept.add(part).catch(() => {});
  }
  await kept.put(address, answer);
};

/** The stored page for the same rules, whatever its query; otherwise any. */
const found = async (address) => {
  const kept = await caches.open(KEPT);
  const rules = new URL(address);
  for (const name of [...rules.searchParams.keys()]) {
    if (name !== "preset" && name !== "rules") rules.searchParams.delete(name);
  }
  const options = { ignoreVary: true };
  return (await kept.match(rules.href, options)) ?? kept.match(address, { ...options, ignoreSearch: true });
};

const answer = async (request) => {
  try {
    const sent = await fetch(request);
    if (sent.status < 502) return sent;
    return (await found(request.url)) ?? sent;
  } catch (error) {
    const kept = await found(request.url);
    if (kept) return kept;
    throw error;
  }
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  event.waitUntil(Promise.all(event.data.keep.map((address) => keep(address).catch(() => {}))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isOurs = request.method === "GET" && new URL(request.url).origin === self.location.origin;
  if (isOurs && (request.mode === "navigate" || PARTS.has(request.destination))) event.respondWith(answer(request));
});
