/* Updates standings embedded in another site: requests the page regularly (it is sent only if
   changed) and replaces the content. */
"use strict";

(() => {
  const EVERY = 15_000; // milliseconds
  const shown = document.querySelector("main");

  const put = (fresh) => {
    if (fresh.innerHTML === shown.innerHTML) return;
    const focused = document.activeElement.getAttribute("href");
    shown.replaceChildren(...fresh.childNodes);
    if (focused) shown.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  };

  const ask = async () => {
    const answer = await fetch(location.href, { cache: "no-cache", credentials: "omit" });
    if (answer.status === 404) shown.replaceChildren(); // the tournament is no longer public
    if (!answer.ok) return;
    put(new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main"));
  };

  const follow = () => {
    if (!document.hidden) ask().catch(() => {}); // asked again later if offline
  };

  setInterval(follow, EVERY);
  document.addEventListener("visibilitychange", follow);
})();
