package lessons

import (
	"os/exec"
	"strings"
	"testing"
)

// inNode runs a script of the page's modules, which says what is wrong on its output.
func inNode(t *testing.T, script, input string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run the page's script")
	}
	cmd := exec.Command(node, "--input-type=module", "--eval", script)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%.4000s (error %v)", out, err)
	}
}

// whole is a file with everything that a file can have.
const whole = `
const whole = () => ({
  backfill: "hand-in", version: 1, name: "Ada Łovelace", lesson: { name: "tiny", title: "Tiny", digest: "0123456789abcdef" }, seed: "ada łovelace",
  begun: "2026-11-26T09:00:00.000Z", saved: "2026-11-26T09:30:00.000Z", visibleSeconds: 1200,
  questions: [
    { id: "when", digest: "00112233445566ff", tries: [{ at: "2026-11-26T09:01:00.000Z", answer: "11", right: false }, { at: "2026-11-26T09:02:00.000Z", answer: "60 min", right: true }], count: 2, hints: 1, shown: null },
    { id: "which", tries: [{ at: null, answer: ["0", "2"], right: true }], count: null, hints: 0, shown: { at: null, after: 1 } },
    { id: "load", tries: [{ at: "2026-11-26T09:03:00.000Z", changes: [{ path: "/workload/load", value: 0.5 }, { path: "/a", value: null }], right: true }], count: 7, hints: 0, shown: null },
    { id: "beat", tries: [{ at: "2026-11-26T09:04:00.000Z", seed: 5, changes: [{ path: "/policies/1/source", value: "def schedule():\n    pass\n" }], right: false }], count: 70, hints: 3, shown: { at: "2026-11-26T09:05:00.000Z", after: 70 } },
  ],
});
`

