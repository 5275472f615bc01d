/* Marks empty fields for dates and times: Safari shows today in them as if it were entered, which
   site.css hides. Style sheets cannot tell an empty field that is not required. */
"use strict";

(() => {
  const FIELDS = 'input:is([type="date"], [type="time"], [type="datetime-local"])';
  const mark = (field) =>
    field.toggleAttribute("data-empty", !field.value && !field.validity.badInput);
  const markAll = () => document.querySelectorAll(FIELDS).forEach(mark);
  const markOne = ({ target }) => target.matches(FIELDS) && mark(target);

  document.addEventListener("input", markOne);
  document.addEventListener("change", markOne);
  document.addEventListener("focusout", markOne);
  // Fields are empty only after the event.
  document.addEventListener("reset", () => setTimeout(markAll));
  document.addEventListener("htmx:afterSettle", markAll);
  // A page from the browser's history keeps its values.
  addEventListener("pageshow", markAll);
  markAll();
})();
