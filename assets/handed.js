// The one reader of files that were handed in. Whatever such a file holds, it is read as plain texts and numbers within bounds, or refused with the
// path of its first mistake. What it says of its own answers is a claim: marks.js judges them anew.

// Bounds of a file. A lesson writes far less.
export const most = {
  bytes: 8 << 20,
  name: 300, // characters of a name, a title, a seed
  text: 500, // characters of an answer
  script: 64 << 10, // bytes, as everywhere
  questions: 200,
  tries: 100, // of a question
  chosen: 100, // of an answer
  changes: 50, // of an attempt
  count: 1_000_000,
};

// read is the content of a file; its error says what is wrong, and where.
export function read(text) {
  if (text.length > most.bytes) {
    throw new Error(`the file is too long: up to ${most.bytes >> 20} MB are accepted`);
  }
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error("this is not a file that a lesson has saved, or it was damaged on the way");
  }
  if (file?.backfill !== "hand-in") {
    throw new Error("this is not a file that a lesson has saved");
  }
  if (file.version !== 1) {
    wrong("/version", file.version, "1 is accepted");
  }
  object(file, "", ["backfill", "version", "name", "lesson", "seed", "begun", "saved", "visibleSeconds", "questions"]);
  object(file.lesson, "/lesson", ["name", "title", "digest"]);
  const questions = list(file.questions, "/questions", most.questions).map((each, i) => readQuestion(each, `/questions/${i}`));
  const ids = new Set();
  questions.forEach(({ id }, i) => {
    if (ids.has(id)) {
      wrong(`/questions/${i}/id`, id, "each question is accepted once");
    }
    ids.add(id);
  });
  return {
    name: name(file.name, "/name", 1),
    lesson: { name: named(file.lesson.name, "/lesson/name"), title: name(file.lesson.title, "/lesson/title", 0), digest: digest(file.lesson.digest, "/lesson/digest") },
    seed: name(file.seed, "/seed", 0),
    begun: instant(file.begun, "/begun"),
    saved: instant(file.saved, "/saved"),
    visibleSeconds: number(file.visibleSeconds, "/visibleSeconds", 0, 1e9),
    questions,
  };
}

function readQuestion(question, path) {
  object(question, path, ["id", "tries", "count", "hints", "shown"], ["digest"]);
  const tries = list(question.tries, `${path}/tries`, most.tries).map((each, i) => readTry(each, `${path}/tries/${i}`));
  const { shown } = question;
  const count = question.count === null ? null : whole(question.count, `${path}/count`, tries.length, most.count);
  if (shown !== null) {
    object(shown, `${path}/shown`, ["at", "after"]);
  }
  return {
    id: named(question.id, `${path}/id`),
    digest: has(question, "digest") ? digest(question.digest, `${path}/digest`) : null, // null: an earlier version of the page has saved it
    tries,
    count, // null: attempts were not counted
    hints: whole(question.hints, `${path}/hints`, 0, most.count),
    shown: shown && { at: instant(shown.at, `${path}/shown/at`), after: whole(shown.after, `${path}/shown/after`, 0, count ?? most.count) },
  };
}

// readTry reads an attempt: what was answered, or what was changed, perhaps with the seed of workloads that were drawn for it.
function readTry(attempt, path) {
  object(attempt, path, ["at", "right"], ["answer", "changes", "seed"]);
  if (typeof attempt.right !== "boolean") {
    wrong(`${path}/right`, attempt.right, "true and false are accepted");
  }
  const made = { at: instant(attempt.at, `${path}/at`), right: attempt.right };
  if (has(attempt, "answer") === has(attempt, "changes")) {
    throw new Error(`${path}: an answer or changes are accepted, one of them`);
  }
  if (has(attempt, "answer")) {
    const { answer } = attempt;
    made.answer = typeof answer === "string" ? string(answer, `${path}/answer`, 1, most.text) : list(answer, `${path}/answer`, most.chosen).map((each, i) => string(each, `${path}/answer/${i}`, 1, most.text));
  } else {
    made.changes = list(attempt.changes, `${path}/changes`, most.changes).map((each, i) => readChange(each, `${path}/changes/${i}`));
  }
  if (has(attempt, "seed")) {
    made.seed = whole(attempt.seed, `${path}/seed`, 0, 2 ** 31 - 1);
  }
  return made;
}

