/* Buttons that count a number up and down: <div class="stepper" data-first="8"> holds
   them and the field; an empty field starts at the first number. */
"use strict";

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const stepper = button.closest(".stepper");
  const field = stepper.querySelector("input");
  const first = Number(stepper.dataset.first);
  const next = Number(field.value) + Number(button.dataset.step);
  field.value = field.value === "" ? first : Math.max(next, first);
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
