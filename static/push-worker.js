/* The service worker of a player's own page: it shows what it is told, and a tap on
   that opens the page. */
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, body, tag } = event.data.json();
  const shown = self.registration.showNotification(title, { body, tag, renotify: true });
  event.waitUntil(shown);
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
