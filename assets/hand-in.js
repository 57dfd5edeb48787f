// The page for teachers: reads the files that a class has handed in, has a worker judge every answer anew, and shows one table for each lesson.
// What stands in a file comes into the page as text alone.
import { Desk } from "./desk.js";
import { mostBytes } from "./drafts.js";
import { save } from "./handing.js";
import { most, read } from "./handed.js";
import { inFileName } from "./record.js";
import { aboutVersions, alike, between, csv, falseClaims, judgedOf, mark, misfit, odd, right, rightOf, shownOf, STATES, toSimulate, unjudged, versionsOf, wins, winsMost, words } from "./marks.js";
import { isWatched } from "./answers.js";
import { span } from "./durations.js";

const mostFiles = 200;

const patience = 60_000; // milliseconds for one simulation
const desk = new Desk();
const entries = []; // the files, in the order in which they came
const problems = []; // of files that were not read, as texts
const sources = new Map(); // Markdown of lessons that were dropped, by digest
const lessons = new Map(); // promises of lessons that were read, by what was asked for
let working = false;
let generation = 0; // of what is judged: what comes of an earlier one is forgotten
const place = (id) => document.getElementById(id);

// ask asks the program of lessons. Its error says what is wrong with what was asked for, or that there was no answer (unanswered).
async function ask(verb, fields) {
  const answer = await desk.ask({ verb, ...fields }, patience);
  if (!answer) {
    throw Object.assign(new Error("it was given up"), { unanswered: true });
  }
  if (answer.mistakes) {
    const [{ reason }] = answer.mistakes;
    throw Object.assign(new Error(reason), { unanswered: Boolean(answer.unanswered) });
  }
  return answer;
}

// Files come

place("drop").hidden = false;
place("choose").addEventListener("change", ({ target }) => {
  take([...target.files]);
  target.value = "";
});
for (const name of ["dragover", "drop"]) {
  addEventListener(name, (event) => {
    event.preventDefault();
    place("drop").classList.toggle("over", name === "dragover");
    if (name === "drop") {
      take([...event.dataTransfer.files]);
    }
  });
}
addEventListener("dragleave", () => place("drop").classList.remove("over"));
place("clear").addEventListener("click", () => {
  generation++;
  desk.end();
  for (const list of [entries, problems]) {
    list.length = 0;
  }
  sources.clear();
  lessons.clear();
  place("progress").textContent = "";
  show();
});

async function take(files) {
  for (const file of files) {
    try {
      await takeOne(file);
    } catch (error) {
      problems.push(`${file.name}: ${error.message}`);
    }
    show();
  }
  judgeAll();
}

async function takeOne(file) {
  const isLesson = /\.(md|markdown)$/i.test(file.name);
  const largest = isLesson ? mostBytes : most.bytes;
  if (file.size > largest) {
    throw new Error(`the file has ${file.size.toLocaleString("en-GB")} bytes; up to ${largest.toLocaleString("en-GB")} are accepted`);
  }
  if (isLesson) {
    await takeLesson(await file.text());
    return;
  }
  if (entries.length >= mostFiles) {
    throw new Error(`there are ${mostFiles} files already; no more are accepted at once`);
  }
  entries.push({ source: file.name, file: read(await file.text()), marks: null, notes: [], lesson: null });
}

// takeLesson takes the Markdown of a lesson; files that waited for it are judged, and those of which not everything is of the version by which they were judged.
async function takeLesson(source) {
  const { data } = await ask("read", { source });
  sources.set(data.digest, { source, title: data.title });
  for (const entry of entries) {
    if (!entry.lesson || entry.marks?.some(({ version }) => version !== "same")) {
      Object.assign(entry, { marks: null, notes: [], lesson: null });
    }
  }
}

// Judging

async function judgeAll() {
  if (working) {
    return;
  }
  working = true;
  for (let entry = next(); entry; entry = next()) {
    const begun = generation;
    place("progress").textContent = `Judging ${entries.filter(({ marks }) => marks).length + 1} of ${entries.length}: ${entry.file.name} …`;
    let made;
    try {
      made = await judgeOne(entry.file);
    } catch (error) {
      made = { marks: [], notes: [`not judged: ${error.message}`], lesson: null };
    }
    if (begun === generation) {
      Object.assign(entry, made);
      show();
    }
  }
  working = false;
  place("progress").textContent = entries.length > 0 ? told() : "";
}

const next = () => entries.find(({ marks }) => marks === null);

function told() {
  const judged = entries.filter(({ lesson }) => lesson).length;
  return `${judged} of ${entries.length} ${entries.length === 1 ? "file" : "files"} judged.`;
}

