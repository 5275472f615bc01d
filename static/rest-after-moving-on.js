/* Takes no tap for half a second after the page has moved on automatically: to the next hand, to
   the result, to the keys below a sheet, or with Save in another place. A second tap was meant
   for the step before. Scripts that move the page announce it with the event `moved-on`. */
"use strict";

(() => {
  const REST = 500; // milliseconds
  const FAR = 8; // pixels that Save may move without a pause
  const root = document.documentElement;
  let resting;

  const rest = () => {
    root.toggleAttribute("data-resting", true);
    clearTimeout(resting);
    resting = setTimeout(() => root.removeAttribute("data-resting"), REST);
  };

  /** The hand that the page asks for and how the table was, or another content of the page. */
  const step = () => {
    const form = document.getElementById("hand-form");
    if (!form) return document.getElementById("end") ? "end" : "";
    return [form.elements.hand?.value, form.dataset.stage, form.hasAttribute("data-asked")].join(" ");
  };

  /** The place of each Save button on the page. */
  const places = () => [...document.querySelectorAll("main form button.primary")].map((save) => save.getBoundingClientRect().top);

  let known = step();
  const follow = () => {
    const now = step();
    if (now === known) return;
    known = now;
    rest();
  };

  let before = [];
  const isPreview = ({ detail }) => detail.target?.id.startsWith("preview");
  document.addEventListener("htmx:beforeSwap", (event) => isPreview(event) && (before = places()));
  document.addEventListener("htmx:afterSettle", (event) => {
    if (isPreview(event) && places().some((top, number) => Math.abs(top - before[number]) > FAR)) rest();
    follow();
  });
  document.addEventListener("htmx:oobAfterSwap", follow);
  document.addEventListener("filled", follow, true);
  document.addEventListener("moved-on", rest);

  // A save has just opened the page.
  if (new URLSearchParams(location.search).has("saved")) rest();
})();
