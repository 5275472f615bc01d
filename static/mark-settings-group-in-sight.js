/* Marks the settings group in view in the list of groups. */
"use strict";

(() => {
  const links = [...document.querySelectorAll('.settings-nav a[href^="#"]')];

  const mark = () => {
    const top = (link) => document.querySelector(link.hash).getBoundingClientRect().top;
    const atEnd = scrollY > 0 && scrollY + innerHeight >= document.body.scrollHeight - 2;
    const line = atEnd ? innerHeight : innerHeight / 3;
    const reached = links.filter((link) => top(link) < line);
    // At the end of the page the last groups cannot reach the top.
    const named = reached.find((link) => link.hash === location.hash && top(link) > 0);
    const current = named || reached.at(-1) || links[0];
    for (const link of links) {
      if (link === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };

  mark();
  addEventListener("scroll", mark, { passive: true });
  addEventListener("hashchange", mark);
  document.addEventListener("htmx:afterSettle", mark);
})();
