// Stands in for a worker of the page, which it becomes, and tells how large the program's memory is when it is asked.
const instantiate = WebAssembly.instantiate;
let memory = null;
WebAssembly.instantiate = async (...args) => {
  const made = await instantiate(...args);
  memory = (made.instance ?? made).exports.mem ?? memory;
  return made;
};

self.addEventListener("message", (event) => {
  if (event.data?.measure) {
    event.stopImmediatePropagation();
    event.data.measure.postMessage(memory ? memory.buffer.byteLength : 0);
  }
});

importScripts(new URL(location.href).searchParams.get("worker"));
