// The page of a lesson that does not come with the page: from a link that holds it, from what is kept in this browser, or from a file. It shows those that come
// with the page, too, with the numbers that are drawn for a name.
import { inAddress, namesLesson, partsOfAddress } from "./address.js";
import { Desk } from "./desk.js";
import { mostBytes, read as readDraft, readFile, takeDropped } from "./drafts.js";
import { start } from "./lesson.js";
import { pack, unpack } from "./packed.js";
import { seedNamed } from "./seed.js";
import { leaveAddress, listMistakes, show } from "./showing.js";

const element = (id) => document.getElementById(id);
const opened = "backfill-lesson-opened"; // the file that was opened in this tab, for a reload

element("open-file").addEventListener("change", ({ target }) => target.files[0] && open(target.files[0]));
takeDropped(open);
// named is the part of the address that names a lesson.
const named = () => partsOfAddress().find(namesLesson);
const first = named();
const seed = seedNamed();
addEventListener("hashchange", () => {
  const now = named();
  const another = location.hash === "#another" || (now !== undefined && now !== first);
  const redrawn = (now !== undefined || seedNamed() !== "") && seedNamed() !== seed;
  if (!another && !redrawn) {
    return;
  }
  try {
    if (another) {
      sessionStorage.removeItem(opened);
    }
  } catch {
    // nothing is kept
  }
  location.reload();
});
leaveAddress();
begin();

async function begin() {
  let lesson = null;
  try {
    lesson = await find();
  } catch (error) {
    fail(error.message);
    return;
  }
  if (lesson === null) {
    element("opening").hidden = false;
    say("");
    return;
  }
  say("Reading the lesson …");
  const answer = await new Desk().ask({ verb: "read", ...lesson, seed });
  const link = `write.html#${lesson.name ? `lesson=${encodeURIComponent(lesson.name)}` : await pack(lesson.source)}`;
  for (const each of document.querySelectorAll("[data-write]")) {
    each.href = link;
  }
  if (answer.mistakes) {
    fail("This lesson cannot be read:");
    listMistakes(element("mistakes"), answer);
    element("mend").hidden = false;
    return;
  }
  say("");
  document.title = `${answer.title}: a lesson with Backfill`;
  element("lesson").hidden = false;
  show(document.querySelector("article"), element("publications"), answer, !lesson.name);
  start(answer.data);
}

// find is the lesson, by its text as {source} or by its name among those that come with the page as {name}; null if there is none.
async function find() {
  const linked = await unpack(location.hash.slice(1), mostBytes);
  if (linked !== null) {
    return { source: linked };
  }
  const lesson = inAddress("lesson");
  if (lesson !== null) {
    return { name: lesson };
  }
  const name = inAddress("name");
  if (name !== null) {
    const kept = readDraft(name);
    if (kept === null) {
      throw new Error(`This browser keeps no lesson “${name}”.`);
    }
    return { source: kept };
  }
  try {
    const source = sessionStorage.getItem(opened);
    return source === null ? null : { source };
  } catch {
    return null;
  }
}

// open opens a file: after a reload, so that nothing of another lesson is left.
async function open(file) {
  try {
    const source = await readFile(file);
    try {
      sessionStorage.setItem(opened, source);
      location.hash = "";
      location.reload();
    } catch {
      location.hash = await pack(source); // no storage: the address takes it
    }
  } catch (error) {
    fail(error.message);
  }
}

function say(text) {
  element("status").textContent = text;
}

function fail(text) {
  say(text);
  element("opening").hidden = false;
}
