/* Keeps typed text and open boxes when the round control is updated, except text that was sent.
   Puts the links and the navigation sent with it in their places. */
"use strict";

(() => {
  const SOON = 300; // milliseconds until a renewed control checks whether it is outdated
  const typed = new Map(); // typed values by field id
  const unfolded = new Set();
  let focus = null;

  const control = () => document.getElementById("control");
  const isInControl = (element) => Boolean(element?.closest?.("#control"));
  const clock = () => control().dataset.clock;
  const round = () => clock().split(".")[0];
  let [seenClock, seenRound] = [clock(), round()];

  document.addEventListener("input", ({ target }) => {
    if (isInControl(target)) typed.set(target.id, target.value);
  });
  document.addEventListener("toggle", ({ target }) => {
    if (!isInControl(target)) return;
    if (target.open) unfolded.add(target.dataset.fold);
    else unfolded.delete(target.dataset.fold);
  }, true);

  document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
    if (!detail.successful || !target.matches("#control form")) return;
    for (const field of target.elements) typed.delete(field.id);
    unfolded.delete(target.dataset.action);
  });

  // The old control still exists and has the focus.
  document.addEventListener("htmx:beforeCleanupElement", ({ target }) => {
    if (target.id !== "control") return;
    const field = document.activeElement;
    focus = isInControl(field) ? [field.id, field.selectionStart, field.selectionEnd] : null;
  });

  // Unchanged parts stay, so that an open box does not close at every change of the clock.
  const putInPlace = (parts) => {
    for (const part of [...(parts?.content.children ?? [])]) {
      const old = document.getElementById(part.id);
      if (old && old.dataset.state !== part.dataset.state) old.replaceWith(part);
    }
    parts?.remove();
  };

  const putBack = (id, text) => {
    const field = document.getElementById(id);
    if (!isInControl(field)) typed.delete(id);
    else if (field.value !== text) field.value = text;
    else return false;
    return isInControl(field);
  };

  const focusAgain = ([id, start, end]) => {
    const field = id && document.getElementById(id);
    if (!field) return;
    field.focus({ preventScroll: true });
    if (typeof start === "number") field.setSelectionRange(start, end);
  };

  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target.id !== "control") return;
    putInPlace(control().querySelector('template[data-part="renewed"]'));
    if (round() !== seenRound) {
      typed.clear();
      unfolded.clear();
    }
    for (const name of unfolded) {
      const fold = control().querySelector(`[data-fold="${name}"]`);
      if (fold) fold.open = true;
    }
    const kept = [...typed].map(([id, text]) => putBack(id, text)).some(Boolean);
    const isOther = clock() !== seenClock;
    control().querySelector('[data-part="kept"]').hidden = !(kept && isOther);
    if (focus) focusAgain(focus);
    [seenClock, seenRound] = [clock(), round()];
    setTimeout(() => window.htmx.trigger(document.body, "renew-control"), SOON);
  });
})();
