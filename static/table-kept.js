/* The pages that this device keeps for when there is no network: table-worker.js holds
   them, here it is told which, and what has changed on them. */

const worker = async () => {
  if (!("serviceWorker" in navigator)) return null;
  return (await navigator.serviceWorker.ready).active;
};

/** Keeps the pages as the server has them now, and what this page is made of. */
export const keep = async (pages) => {
  const parts = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => name.startsWith(location.origin) && /\.(css|svg|woff2|png)$/.test(name));
  (await worker())?.postMessage({ keep: pages, parts });
};

/** Puts parts of this page, by their ids, into the page that is kept. They are as the
    server has just sent them, so that a hall that enters hands asks for no page again. */
export const renew = async (page, names) => {
  const now = names
    .map((name) => document.getElementById(name))
    .filter(Boolean)
    .map((part) => [part.id, part.outerHTML]);
  (await worker())?.postMessage({ renew: page, now });
};