// A file is read as it was saved; what is wrong in another one is named with its place.
func TestFilesAreReadStrictly(t *testing.T) {
	inNode(t, `
import { most, read } from "../handed.js";
`+whole+`
const file = read(JSON.stringify(whole()));
const want = whole();
delete want.backfill;
delete want.version;
const ms = (value, key) => (["at", "begun", "saved"].includes(key) && value !== null ? Date.parse(value) : value);
if (JSON.stringify(file, Object.keys(file).sort()) !== JSON.stringify(JSON.parse(JSON.stringify(want), (key, value) => ms(value, key)), Object.keys(file).sort())) console.log(JSON.stringify(file));
if (file.questions[0].digest !== "00112233445566ff" || file.questions[1].digest !== null) console.log(JSON.stringify(file.questions));
if (file.questions[3].tries[0].seed !== 5 || file.questions[2].tries[0].changes[0].value !== 0.5 || file.questions[0].tries[1].at !== Date.UTC(2026, 10, 26, 9, 2)) console.log(JSON.stringify(file.questions));
for (const [change, message] of [
  [(f) => { f.backfill = "scenario"; }, "this is not a file that a lesson has saved"],
  [(f) => { f.version = 2; }, "/version: 2: 1 is accepted"],
  [(f) => { delete f.seed; }, "/seed: missing"],
  [(f) => { f.score = 100; }, "/score: unknown key"],
  [(f) => { f.name = ""; }, "/name: \"\": a text of 1 to 300 characters is accepted"],
  [(f) => { f.name = "a\nb"; }, "/name: \"a\\nb\": a text of one line is accepted"],
  [(f) => { f.lesson = "tiny"; }, "/lesson: \"tiny\": an object is accepted"],
  [(f) => { f.lesson.name = "../etc"; }, "/lesson/name: \"../etc\": small letters, digits and hyphens are accepted"],
  [(f) => { f.lesson.digest = 5; }, "/lesson/digest: 5: 16 hexadecimal digits are accepted"],
  [(f) => { f.begun = "yesterday"; }, "/begun: \"yesterday\": an instant such as"],
  [(f) => { f.saved = 5; }, "/saved: 5: an instant such as"],
  [(f) => { f.visibleSeconds = -1; }, "/visibleSeconds: -1: a number from 0 to"],
  [(f) => { f.questions = {}; }, "/questions: an object: a list of up to 200 is accepted"],
  [(f) => { f.questions = Array(201).fill(f.questions[0]); }, "/questions: a list of 201: a list of up to 200 is accepted"],
  [(f) => { f.questions[1].id = "when"; }, "/questions/1/id: \"when\": each question is accepted once"],
  [(f) => { f.questions[0].right = true; }, "/questions/0/right: unknown key"],
  [(f) => { f.questions[0].digest = null; }, "/questions/0/digest: null: 16 hexadecimal digits are accepted"],
  [(f) => { f.questions[0].count = 1; }, "/questions/0/count: 1: a whole number from 2 to 1000000 is accepted"],
  [(f) => { f.questions[0].count = 2.5; }, "/questions/0/count: 2.5: a whole number"],
  [(f) => { f.questions[0].shown = { at: null, after: 3 }; }, "/questions/0/shown/after: 3: a whole number from 0 to 2 is accepted"],
  [(f) => { f.questions[0].tries[0].right = "yes"; }, "/questions/0/tries/0/right: \"yes\": true and false are accepted"],
  [(f) => { f.questions[0].tries[0].changes = []; }, "/questions/0/tries/0: an answer or changes are accepted, one of them"],
  [(f) => { f.questions[0].tries[0].answer = "x".repeat(501); }, "/questions/0/tries/0/answer: \"" + "x".repeat(60) + "…\": a text of 1 to 500 characters"],
  [(f) => { f.questions[1].tries[0].answer = [["0"]]; }, "/questions/1/tries/0/answer/0: a list of 1: a text"],
  [(f) => { f.questions[3].tries[0].seed = 2 ** 31; }, "/questions/3/tries/0/seed: 2147483648: a whole number from 0 to 2147483647 is accepted"],
  [(f) => { f.questions[2].tries[0].changes[0].value = {}; }, "/questions/2/tries/0/changes/0/value: an object: a number, a text"],
  [(f) => { f.questions[2].tries[0].changes[0].path = "load"; }, "/questions/2/tries/0/changes/0/path: \"load\": a JSON pointer"],
  [(f) => { f.questions[3].tries[0].changes[0].value = "#".repeat(most.script + 1); }, "changes/0/value: \"####"],
]) {
  const broken = whole();
  change(broken);
  let told = "nothing";
  try {
    read(JSON.stringify(broken));
  } catch (error) {
    told = error.message;
  }
  if (!told.includes(message)) console.log(told, "— want", message);
}
for (const [text, message] of [
  ["", "damaged on the way"],
  ["null", "not a file that a lesson has saved"],
  ["[".repeat(4_000_000), "damaged on the way"],
  ["[".repeat(2_000_000) + "]".repeat(2_000_000), "not a file that a lesson has saved"],
  [" ".repeat(most.bytes + 1), "too long: up to 8 MB are accepted"],
  [JSON.stringify(whole()).replace('"seed":', '"__proto__":{"polluted":1},"seed":'), "/__proto__: unknown key"],
  [JSON.stringify(whole()).replace('"count":2', '"constructor":{"prototype":{"polluted":1}},"count":2'), "/questions/0/constructor: unknown key"],
  [JSON.stringify(whole()).replace('"digest":"0123456789abcdef"', '"__proto__":{"digest":"0123456789abcdef"}'), "/lesson/__proto__: unknown key"],
]) {
  let told = "nothing";
  try {
    read(text);
  } catch (error) {
    told = error.message;
  }
  if (!told.includes(message)) console.log(told, "— want", message);
}`, "")
}

