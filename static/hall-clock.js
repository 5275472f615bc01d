/* The big clock: its sounds at their moments, also without a network; full screen; the
   screen kept awake. clock.js counts.
   <li data-sound="gong" data-at="seconds since 1970"> in #moments is a moment to sound at. */
"use strict";

(() => {
  const { serverTime, hallSounds } = window;
  const LATE = 2000; // milliseconds after which a sound no longer means anything
  const ASK = 20_000;
  const MUTED = "hall-clock-muted";

  const face = document.getElementById("big-clock");
  const part = (name) => document.querySelector(`[data-part="${name}"]`);
  const [mute, full] = [part("mute"), part("full")];

  // --- sounds ---
  const sounded = new Set();
  let since = null; // when this page began to listen

  const isMuted = () => mute.getAttribute("aria-pressed") === "true";

  const soundAt = ({ sound, at, told }) => {
    const now = serverTime.now();
    const due = at * 1000;
    const name = `${sound} ${at}`;
    if (due > now || now - due > LATE || due < since || sounded.has(name)) return;
    sounded.add(name);
    // A warning that was past when this was written has been given, or is none.
    if (told && told > at) return;
    if (!isMuted()) hallSounds.play(sound);
  };

  // --- the network ---
  let streams = true;
  let reached = true;

  const connect = () => {
    const now = streams && serverTime.isReached() && navigator.onLine;
    if (now && !reached) document.body.dispatchEvent(new Event("reached"));
    reached = now;
    part("offline").hidden = reached;
  };

  document.addEventListener("htmx:sseOpen", () => { streams = true; });
  document.addEventListener("htmx:sseError", () => { streams = false; });
  setInterval(() => serverTime.renew(), ASK);

  const tick = () => {
    serverTime.told(face.querySelector("[data-now]").dataset.now * 1000);
    serverTime.look();
    since ??= serverTime.now();
    face.querySelectorAll("[data-sound]").forEach((moment) => soundAt(moment.dataset));
    part("silent").hidden = isMuted() || hallSounds.isAllowed();
    connect();
  };

  // --- what one can press ---
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

  // --- no sleep ---
  const stayAwake = async () => {
    if (document.hidden) return;
    try {
      await navigator.wakeLock.request("screen");
      part("sleepy").hidden = true;
    } catch {
      part("sleepy").hidden = false;
    }
  };

  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);

  tick();
  setInterval(tick, 100);
})();
