// What became of each question of each file that was handed in: judged anew, never taken from the file. And what does not fit in a file, or between files.
import { isTyped, isWatched, reached, verdict } from "./answers.js";
import { judge } from "./beat.js";
import { listing } from "./figures.js";

// misfit says why what was handed in is no answer to a question; "" if it is one, right or wrong.
export function misfit(question, { answer, changes, seed }) {
  if (isWatched(question)) {
    return changes === undefined || (seed === undefined) !== (question.kind !== "beat") ? `no attempt at a question of the kind ${question.kind}` : "";
  }
  if (answer === undefined || seed !== undefined) {
    return `no answer to a question of the kind ${question.kind}`;
  }
  const typed = isTyped(question);
  if (typed !== (typeof answer === "string") || (!typed && (answer.length === 0 || (answer.length > 1 && !question.several)))) {
    return "no answer that its form lets one give";
  }
  switch (question.kind) {
    case "one":
      return /^\d{1,3}$/.test(answer[0]) && Number(answer[0]) < question.options.length ? "" : `there is no option ${answer[0].slice(0, 20)}`;
    case "policy":
      return question.policies.includes(answer[0]) ? "" : `there is no policy “${answer[0].slice(0, 40)}”`;
  }
  return "";
}

// versionsOf says of each question of a lesson, which has the numbers of the file's seed, whether a file answers the same one ("same"), one with other numbers ("numbers"), one that
// has changed or is not in it ("other"), or whether that is not known ("unknown"): files of earlier versions of the page have digests of the lesson alone.
export function versionsOf({ digest, seed, questions }, file) {
  const same = file.lesson.digest === digest;
  const versions = questions.map((question) => {
    const theirs = file.questions.find(({ id }) => id === question.id)?.digest;
    if (theirs) {
      return theirs === question.digest ? "same" : "other";
    }
    return same ? "same" : file.questions.some((each) => each.digest) ? "other" : "unknown";
  });
  // A lesson of this site may have changed while a student was at it, then hardly ever in all questions. A changed lesson of one's own is another one.
  const drawn = same && seed !== undefined && (file.lesson.name.startsWith("own-") || versions.every((version) => version === "other"));
  return versions.map((version) => (drawn && version === "other" ? "numbers" : version));
}

// aboutVersions says which questions of a file are not judged, and why, by what versionsOf says of each; "" of a file of this version with its numbers.
export function aboutVersions({ digest }, file, versions) {
  const placesOf = (kind) => versions.map((version, i) => (version === kind ? i + 1 : 0)).filter(Boolean);
  const numbers = placesOf("numbers");
  if (numbers.length > 0) {
    const drawn = file.seed ? `the name “${file.seed}” gives` : "the lesson has without a name";
    return `${numbers.length > 1 ? `questions ${listing(numbers)} were answered` : `question ${numbers[0]} was answered`} with other numbers than ${drawn}, and ${numbers.length > 1 ? "are" : "is"} not judged: the name in the file was changed, or the answers are somebody else’s`;
  }
  const others = placesOf("other");
  if (others.length === 0 && file.lesson.digest === digest) {
    return "";
  }
  const drop = "If you have the Markdown of that version, drop it to have everything judged";
  if (versions.includes("unknown")) {
    return `it answers another version of the lesson, and does not say which questions are the same in both: none is judged. ${drop}`;
  }
  if (others.length === 0) {
    return "it answers another version of the lesson, in which the questions are the same: all are judged";
  }
  // A lesson may have changed while a student was at it.
  return `it answers another version of the lesson${file.lesson.digest === digest ? " in part" : ""}: ${others.length > 1 ? `questions ${listing(others)} are not the same in both and are` : `question ${others[0]} is not the same in both and is`} not judged. ${drop}`;
}

// right says whether an attempt answers its question, by the results of the lab as the lesson has it or, for what is done in an experiment, as the
// attempt has it. Scripts that are to beat a policy are judged with several seeds (wins).
export function right(question, attempt, results) {
  switch (question.kind) {
    case "goal":
    case "placement":
      return reached(question, results);
  }
  return verdict(question, results, attempt.answer) === true;
}

// wins says whether a script beats its rival, by results with one of the seeds of the question.
export const wins = (question, results) => judge(results, question.beat).verdict === "beaten";

// winsMost says whether a script that has won with so many of the seeds of the question answers it: with more than half of them. A policy that is no better
// than its rival wins with a seed in one of 40 cases at most, where intervals are of 95 % (beat.js), and with six of ten in about one of 20 million: hardly anybody gets there by trying often.
export const winsMost = (question, won) => 2 * won > question.beat.seeds.length;

// mostSimulated is how many attempts at one question are simulated: those that the file says are right, the last ones first, until one is.
const mostSimulated = 3;

// toSimulate are the places of the attempts at a watched question that are worth a simulation, in order.
export function toSimulate(tries) {
  return tries
    .map((each, i) => (each.right ? i : -1))
    .filter((i) => i >= 0)
    .reverse()
    .slice(0, mostSimulated);
}

// The states of a question, in the order in which columns sort them.
export const STATES = ["once", "after", "shown", "wrong", "open", "other", "numbers", "none"];

