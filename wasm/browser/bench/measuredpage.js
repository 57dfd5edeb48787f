// Comes before the page's own scripts: its workers and its program can be asked for the size of their memory, which never shrinks,
// so that it is what they needed at their peak.
(() => {
  let memory = null;
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...args) => {
    const made = await instantiate(...args);
    memory = (made.instance ?? made).exports.mem ?? memory;
    return made;
  };
  const workers = [];
  window.Worker = class extends Worker {
    constructor(url) {
      super(`WORKER_PATH?worker=${encodeURIComponent(url)}`);
      workers.push(this);
    }
  };
  const askOne = (worker) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      setTimeout(() => resolve(0), 2000); // it was terminated
      worker.postMessage({ measure: port2 }, [port2]);
    });
  // The sizes in bytes: the page's, then those of its workers.
  window.memories = async () => [memory?.buffer.byteLength ?? 0, ...(await Promise.all(workers.map(askOne)))];
})();
