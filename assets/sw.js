// Keeps every file of one version of the page, for use without a network and for later visits, which so begin at once.
// A newer version is kept beside it until somebody asks for it or no page is open any more (offline.js). Whatever a page
// names has its contents' hash in its name, so a kept copy is never stale, and the files of several versions do not
// meet: a page that is open finds its own ones here even if the server has them no longer.
"use strict";

const version = VERSION;
const names = FILES; // of all files, relative to this script; "./" is index.html
const framed = "./?embed=1"; // is index.html for frames, which a host may answer with other headers
const late = LATE; // those of them that are large and rarely used: kept as soon as the lab itself is open
const base = new URL("./", location.href);
const mine = `backfill-${location.pathname}-`;
const cacheName = mine + version;
const hashed = /\.[0-9a-f]{16}\.[a-z]+$/;

self.addEventListener("install", (event) => event.waitUntil(keep(names.filter((name) => !late.includes(name)))));

self.addEventListener("activate", (event) => event.waitUntil(Promise.all([removeOthers(), self.clients.claim()])));

self.addEventListener("message", (event) => {
  if (event.data === "take over") {
    self.skipWaiting();
    return;
  }
  if (event.data?.pageIs && event.data.pageIs !== version) {
    event.source.postMessage("newer");
  }
  if (event.data?.whole) {
    event.waitUntil(keep(late).catch(() => {})); // the next visit tries again
  }
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const name = nameOf(request);
  if (names.includes(name)) {
    event.respondWith(answer(cacheName, name, request));
  } else if (hashed.test(name)) {
    event.respondWith(answer(undefined, name, request)); // perhaps of another version
  }
});

// nameOf is the name of the file that a request is for, "" if it is none of ours. What follows a question mark is for the
// page's program, and says whether it is a frame.
function nameOf(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) {
    return "";
  }
  const name = url.pathname.slice(base.pathname.length);
  if (name !== "" && name !== "index.html") {
    return name;
  }
  return url.searchParams.get("view") || url.searchParams.get("embed") ? framed : "./";
}

// answer is the kept copy, from any of the caches if none is named. Without one, which the browser may have removed, the
// server answers.
async function answer(cacheName, name, request) {
  const copy = await caches.match(new URL(name, base), { cacheName, ignoreVary: true }).catch(() => undefined);
  return copy ?? fetch(request);
}

// keep puts files into this version's cache. It fails as a whole if one of them is not there; the browser then tries to
// install this script again later.
async function keep(wanted) {
  const cache = await caches.open(cacheName);
  await Promise.all(
    wanted.map(async (name) => {
      if (await cache.match(new URL(name, base), { ignoreVary: true })) {
        return;
      }
      const known = hashed.test(name) ? await caches.match(new URL(name, base), { ignoreVary: true }) : undefined;
      await cache.put(name, known ?? (await load(name)));
    }),
  );
}

async function load(name) {
  const response = await fetch(name, { cache: hashed.test(name) ? "default" : "reload" });
  if (!response.ok) {
    throw new Error(`HTTP status ${response.status} for ${name}`);
  }
  if (name === "./" || name === framed) {
    return withoutPreload(response);
  }
  // A page cannot be opened from an answer that came from elsewhere.
  return response.redirected ? new Response(response.body, response) : response;
}

// withoutPreload is index.html as it is kept: Chromium compiles the program anew at every visit if it was preloaded, and there is
// no network to be ahead of.
async function withoutPreload(response) {
  const text = await response.text();
  if (!text.includes(version)) {
    throw new Error("the server has another version by now");
  }
  return new Response(text.replace(/<link rel="preload"[^>]*>\n/g, ""), response);
}

// removeOthers removes what is kept of other versions, except those of which a page is open: it holds a lock named after
// this script and its version. They go with the next version.
async function removeOthers() {
  const others = (await caches.keys()).filter((name) => name.startsWith(mine) && name !== cacheName);
  await Promise.all(
    others.map((name) =>
      navigator.locks.request(`${location.href}#${name.slice(mine.length)}`, { ifAvailable: true }, (lock) => lock && caches.delete(name)),
    ),
  );
}
