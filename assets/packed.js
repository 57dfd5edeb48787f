// Texts in the fragment of an address, as experiments are in one (ui/link): base64url of what deflate makes of UTF-8. 1 is the version of this
// format.
import { partsOf } from "./address.js";

const prefix = "l=1.";

// longLink is how many characters most programs take of a link; they cut longer ones off, some silently. longestLink is how many browsers are sure
// to open.
export const longLink = 8_000;
export const longestLink = 60_000;

// pack makes the fragment of an address that holds a lesson, without the #.
export async function pack(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  let bytes = "";
  for (const byte of new Uint8Array(await new Response(packed).arrayBuffer())) {
    bytes += String.fromCharCode(byte);
  }
  return prefix + btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// unpack is the lesson that a fragment holds, of so many bytes at most; null if it holds none. An error says what is wrong with it.
export async function unpack(fragment, most) {
  const part = partsOf(fragment).find((each) => each.startsWith("l="));
  if (part === undefined) {
    return null;
  }
  if (!part.startsWith(prefix)) {
    throw new Error("The link was made by a newer version of this program.");
  }
  const cutOff = new Error("The link is damaged or was cut off.");
  let bytes;
  try {
    bytes = Uint8Array.from(atob(part.slice(prefix.length).replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  } catch {
    throw cutOff;
  }
  const parts = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw cutOff;
    });
    if (done) {
      break;
    }
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error(`The link holds a lesson of more than ${most.toLocaleString("en")} bytes; at most that many are accepted.`);
    }
    parts.push(value);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
  } catch {
    throw cutOff;
  }
}
