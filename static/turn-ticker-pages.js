/* Shows the pages of a ticker in turn. The time decides which page is shown, so that it stays the
   same when the content is replaced (keep-page-current.js). */
"use strict";

(() => {
  const PAGE_TIME = 8_000; // milliseconds

  const turn = () => {
    for (const list of document.querySelectorAll("[data-pages]")) {
      const inView = Math.floor(Date.now() / PAGE_TIME) % list.children.length;
      [...list.children].forEach((page, at) => {
        page.hidden = at !== inView;
      });
    }
  };

  setInterval(turn, 500);
  document.addEventListener("replaced", turn);
})();