// What a lesson saves can be read, whatever the student did, also with what an earlier version of the page has kept.
func TestWhatIsSavedCanBeRead(t *testing.T) {
	inNode(t, `
import { read } from "../handed.js";
import { fileName, handedIn, mostTries, openRecord } from "../record.js";
const kept = new Map(Object.entries({ old: { answer: ["1"], right: true, told: true }, given: { answer: "", right: false, told: true }, odd: { right: true, told: true } }));
const store = { of: (id) => kept.get(id), keep: (id, value) => kept.set(id, JSON.parse(JSON.stringify(value))) };
let now = "00112233445566ff"; // the digest of all questions
const record = openRecord(store, () => now);
for (let i = 0; i < 150; i++) record.tried("many", { answer: String(i), right: i === 149 });
record.tried("many", { answer: "late", right: false });
record.tried("long", { answer: "0".repeat(1000), right: false });
record.hinted("long");
record.shown("long");
record.shown("long");
record.tried("goal", { changes: [{ path: "/a", value: null }, { path: "/b", value: [1, "2"] }], right: false });
// What was answered to an earlier version of a question stays that, whatever is done later, unless it is answered anew.
now = "aaaaaaaaaaaaaaaa";
record.tried("before", { answer: "1", right: true });
record.tried("again", { answer: "1", right: false });
record.shown("told");
now = "00112233445566ff";
record.tried("before", { answer: "2", right: false });
record.hinted("before");
record.tried("again", { answer: "2", right: false });
record.hinted("told");
record.shown("beat", 5); // after five tries, which have been deleted
const about = { lesson: "own-0123456789abcdef", title: "A\ttitle\n" + "x".repeat(400), digest: "0123456789abcdef", seed: "Ada\tL.", questions: ["old", "given", "odd", "many", "long", "goal", "none", "before", "again", "told", "beat"].map((id) => ({ id, digest: "00112233445566ff", ...(id === "beat" ? { beat: { path: "/p" } } : {}) })) };
const attempts = () => ({ tried: 1, digest: "bbbbbbbbbbbbbbbb", list: [{ at: 1.8e12, seed: 7, source: "pass", verdict: "beaten" }] });
const file = read(JSON.stringify(handedIn(about, { store, record, clock: { now: () => ({ begun: 1.8e12, visible: 61_400 }) }, attempts }, " Ada\u2028Łovelace\t")));
const of = (id) => file.questions.find((each) => each.id === id);
for (const [is, want] of [
  [file.name, " Ada Łovelace "], [file.seed, "Ada L."], [file.lesson.title.length, 300], [file.begun, 1.8e12], [file.visibleSeconds, 61],
  [of("old").tries, [{ at: null, right: true, answer: ["1"] }]], [of("old").shown, null], [of("given").tries, []], [of("given").shown, { at: null, after: 0 }], [of("odd").tries, []],
  [of("many").tries.length, mostTries], [of("many").count, 150], [of("many").tries[98].answer, "98"], [of("many").tries[99].answer, "149"],
  [of("long").tries[0].answer.length, 500], [of("long").hints, 1], [of("long").shown.after, 1], [of("goal").tries[0].changes, [{ path: "/a", value: null }, { path: "/b", value: [1, "2"] }]],
  [of("none"), { id: "none", digest: "00112233445566ff", tries: [], count: 0, hints: 0, shown: null }],
  [of("many").digest, now], [of("old").digest, now], [of("before").digest, "aaaaaaaaaaaaaaaa"], [of("again").digest, now], [of("told").digest, "aaaaaaaaaaaaaaaa"], [of("beat").digest, "bbbbbbbbbbbbbbbb"],
  [of("beat").count, 5], [of("beat").tries, [{ at: 1.8e12, right: true, changes: [{ path: "/p", value: "pass" }], seed: 7 }]], [of("beat").shown.after, 5],
  [fileName("Ada Łovelace / 7", "why-backfilling"), "Ada-Łovelace-7-why-backfilling.backfill.json"], [fileName("../..", "?"), "unnamed-lesson.backfill.json"],
]) {
  if (JSON.stringify(is) !== JSON.stringify(want)) console.log(JSON.stringify(is), "want", JSON.stringify(want));
}`, "")
}

