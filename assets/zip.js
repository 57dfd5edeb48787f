// Writes ZIP files (PKWARE APPNOTE 6.3.9) whose entries are stored as they are: what is worth it has been compressed before.

// zip is a file with entries [name, bytes], in that order. Names are ASCII; all entries are of the first day that the format knows, so that the same
// entries make the same file.
export function zip(entries) {
  const parts = [];
  const directory = [];
  let at = 0;
  for (const [name, bytes] of entries) {
    const encoded = new TextEncoder().encode(name);
    const sum = checksum(bytes);
    const about = [[20, 2], [0, 2], [0, 2], [0, 2], [firstDay, 2], [sum, 4], [bytes.length, 4], [bytes.length, 4], [encoded.length, 2], [0, 2]]; // needs version 2.0, no flags, stored
    const header = [...fields([[0x04034b50, 4], ...about]), ...encoded];
    directory.push(...fields([[0x02014b50, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]]), ...encoded);
    parts.push(Uint8Array.from(header), bytes);
    at += header.length + bytes.length;
  }
  const end = fields([[0x06054b50, 4], [0, 2], [0, 2], [entries.length, 2], [entries.length, 2], [directory.length, 4], [at, 4], [0, 2]]);
  return new Blob([...parts, Uint8Array.from(directory), Uint8Array.from(end)], { type: "application/zip" });
}

const firstDay = (1 << 5) | 1; // 1 January 1980

// fields are numbers in so many bytes each, the lowest first.
function fields(numbers) {
  return numbers.flatMap(([number, size]) => Array.from({ length: size }, (_, i) => (number >>> (8 * i)) & 0xff));
}

const table = Uint32Array.from({ length: 256 }, (_, i) => {
  for (let bit = 0; bit < 8; bit++) {
    i = i & 1 ? (i >>> 1) ^ 0xedb88320 : i >>> 1;
  }
  return i;
});

// checksum is the CRC-32 of bytes.
function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum = (sum >>> 8) ^ table[(sum ^ byte) & 0xff];
  }
  return (sum ^ 0xffffffff) >>> 0;
}
