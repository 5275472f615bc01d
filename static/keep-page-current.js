/* Updates a page that is embedded in another site or shown over a video stream. It requests the
   page regularly (the server sends it only if it has changed), replaces its content and fires the
   event `replaced`. data-every on the script: milliseconds between requests. */
"use strict";

(() => {
  const every = Number(document.currentScript.dataset.every) || 15_000;
  const shown = document.querySelector("main");
  let before;

  const put = (fresh) => {
    if (!fresh || fresh.innerHTML === before) return;
    before = fresh.innerHTML;
    const focused = document.activeElement?.getAttribute("href");
    shown.className = fresh.className;
    shown.replaceChildren(...fresh.childNodes);
    if (focused) shown.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    document.dispatchEvent(new Event("replaced"));
  };

  const ask = async () => {
    const answer = await fetch(location.href, { cache: "no-cache", credentials: "omit" });
    if (answer.status === 404) { // the tournament is no longer public
      shown.replaceChildren();
      before = undefined; // so that the same content is shown again
    }
    if (!answer.ok) return;
    put(new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main"));
  };

  const follow = () => {
    if (!document.hidden) ask().catch(() => {}); // asked again later if offline
  };

  setInterval(follow, every);
  document.addEventListener("visibilitychange", follow);
})();
