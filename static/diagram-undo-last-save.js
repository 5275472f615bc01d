/* Offers for a moment to undo what this page has just saved. */

const load = (name) => import(document.getElementById(name).href);
const { form } = await load("drawn-form");

const SECONDS = 5;

const saved = () => document.querySelector("#receipt .receipt")?.dataset.saved;

let known = saved();
let ticking;

export const isOffered = () => Boolean(ticking);

export const hide = () => {
  clearInterval(ticking);
  ticking = null;
  form()?.removeAttribute("data-just-saved");
};

/** Nothing goes away under a thumb (hold-updates-while-pressing.js). */
const hideSoon = () => {
  if (!document.documentElement.hasAttribute("data-pressed")) hide();
  else document.addEventListener("released", hide, { once: true });
};

/** Offers it, if the page shows the receipt of something else than before. */
export const offer = () => {
  const now = saved();
  if (now === known) return;
  known = now;
  hide();
  const back = document.getElementById("take-back");
  if (!now || !form() || back?.elements.sequence.value !== now) return;
  // No class: htmx puts those of an answer back a moment after it is in the page.
  form().setAttribute("data-just-saved", "");
  let left = SECONDS;
  const tell = () => {
    document.getElementById("seconds")?.replaceChildren(String(left));
    if (left <= 0) hideSoon();
    left -= 1;
  };
  tell();
  ticking = setInterval(tell, 1000);
};

// A second tap on Save finds the next hand's empty form.
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
