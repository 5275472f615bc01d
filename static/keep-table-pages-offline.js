/* Sends table-pages-service-worker.js the pages to store for use offline, and their changes. */

const worker = async () => {
  if (!("serviceWorker" in navigator)) return null;
  return (await navigator.serviceWorker.ready).active;
};

/** Stores the current pages and their files. */
export const keep = async (pages) => {
  const parts = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => name.startsWith(location.origin) && /\.(css|svg|woff2|png)$/.test(name));
  (await worker())?.postMessage({ keep: pages, parts });
};

const PARTS = ["table-state", "table-now", "entry", "table-lines", "referee-call"];

const WENT_ON = ["entry", "table-lines"];

/** A part of the response; if it contains only changes, the part from the page. */
const partOf = (sent, name) => {
  const isOfPage = sent.querySelector("[data-went-on]") && WENT_ON.includes(name);
  const part = (isOfPage ? document : sent).getElementById(name)?.cloneNode(true);
  part?.querySelector("[data-just-saved]")?.removeAttribute("data-just-saved");
  return part;
};

/** Puts a response into the stored page, so that entering hands requests no extra page. */
export const renew = async (page, answer) => {
  const sent = new DOMParser().parseFromString(answer, "text/html");
  // These concern the form of this page.
  sent.getElementById("form-news")?.replaceChildren();
  const now = PARTS.map((name) => partOf(sent, name))
    .filter(Boolean)
    .map((part) => {
      part.removeAttribute("hx-swap-oob");
      return [part.id, part.outerHTML];
    });
  (await worker())?.postMessage({ renew: page, now });
};
