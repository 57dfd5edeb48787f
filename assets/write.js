// The page in which a lesson is written: its text, and the lesson that this makes, read anew as one types.
import { inAddress, namesLesson, partsOfAddress } from "./address.js";
import { Desk } from "./desk.js";
import * as drafts from "./drafts.js";
import { openEditor } from "./editor.js";
import { save } from "./handing.js";
import { start, unveilPart } from "./lesson.js";
import { offerPackage } from "./packaging.js";
import { longestLink, longLink, pack, unpack } from "./packed.js";
import { offerSheets } from "./sheets.js";
import { leaveAddress, listMistakes, show } from "./showing.js";

const element = (id) => document.getElementById(id);
const pause = 400; // milliseconds after the last key until the lesson is read
const restful = 1_500; // milliseconds after it has been read until it is checked
const checkPatience = 90_000; // milliseconds

const reader = new Desk();
const checker = new Desk();
const editor = openEditor(element("editor"), typed);
let name = ""; // under which the lesson is kept
let due = 0; // the timer of the next reading or check
let wanted = null; // the text that is to be read next
let reading = false;
let readLast = null; // the text that could be read last

element("begin").addEventListener("change", beginFrom);
element("open-file").addEventListener("change", ({ target }) => {
  const [file] = target.files;
  target.value = ""; // the same file may be opened again
  if (file) {
    openFile(file);
  }
});
drafts.takeDropped(openFile);
offerSheets(() => editor.text);
offerPackage(element("package-form"), reader, () => ({ source: editor.text }));
element("name").addEventListener("change", rename);
element("save").addEventListener("click", () => {
  save(editor.text, `${name}.md`, "text/markdown");
  say(`Saved as ${name}.md.`);
});
element("copy").addEventListener("click", copyLink);
element("remove").addEventListener("click", removeDraft);
element("reveal").addEventListener("change", reveal);
addEventListener("hashchange", () => partsOfAddress().some(namesLesson) && begin());
leaveAddress();
begin();

// begin opens what the address names: a lesson that it holds, one that comes with the page, or one that is kept here; else what was written last.
async function begin() {
  const [lesson, asked] = [inAddress("lesson"), inAddress("name")];
  try {
    const linked = await unpack(location.hash.slice(1), drafts.mostBytes);
    if (linked !== null) {
      open(drafts.nameOf(titleOf(linked)), linked);
    } else if (lesson !== null) {
      await openBuiltIn(lesson);
    } else {
      const kept = asked ?? drafts.last();
      const source = kept === null ? null : drafts.read(kept);
      if (source === null) {
        await openBuiltIn("begin");
      } else {
        put(kept, source);
      }
      if (asked !== null && source === null) {
        say(`This browser keeps no lesson “${asked}”.`);
      }
    }
  } catch (error) {
    say(error.message);
  }
}

// openBuiltIn opens a lesson that comes with the page, or the short one to begin from.
async function openBuiltIn(lesson) {
  const { source, mistakes } = await reader.ask({ verb: "source", name: lesson });
  if (mistakes) {
    throw new Error(mistakes[0].reason);
  }
  open(lesson === "begin" ? "my-lesson" : `my-${lesson}`, source);
}

// open opens a text that is new here, under a name that has nothing else.
function open(wish, source) {
  put(drafts.free(wish, source), source);
  keep();
}

// put shows a text that is kept under a name.
function put(as, source) {
  name = as;
  editor.open(source);
  showName();
  readSoon(0);
}

// showName shows the name, wherever it stands: in the address, too, so that a reload comes back to the text.
function showName() {
  element("name").value = name;
  element("try").href = `lesson-own.html#name=${name}`;
  window.history.replaceState(null, "", `#name=${name}`);
  listDrafts();
}

async function openFile(file) {
  try {
    const source = await drafts.readFile(file);
    open(drafts.nameOf(file.name), source);
    say(`${file.name} is open.`);
  } catch (error) {
    say(error.message);
  }
}

async function beginFrom({ target }) {
  const [kind, which] = target.value.split(/:(.*)/);
  target.value = "";
  try {
    if (kind === "kept") {
      put(which, drafts.read(which) ?? "");
    } else {
      await openBuiltIn(which);
    }
    editor.focus();
  } catch (error) {
    say(error.message);
  }
}

// listDrafts offers the lessons that this browser keeps.
function listDrafts() {
  const others = drafts.names().filter((each) => each !== name);
  element("kept").hidden = others.length === 0;
  element("kept").replaceChildren(...others.map((each) => new Option(each, `kept:${each}`)));
}

function typed() {
  keep();
  readSoon(pause);
}

function keep() {
  const kept = drafts.keep(name, editor.text);
  element("unkept").hidden = kept;
}

function rename() {
  const before = name;
  const wish = drafts.nameOf(element("name").value);
  if (wish !== before) {
    name = drafts.free(wish, editor.text);
    keep();
    drafts.remove(before);
  }
  showName();
}

