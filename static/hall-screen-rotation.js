/* Rotates the content of a hall screen, also offline. <section class="turn" data-turn="its name"
   data-seconds="duration"> are replaced by the live stream. Near and after the end of a round,
   its clock stays. */
"use strict";

(() => {
  const STAYS = "hall-turns-stay";
  const ENDS = ".clock-face > .clock-figures > .clock:is(.warning, .ended)";
  const root = document.getElementById("big-clock");
  const part = (name) => document.querySelector(`[data-part="${name}"]`);
  const [stay, next] = [part("stay"), part("next")];
  const turnsOf = (where) => [...where.querySelectorAll(".turn")];
  let place = turnsOf(root).findIndex((turn) => !turn.hidden);
  let name = null; // current view
  let since = performance.now();
  const written = new Map(); // views from the server by name

  const isOn = () => stay.getAttribute("aria-pressed") === "true";

  const show = () => {
    const turns = turnsOf(root);
    const several = turns.length > 1;
    [stay.hidden, next.hidden] = [!several, !several];
    if (!turns.length) return [];
    const there = turns.findIndex((turn) => turn.dataset.turn === name);
    place = there < 0 ? Math.max(place, 0) % turns.length : there;
    name = turns[place].dataset.turn;
    const staying = turns.find((turn) => turn.querySelector(ENDS));
    turns.forEach((turn, at) => { turn.hidden = staying ? turn !== staying : at !== place; });
    return turns;
  };

  const goOn = () => {
    const turns = show();
    if (!turns.length) return;
    place = (place + 1) % turns.length;
    name = turns[place].dataset.turn;
    since = performance.now();
    show();
  };

  const tick = () => {
    const turns = show();
    const seconds = Number(turns[place]?.dataset.seconds);
    if (turns.length > 1 && !isOn() && performance.now() - since >= seconds * 1000) goOn();
  };

  /** The view to show: the present one if it equals the new one, otherwise the new one. */
  const sameOrNew = (fresh, there) => {
    const { turn: called, seconds } = fresh.dataset;
    const isSame = there.has(called) && written.get(called) === fresh.innerHTML;
    written.set(called, fresh.innerHTML);
    if (!isSame) return fresh;
    there.get(called).dataset.seconds = seconds;
    return there.get(called);
  };

  /** Puts the server's views into the page, unless it `isAnswer` to a request and older than the
      present ones, by the tournament's revision, since the server's clock may be set back. Only
      changed views are replaced: a view of 1,000 players has 10,000 elements. Returns false if
      there are no views in the page or the response. */
  const renew = (html, isAnswer = false) => {
    const came = document.createElement("template");
    came.innerHTML = html;
    const [old, fresh] = [root, came.content].map((where) => where.querySelector(".turns"));
    if (!old || !fresh) {
      written.clear();
      return false;
    }
    if (isAnswer && Number(fresh.dataset.revision) < Number(old.dataset.revision)) return true;
    Object.assign(old.dataset, fresh.dataset);
    const before = turnsOf(old);
    const there = new Map(before.map((turn) => [turn.dataset.turn, turn]));
    const turns = turnsOf(fresh).map((turn) => sameOrNew(turn, there));
    const names = (those) => those.map((turn) => turn.dataset.turn).join(" ");
    if (names(before) !== names(turns)) old.replaceChildren(...turns);
    else before.forEach((turn, at) => { if (turn !== turns[at]) turn.replaceWith(turns[at]); });
    document.dispatchEvent(new Event("htmx:sseMessage"));
    return true;
  };

  const press = (on) => {
    stay.setAttribute("aria-pressed", String(on));
    localStorage.setItem(STAYS, on ? "yes" : "no");
  };

  press(localStorage.getItem(STAYS) === "yes");
  stay.addEventListener("click", () => press(!isOn()));
  next.addEventListener("click", goOn);
  document.addEventListener("htmx:sseBeforeMessage", (event) => {
    if (renew(event.detail.data)) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (renew(detail.serverResponse, true)) detail.shouldSwap = false;
  });
  // Immediately, so that no other view is visible in between.
  document.addEventListener("htmx:afterSwap", show);
  document.addEventListener("htmx:sseMessage", show);
  tick();
  setInterval(tick, 250);
})();
