// Compiles programs as they come from a host.

// compileResponse is the WebAssembly.Module of an answer.
export async function compileResponse(response) {
  if (PACKAGED) {
    return WebAssembly.compile(await unpacked(await response.arrayBuffer()));
  }
  // Compiling while loading needs the right type, which poor static hosts do not send.
  const type = response.headers.get("Content-Type") ?? "";
  if (type.trim().toLowerCase() === "application/wasm") {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

// unpacked are bytes that a package has compressed, since few learning platforms compress what they send. Some name the compression in the answer, so
// that the browser has undone it already.
async function unpacked(bytes) {
  const [first, second] = new Uint8Array(bytes, 0, 2);
  if (first !== 0x1f || second !== 0x8b) {
    return bytes;
  }
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
