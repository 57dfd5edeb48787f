// Starts the page's program: compiles it once, keeps the compiled module for the workers, runs it.
// The names of all files, which change with their contents, come from the attributes of this script's tag.
import { keepForOffline } from "./offline.js";

(() => {

  const files = document.currentScript.dataset;
  const absolute = (url) => new URL(url, document.baseURI).href;

  let gallery = null; // promise of the gallery
  let expressions = null; // promise of a WebAssembly.Module

  const backfill = {
    module: null, // WebAssembly.Module, for the workers
    worker: null, // the first worker, which has the module; null if there is none or it has failed
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
    // expressions resolves to the compiled program of workers that compute expressions, which is fetched when it is
    // needed first; after a failure again.
    expressions: () => {
      expressions ??= compile(files.expressions).catch((error) => {
        expressions = null;
        throw error;
      });
      return expressions;
    },
    // charts resolves to the module of chart.js, which is fetched when the first chart is drawn.
    charts: () => import(backfill.chartURL),
  };
  globalThis.backfill = backfill;

  // fail says what happened above the page, which stays as it is.
  function fail(sentence, error) {
    console.error(sentence, error);
    const failure = document.getElementById("failure");
    failure.textContent = sentence;
    failure.hidden = false;
    document.getElementById("loading")?.remove();
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

  async function compile(url) {
    const response = await load(url);
    // Compiling while loading needs the right type, which poor static hosts do not send.
    const type = response.headers.get("Content-Type") ?? "";
    if (type.trim().toLowerCase() === "application/wasm") {
      return WebAssembly.compileStreaming(response);
    }
    return WebAssembly.compile(await response.arrayBuffer());
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

  async function start() {
    if (typeof WebAssembly !== "object") {
      fail("This browser cannot run WebAssembly, or it is switched off. Please use a current Firefox, Chrome, Edge or Safari.");
      return;
    }
    try {
      backfill.worker = startWorker();
      backfill.module = await compile(files.program);
      backfill.worker?.postMessage({ module: backfill.module });
    } catch (error) {
      fail("The simulator could not be loaded. Please check the connection and reload the page.", error);
      return;
    }
    performance.mark("backfill-compiled");
    try {
      const go = new Go();
      const instance = await WebAssembly.instantiate(backfill.module, go.importObject);
      swallowOneEval();
      const ended = go.run(instance);
      keepForOffline(files.version).catch((error) => console.info("not kept for offline use:", error));
      await ended;
      fail("The program has stopped. Please reload the page to go on; its address holds the experiment.");
    } catch (error) {
      fail("The program could not be run. Please reload the page; if that does not help, use a current browser.", error);
    }
  }

  start();
})();