// Of thousands of broken files none is read into anything that is out of its bounds, makes the reader fail in another way than with a place, or harms what
// comes after. What is read can be judged.
func TestBrokenFilesHarmNothing(t *testing.T) {
	data, err := Read("tiny", []byte(tiny))
	if err != nil {
		t.Fatal(err)
	}
	text, err := data.Data()
	if err != nil {
		t.Fatal(err)
	}
	inNode(t, `
import { most, read } from "../handed.js";
import { aboutVersions, between, csv, mark, misfit, odd, right, toSimulate, unjudged, versionsOf, wins, winsMost, words } from "../marks.js";
`+whole+`
let text = "";
for await (const part of process.stdin.setEncoding("utf8")) text += part;
const { questions } = JSON.parse(text);
questions.push({ id: "which", kind: "jobs", several: true, answer: { is: "longest", policy: "FCFS", unit: "jobs" } });
questions.push({ id: "load", kind: "goal", goal: [] }, { id: "beat", kind: "beat", beat: { mine: "Mine", rival: "FCFS", metric: "meanWait", by: 0, better: "lower", seeds: [1, 2] } });
const results = { scenario: {}, runs: [{ policy: "FCFS", metrics: {}, jobs: [{ job: 2, submit: 0, start: 60, end: 120, wait: 60 }] }] };

// bounded says whether nothing in a value is longer, deeper or of another kind than may be.
const bounded = (value, depth = 0) => {
  if (depth > 8) return false;
  if (Array.isArray(value)) return value.length <= 200 && value.every((each) => bounded(each, depth + 1));
  if (typeof value === "object" && value !== null) return Object.getPrototypeOf(value) === Object.prototype && Object.entries(value).every(([key, each]) => /^[a-zA-Z]+$/.test(key) && bounded(each, depth + 1));
  if (typeof value === "string") return value.length <= most.script;
  return value === null || typeof value === "boolean" || Number.isFinite(value);
};
let accepted = 0;
function feed(text) {
  let file;
  try {
    file = read(text);
  } catch (error) {
    if (error.constructor !== Error || error.message.length > 500) console.log(error.constructor.name, error.message.slice(0, 200), text.slice(0, 300));
    return;
  }
  accepted++;
  if (!bounded(file)) console.log("out of bounds:", text.slice(0, 300));
  const lesson = { digest: "0123456789abcdef", seed: file.seed, questions };
  const versions = versionsOf(lesson, file);
  const marks = file.questions.map((entry) => {
    const question = questions.find(({ id }) => id === entry.id);
    if (!question) return "";
    const fits = entry.tries.filter((each) => misfit(question, each) === "");
    toSimulate(fits);
    const version = versions[questions.indexOf(question)];
    const judged = (each) => (question.kind === "beat" ? winsMost(question, wins(question, results)) : right(question, each, results));
    return words(version === "same" ? mark(question, entry, entry.tries.map((each) => (fits.includes(each) ? judged(each) : undefined))) : unjudged(version, entry));
  });
  aboutVersions(lesson, file, versions);
  csv([[file.name, ...marks, ...odd(file, Date.UTC(2026, 10, 27))]]);
  between([{ file, source: "a" }, { file: read(JSON.stringify(whole())), source: "b" }]);
}

// Every value of the file is replaced by others, left out, and has neighbours that nobody knows.
const deep = JSON.parse("[".repeat(1000) + "]".repeat(1000));
const others = [null, true, 0, -1, 1e308, 0.1, "", "x", "<script>alert(1)</script>", "\u202e=1+1", "\u0000", "x".repeat(1e5), [], [null], {}, deep, { length: 3 }, { toString: "x", valueOf: 1 }, "2026-11-26T09:00:00.000Z", "__proto__", ["__proto__"], Array(1000).fill("0"), JSON.parse('{"__proto__": {"polluted": 1}}')];
const paths = [];
const walk = (value, path) => {
  paths.push(path);
  if (typeof value === "object" && value !== null) for (const key of Object.keys(value)) walk(value[key], [...path, key]);
};
walk(whole(), []);
for (const path of paths.slice(1)) {
  const change = (how) => {
    const file = whole();
    how(path.slice(0, -1).reduce((at, key) => at[key], file), path.at(-1));
    feed(JSON.stringify(file));
  };
  for (const other of others) change((parent, key) => { parent[key] = other; });
  change((parent, key) => { delete parent[key]; });
  for (const key of ["__proto__", "constructor", "toString", "x".repeat(1e5)]) change((parent) => { Object.defineProperty(parent, key, { value: { polluted: 1 }, enumerable: true, configurable: true }); });
}
// And the text of the file itself, by bytes that are drawn.
let state = 1;
const next = (n) => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) % n;
const pieces = ["{", "}", "[", "]", ",", ":", '"', "0", "9", "-", "e", "null", "true", '"__proto__":', "\\u0000", "é", " "];
for (let i = 0; i < 20_000; i++) {
  let text = JSON.stringify(whole());
  for (let n = next(4) + 1; n > 0; n--) {
    const at = next(text.length);
    text = text.slice(0, at) + (next(3) ? pieces[next(pieces.length)] : "") + text.slice(at + next(3));
  }
  feed(text);
}
if ({}.polluted !== undefined) console.log("the prototype of all objects is polluted");
if (accepted < 500) console.log("only", accepted, "were accepted: the broken files are too broken to say much");`, string(text))
}

