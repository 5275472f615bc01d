/* Counts down a page's clocks by the server's time (server-time-on-this-device.js).
   <time class="clock" data-until="end of the countdown" data-told="server time when rendered"
     data-stepped="last change of the server's clock" data-warns="minutes left at the warning"
     data-running="true">
   A countdown to the start continues to data-then, the end of the round, since the server starts
   it by the same clock. <span data-late-at="when" data-late="in words"> is a table's progress,
   late from that moment on. <p data-ends-at="when"> is an announcement that ends then. Times are
   seconds since 1970. */
"use strict";

(() => {
  const { serverTime } = window;
  const AGAIN = 250;
  const running = () => document.querySelectorAll('.clock[data-running="true"]');
  const tables = () => document.querySelectorAll("[data-late-at]");
  const ending = () => document.querySelectorAll("[data-ends-at]");
  const isPast = (moment) => serverTime.now() >= moment * 1000;
  const two = (number) => String(number).padStart(2, "0");

  const text = (seconds) => {
    const hours = Math.floor(seconds / 3600);
    const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
    return hours ? `${hours}:${rest}` : rest;
  };

  const begin = (clock) => {
    const { then, thenLabel } = clock.dataset;
    clock.dataset.until = then;
    delete clock.dataset.then;
    clock.classList.replace("countdown", "running");
    clock.setAttribute("aria-label", thenLabel);
  };

  /** Changes the digits within the text node: a new node makes the browser recalculate all
      styles. */
  const say = (clock, shown) => {
    const [figures, ...more] = clock.childNodes;
    if (clock.textContent === shown) return;
    if (figures?.nodeType === Node.TEXT_NODE && !more.length) figures.data = shown;
    else clock.textContent = shown;
  };

  const show = (clock) => {
    if (!Number.isFinite(serverTime.now())) {
      // Until the server answers, an old page would show an outdated time.
      if (serverTime.isOld) clock.textContent = "--:--";
      return;
    }
    if (clock.dataset.then && isPast(clock.dataset.until)) begin(clock);
    const { until, warns } = clock.dataset;
    const left = Math.max(Math.ceil(until - serverTime.now() / 1000), 0);
    // Offline, a device that slept and one whose clock was set look the same.
    const shown = serverTime.isApproximate() ? `\u2248 ${text(left)}` : text(left);
    say(clock, shown);
    if (!clock.classList.contains("running")) return;
    clock.classList.toggle("warning", left > 0 && left <= warns * 60);
    clock.classList.toggle("ended", left === 0);
  };

  const showLate = (table) => {
    if (!isPast(table.dataset.lateAt)) return;
    table.textContent = table.dataset.late;
    table.className = "badge play-late";
    table.removeAttribute("data-late-at");
  };

  /** Milliseconds until a clock shows another second, or a new clock may appear. */
  const untilNext = (clocks) => {
    const now = serverTime.now();
    const left = [...clocks].map((clock) => clock.dataset.until * 1000 - now);
    return Math.min(AGAIN, ...left.filter((time) => time > 0).map((time) => time % 1000));
  };

  const tick = () => {
    const clocks = running();
    const late = tables();
    const ends = ending();
    if (document.hidden || !(clocks.length || late.length || ends.length)) return;
    clocks.forEach(({ dataset }) => {
      if (dataset.told) serverTime.told(dataset.told * 1000);
      if (dataset.stepped) serverTime.stepped(`stepped ${dataset.stepped}`);
    });
    serverTime.look();
    clocks.forEach(show);
    late.forEach(showLate);
    ends.forEach((said) => isPast(said.dataset.endsAt) && said.remove());
  };

  const goOn = () => {
    tick();
    setTimeout(goOn, Math.ceil(untilNext(running())) + 1);
  };

  goOn();
  document.addEventListener("visibilitychange", tick);
  // Immediately, so that a replaced clock keeps its colour.
  document.addEventListener("htmx:afterSwap", tick);
  document.addEventListener("htmx:sseMessage", tick);
})();
