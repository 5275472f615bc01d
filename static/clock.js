/* Counts clocks down to their round's end by the server's time, never the device's.
   <time class="clock" data-ends="its end, seconds since 1970"
     data-left="seconds left when rendered" data-running="true"> */
"use strict";

(() => {
  const WARNING = 15 * 60;
  const SLEPT = 5000;
  const address = document.currentScript.src;
  let ahead = -Infinity; // the server's time less ours, in seconds
  let seen = 0;

  const now = () => performance.now() / 1000;

  // Whatever comes late (a slow network, a page from the cache) makes the server's
  // time look too early, never too late: the latest one told is the best.
  const learn = (server) => {
    ahead = Math.max(ahead, server - now());
  };

  // A device that slept, or a page that was kept, has missed some time.
  const ask = async () => {
    const answer = await fetch(address, { method: "HEAD", cache: "no-store" });
    const date = Date.parse(answer.headers.get("Date"));
    if (date) learn(date / 1000);
  };

  const two = (number) => String(number).padStart(2, "0");

  const text = (seconds) => {
    const hours = Math.floor(seconds / 3600);
    const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
    return hours ? `${hours}:${rest}` : rest;
  };

  const show = (clock) => {
    const ends = Number(clock.dataset.ends);
    learn(ends - Number(clock.dataset.left));
    const left = Math.max(Math.ceil(ends - ahead - now()), 0);
    const shown = text(left);
    if (clock.textContent !== shown) clock.textContent = shown;
    clock.classList.toggle("warning", left > 0 && left <= WARNING);
    clock.classList.toggle("ended", left === 0);
  };

  const tick = () => {
    if (document.hidden) return;
    const clocks = document.querySelectorAll('.clock[data-running="true"]');
    if (clocks.length && Date.now() - seen > SLEPT) ask().catch(() => {});
    seen = Date.now();
    clocks.forEach(show);
  };

  tick();
  setInterval(tick, 250);
  document.addEventListener("visibilitychange", tick);
})();
