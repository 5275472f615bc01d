/* Sends an entry again that may not have been saved; its key makes it count once. */
"use strict";

(() => {
  const form = document.querySelector("form[data-send-again]");
  if (form) setTimeout(() => form.submit(), Number(form.dataset.sendAgain) * 1000);
})();
