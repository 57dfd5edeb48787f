// Keeps the page for use without a network, and offers a newer version of it when there is one (sw.js).

// keepForOffline registers the service worker, which has the files of this and other versions of the page. It fetches
// everything once more, so it waits until no experiment has run for a while. version is that of the page. A page without a
// service worker works as well: some private windows have none, and a frame in a page of others needs none. compile compiles the
// program: once more when it is kept for the first time, since Chromium keeps compiled code for later visits beside a copy that the
// service worker has answered.
export async function keepForOffline(version, compile) {
  if (!isAtHome()) {
    return;
  }
  const release = await hold(version);
  await rested(2000);
  // What a host lets its visitors keep for a while may hide a newer version.
  if (!navigator.serviceWorker.controller) {
    const again = () => compile().catch(() => {}); // only a later visit begins later
    navigator.serviceWorker.addEventListener("controllerchange", again, { once: true });
  }
  const registration = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
  navigator.serviceWorker.addEventListener("message", (event) => {
    if (event.data === "newer") {
      offer(registration, release);
    }
  });
  navigator.serviceWorker.startMessages();
  // Frames use only a part of what there is.
  const ask = (worker) => worker?.postMessage({ pageIs: version, whole: window === window.top });
  const askOnceThere = (worker) =>
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" || worker.state === "activated") {
        ask(worker);
      }
    });
  registration.addEventListener("updatefound", () => askOnceThere(registration.installing));
  askOnceThere(registration.installing);
  ask(registration.waiting ?? registration.active);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") {
      registration.update().catch(() => {}); // there may be no network
    }
  });
}

// rested waits until no experiment has run for so many milliseconds.
async function rested(pause) {
  const root = document.documentElement;
  return new Promise((resolve) => {
    let due = 0;
    const begin = () => {
      clearTimeout(due);
      if (!root.hasAttribute("data-busy")) {
        due = setTimeout(() => {
          observer.disconnect();
          resolve();
        }, pause);
      }
    };
    const observer = new MutationObserver(begin);
    observer.observe(root, { attributes: true, attributeFilter: ["data-busy"] });
    begin();
  });
}

// offerNewer offers a newer version in a page beside the lab. Such a page loads nothing of its version later on, so that
// nothing of it is held; it is of the version of the service worker that has brought it.
export async function offerNewer() {
  if (!isAtHome() || !navigator.serviceWorker?.controller) {
    return;
  }
  const registration = await navigator.serviceWorker.getRegistration();
  const newer = () => offer(registration, () => {});
  const offerOnceThere = (worker) =>
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") {
        newer();
      }
    });
  navigator.serviceWorker.addEventListener("controllerchange", newer);
  registration.addEventListener("updatefound", () => offerOnceThere(registration.installing));
  offerOnceThere(registration.installing);
  if (registration.waiting) {
    newer();
  }
}

// isAtHome tells whether the page is not a frame in a page of others.
export function isAtHome() {
  try {
    return window.top.location.origin === location.origin && location.origin !== "null";
  } catch {
    return false;
  }
}

// hold lets nobody remove the kept files of a version as long as this page is open, or until what it returns is called.
async function hold(version) {
  const name = new URL(`sw.js#${version}`, document.baseURI).href;
  return new Promise((held) => {
    navigator.locks.request(name, { mode: "shared" }, () => new Promise((release) => held(release))).catch(() => held(() => {}));
  });
}

// offer says that there is a newer version. Frames leave that to the page around them.
function offer(registration, release) {
  const line = document.getElementById("newer");
  if (window !== window.top || !line.hidden) {
    return;
  }
  line.hidden = false;
  line.querySelector("p").textContent = "A newer version is here: reload to use it.";
  line.querySelector("button").addEventListener("click", () => {
    const { waiting } = registration;
    if (!waiting) {
      location.reload();
      return;
    }
    release();
    waiting.addEventListener("statechange", () => {
      if (waiting.state === "activated" || waiting.state === "redundant") {
        location.reload();
      }
    });
    waiting.postMessage("take over");
  });
}