async function removeDraft() {
  if (!confirm(`Remove “${name}” from this browser? Files that you saved stay.`)) {
    return;
  }
  drafts.remove(name);
  const [next] = drafts.names();
  if (next === undefined) {
    await openBuiltIn("begin").catch((error) => say(error.message));
  } else {
    put(next, drafts.read(next));
  }
}

// copyLink copies a link to the lesson, unless it cannot be read: students would only get its mistake.
async function copyLink() {
  element("link-line").hidden = true;
  const source = editor.text;
  const checked = element("state").dataset.at === "checked" && source === readLast;
  const wrong = checked && element("state").classList.contains("wrong");
  if (source !== readLast) {
    say("Reading …");
    const { mistakes } = await reader.ask({ verb: "read", source });
    if (mistakes) {
      say(`Nothing is copied, because the lesson cannot be read. Line ${mistakes[0].line}: ${mistakes[0].reason}`);
      return;
    }
  }
  const doubt = wrong ? " The lesson has mistakes, which are listed below: mend them before you hand out the link." : checked ? "" : " The lesson has not been checked yet: wait for “No mistakes.” before you hand out the link.";
  const link = new URL(`lesson-own.html#${await pack(source)}`, document.baseURI).href;
  const length = `${link.length.toLocaleString("en")} characters`;
  if (link.length > longestLink) {
    say(`The lesson is too long for a link: it would have ${length}, and ${longestLink.toLocaleString("en")} at most are accepted. Save it, and hand out the file.`);
    return;
  }
  const caution = link.length > longLink ? ` Some programs cut off links of more than ${longLink.toLocaleString("en")}: try it where you mean to put it, or hand out the file.` : "";
  try {
    await navigator.clipboard.writeText(link);
    say(`The link is copied. It holds the whole lesson, in ${length}.${caution}${doubt}`);
  } catch {
    element("link").value = link;
    element("link-line").hidden = false;
    element("link").select();
    say(`Copy the link from the field. It holds the whole lesson, in ${length}.${caution}${doubt}`);
  }
}

// Reading

function readSoon(wait) {
  clearTimeout(due);
  checker.end();
  element("state").dataset.at = "typed";
  due = setTimeout(readNow, wait);
}

// readNow reads the text as it is. Of texts that come while another one is being read, the last one is read next.
async function readNow() {
  wanted = editor.text;
  if (reading) {
    return;
  }
  reading = true;
  while (wanted !== null) {
    const source = wanted;
    wanted = null;
    doing("Reading …");
    const answer = await reader.ask({ verb: "read", source });
    if (wanted === null && source === editor.text) {
      showRead(answer, source);
    }
  }
  reading = false;
}

function showRead(answer, source) {
  told(answer, "read");
  element("nothing").hidden = !answer.mistakes || !element("lesson").hidden;
  if (answer.mistakes) {
    return;
  }
  readLast = source;
  element("lesson").hidden = false;
  document.title = `${answer.title}: writing a lesson with Backfill`;
  show(document.querySelector("article"), element("publications"), answer, true);
  start(answer.data, { keeps: false });
  reveal();
  clearTimeout(due);
  due = setTimeout(check, restful);
}

// check looks whether every question has an answer, which takes longer than reading.
async function check() {
  const source = editor.text;
  doing("Checking every question …");
  const answer = await checker.ask({ verb: "check", source }, checkPatience);
  if (answer && source === editor.text && !reading) {
    told(answer, "checked");
  }
}

// told says what is wrong by an answer of the desk. at is how far the text has come: typed, read or checked.
function told(answer, at) {
  const { mistakes = [], more = 0, warnings = 0 } = answer;
  editor.mark(mistakes);
  listMistakes(element("mistakes"), answer, (line) => editor.go(line));
  const wrong = mistakes.length + more - warnings;
  const state = element("state");
  if (at === "read") {
    state.textContent = wrong ? unreadable(wrong) : "It can be read.";
  } else {
    state.textContent = [wrong ? `${counted(wrong, "mistake")}.` : "No mistakes.", ...(warnings ? [`${counted(warnings, "warning")}.`] : [])].join(" ");
  }
  state.classList.toggle("wrong", wrong > 0);
  state.dataset.at = at;
  doing("");
}

const counted = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

// unreadable says that the text cannot be read for so many mistakes. What needs a part with a mistake, and whether answers are right, is looked at later.
function unreadable(wrong) {
  const shown = element("lesson").hidden ? "" : " The lesson is shown as it was before.";
  return `${counted(wrong, "mistake")}: the lesson cannot be read. What depends on ${wrong === 1 ? "it" : "them"} has not been checked yet.${shown}`;
}

// reveal shows what waits for an answer, if that is wanted.
function reveal() {
  if (element("reveal").checked) {
    document.querySelectorAll("article .veiled").forEach(unveilPart);
  } else if (document.querySelector("article [data-after]:not(.veiled)") && !reading) {
    readSoon(0);
  }
}

function doing(text) {
  element("doing").textContent = text;
}

function say(text) {
  element("said").textContent = text;
}

// titleOf is the title in a lesson's front matter, as far as it is plain to see.
function titleOf(source) {
  return source.match(/^title\s*=\s*"([^"\n]*)"/m)?.[1] ?? "lesson";
}
