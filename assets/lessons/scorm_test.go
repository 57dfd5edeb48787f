package lessons

import "testing"

// What a learning platform keeps is read again as it was, up to 4,096 characters; what has no room is told, and never what became of a question.
func TestWhatAPlatformKeeps(t *testing.T) {
	inNode(t, `
import { resume, suspend } from "../suspended.js";
const same = (a, b, what) => JSON.stringify(a) !== JSON.stringify(b) && console.log(what, JSON.stringify(a), "want", JSON.stringify(b));
const sorted = (value) => JSON.parse(JSON.stringify(value), (_, v) => (v && typeof v === "object" && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort()) : v));
const about = { digest: "0123456789abcdef", questions: ["when", "which", "load", "beat", "none"].map((id) => ({ id })) };
const answers = () => ({
  when: { answer: "ca. 11 – “elf”", right: false }, which: { answer: ["0", "2"], right: true, told: true }, load: { right: false, told: true }, beat: { right: true, told: true },
  "attempts:beat": { tried: 7, beaten: 1, list: [{ at: 2, seed: 5, source: "def schedule():\n    pass\n", verdict: "beaten" }, { at: 1, seed: 4, source: "", verdict: "open" }] },
});
const all = suspend(about, answers());
same(all.lost, [], "lost");
same(sorted(resume(about, all.text)), sorted(answers()), "resumed");
if (/[^\x20-\x7e]/.test(all.text)) console.log("not ASCII:", all.text);
if (Object.keys(resume({ ...about, digest: "0".repeat(16) }, all.text)).length) console.log("another version of the lesson has its answers");
for (const text of ["", "null", "5", "{", "[]", "{\"version\":1}", all.text.slice(0, 90), "{\"version\":1,\"digest\":\"0123456789abcdef\",\"states\":\"__xyz\",\"answers\":[[5]]}", "{\"version\":1,\"digest\":\"0123456789abcdef\",\"states\":[\"constructor\",1,2,3,4]}"]) {
  if (Object.keys(resume(about, text)).length) console.log(text, "is resumed");
}
// A long answer and a long script have no room: 4,096 characters are a bound, with it and with what is lost told.
const long = answers();
long.when.answer = "ä".repeat(700); // 4,200 characters as \u00e4
long["attempts:beat"].list[1].source = "#".repeat(4096);
const some = suspend(about, long);
same(some.lost, ["what you answered to question 1", "all but the last 1 of your tries at question 4"], "lost");
if (some.text.length > 4096) console.log(some.text.length, "characters");
const back = resume(about, some.text);
same(back.when, { right: false }, "the long answer");
same(back["attempts:beat"], { tried: 7, beaten: 1, list: long["attempts:beat"].list.slice(0, 1) }, "the tries");
same(sorted(back.which), sorted(long.which), "the short answer");
const exact = suspend(about, answers(), all.text.length);
same([exact.lost, exact.text], [[], all.text], "exactly as many characters");
if (suspend(about, answers(), all.text.length - 1).lost.length !== 1) console.log("one character less has room");
`, "")
}

// Scores, times and single answers are what the data model of SCORM 1.2 says.
func TestWhatIsReported(t *testing.T) {
	inNode(t, `
import { interaction, scoreOf, timeOf } from "../reporting.js";
const same = (a, b, what) => JSON.stringify(a) !== JSON.stringify(b) && console.log(what, JSON.stringify(a), "want", JSON.stringify(b));
const right = { right: true, told: true };
same([[], [undefined], [right, undefined], [right, { right: false, told: true }, { right: false }], Array(3).fill(right)].map(scoreOf), [null, 0, 50, 33.33, 100], "scores");
same([0, 994, 995, 59_999, 3_599_990, 90_061_230, 1e12].map(timeOf), ["0000:00:00.00", "0000:00:00.99", "0000:00:01.00", "0000:01:00.00", "0000:59:59.99", "0025:01:01.23", "9999:00:00.00"], "times");
const at = new Date(2026, 10, 26, 9, 5, 3);
const of = (question, attempt) => interaction(question, attempt, {}, at).slice(1).map(([, value]) => value);
const phrase = (value) => ({ op: "number", number: value });
same(interaction({ id: "load", kind: "goal" }, { changes: [{ path: "/workload/load", value: 0.5 }, { path: "/a", value: "x".repeat(300) }], right: true }, {}, at),
  [["id", "load"], ["type", "performance"], ["time", "09:05:03"], ["student_response", ("/workload/load=0.5 /a=" + "x".repeat(300)).slice(0, 255)], ["result", "correct"]], "a goal");
same(of({ id: "beat", kind: "beat" }, { seed: 12, right: false }), ["performance", "09:05:03", "seed=12", "wrong"], "a contest");
`, "")
}

// The platform's object is found as SCORM 1.2 says, and not behind a page of another origin; its failures are told once, and nothing is told twice.
func TestThePlatformIsFound(t *testing.T) {
	inNode(t, `
import { findAPI, Platform } from "../lms.js";
const API = {};
const nested = (depth, top) => (depth === 0 ? top : { parent: nested(depth - 1, top) });
const root = (more) => { const w = { ...more }; w.parent = w; return w; };
const foreign = () => new Proxy({}, { get() { throw new Error("SecurityError"); } });
const whole = (w) => { w.top ??= root({}); return w; };
for (const [what, self, found] of [
  ["the page itself", root({ API }), true],
  ["the page around it", whole(nested(1, root({ API }))), true],
  ["seven pages around it", whole(nested(7, root({ API }))), true],
  ["eight pages around it", whole(nested(8, root({ API }))), false],
  ["the opener", whole(root({ opener: nested(2, root({ API })) })), true],
  ["the opener of the topmost page", { ...nested(1, root({})), top: { opener: root({ API }) } }, true],
  ["none", whole(root({})), false],
  ["a page of another origin", whole({ parent: foreign() }), false],
  ["a page of another origin, and an opener", whole({ parent: foreign(), opener: root({ API }) }), true],
  ["another origin at the top", { ...nested(1, root({})), top: foreign() }, false],
]) {
  if ((findAPI(self) === API) !== found) console.log(what, "is", found ? "not found" : "found");
}
console.info = () => {};
const calls = [];
const told = [];
const strict = { LMSInitialize: () => "true", LMSGetValue: () => undefined, LMSSetValue: (...args) => { calls.push(args.join("=")); return args[0] === "cmi.core.score.raw" ? "false" : true; }, LMSCommit: () => { throw new Error("no network"); }, LMSFinish: () => "true", LMSGetLastError: () => 405, LMSGetErrorString: (code) => "Incorrect Data Type " + code };
const p = new Platform(strict, (text) => told.push(text));
if (!p.begin() || p.get("cmi.suspend_data") !== "" || p.set("cmi.core.score.raw", 50) || !p.set("cmi.core.exit", "suspend") || !p.set("cmi.core.exit", "suspend") || p.commit()) console.log("the platform says something else than it does");
p.finish();
p.set("cmi.core.exit", "");
if (calls.join() !== "cmi.core.score.raw=50,cmi.core.exit=suspend") console.log(calls);
if (told.length !== 1 || !told[0].startsWith("The learning platform has failed at taking the score (error 405, Incorrect Data Type 405). The lesson goes on")) console.log(told);
`, "")
}
