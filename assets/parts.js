// Puts the parts of the program together. The first part has the functions that the first picture needs, the rest has all others
// (wasm/link/split.go). Functions of different parts call each other through a table, so that the program runs before the rest is
// there: until then the slots of the rest have functions that load it first.

// join instantiates the first part of a program for its Go object. loadRest returns the rest, a WebAssembly.Module, at once; it is
// called when the program needs it before add has added it. A program in one piece needs neither.
export async function join(module, go, loadRest) {
  const [slots] = WebAssembly.Module.customSections(module, "slots");
  if (!slots) {
    return { instance: await WebAssembly.instantiate(module, go.importObject), add: async () => {} };
  }
  const [slot, count] = JSON.parse(new TextDecoder().decode(slots));
  let parts = {};
  let complete = false;
  const late = (place, slot) => {
    if (!complete) {
      new WebAssembly.Instance(loadRest(), { parts });
      complete = true;
    }
    return parts.table.get(slot)(place);
  };
  const stubs = await WebAssembly.instantiate(stubsFor(slot, count), { parts: { late } });
  const table = stubs.instance.exports.table;
  const instance = await WebAssembly.instantiate(module, { ...go.importObject, parts: { table } });
  parts = { table, ...instance.exports };
  return {
    instance,
    add: async (rest) => {
      if (!complete) {
        await WebAssembly.instantiate(rest, { parts });
        complete = true;
      }
    },
  };
}

// stubsFor is a module with a table, in each slot of which is a function that calls late with its argument and its slot. There are
// thousands, so that their bytes are written in place: the page waits for them.
function stubsFor(slot, count) {
  const i32 = 0x7f;
  // writeNumber writes a number from 0 to 2^20 - 1 in three bytes, LEB128.
  const writeNumber = (bytes, at, n) => {
    bytes[at] = (n & 127) | 128;
    bytes[at + 1] = ((n >> 7) & 127) | 128;
    bytes[at + 2] = n >> 14;
    return bytes;
  };
  const number = (n) => writeNumber([], 0, n);
  const name = (text) => [text.length, ...new TextEncoder().encode(text)];
  // each is an entry over and over, with a number in it that begins with first and ascends.
  const each = (before, first, after) => {
    const entry = Uint8Array.of(...before, 0, 0, 0, ...after);
    const entries = new Uint8Array(count * entry.length);
    for (let i = 0, at = 0; i < count; i++, at += entry.length) {
      entries.set(entry, at);
      writeNumber(entries, at + before.length, first + i);
    }
    return entries;
  };
  const section = (kind, head, entries) => [[kind, ...number(head.length + entries.length), ...head], entries];
  const pieces = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [2], [0x60, 1, i32, 1, i32, 0x60, 2, i32, i32, 1, i32]),
    ...section(2, [1], [...name("parts"), ...name("late"), 0x00, 1]),
    ...section(3, number(count), new Uint8Array(count)),
    ...section(4, [1], [0x70, 0, ...number(slot + count)]),
    ...section(7, [1], [...name("table"), 0x01, 0]),
    ...section(9, [1, 0, 0x41, ...number(slot), 0x0b, ...number(count)], each([], 1, [])),
    // No locals; local.get 0, i32.const, call 0, end.
    ...section(10, number(count), each([10, 0, 0x20, 0, 0x41], slot, [0x10, 0, 0x0b])),
  ];
  const module = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    module.set(piece, at);
    at += piece.length;
  }
  return module;
}

// loadAtOnce loads a file while everything else waits.
export function loadAtOnce(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.overrideMimeType("text/plain; charset=x-user-defined"); // a page gets only text at once: each byte is a character
  request.send();
  if (request.status !== 200) {
    throw new Error(`HTTP status ${request.status} for ${url}`);
  }
  const text = request.responseText;
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = text.charCodeAt(i);
  }
  return bytes;
}