function readChange(change, at) {
  object(change, at, ["path", "value"]);
  const { value } = change;
  if (Array.isArray(value)) {
    list(value, `${at}/value`, most.chosen).forEach((each, i) => plain(each, `${at}/value/${i}`));
  } else {
    plain(value, `${at}/value`);
  }
  return { path: matching(change.path, `${at}/path`, /^\/[\x20-\x7e]{1,200}$/, "a JSON pointer is accepted"), value };
}

// plain is a value without parts.
function plain(value, path) {
  if (typeof value === "string") {
    string(value, path, 0, most.script);
  } else if (value !== null && typeof value !== "boolean" && !(typeof value === "number" && Number.isFinite(value))) {
    wrong(path, value, "a number, a text, true, false, null and a list of these are accepted");
  }
}

// The kinds of values. Each is the value, or an error with its path and what is accepted.

const has = (object, key) => Object.hasOwn(object, key);

// object is one that has all of some keys of its own, perhaps others of a list, and no more.
function object(value, path, keys, optional = []) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    wrong(path, value, "an object is accepted");
  }
  for (const key of Object.keys(value)) {
    if (!keys.includes(key) && !optional.includes(key)) {
      throw new Error(`${path}/${quoted(key).slice(1, -1)}: unknown key`);
    }
  }
  for (const key of keys) {
    if (!has(value, key)) {
      throw new Error(`${path}/${key}: missing`);
    }
  }
}

function list(value, path, longest) {
  if (!Array.isArray(value) || value.length > longest) {
    wrong(path, value, `a list of up to ${longest} is accepted`);
  }
  return value;
}

function string(value, path, shortest, longest) {
  if (typeof value !== "string" || value.length < shortest || value.length > longest) {
    wrong(path, value, `a text of ${shortest} to ${longest} characters is accepted`);
  }
  return value;
}

const matching = (value, path, pattern, accepted) => (typeof value === "string" && pattern.test(value) ? value : wrong(path, value, accepted));

// name is a text of one line.
function name(value, path, shortest) {
  string(value, path, shortest, most.name);
  return matching(value, path, /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, "a text of one line is accepted");
}

const named = (value, path) => matching(value, path, /^[a-z0-9][a-z0-9-]{0,99}$/, "small letters, digits and hyphens are accepted");
const digest = (value, path) => matching(value, path, /^[0-9a-f]{16}$/, "16 hexadecimal digits are accepted");

function number(value, path, least, largest) {
  if (typeof value !== "number" || !(value >= least && value <= largest)) {
    wrong(path, value, `a number from ${least} to ${largest} is accepted`);
  }
  return value;
}

function whole(value, path, least, largest) {
  if (!Number.isInteger(value) || value < least || value > largest) {
    wrong(path, value, `a whole number from ${least} to ${largest} is accepted`);
  }
  return value;
}

// instant is milliseconds, or null where nobody has noted when.
function instant(value, path) {
  const accepted = "an instant such as 2026-11-26T09:30:00.000Z, or null, is accepted";
  return value === null ? null : Date.parse(matching(value, path, /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/, accepted));
}

function wrong(path, value, accepted) {
  throw new Error(`${path || "/"}: ${quoted(value)}: ${accepted}`);
}

// quoted is a value as a message shows it: short, and nothing deep of it.
function quoted(value) {
  switch (true) {
    case typeof value === "string":
      return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
    case Array.isArray(value):
      return `a list of ${value.length}`;
    case typeof value === "object" && value !== null:
      return "an object";
  }
  return String(value);
}
