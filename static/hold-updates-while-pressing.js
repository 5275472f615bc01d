/* Holds updates while something is pressed, since they could move a button before its release,
   and the tap would be lost. Requested parts are requested again after the tap; changes from the
   stream are applied then. */
"use strict";

(() => {
  const AFTER = 100; // milliseconds between release and click
  const root = document.documentElement;
  const left = new Set();
  const told = new Map(); // latest held content by element

  const isPressed = () => root.hasAttribute("data-pressed");
  const isPreview = (element) => element.id.startsWith("preview");
  // Elements that request themselves again, and the event for it.
  const RENEWED = { sheet: "renew-sheet", control: "renew-control" };
  const isRenewed = (element) => isPreview(element) || element.id in RENEWED;

  const release = () => {
    root.removeAttribute("data-pressed");
    document.dispatchEvent(new Event("released"));
    for (const element of left) {
      if (isPreview(element)) element.closest("form")?.dispatchEvent(new Event("change"));
      else window.htmx.trigger(document.body, RENEWED[element.id]);
    }
    for (const [element, html] of told) {
      const how = { swapStyle: "innerHTML", swapDelay: 0, settleDelay: 0 };
      if (element.isConnected) window.htmx.swap(element, html, how);
    }
    left.clear();
    told.clear();
  };

  let releasing; // timer of the previous tap, cleared by the next

  document.addEventListener(
    "pointerdown",
    ({ target }) => {
      clearTimeout(releasing);
      root.toggleAttribute("data-pressed", Boolean(target.closest("a, button, label, summary")));
    },
    true,
  );
  const releaseSoon = () => {
    clearTimeout(releasing);
    releasing = setTimeout(release, AFTER);
  };
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, releaseSoon, true);
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { elt, requestConfig } = event.detail;
    const asked = requestConfig?.elt ?? elt;
    if (!isPressed() || !isRenewed(asked)) return;
    event.detail.shouldSwap = false;
    left.add(asked);
  });

  document.addEventListener("htmx:sseBeforeMessage", (event) => {
    if (!isPressed()) return;
    event.preventDefault();
    told.set(event.target, event.detail.data);
  });
})();
