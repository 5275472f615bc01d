/* Shows the pages of a ticker in turn. The page in view follows from the time, so that it stays
   when the content is replaced (keep-page-current.js). */
"use strict";

(() => {
  const EACH = 8_000; // milliseconds

  const turn = () => {
    for (const list of document.querySelectorAll("[data-pages]")) {
      const inView = Math.floor(Date.now() / EACH) % list.children.length;
      [...list.children].forEach((page, at) => {
        page.hidden = at !== inView;
      });
    }
  };

  setInterval(turn, 500);
  document.addEventListener("replaced", turn);
})();
