// Starts the program in a worker. The first message is {module: WebAssembly.Module}; the program then sets
// self.onmessage. What arrives before that is kept and handed over in order.
"use strict";

// A sandboxed page puts that file before this one.
if (!self.Go) {
  importScripts(WASM_EXEC_URL);
}

const waiting = [];
let started = false;
let handler = null;

function handOver() {
  while (handler && waiting.length > 0) {
    handler.call(self, waiting.shift());
  }
}

Object.defineProperty(self, "onmessage", {
  get: () => handler,
  set(value) {
    handler = value;
    // The program is setting this very property: let it come to rest first.
    setTimeout(handOver);
  },
});

async function run(module) {
  const go = new Go();
  await go.run(await WebAssembly.instantiate(module, go.importObject));
  throw new Error("the program in the worker has stopped");
}

self.addEventListener("message", (event) => {
  if (!started) {
    started = true;
    run(event.data.module).catch(reportError); // reaches the page as the worker's error event
  } else if (handler && waiting.length === 0) {
    handler.call(self, event);
  } else {
    waiting.push(event);
  }
});
