/* The page of an entry that may have been saved, or could not be, asks again: the
   entry's key lets it count once. */
"use strict";

(() => {
  const form = document.querySelector("form[data-send-again]");
  if (form) setTimeout(() => form.submit(), Number(form.dataset.sendAgain) * 1000);
})();
