// Runs the tests of a Go package, compiled to WebAssembly. A message has the file's address and the arguments; the answer is the
// exit status and what was printed.
importScripts("wasm_exec.js");

self.onmessage = async ({ data: { url, argv } }) => {
  const decoder = new TextDecoder();
  let text = "";
  fs.writeSync = (_, bytes) => {
    text += decoder.decode(bytes, { stream: true });
    return bytes.length;
  };
  const go = new Go();
  go.argv = argv;
  go.exit = (code) => self.postMessage({ Code: code, Text: text });
  const { instance } = await WebAssembly.instantiateStreaming(fetch(url), go.importObject);
  await go.run(instance);
};
