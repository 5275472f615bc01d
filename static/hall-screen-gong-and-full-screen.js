/* A hall screen: sounds at their time, also offline; full screen; updates. count-down-clocks.js
   runs the clock and ends announcements. <li data-sound="gong" data-at="seconds since 1970"> in
   #moments is the time of a sound; data-now is the server time of rendering, data-release the
   program's version then. */
"use strict";

(() => {
  const { serverTime, hallSounds } = window;
  const LATE = 2000; // milliseconds; later sounds are skipped
  const ASK = 20_000;
  const BETWEEN = 30_000; // minimum between reloads; two versions may run side by side during an update
  const MUTED = "hall-clock-muted";

  const face = document.getElementById("big-clock");
  const part = (name) => document.querySelector(`[data-part="${name}"]`);
  const [mute, full] = [part("mute"), part("full")];

  // --- sounds ---
  const sounded = new Set();
  const since = performance.now(); // start of this page

  const isMuted = () => mute.getAttribute("aria-pressed") === "true";

  const soundAt = ({ sound, at, told }) => {
    const now = serverTime.now();
    const late = now - at * 1000;
    const name = `${sound} ${at}`;
    const isBefore = performance.now() - late < since;
    if (!(late >= 0 && late <= LATE) || isBefore || sounded.has(name)) return;
    sounded.add(name);
    // A warning already past when rendered was given before or does not apply.
    if (told && told > at) return;
    if (!isMuted()) hallSounds.play(sound);
  };

  // --- connection ---
  let streams = true;
  let reached = true;
  let isOver = false; // whether the server has stopped serving this screen

  const connect = () => {
    const now = streams && serverTime.isReached() && navigator.onLine;
    if (now && !reached) document.body.dispatchEvent(new Event("reached"));
    reached = now;
    part("over").hidden = !isOver;
    part("offline").hidden = reached || isOver;
  };

  document.addEventListener("htmx:sseOpen", () => { streams = true; isOver = false; });
  document.addEventListener("htmx:sseError", () => { streams = false; });
  document.addEventListener("dismissed", () => { isOver = true; });
  setInterval(() => serverTime.renew(), ASK);

  // --- content ---
  const shown = () => face.querySelector("[data-now]").dataset;

  // Content of a new version needs its styles and scripts.
  const { release } = shown();
  let triedAt = 0;

  const follow = async () => {
    const now = performance.now();
    if ((shown().release ?? release) === release || now - triedAt < BETWEEN) return;
    triedAt = now;
    const page = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    if (page.ok) location.reload();
  };

  const tick = () => {
    serverTime.told(shown().now * 1000);
    serverTime.look();
    face.querySelectorAll("[data-sound]").forEach((moment) => soundAt(moment.dataset));
    part("silent").hidden = isMuted() || hallSounds.isAllowed();
    follow().catch(() => {});
    connect();
  };

  // --- buttons ---
  const press = (button, isOn) => button.setAttribute("aria-pressed", String(isOn));

  press(mute, localStorage.getItem(MUTED) === "yes");
  mute.addEventListener("click", () => {
    press(mute, !isMuted());
    localStorage.setItem(MUTED, isMuted() ? "yes" : "no");
  });

  for (const button of document.querySelectorAll("[data-try]")) {
    button.addEventListener("click", async () => {
      if (await hallSounds.allow()) hallSounds.play(button.dataset.try);
    });
  }

  full.hidden = !document.fullscreenEnabled;
  full.addEventListener("click", () => {
    const done = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen();
    done.catch(() => {});
  });
  document.addEventListener("fullscreenchange", () => press(full, Boolean(document.fullscreenElement)));

  tick();
  setInterval(tick, 100);
})();
