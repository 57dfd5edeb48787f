// Lessons that somebody writes, kept in this browser's storage by their names.

const prefix = "backfill-draft-";
const latest = "backfill-draft"; // has the name of the one that was written last

// mostBytes of a lesson, in UTF-8: as lessons.MostBytes.
export const mostBytes = 200_000;

// nameOf makes a name of a title or the name of a file.
export function nameOf(text) {
  const plain = text
    .replace(/\.(md|markdown|txt)$/i, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return plain || "lesson";
}

// names are those of all lessons that are kept.
export function names() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
      .sort();
  } catch {
    return []; // no storage
  }
}

// read is the lesson that is kept under a name, null if there is none.
export function read(name) {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

// keep keeps a lesson. It is false where the browser keeps nothing, or no more.
export function keep(name, source) {
  try {
    localStorage.setItem(prefix + name, source);
    localStorage.setItem(latest, name);
    return true;
  } catch {
    return false;
  }
}

export function remove(name) {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // there was none
  }
}

// last is the name of the lesson that was written last, null if there is none.
export function last() {
  try {
    const name = localStorage.getItem(latest);
    return name !== null && read(name) !== null ? name : null;
  } catch {
    return null;
  }
}

// free is a name like the wanted one under which nothing else than the source is kept.
export function free(wanted, source) {
  let name = wanted;
  for (let n = 2; ![null, source].includes(read(name)); n++) {
    name = `${wanted}-${n}`;
  }
  return name;
}

// readFile is the text of a file. An error says what is wrong with it.
export async function readFile(file) {
  if (file.size > mostBytes) {
    throw new Error(`${file.name} has ${file.size.toLocaleString("en")} bytes; a lesson has ${mostBytes.toLocaleString("en")} at most.`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`${file.name} is no text; Markdown in UTF-8 is accepted.`);
  }
}

// takeDropped calls take for a file that is dropped anywhere on the page, also on an editor, which would insert it.
export function takeDropped(take) {
  const carries = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => carries(event) && event.preventDefault());
  addEventListener(
    "drop",
    (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (file) {
        event.preventDefault();
        event.stopPropagation();
        take(file);
      }
    },
    { capture: true },
  );
}