// mark is what became of a question. rights says of each attempt whether it is right, undefined if nobody has looked. A right answer counts up to
// where the answer was shown; a goal that is met is met. Where an attempt could not be judged (open), nothing worse is said than that.
export function mark(question, { tries, count, shown }, rights, open = false) {
  // Of more attempts than are kept, the last one is there, and so are those before it (of tries to beat a policy) or the first ones.
  const place = (i) => (count === null ? null : count - (tries.length - 1 - i));
  const counts = (i) => !shown || question.kind === "goal" || (place(i) !== null && place(i) <= shown.after);
  const found = rights.findIndex((each, i) => each === true && counts(i));
  // A script may well have won with the seed of its try, and not win with most of the question's.
  const claimed = question.kind !== "beat" && tries.some((each, i) => each.right && counts(i));
  if (found >= 0) {
    const n = place(found);
    return { state: n === null || n > 1 ? "after" : "once", n, claimed };
  }
  if (open) {
    return { state: "open", n: count, claimed: false };
  }
  if (shown) {
    return { state: "shown", n: shown.after, claimed };
  }
  return tries.length > 0 ? { state: "wrong", n: count, claimed } : { state: "none", n: 0, claimed };
}

// unjudged is the mark of a question of which the file does not answer this version, or not with the numbers of its name.
export const unjudged = (version, { count }) => ({ state: version === "unknown" ? "open" : version, n: count, claimed: false });

const attempts = (n) => `${n} ${n === 1 ? "attempt" : "attempts"}`;

// words are a mark in words, as the table and the CSV file have them. won is with how many seeds, of so many, a script has beaten its rival, if any was simulated.
export function words({ state, n, won, seeds }) {
  const withSeeds = won === undefined ? "" : ` (${won} of ${seeds} seeds)`;
  switch (state) {
    case "once":
      return `right at once${withSeeds}`;
    case "after":
      return `${n === null ? "right" : `right after ${attempts(n)}`}${withSeeds}`;
    case "shown":
      return n > 0 ? `shown after ${attempts(n)}` : "shown";
    case "open":
      return "not judged";
    case "other":
      return "another version";
    case "numbers":
      return "other numbers";
    case "wrong":
      return `${n === null ? "wrong" : `wrong, ${attempts(n)}`}${withSeeds}`;
  }
  return "none";
}

// alike is a name as names are compared: case and blanks do not count.
export const alike = (name) => name.normalize("NFC").trim().toLowerCase().replace(/\s+/g, " ");

const isRight = ({ state }) => state === "once" || state === "after";
export const rightOf = (marks) => marks.filter(isRight).length;
export const judgedOf = (marks) => marks.filter(({ state }) => !["open", "other", "numbers"].includes(state)).length;
export const shownOf = (marks) => marks.filter(({ state }) => state === "shown").length;

// falseClaims are the numbers of the questions of which a file says that an answer is right, and none is.
export const falseClaims = (marks) => marks.map((each, i) => (each.claimed && !isRight(each) ? i + 1 : 0)).filter(Boolean);

// odd says what does not fit within a file, whatever its answers. now is in milliseconds.
export function odd(file, now) {
  const notes = [];
  const day = 86_400_000;
  const instants = file.questions.flatMap(({ tries, shown }) => [...tries, shown]).map((each) => each?.at ?? null).filter((at) => at !== null);
  const { begun, saved, visibleSeconds } = file;
  if (instants.some((at) => (begun !== null && at < begun - 1000) || (saved !== null && at > saved + 1000)) || (begun !== null && saved !== null && (begun > saved || visibleSeconds * 1000 > saved - begun + 60_000)) || saved > now + day) {
    notes.push("its times do not fit together");
  }
  return notes;
}

// between says what is odd between files of one lesson: for each file a list of notes.
export function between(files) {
  const notes = files.map(() => []);
  const each = (key, tell) => {
    const places = new Map();
    files.forEach((file, i) => {
      const k = key(file);
      if (k !== "") {
        places.set(k, [...(places.get(k) ?? []), i]);
      }
    });
    for (const same of places.values()) {
      for (const i of same.length > 1 ? same : []) {
        const others = same.filter((j) => j !== i).map((j) => files[j]);
        const note = tell(others.map((other) => `${other.file.name} (${other.source})`).join(", "), others, files[i]);
        if (note) {
          notes[i].push(note);
        }
      }
    }
  };
  each(
    ({ file }) => alike(file.name),
    (names, others) => `the same student as in ${others.map(({ source }) => source).join(", ")}`,
  );
  each(
    ({ file }) => instants(file),
    (names) => `every attempt was made at the same moment as one of ${names}`,
  );
  each(
    ({ file }) => answers(file),
    (names, others, one) => (others.every(({ file }) => instants(file) === instants(one.file)) ? "" : `all answers, wrong ones too, are those of ${names}`),
  );
  return notes;
}

// instants are those of all attempts, if there are enough to tell files by them.
function instants(file) {
  const all = file.questions.flatMap(({ tries }) => tries.map(({ at }) => at));
  return all.length > 1 && all.every((at) => at !== null) ? JSON.stringify(all) : "";
}

// answers are all answers in their order, if one of them at least was wrong: what is right is the same for all.
function answers(file) {
  const all = file.questions.flatMap(({ id, tries }) => tries.map(({ answer, changes, right }) => ({ id, answer, changes, right })));
  return all.length > 2 && all.some((one) => !one.right) ? JSON.stringify(all.map(({ id, answer, changes }) => [id, answer, changes])) : "";
}

// csv is a table as a file for spreadsheets, which take what begins like a formula for a text.
export function csv(rows) {
  const cell = (value) => {
    const text = String(value);
    const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}
