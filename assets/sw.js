// Keeps the page's files for use without a network. Online the page itself always comes from the server,
// and whatever it names has its contents' hash in its name, so a kept copy of that is never stale.
"use strict";

const kept = FILES; // names relative to this script; "./" is the page
const keptOnceUsed = LATER;
const cacheName = `backfill-${location.pathname}-${VERSION}`;

self.addEventListener("install", (event) => {
  const requests = kept.map((name) => new Request(name, { cache: name === "./" ? "reload" : "default" }));
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  const mine = `backfill-${location.pathname}-`;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith(mine) && name !== cacheName).map((name) => caches.delete(name)))),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) {
    return;
  }
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await find("./")) ?? Response.error()));
  } else {
    event.respondWith(find(request).then((copy) => copy ?? fetchAndKeep(request)));
  }
});

async function fetchAndKeep(request) {
  const response = await fetch(request);
  if (response.ok && keptOnceUsed.some((name) => request.url === new URL(name, location.href).href)) {
    const cache = await caches.open(cacheName);
    await cache.put(request, response.clone());
  }
  return response;
}

async function find(request) {
  const cache = await caches.open(cacheName);
  return cache.match(request);
}