// Which questions of a file are judged, and what is told of the others. The lesson has three questions with the digests a, b and c; files of earlier versions of the page have none.
func TestQuestionsOfAnotherVersion(t *testing.T) {
	inNode(t, `
import { aboutVersions, versionsOf } from "../marks.js";
const all = { digest: "now", questions: ["a", "b", "c"].map((digest, i) => ({ id: "q" + i, digest })) };
const drop = "If you have the Markdown of that version, drop it to have everything judged";
const why = "not judged: the name in the file was changed, or the answers are somebody else’s";
for (const [digest, digests, versions, told, { name = "site", seed } = {}] of [
  ["now", ["a", "b", "c"], "same same same", ""],
  ["now", [null, null, null], "same same same", ""],
  ["old", ["a", "b", "c"], "same same same", "it answers another version of the lesson, in which the questions are the same: all are judged"],
  ["old", ["a", "x", "c"], "same other same", "it answers another version of the lesson: question 2 is not the same in both and is not judged. " + drop],
  ["old", ["x", "b"], "other same other", "it answers another version of the lesson: questions 1 and 3 are not the same in both and are not judged. " + drop],
  ["old", ["x", "y", "z"], "other other other", "it answers another version of the lesson: questions 1, 2 and 3 are not the same in both and are not judged. " + drop],
  ["old", [null, null, null], "unknown unknown unknown", "it answers another version of the lesson, and does not say which questions are the same in both: none is judged. " + drop],
  ["old", [], "unknown unknown unknown", "it answers another version of the lesson, and does not say which questions are the same in both: none is judged. " + drop],
  // It was begun in another version of the lesson.
  ["now", ["a", "b", "x"], "same same other", "it answers another version of the lesson in part: question 3 is not the same in both and is not judged. " + drop],
  ["now", ["a", "b", "x"], "same same other", "it answers another version of the lesson in part: question 3 is not the same in both and is not judged. " + drop, { seed: "Ada" }],
  // The lesson is the same, and draws numbers: they are those of another name.
  ["now", ["x", "y", "z"], "numbers numbers numbers", "questions 1, 2 and 3 were answered with other numbers than the name “Ada” gives, and are " + why, { seed: "Ada" }],
  ["now", ["a", "b", "x"], "same same numbers", "question 3 was answered with other numbers than the lesson has without a name, and is " + why, { name: "own-now", seed: "" }],
  ["old", ["x", "y", "z"], "other other other", "it answers another version of the lesson: questions 1, 2 and 3 are not the same in both and are not judged. " + drop, { seed: "Ada" }],
]) {
  const file = { lesson: { name, digest }, seed: seed ?? "", questions: digests.map((digest, i) => ({ id: "q" + i, digest })) };
  const lesson = { ...all, seed };
  const made = versionsOf(lesson, file);
  if (made.join(" ") !== versions || aboutVersions(lesson, file, made) !== told) console.log(JSON.stringify(file), made.join(" "), aboutVersions(lesson, file, made));
}`, "")
}

