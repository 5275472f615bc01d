/* Buttons that set a number: <div class="stepper" data-first="8"> holds the field and its + and
   - buttons (an empty field starts at the first number); [data-number] around it may hold
   buttons with fixed numbers. The button with the field's number is marked. */
"use strict";

const markNumber = (field) => {
  const around = field.closest("[data-number]");
  // Without a stepper, table-keys mark their own buttons.
  if (!around?.querySelector(".stepper")) return;
  for (const button of around.querySelectorAll("[data-fill]")) button.setAttribute("aria-pressed", String(button.dataset.fill === field.value));
};

for (const field of document.querySelectorAll("[data-number] .stepper input")) markNumber(field);
document.addEventListener("input", (event) => markNumber(event.target));

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step], [data-fill]");
  if (!button) return;
  const stepper = button.closest("[data-number], .stepper");
  const field = stepper.querySelector("input");
  if (button.dataset.fill) {
    field.value = button.dataset.fill;
  } else {
    const first = Number(button.closest(".stepper").dataset.first);
    const next = Number(field.value) + Number(button.dataset.step);
    field.value = field.value === "" ? first : Math.max(next, first);
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
