/* Offers for a moment to undo what was just saved, on this page or on the tile page, which leads
   here. */

const load = (name) => import(document.getElementById(name).href);
const { form, write } = await load("drawn-form");

const SECONDS = 5;

const saved = () => document.querySelector("#receipt .receipt")?.dataset.saved;

/** Whether the tile page has just led here with its save (`?saved=`), not a reload. */
const isBrought = () =>
  new URLSearchParams(location.search).has("saved") &&
  performance.getEntriesByType("navigation")[0]?.type === "navigate";

let known = isBrought() ? undefined : saved();
let ticking;

export const isOffered = () => Boolean(ticking);

export const hide = () => {
  clearInterval(ticking);
  ticking = null;
  form()?.removeAttribute("data-just-saved");
};

/** Hides the offer; if something is pressed, after its release (hold-updates-while-pressing.js). */
const hideSoon = () => {
  if (!document.documentElement.hasAttribute("data-pressed")) hide();
  else document.addEventListener("released", hide, { once: true });
};

/** Offers undo if the page shows a new receipt. */
export const offer = () => {
  const now = saved();
  if (now === known) return;
  known = now;
  hide();
  const back = document.getElementById("take-back");
  if (!now || !form() || back?.elements.sequence.value !== now) return;
  // Not a class: htmx restores a response's classes after the swap.
  form().setAttribute("data-just-saved", "");
  let left = SECONDS;
  const tell = () => {
    const seconds = document.getElementById("seconds");
    if (seconds) write(seconds, String(left));
    if (left <= 0) hideSoon();
    left -= 1;
  };
  tell();
  ticking = setInterval(tell, 1000);
};

// A second tap on Save would meet the next hand's empty form.
document.addEventListener(
  "click",
  (event) => {
    if (event.target.closest("#save-hand") && isOffered() && !form().classList.contains("begun")) {
      event.preventDefault();
      event.stopPropagation();
    }
  },
  true,
);