// What became of a question, from attempts that were judged anew. What the file says of them counts for nothing.
func TestMarks(t *testing.T) {
	inNode(t, `
import { alike, between, csv, falseClaims, judgedOf, mark, misfit, odd, rightOf, shownOf, toSimulate, unjudged, winsMost, words } from "../marks.js";
const tries = (...rights) => rights.map((right) => ({ at: 0, answer: "1", right }));
const shown = (after) => ({ at: 0, after });
for (const [kind, entry, rights, want, claimed, open] of [
  ["number", { tries: tries(true), count: 1, shown: null }, [true], "right at once"],
  ["number", { tries: tries(false, false, true), count: 3, shown: null }, [false, false, true], "right after 3 attempts"],
  ["number", { tries: tries(false, true), count: 250, shown: null }, [false, true], "right after 250 attempts"],
  ["number", { tries: [], count: 0, shown: null }, [], "none"],
  ["number", { tries: tries(false), count: 1, shown: null }, [false], "wrong, 1 attempt"],
  ["number", { tries: tries(false, false), count: 2, shown: shown(2) }, [false, false], "shown after 2 attempts"],
  ["number", { tries: [], count: 0, shown: shown(0) }, [], "shown"],
  // Who types the answer that he was shown has not found it.
  ["number", { tries: tries(false, true), count: 2, shown: shown(1) }, [false, true], "shown after 1 attempt", false],
  // A goal is met, whoever was told how.
  ["goal", { tries: tries(false, true), count: 2, shown: shown(1) }, [false, true], "right after 2 attempts"],
  // A file that says more than is true, and one that says less.
  ["number", { tries: tries(true), count: 1, shown: null }, [false], "wrong, 1 attempt", true],
  ["number", { tries: tries(false), count: 1, shown: null }, [true], "right at once", false],
  ["number", { tries: tries(true), count: 1, shown: null }, [undefined], "wrong, 1 attempt", true],
  // Of an earlier version of the page, which did not count.
  ["number", { tries: tries(true), count: null, shown: null }, [true], "right"],
  ["number", { tries: tries(false), count: null, shown: null }, [false], "wrong"],
  // The last 3 of 70 tries: the second of them is the 69th.
  ["beat", { tries: tries(false, true, false), count: 70, shown: null }, [undefined, true, undefined], "right after 69 attempts"],
  ["beat", { tries: tries(true, false), count: 2, shown: shown(0) }, [true, undefined], "shown"],
  ["beat", { tries: tries(true), count: 1, shown: null }, [undefined], "not judged", false, true],
]) {
  const made = mark({ kind }, entry, rights, open);
  if (words(made) !== want || (claimed !== undefined && made.claimed !== claimed)) console.log(JSON.stringify([kind, entry, rights]), words(made), made.claimed, "want", want, claimed);
}
const marks = [["once", 1, true], ["wrong", 2, true], ["shown", 0, false], ["after", 4, true], ["none", 0, false]].map(([state, n, claimed]) => ({ state, n, claimed }));
// What nobody has judged is neither right nor wrong, nor shown, nor a false claim.
marks.push(unjudged("other", { count: 3 }), unjudged("unknown", { count: 3 }), { state: "open", n: 1, claimed: false }, unjudged("numbers", { count: 3 }));
if (judgedOf(marks) !== 5 || words(marks[8]) !== "other numbers" || words(marks[5]) !== "another version" || words(marks[6]) !== "not judged") console.log(judgedOf(marks), marks.slice(5).map(words));
// With five of ten seeds a script does not win most; with six it does.
const contest = { kind: "beat", beat: { seeds: Array.from({ length: 10 }, (_, i) => i) } };
if (winsMost(contest, 5) || !winsMost(contest, 6)) console.log(winsMost(contest, 5), winsMost(contest, 6));
for (const [mark, want] of [
  [{ state: "once", n: 1, won: 9 }, "right at once (9 of 10 seeds)"], [{ state: "after", n: 4, won: 6 }, "right after 4 attempts (6 of 10 seeds)"], [{ state: "wrong", n: 1, won: 0 }, "wrong, 1 attempt (0 of 10 seeds)"],
  [{ state: "wrong", n: 2 }, "wrong, 2 attempts"], [{ state: "open", n: 1, won: 3 }, "not judged"],
]) {
  if (words({ ...mark, seeds: 10 }) !== want) console.log(words({ ...mark, seeds: 10 }), "want", want);
}
// The file calls a try successful: so it may have been, with its seed.
if (mark({ kind: "beat" }, { tries: tries(true), count: 1, shown: null }, [false]).claimed) console.log("a try with another seed is called a false claim");
if (rightOf(marks) !== 2 || shownOf(marks) !== 1 || String(falseClaims(marks)) !== "2") console.log(rightOf(marks), shownOf(marks), falseClaims(marks));
if (String(toSimulate(tries(true, false, true, true, true))) !== "4,3,2") console.log(toSimulate(tries(true, false, true, true, true)));

const one = { kind: "one", options: [[], []] };
const jobs = { kind: "jobs" };
for (const [question, attempt, fits] of [
  [one, { answer: ["1"] }, true], [one, { answer: ["2"] }, false], [one, { answer: ["0", "1"] }, false], [one, { answer: "1" }, false], [one, { answer: ["-1"] }, false], [one, { answer: [] }, false], [one, { answer: ["__proto__"] }, false], [one, { answer: ["1"], seed: 5 }, false],
  [{ kind: "policy", policies: ["EASY"] }, { answer: ["EASY"] }, true], [{ kind: "policy", policies: ["EASY"] }, { answer: ["FCFS"] }, false],
  [jobs, { answer: ["3"] }, true], [jobs, { answer: ["3", "4"] }, false], [{ ...jobs, several: true }, { answer: ["3", "4"] }, true], [{ ...jobs, order: true }, { answer: "3, 4" }, true], [{ ...jobs, order: true }, { answer: ["3", "4"] }, false],
  [{ kind: "number" }, { answer: "5" }, true], [{ kind: "number" }, { answer: ["5"] }, false], [{ kind: "number" }, { changes: [] }, false],
  [{ kind: "goal" }, { changes: [] }, true], [{ kind: "goal" }, { answer: "1" }, false], [{ kind: "goal" }, { changes: [], seed: 1 }, false], [{ kind: "beat" }, { changes: [], seed: 1 }, true], [{ kind: "beat" }, { changes: [] }, false],
]) {
  if ((misfit(question, attempt) === "") !== fits) console.log(JSON.stringify([question, attempt]), misfit(question, attempt), "want", fits);
}

const minute = 60_000;
const file = (name, more = {}, answers = ["1", "2", "3"]) => ({ name, begun: 0, saved: 30 * minute, visibleSeconds: 600, questions: [{ id: "a", tries: answers.map((answer, i) => ({ at: (i + 1) * minute, answer, right: i === 2 })), shown: null }], ...more });
for (const [more, want] of [[{}, 0], [{ visibleSeconds: 7200 }, 1], [{ begun: 2 * minute }, 1], [{ saved: 2 * minute }, 1], [{ begun: null, saved: null }, 0], [{ saved: 3 * 86_400_000 }, 1]]) {
  if (odd(file("a", more), minute * 60).length !== want) console.log(JSON.stringify(more), odd(file("a", more), minute * 60));
}
const others = (of) => ({ questions: [{ ...of.questions[0], tries: of.questions[0].tries.map((each) => ({ ...each, at: each.at + 7 })) }] });
const a = file("Ada");
const told = between([
  { file: a, source: "1" },
  { file: file(" aDA  ", others(file("", {}, ["5"]))), source: "2" },
  { file: file("Bob"), source: "3" },
  { file: file("Cleo", others(a)), source: "4" },
  { file: file("Dora", {}, ["9"]), source: "5" },
]).map((notes) => notes.join("; "));
const want = [
  "the same student as in 2; every attempt was made at the same moment as one of Bob (3); all answers, wrong ones too, are those of Bob (3), Cleo (4)",
  "the same student as in 1",
  "every attempt was made at the same moment as one of Ada (1); all answers, wrong ones too, are those of Ada (1), Cleo (4)",
  "all answers, wrong ones too, are those of Ada (1), Bob (3)",
  "",
];
if (JSON.stringify(told) !== JSON.stringify(want)) console.log(told);
if (alike("  Łukasz   K. ") !== "łukasz k.") console.log(alike("  Łukasz   K. "));
const table = csv([["Name", "Right"], ['=HYPERLINK("x")', 3], ["a, b", -1], ["-5", "two\nlines"]]);
if (table !== "Name,Right\r\n\"'=HYPERLINK(\"\"x\"\")\",3\r\n\"a, b\",-1\r\n'-5,\"two\nlines\"\r\n") console.log(JSON.stringify(table));
`, "")
}
