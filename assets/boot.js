// Starts the page's program: compiles it once, keeps the compiled modules for the workers, runs it.
// The names of all files, which change with their contents, come from the attributes of this script's tag.
import { answerFirst } from "./answered.js";
import { leadAway } from "./away.js";
import { reserve } from "./chartroom.js";
import { compileResponse } from "./compile.js";
import { isAtHome, keepForOffline } from "./offline.js";
import { join, loadAtOnce } from "./parts.js";

(() => {
  const files = document.currentScript.dataset;
  const absolute = (url) => new URL(url, document.baseURI).href;

  // As a frame of another page (manual/embedding.md) it is as high as what it shows.
  const query = new URLSearchParams(location.search);
  const framed = Boolean(query.get("view") || query.get("embed"));
  // A sandbox without allow-same-origin: nothing is stored, and everything is fetched as if from elsewhere.
  const sandboxed = self.origin === "null";

  // The theme that was chosen, or that the page around the frame wants, before the program applies it.
  const theme = framed ? query.get("theme") : chosenTheme();
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }

  let gallery = null; // promise of the gallery
  let written = null; // promise of {module: WebAssembly.Module}

  let go = null; // what the program knows of JavaScript
  let program = null; // promise of what join gives

  const backfill = {
    // The first message to a worker: the first part of the program and the rest, each a WebAssembly.Module, null until it is there.
    parts: { module: null, rest: null, restURL: absolute(files.rest) },
    worker: null, // the first worker, which has the first part; null if there is none or it has failed
    wasmExecURL: absolute(files.wasmExec),
    workerURL: absolute(files.worker),
    chartURL: absolute(files.charts),
    licensesURL: absolute(files.licenses),
    // gallery resolves to the gallery's list, which is fetched when the page first asks for it; after a failure again.
    gallery: () => {
      gallery ??= fetchGallery().catch((error) => {
        gallery = null;
        throw error;
      });
      return gallery;
    },
    // written resolves to the first message to a worker that computes expressions and scripts, with its program, which is fetched
    // when it is needed first; after a failure again.
    written: () => {
      written ??= compile(files.written)
        .then((module) => ({ module }))
        .catch((error) => {
          written = null;
          throw error;
        });
      return written;
    },
    // scenario resolves to the text at an address of this page's own host, of at most so many bytes.
    scenario: async (url, most) => {
      const address = new URL(url, document.baseURI);
      if (address.origin !== location.origin) {
        throw new Error("a frame opens only scenarios of its own host; the element <backfill-lab> fetches others");
      }
      return readText(await load(address.href), most);
    },
    // charts resolves to the module of chart.js, which is fetched when the first chart is drawn.
    charts: () => import(backfill.chartURL),
    // reserveChart gives a chart its place before it is drawn.
    reserveChart: reserve,
    // The page as it was prerendered (prerendered.js); null where it was not shown.
    prerendered: globalThis.prerendered ?? null,
  };
  globalThis.backfill = backfill;

  function chosenTheme() {
    try {
      return localStorage.getItem("backfill-theme"); // as in the lab
    } catch {
      return null; // no storage
    }
  }

  // fail says what happened above the page, which stays as it is.
  function fail(sentence, error) {
    console.error(sentence, error);
    const failure = document.getElementById("failure");
    failure.textContent = sentence;
    failure.hidden = false;
    document.getElementById("loading")?.remove();
    backfill.prerendered?.failed();
    if (framed && parent !== window) {
      parent.postMessage({ backfill: 1, type: "error", message: sentence }, "*");
    }
  }

  // unfinished says above the page that the rest of the program is missing, and offers to try again.
  function unfinished(error) {
    fail("A part of the program could not be loaded. Please check the connection. ", error);
    const again = document.createElement("button");
    again.type = "button";
    again.id = "again";
    again.textContent = "Try again";
    again.addEventListener("click", fetchRest);
    document.getElementById("failure").append(again);
  }

  // finished takes back what unfinished has said.
  function finished() {
    if (document.getElementById("again")) {
      document.getElementById("failure").replaceChildren();
      document.getElementById("failure").hidden = true;
    }
  }

  async function load(url) {
    const response = await fetch(url);
    if (!response.ok) {
      throw new Error(`HTTP status ${response.status} for ${url}`);
    }
    return response;
  }

  async function fetchGallery() {
    const response = await load(files.gallery);
    return response.json();
  }

  // readText gives up as soon as there are more than most bytes.
  async function readText(response, most) {
    const decoder = new TextDecoder();
    let text = "";
    let length = 0;
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) {
        return text + decoder.decode();
      }
      length += value.length;
      if (length > most) {
        await reader.cancel();
        throw new Error(`more than ${most} bytes`);
      }
      text += decoder.decode(value, { stream: true });
    }
  }

  async function compile(url) {
    return compileResponse(await load(url));
  }

  // A sandbox has no workers but those made of its own texts.
  async function ownWorkerURL() {
    const texts = await Promise.all([backfill.wasmExecURL, backfill.workerURL].map(async (url) => (await load(url)).text()));
    return URL.createObjectURL(new Blob(texts.flatMap((text) => [text, "\n"]), { type: "text/javascript" }));
  }

  // The first worker comes up while the program is still on its way, and starts the program beside the page.
  function startWorker() {
    const worker = new Worker(backfill.workerURL);
    worker.onerror = () => {
      backfill.worker = null;
    };
    return worker;
  }

  // vugu's renderer starts by evaluating its helper script, which the content security policy forbids.
  // The helper came as a file of its own, so that one call has nothing left to do.
  function swallowOneEval() {
    const original = window.eval;
    window.eval = () => {
      window.eval = original;
    };
  }

  // tellHeight tells the page around the frame how high it wants to be, which is no secret to anybody. The second form
  // is that of learning platforms (LTI).
  function tellHeight() {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    parent.postMessage({ backfill: 1, type: "height", height }, "*");
    parent.postMessage({ subject: "lti.frameResize", height }, "*");
  }

  function beFrame() {
    const root = document.documentElement;
    root.dataset.framed = "";
    if (["light", "dark"].includes(query.get("theme"))) {
      root.dataset.theme = query.get("theme");
    }
    if (parent !== window) {
      new ResizeObserver(tellHeight).observe(document.body);
    }
  }

  // refuseFrame is for the lab as a whole in a page of others, where a reader cannot know what is clicked. A host that can forbid it does
  // (serve/static); not every host can.
  function refuseFrame() {
    fail("The whole lab does not open inside another page; with “view” in its address it shows an experiment there. ");
    const link = document.createElement("a");
    link.href = location.href;
    link.target = "_blank";
    link.rel = "noopener";
    link.textContent = "Open Backfill";
    document.getElementById("failure").append(link);
  }

  // isKept says whether a service worker has all files. It answers no request that everything else waits for (loadAtOnce), but
  // both parts are there at once.
  function isKept() {
    try {
      return Boolean(navigator.serviceWorker?.controller);
    } catch {
      return false; // in a sandbox
    }
  }

  // drawn waits for the first picture, but not for long: there may be none.
  function drawn() {
    return new Promise((resolve) => {
      new PerformanceObserver((marks, observer) => {
        if (marks.getEntriesByName("backfill-first-picture").length > 0) {
          observer.disconnect();
          resolve();
        }
      }).observe({ type: "mark", buffered: true });
      setTimeout(resolve, 2000);
    });
  }

  // fetchRest adds the rest of the program to its first part, here and in the first worker. It is asked for at once, but read and
  // compiled only after the first picture, which has better use for the processors.
  async function fetchRest() {
    finished();
    try {
      const response = await load(files.rest);
      await drawn();
      const rest = await compileResponse(response);
      backfill.parts.rest = rest;
      await (await program).add(rest);
      backfill.worker?.postMessage({ rest });
    } catch (error) {
      if (!backfill.parts.rest) {
        unfinished(error);
      }
    }
  }

  // loadRest is for a program that cannot go on without the rest: the page waits, and asks when it cannot be loaded.
  function loadRest() {
    let bytes = null;
    while (!backfill.parts.rest && !bytes) {
      try {
        bytes = loadAtOnce(backfill.parts.restURL);
      } catch (error) {
        if (!confirm("A part of the program could not be loaded. Please check the connection. Try again?")) {
          stop("A part of the program could not be loaded. Please check the connection and reload the page; its address holds the experiment.", error);
        }
      }
    }
    try {
      backfill.parts.rest ??= new WebAssembly.Module(bytes);
    } catch (error) {
      stop("A part of the program could not be compiled. Please reload the page; if that does not help, use a current browser.", error);
    }
    finished();
    return backfill.parts.rest;
  }

  // stop ends the program in the middle of what it does.
  function stop(sentence, error) {
    go.exited = true;
    fail(sentence, error);
    throw error;
  }

  async function start() {
    if (PACKAGED) {
      leadAway(files.home);
    }
    if (framed) {
      beFrame();
    } else if (parent !== window && !isAtHome()) {
      refuseFrame();
      return;
    }
    if (typeof WebAssembly !== "object") {
      fail("This browser cannot run WebAssembly, or it is switched off. Please use a current Firefox, Chrome, Edge or Safari.");
      return;
    }
    await backfill.prerendered?.shown; // which has better use for the processors
    try {
      if (sandboxed) {
        backfill.workerURL = await ownWorkerURL();
      }
      backfill.worker = startWorker();
      // Where these answers cannot be loaded the worker gives them.
      const answered = backfill.prerendered && load(files.answered).then((response) => response.json()).catch(() => null);
      // Frames show other things than the first picture, so that their workers would fetch the rest once more. In a package the rest is compressed, which
      // cannot be undone at once.
      const both = PACKAGED || framed || isKept() ? [files.program, files.rest] : [files.program];
      [backfill.parts.module, backfill.parts.rest = null] = await Promise.all(both.map(compile));
      backfill.worker?.postMessage(backfill.parts);
      const first = await answered;
      if (first && backfill.worker) {
        answerFirst(backfill.worker, first);
      }
    } catch (error) {
      fail(
        sandboxed
          ? 'The simulator could not be loaded into this sandbox. Its host must send the header "Access-Control-Allow-Origin: *" with every file, or the frame needs sandbox="allow-scripts allow-same-origin".'
          : "The simulator could not be loaded. Please check the connection and reload the page.",
        error,
      );
      return;
    }
    performance.mark("backfill-compiled");
    try {
      go = new Go();
      program = join(backfill.parts.module, go, loadRest);
      if (!backfill.parts.rest) {
        fetchRest();
      }
      const { instance, add } = await program;
      if (backfill.parts.rest) {
        await add(backfill.parts.rest);
      }
      swallowOneEval();
      backfill.prerendered?.settle();
      const ended = go.run(instance);
      if (!PACKAGED) {
        keepForOffline(files.version, () => Promise.all([files.program, files.rest].map(compile))).catch((error) => console.info("not kept for offline use:", error));
      }
      await ended;
      fail("The program has stopped. Please reload the page to go on; its address holds the experiment.");
    } catch (error) {
      fail("The program could not be run. Please reload the page; if that does not help, use a current browser.", error);
    }
  }

  start();
})();