// sourceOf says how the lesson that a file answers is asked for: by the name of one that comes with the page, or with the Markdown that was dropped.
function sourceOf({ lesson }) {
  const dropped = sources.get(lesson.digest) ?? [...sources.values()].find(({ title }) => title === lesson.title);
  if (dropped) {
    return { source: dropped.source };
  }
  return lesson.name.startsWith("own-") ? null : { name: lesson.name };
}

// lessonOf reads the lesson of a file with the numbers of its seed.
function lessonOf(of, seed) {
  const key = JSON.stringify([of, seed]);
  if (!lessons.has(key)) {
    lessons.set(
      key,
      ask("read", { ...of, seed }).then(({ body, data }) => ({ of, seed, data, texts: textsOf(body), results: new Map() })),
    );
  }
  return lessons.get(key);
}

// textsOf are the texts of the questions of a lesson and of their options, by question. The document is never shown, and runs nothing.
function textsOf(body) {
  const forms = new DOMParser().parseFromString(body, "text/html").querySelectorAll("form.question");
  return new Map(
    [...forms].map((form) => {
      const legend = form.querySelector("legend").cloneNode(true);
      legend.querySelector(".number")?.remove();
      return [form.dataset.question, { ask: legend.textContent.trim(), options: new Map([...form.querySelectorAll("label")].map((label) => [label.querySelector("input")?.value, label.textContent.trim()])) }];
    }),
  );
}

// judgeOne judges all answers of a file.
async function judgeOne(file) {
  const of = sourceOf(file);
  if (!of) {
    return { marks: [], notes: [], lesson: null };
  }
  const lesson = await lessonOf(of, file.seed);
  const { questions } = lesson.data;
  const versions = versionsOf(lesson.data, file);
  const notes = [aboutVersions(lesson.data, file, versions)].filter(Boolean);
  if (lesson.data.seed !== undefined && alike(file.seed) !== alike(file.name)) {
    notes.push(file.seed ? `its numbers are drawn for “${file.seed}”, not for this name` : "no name was typed in the lesson: the numbers are the common ones");
  }
  const unknown = file.questions.filter(({ id }) => !questions.some((question) => question.id === id));
  if (unknown.length > 0) {
    notes.push(`it answers ${unknown.length === 1 ? "a question" : `${unknown.length} questions`} that the lesson does not have`);
  }
  const marks = [];
  let patient = true; // until a simulation of the file has taken too long
  for (const [i, question] of questions.entries()) {
    const entry = entryOf(file, question);
    if (versions[i] !== "same") {
      marks.push({ ...unjudged(versions[i], entry), rights: entry.tries.map(() => undefined), version: versions[i] });
      continue;
    }
    const { rights, won, wrong, open } = await rightsOf(lesson, question, entry, patient);
    patient &&= !open;
    notes.push(...wrong.map((why) => `question ${i + 1}: ${why}`));
    marks.push({ ...mark(question, entry, rights, open), rights, won, seeds: question.beat?.seeds.length, version: versions[i] });
  }
  const claimed = falseClaims(marks);
  if (claimed.length > 0) {
    notes.push(`it says that question${claimed.length > 1 ? "s" : ""} ${claimed.join(", ")} ${claimed.length > 1 ? "are" : "is"} right, and ${claimed.length > 1 ? "they are" : "it is"} not`);
  }
  return { marks, notes: [...notes, ...odd(file, Date.now())], lesson };
}

// entryOf is what a file has of a question.
const entryOf = (file, question) => file.questions.find(({ id }) => id === question.id) ?? { tries: [], count: 0, hints: 0, shown: null };

// rightsOf says of each attempt whether it is right, undefined where that was not looked at; and what is wrong with attempts that are not right, where that
// needs to be told. Of scripts that are to beat a policy it says with how many seeds the best one of those that were simulated has won.
// A file that has taken too long once is not simulated again.
async function rightsOf(lesson, question, { tries }, patient) {
  const rights = tries.map(() => undefined);
  let best;
  const wrong = [];
  let open = false;
  for (const i of isWatched(question) ? toSimulate(tries) : tries.keys()) {
    const why = misfit(question, tries[i]);
    if (why) {
      rights[i] = false;
      wrong.push(why);
      continue;
    }
    try {
      if (isWatched(question) && !patient) {
        throw Object.assign(new Error("another simulation of this file took too long"), { unanswered: true });
      }
      if (question.kind === "beat") {
        const won = await wonOf(lesson, question, tries[i]);
        best = Math.max(best ?? 0, won);
        rights[i] = winsMost(question, won);
        if (!rights[i]) {
          wrong.push(`attempt ${i + 1}, which the file calls successful, beats ${question.beat.rival} with ${won} of the ${question.beat.seeds.length} seeds with which all scripts are judged here; more than half are needed`);
        }
      } else {
        const results = isWatched(question) ? (await attempted(lesson, question, tries[i])).results : await resultsOf(lesson, question.about);
        rights[i] = right(question, tries[i], results);
      }
    } catch (error) {
      // An experiment that fails is the student's fault only if the student has changed it.
      const theirs = isWatched(question) && !error.unanswered;
      rights[i] = theirs ? false : undefined;
      open ||= !theirs;
      wrong.push(`attempt ${i + 1} ${theirs ? "fails" : "was not judged"}: ${error.message}`);
    }
    if (rights[i] || (open && isWatched(question))) {
      break;
    }
  }
  return { rights, won: best, wrong: [...new Set(wrong)].slice(0, 3), open };
}

