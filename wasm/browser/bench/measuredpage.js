// Comes before the page's own scripts and learns the sizes of the memories of its program and its workers. They never shrink, so that
// they are what was needed at the peak.
(() => {
  let memory = null;
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...args) => {
    const made = await instantiate(...args);
    memory = (made.instance ?? made).exports.mem ?? memory;
    return made;
  };
  window.Worker = class extends Worker {
    constructor(url) {
      super(`WORKER_PATH?worker=${encodeURIComponent(url)}`);
    }
  };
  let largest = 0; // of the workers
  new BroadcastChannel("memory").onmessage = ({ data }) => {
    largest = Math.max(largest, data);
  };
  window.memories = () => ({ Page: memory.buffer.byteLength, Worker: largest });
})();
