/* Service worker of the tables: stores each table's page, its tile page and their files for use
   offline. Stored pages are used only if the server does not respond. It sends nothing;
   unsent-hands-queue.js does. */
"use strict";

const PAGES = "table-pages";
const PARTS = "table-parts";
const SLOW = 6000;
const TABLE = /^[^/]+\/\d+\/\d+\//;
const HASHED = /\.[0-9a-f]{12}\.\w+$/;
const PART = new Set(["style", "script", "image", "font"]);

const scope = new URL(self.registration.scope).pathname;

/** Path of the table for an address, or "". */
const tableOf = (path) => {
  const found = path.startsWith(scope) && path.slice(scope.length).match(TABLE);
  return found ? scope + found[0] : "";
};

const soon = (promise) =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("slow")), SLOW);
    promise.then(resolve, reject);
  });

const isShut = (answer) =>
  answer.type === "opaqueredirect" || [403, 404, 410].includes(answer.status);

/** The files that a page uses, without fragments of images. */
const partsOf = (text) =>
  [...text.matchAll(/="(\/[^"#?]+\.(?:js|css|svg|woff2|png))["#]/g)]
    .map(([, path]) => path)
    .filter((path) => !path.startsWith(scope));

const keep = async (path, parts) => {
  const answer = await fetch(path, { cache: "no-store", redirect: "manual" });
  const pages = await caches.open(PAGES);
  if (isShut(answer)) await pages.delete(path);
  if (!answer.ok) return;
  const kept = await caches.open(PARTS);
  for (const part of new Set([...parts, ...partsOf(await answer.clone().text())])) {
    if (!(await kept.match(part, { ignoreVary: true }))) await kept.add(part);
  }
  // Last, so that a stored page has all its files.
  await pages.put(path, answer);
};

const changed = async (kept, change) => {
  const headers = new Headers(kept.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return new Response(change(await kept.text()), { headers });
};

/** The stored page, marked as such. */
const asItWas = (kept) =>
  changed(kept, (text) => text.replace('data-kept="no"', 'data-kept="yes"'));

/** A page's text with one part replaced. */
const withPart = (text, [name, html]) => {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(start) + start.length, text.indexOf(end)];
  return to < from ? text : text.slice(0, from) + html + text.slice(to);
};

const renew = async (path, now) => {
  const pages = await caches.open(PAGES);
  const kept = await pages.match(path, { ignoreVary: true });
  if (kept) await pages.put(path, await changed(kept, (text) => now.reduce(withPart, text)));
};

let turn = Promise.resolve();
/** In sequence, so that older content never replaces newer. */
const inTurn = (work) => (turn = turn.then(work).catch(() => {}));

/** The page from the server or the store; a page that is not stored redirects to its table. */
const page = async (request, table) => {
  const pages = await caches.open(PAGES);
  const { pathname } = new URL(request.url);
  const own = await pages.match(pathname, { ignoreVary: true });
  const kept = own ?? (await pages.match(table, { ignoreVary: true }));
  const asked = fetch(request);
  try {
    const answer = await (kept ? soon(asked) : asked);
    if (isShut(answer)) await pages.delete(pathname);
    if (answer.status < 502 || !kept) return answer;
  } catch (error) {
    if (!kept) throw error;
  }
  return own ? asItWas(own) : Response.redirect(table);
};

const part = async (request) => {
  const parts = await caches.open(PARTS);
  const kept = await parts.match(request.url, { ignoreVary: true });
  if (kept && HASHED.test(new URL(request.url).pathname)) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const { keep: paths = [], parts, renew: renewed, now } = event.data;
  for (const path of paths) event.waitUntil(inTurn(() => keep(path, parts)));
  if (renewed) event.waitUntil(inTurn(() => renew(renewed, now)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const table = tableOf(pathname);
  if (request.mode === "navigate" && table) {
    event.respondWith(page(request, table));
  } else if (PART.has(request.destination) || pathname.endsWith(".css")) {
    event.respondWith(part(request));
  }
});
