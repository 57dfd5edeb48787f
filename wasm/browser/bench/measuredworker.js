// Stands in for a worker of the page, which it becomes, and tells how large the program's memory is whenever the program tells
// something: a worker with much in memory does not outlive its last answer.
const instantiate = WebAssembly.instantiate;
let memory = null;
WebAssembly.instantiate = async (...args) => {
  const made = await instantiate(...args);
  memory = (made.instance ?? made).exports.mem ?? memory;
  return made;
};

const sizes = new BroadcastChannel("memory");
const post = self.postMessage.bind(self);
self.postMessage = (...args) => {
  sizes.postMessage(memory.buffer.byteLength);
  post(...args);
};

importScripts(new URL(location.href).searchParams.get("worker"));
