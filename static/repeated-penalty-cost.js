/* Penalties that cost more each time: shows the next penalty step of the chosen player and its
   cost. Typed values stay, even if another offence is chosen and the server replaces the form. */
"use strict";

(() => {
  /* Updates the form for the chosen player. `anew`: whether the server replaced the form. */
  const follow = ({ anew }) => {
    const form = document.querySelector("#fine form");
    const list = document.getElementById("next-times");
    if (!form || !list) return;

    const field = (name) => form.elements[`fine-${name}`];
    const offers = [...list.querySelectorAll("[data-seat]")];
    const current = offers.find((offer) => offer.hasAttribute("aria-current"));
    const told = ({ dataset }) => ({ times: dataset.times, points: dataset.points });
    let filled = told(current ?? list);
    // Choosing a repeat in the catalogue fixes the penalty step.
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
    const fillInFor = (seat) => {
      if (!said) fillIn(offers.find(({ dataset }) => dataset.seat === seat));
    };

    // Before the preview is requested.
    form.addEventListener(
      "change",
      ({ target }) => {
        if (target.name === "fine-offender") fillInFor(target.value);
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

    const chosen = field("offender").value;
    if (anew && chosen) fillInFor(chosen);
  };

  follow({ anew: false });
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    if (target.id !== "fine") return;
    follow({ anew: true });
    const form = target.querySelector("form");
    const [first, ...rest] = form.querySelectorAll('[name="fine-offender"]');
    (rest.find((radio) => radio.checked) ?? first).focus();
    form.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
