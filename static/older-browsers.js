/* Adds features missing in older browsers, down to Safari 15.4, Firefox 115 and Chrome 109.
   Loaded before the other scripts; does nothing in newer browsers.
   tests/site/project/test_older_browsers.py lists the features that may be used. */
"use strict";

(() => {
  // Safari before 16.
  AbortSignal.timeout ??= (milliseconds) => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(), milliseconds);
    return ending.signal;
  };

  // Safari before 17.4.
  Element.prototype.checkVisibility ??= function checkVisibility() {
    return this.getClientRects().length > 0;
  };

  // Firefox before 119.
  for (const name of ["Disabled", "Hidden", "Label", "Live", "Pressed"]) {
    if (`aria${name}` in Element.prototype) continue;
    const attribute = `aria-${name.toLowerCase()}`;
    Object.defineProperty(Element.prototype, `aria${name}`, {
      get() { return this.getAttribute(attribute); },
      set(value) { this.setAttribute(attribute, value); },
    });
  }

  // Firefox before 121 has no :has(), Safari before 16 no container queries.
  const { styles } = document.currentScript.dataset;
  const isStyled = CSS.supports("selector(:has(*))") && CSS.supports("container-type: inline-size");
  if (!isStyled) import(styles);

  // Safari before 17, Firefox before 125 and Chrome before 114 have no popover. An open one has
  // data-open instead of :popover-open (see site.css).
  if ("popover" in HTMLElement.prototype) return;

  const openOnes = () => [...document.querySelectorAll("[popover][data-open]")];
  let before = null; // element with focus before opening

  const show = (sheet, isOpen) => {
    if (sheet.hasAttribute("data-open") === isOpen) return;
    const { activeElement } = document;
    sheet.toggleAttribute("data-open", isOpen);
    if (isOpen) before = activeElement;
    else if (sheet.contains(activeElement)) before?.focus({ preventScroll: true });
    sheet.dispatchEvent(new Event("toggle"));
  };

  /** Closes all that do not contain an element. */
  const closeAround = (element) => {
    for (const sheet of openOnes()) if (!sheet.contains(element)) show(sheet, false);
  };

  Object.assign(HTMLElement.prototype, {
    showPopover() {
      closeAround(this);
      show(this, true);
    },
    hidePopover() {
      show(this, false);
    },
    togglePopover() {
      if (this.hasAttribute("data-open")) this.hidePopover();
      else this.showPopover();
    },
  });
  Object.defineProperty(HTMLElement.prototype, "popover", {
    get() { return this.getAttribute("popover"); },
    set(value) { this.setAttribute("popover", value); },
  });

  // Before the page's scripts, which may open one by the same click.
  const clicked = ({ target }) => {
    const button = target.closest("[popovertarget]");
    const sheet = button && document.getElementById(button.getAttribute("popovertarget"));
    if (!sheet?.hasAttribute("popover")) closeAround(target);
    else if (button.getAttribute("popovertargetaction") === "hide") sheet.hidePopover();
    else sheet.togglePopover();
  };
  document.addEventListener("click", clicked, true);
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") openOnes().pop()?.hidePopover();
  });
})();
