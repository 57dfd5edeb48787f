// Starts the program in a worker. The first message is {module, rest, restURL}: a WebAssembly.Module and, of a program in two
// parts, another one, if it is there already, and its address. A message {rest} brings it later, {lock} names a lock to hold. The program sets
// self.onmessage. What else arrives before that is kept and handed over in order.
import { join, loadAtOnce } from "./parts.js";

// A sandboxed page puts that file before this one.
if (!self.Go) {
  importScripts(WASM_EXEC_URL);
}

const waiting = [];
let started = false;
let handler = null;
let program = null; // promise of what join gives

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

async function run({ module, rest, restURL }) {
  const go = new Go();
  program = join(module, go, () => new WebAssembly.Module(loadAtOnce(restURL)));
  const { instance, add } = await program;
  if (rest) {
    await add(rest);
  }
  await go.run(instance);
  throw new Error("the program in the worker has stopped");
}

// hold takes a lock for as long as this worker lives, and tells the page when it has it. A sandbox has no locks.
async function hold(lock) {
  try {
    await navigator.locks.request(lock, () => {
      self.postMessage({ lock });
      return new Promise(() => {});
    });
  } catch (error) {
    console.info("the end of this worker will not be noticed:", error);
  }
}

self.addEventListener("message", (event) => {
  if (!started) {
    started = true;
    run(event.data).catch(reportError); // reaches the page as the worker's error event
  } else if (event.data.rest) {
    program.then(({ add }) => add(event.data.rest)).catch(reportError);
  } else if (event.data.lock) {
    hold(event.data.lock);
  } else if (handler && waiting.length === 0) {
    handler.call(self, event);
  } else {
    waiting.push(event);
  }
});