// wonOf is with how many seeds of the question a script beats its rival. The seed that the file has is not looked at.
async function wonOf(lesson, question, { changes }) {
  let won = 0;
  for (const seed of question.beat.seeds) {
    won += wins(question, (await attempted(lesson, question, { changes, seed })).results);
  }
  return won;
}

// resultsOf are the results of a lab as the lesson has it.
async function resultsOf(lesson, lab) {
  if (!lesson.results.has(lab)) {
    lesson.results.set(lab, (await ask("results", { ...lesson.of, seed: lesson.seed, lab })).results);
  }
  return lesson.results.get(lab);
}

// attempted is a question's lab with what a student made of it: its results and its address, or the address alone (only = "address").
function attempted(lesson, question, { changes, seed }, only) {
  return ask("attempt", { ...lesson.of, seed: lesson.seed, question: question.id, changes, draw: seed ?? null, only });
}

// Tables

// show shows all there is, anew.
function show() {
  place("clear").hidden = entries.length + problems.length + sources.size === 0;
  place("problems").replaceChildren(...problems.map((text) => element("li", text)));
  place("lies").hidden = entries.length === 0;
  const groups = new Map();
  for (const entry of entries) {
    const of = sourceOf(entry.file);
    const key = of?.source ?? of?.name ?? entry.file.lesson.digest;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  place("classes").replaceChildren(...[...groups.values()].map(classOf));
}

const collator = new Intl.Collator("en", { numeric: true }); // student 9 before student 10

// sorting is by which column tables are sorted, and in which direction.
const sorting = { column: "Student", sign: 1 };

// columnsOf are the columns of a table: what they are called, what stands in them, and by what they are sorted. Those that are filed stand in the CSV file alone.
function columnsOf(lesson) {
  const minutes = ({ file }) => Math.round(file.visibleSeconds / 60);
  const judged = (count) => ({ lesson, marks }) => (lesson ? count(marks) : ""); // no number of what nobody has judged
  const instant = (title, key) => ({ title, text: ({ file }) => moment(file[key], false), plain: ({ file }) => (file[key] === null ? "" : new Date(file[key]).toISOString()), by: ({ file }) => file[key] ?? 0 });
  return [
    { title: "Student", text: ({ file }) => file.name, by: ({ file }) => alike(file.name) },
    { title: "Right", text: judged((marks) => `${rightOf(marks)} of ${judgedOf(marks)}`), plain: judged(rightOf), by: ({ marks }) => -rightOf(marks) },
    { title: "Judged", filed: true, text: judged(judgedOf) },
    { title: "Shown", text: judged(shownOf), by: ({ marks }) => -shownOf(marks) },
    ...(lesson?.data.questions ?? []).map((question, i) => ({
      title: `Question ${i + 1}`,
      question,
      i,
      text: ({ marks }) => (marks[i] ? words(marks[i]) : ""),
      by: ({ marks }) => (marks[i] ? STATES.indexOf(marks[i].state) * 1e7 + (marks[i].n ?? 0) : 1e9),
    })),
    { title: "Time", csv: "Minutes", text: ({ file }) => span(minutes({ file }) * 60 || file.visibleSeconds), plain: ({ file }) => Math.round(file.visibleSeconds / 6) / 10, by: ({ file }) => file.visibleSeconds },
    instant("Begun", "begun"),
    instant("Saved", "saved"),
  ];
}

// classOf is the table of the files about one lesson.
function classOf(group) {
  const lesson = group.find((entry) => entry.lesson)?.lesson;
  const others = between(group);
  const rows = group.map((entry, i) => ({ ...entry, marks: entry.marks ?? [], all: [...(entry.lesson || entry.notes.length > 0 ? entry.notes : [entry.marks ? "not judged yet: the lesson is missing" : "not judged yet"]), ...others[i]] }));
  const filed = columnsOf(lesson);
  const columns = filed.filter((column) => !column.filed);
  const by = columns.find(({ title }) => title === sorting.column) ?? columns[0];
  const order = (a, b) => (typeof a === "string" ? collator.compare(a, b) : a - b);
  rows.sort((a, b) => sorting.sign * order(by.by(a), by.by(b)) || order(alike(a.file.name), alike(b.file.name)));

  const section = document.createElement("section");
  section.className = "class";
  const title = lesson?.data.title ?? group[0].file.lesson.title;
  section.append(element("h2", title));
  if (!lesson && group.every(({ marks }) => marks)) {
    section.append(element("p", `The lesson “${title}” does not come with this page. Drop its Markdown, as its author saved it, to have the answers judged.`));
  }
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  for (const column of columns) {
    head.append(headOf(column, lesson));
  }
  const body = table.createTBody();
  for (const row of rows) {
    body.append(rowOf(row, columns, lesson), ...notesOf(row, columns.length));
  }
  if (lesson) {
    table.createTFoot().append(totals(rows, columns));
  }
  const scroller = document.createElement("div");
  scroller.className = "scroller";
  scroller.role = "region";
  scroller.ariaLabel = title;
  scroller.tabIndex = 0;
  scroller.append(table);
  const actions = element("p", "");
  actions.className = "actions";
  const button = element("button", "Save as CSV");
  button.type = "button";
  button.addEventListener("click", () => {
    const lines = rows.map((row) => [...filed.map((column) => (column.plain ?? column.text)(row)), row.all.join("; "), row.source]);
    save(csv([[...filed.map((column) => column.csv ?? column.title), "Notes", "File"], ...lines]), `${lesson?.of.name ?? (inFileName(title) || "lesson")}.csv`, "text/csv");
  });
  actions.append(button);
  section.append(scroller, actions);
  return section;
}

function headOf({ title, question }, lesson) {
  const th = document.createElement("th");
  th.scope = "col";
  const button = element("button", title);
  button.type = "button";
  const ask = question && lesson.texts.get(question.id)?.ask;
  if (ask) {
    button.title = ask;
  }
  if (sorting.column === title) {
    th.setAttribute("aria-sort", sorting.sign > 0 ? "ascending" : "descending");
  }
  button.addEventListener("click", () => {
    Object.assign(sorting, { sign: sorting.column === title ? -sorting.sign : 1, column: title });
    show();
    [...document.querySelectorAll(".class thead button")].find((each) => each.textContent === title)?.focus();
  });
  th.append(button);
  return th;
}

function rowOf(row, columns, lesson) {
  const tr = document.createElement("tr");
  for (const column of columns) {
    if (column.title === "Student") {
      const th = document.createElement("th");
      th.scope = "row";
      th.title = row.source;
      th.append(element("bdi", row.file.name));
      tr.append(th);
      continue;
    }
    const cell = tr.insertCell();
    const made = column.question && row.marks[column.i];
    if (made) {
      cell.className = "mark";
      cell.dataset.state = made.state;
      const button = element("button", words(made));
      button.type = "button";
      button.ariaLabel = `${row.file.name}, ${column.title.toLowerCase()}: ${words(made)}`;
      button.addEventListener("click", () => showWritten(row, column, lesson));
      cell.append(button);
    } else {
      cell.textContent = column.text(row);
    }
  }
  return tr;
}

// notesOf is a row below that of a file: what does not fit in it.
function notesOf({ all, source }, width) {
  if (all.length === 0) {
    return [];
  }
  const tr = document.createElement("tr");
  tr.className = "notes";
  const cell = tr.insertCell();
  cell.colSpan = width;
  const list = document.createElement("ul");
  list.append(...all.map((note) => element("li", note)));
  cell.append(element("p", `Notes on ${source}`), list);
  return [tr];
}

// totals are how many of all questions that were judged are right or were shown, and in how many files each question is right, was shown or could not be judged. Two files of
// a student count as two.
function totals(rows, columns) {
  const tr = document.createElement("tr");
  const judged = rows.filter(({ lesson }) => lesson);
  for (const column of columns) {
    const cell = column.title === "Student" ? tr.appendChild(Object.assign(document.createElement("th"), { scope: "row" })) : tr.insertCell();
    if (column.title === "Student") {
      cell.textContent = `${judged.length} ${judged.length === 1 ? "file" : "files"}`;
    } else if (column.question) {
      const of = judged.map(({ marks }) => marks[column.i]);
      const shown = shownOf(of);
      const left = of.length - judgedOf(of);
      cell.textContent = `${rightOf(of)} right${shown > 0 ? `, ${shown} shown` : ""}${left > 0 ? `, ${left} not judged` : ""}`;
    } else if (column.title === "Shown") {
      cell.textContent = shownOf(judged.flatMap(({ marks }) => marks));
    } else if (column.title === "Right") {
      const all = judged.flatMap(({ marks }) => marks);
      const [good, of] = [rightOf(all), judgedOf(all)];
      cell.textContent = `${good} of ${of}${of > 0 ? ` (${Math.round((100 * good) / of)}\u00a0%)` : ""}`;
    }
  }
  return tr;
}

// What a student wrote

const when = (ms) => (ms === null ? "at an unknown time" : moment(ms, true));

// otherQuestion is what is told of a question that a file does not answer as it is here, or perhaps not, by its version.
const otherQuestion = {
  other: "This question is another one in the version of the lesson that the file answers",
  unknown: "This question may be another one in the version of the lesson that the file answers",
  numbers: "This question was answered with other numbers than the name in the file gives",
};

// showWritten shows all attempts of a student at a question.
function showWritten({ file, marks }, { question, i, title }, lesson) {
  const entry = entryOf(file, question);
  const made = marks[i];
  const same = made.version === "same";
  const { ask, options } = (same && lesson.texts.get(question.id)) || { ask: `${otherQuestion[made.version]}, whose text the file does not have. The answers stand here as they stand in the file; options are numbered from 0.`, options: new Map() };
  place("written-title").replaceChildren(element("bdi", file.name), `, ${title.toLowerCase()}: ${words(made)}`);
  const parts = [element("p", ask)];
  const kept = entry.tries.length;
  const counted = entry.count ?? kept;
  if (kept > 0) {
    const list = document.createElement("ol");
    list.append(...entry.tries.map((attempt, k) => attemptOf(attempt, made.rights[k], { question, options, lesson, same })));
    parts.push(list);
  } else {
    parts.push(element("p", "The file has no attempt at this question."));
  }
  const more = [counted > kept ? `The file counts ${counted} attempts and holds ${kept}.` : "", entry.hints > 0 ? `It counts ${entry.hints} ${entry.hints === 1 ? "hint" : "hints"}.` : "", entry.shown ? `It says that the answer was shown ${when(entry.shown.at)}, after ${entry.shown.after} ${entry.shown.after === 1 ? "attempt" : "attempts"}.` : ""].filter(Boolean);
  if (more.length > 0) {
    parts.push(small(more.join(" ")));
  }
  place("written").querySelector("div").replaceChildren(...parts);
  place("written").showModal();
}

// attemptOf is one attempt: what was answered, or what was changed, with a link to the experiment.
function attemptOf(attempt, isRight, { question, options, lesson, same }) {
  const item = document.createElement("li");
  const said = { true: "Right.", false: "Wrong.", undefined: attempt.right ? "The file says that it is right; this was not looked at." : "Not right, as the file says." }[isRight];
  if (attempt.answer !== undefined) {
    const texts = typeof attempt.answer === "string" ? [attempt.answer] : attempt.answer.map((value) => options.get(value) ?? value);
    item.append(element("b", texts.join("; ")), " ");
  }
  item.append(said, " ", Object.assign(element("span", `${when(attempt.at)}${attempt.seed === undefined ? "" : `, seed ${attempt.seed}`}`), { className: "small" }));
  for (const { path, value } of attempt.changes ?? []) {
    if (typeof value === "string" && value.includes("\n")) {
      const text = element("pre", value);
      text.tabIndex = 0;
      item.append(element("p", path), text);
    } else {
      item.append(element("p", `${path}: ${value === null ? "as it is without it" : value}`));
    }
  }
  if (same && attempt.changes && misfit(question, attempt) === "") {
    const link = element("a", "Open the experiment");
    link.target = "_blank";
    link.rel = "noopener";
    const line = element("p", "Making a link …");
    attempted(lesson, question, attempt, "address").then(
      ({ address }) => {
        link.href = address;
        line.replaceChildren(link);
      },
      (error) => {
        line.textContent = `It is no experiment: ${error.message}`;
      },
    );
    item.append(line);
  }
  return item;
}

const small = (text) => Object.assign(element("p", text), { className: "small" });

// moment is an instant by the teacher's clock.
function moment(ms, seconds) {
  return ms === null ? "" : new Date(ms).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", ...(seconds ? { second: "2-digit" } : {}) });
}

function element(name, text) {
  return Object.assign(document.createElement(name), { textContent: text });
}
