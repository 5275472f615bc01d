/* Service worker of personal pages: shows push messages; a tap opens the page. Its address names
   who may send them (`?key=`). */
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, body, tag } = event.data.json();
  const shown = self.registration.showNotification(title, { body, tag, renotify: true });
  event.waitUntil(shown);
});

// The push service has a new address for this device: sends it to the server. Not every browser
// includes the old address or subscribes again.
const tellAnew = async ({ oldSubscription, newSubscription }) => {
  const { scope, pushManager } = self.registration;
  const ours = () => ({
    userVisibleOnly: true,
    applicationServerKey:
      oldSubscription?.options.applicationServerKey ??
      new URL(self.location).searchParams.get("key"),
  });
  const { endpoint, keys } = (newSubscription ?? (await pushManager.subscribe(ours()))).toJSON();
  const old = oldSubscription?.endpoint ?? "";
  const told = { old, endpoint, public_key: keys.p256dh, secret: keys.auth };
  await fetch(`${scope}push/again/`, { method: "POST", body: new URLSearchParams(told) });
};

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(tellAnew(event));
});

const openPage = async () => {
  const page = self.registration.scope;
  const open = await self.clients.matchAll({ type: "window" });
  const there = open.find((client) => client.url.startsWith(page));
  return there ? there.focus() : self.clients.openWindow(page);
};

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage());
});
