/* Turns notifications on this device on and off: <section data-push> holds a form for each, and
   messages about missing browser features. Asks for permission only on a tap. The server learns
   only what the forms send. */
"use strict";

(() => {
  const section = document.querySelector("[data-push]");
  if (!section) return;
  const part = (name) => section.querySelector(`[data-when="${name}"]`);
  const show = (name) =>
    section.querySelectorAll("[data-when]").forEach((each) => {
      each.hidden = each.dataset.when !== name;
    });

  const register = () =>
    navigator.serviceWorker.register(section.dataset.worker, {
      scope: section.dataset.scope,
    });

  const active = async () => {
    const registration = await register();
    const worker = registration.installing ?? registration.waiting;
    if (!registration.active && worker) {
      await new Promise((resolve) => {
        worker.addEventListener("statechange", () => {
          if (worker.state === "activated") resolve();
        });
      });
    }
    return registration.pushManager;
  };

  const fill = (form, values) => {
    for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
    form.submit();
  };

  const switchOn = async (form) => {
    if ((await Notification.requestPermission()) !== "granted") return show("refused");
    const manager = await active();
    const old = await manager.getSubscription();
    if (old) await old.unsubscribe();
    const given = await manager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: section.dataset.key,
    });
    const { endpoint, keys } = given.toJSON();
    fill(form, { endpoint, public_key: keys.p256dh, secret: keys.auth });
  };

  const switchOff = async (form) => {
    const given = await (await active()).getSubscription();
    const endpoint = given?.endpoint ?? "";
    if (given) await given.unsubscribe();
    fill(form, { endpoint });
  };

  const start = async () => {
    if (!window.isSecureContext) return show("insecure");
    const able = "serviceWorker" in navigator && "PushManager" in window;
    if (!able) return show("unable");
    if (Notification.permission === "denied") return show("refused");
    const known = await navigator.serviceWorker.getRegistration(section.dataset.scope);
    const own = known?.scope.endsWith(section.dataset.scope) ? known : null;
    const given = await own?.pushManager.getSubscription();
    show(given && section.dataset.devices !== "0" ? "on" : "off");
  };

  const on = (name, action) =>
    part(name).addEventListener("submit", (event) => {
      event.preventDefault();
      show("busy");
      action(event.target).catch(() => show("failed"));
    });

  on("off", switchOn);
  on("on", switchOff);
  start().catch(() => show("failed"));
})();
