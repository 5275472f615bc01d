/* A penalty that costs more each time: whoever is chosen, the form says which time it
   would be for them and what that costs. What somebody typed stays as it is. */
"use strict";

(() => {
  const form = document.querySelector("#fine form");
  const list = document.getElementById("next-times");
  if (!form || !list) return;

  const field = (name) => form.elements[`fine-${name}`];
  const offers = [...list.querySelectorAll("[data-seat]")];
  const current = offers.find((offer) => offer.hasAttribute("aria-current"));
  const told = ({ dataset }) => ({ times: dataset.times, points: dataset.points });
  let filled = told(current ?? list);
  // Whoever took another than the first time from the catalogue has said which it is.
  let said = !current && list.dataset.times !== "1";

  const fillIn = (offer) => {
    const next = told(offer);
    const typed = ["times", "points"].filter((name) => field(name).value !== filled[name]);
    if (!typed.length) field("points").value = next.points;
    if (!typed.includes("times")) field("times").value = next.times;
    field("times_of").value = offer.dataset.seat;
    filled = next;
    for (const each of offers) each.toggleAttribute("aria-current", each === offer);
  };

  // Before the preview is asked for.
  form.addEventListener(
    "change",
    (event) => {
      if (event.target.name !== "fine-offender" || said) return;
      fillIn(offers.find(({ dataset }) => dataset.seat === event.target.value));
    },
    true,
  );

  list.addEventListener("click", (event) => {
    const offer = event.target.closest("[data-seat]");
    if (!offer) return;
    event.preventDefault();
    said = false;
    const radio = form.querySelector(`[name="fine-offender"][value="${offer.dataset.seat}"]`);
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
    radio.focus();
  });
})();
