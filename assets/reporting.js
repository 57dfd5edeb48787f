// What a lesson reports to a learning platform, and what that keeps of it.
import { inUnit, listed } from "./answers.js";
import { evaluate, holds } from "./figures.js";
import { openClock } from "./record.js";
import { holdsAnswers, resume, suspend } from "./suspended.js";

// report begins to report a lesson to a platform (lms.js) that has begun. It returns what lesson.js keeps answers with. say is told what the student
// ought to know.
export function report(platform, about, say) {
  const mode = platform.get("cmi.core.lesson_mode");
  const counts = mode !== "review" && mode !== "browse";
  const before = platform.get("cmi.core.lesson_status");
  const written = platform.get("cmi.suspend_data");
  const least = platform.get("cmi.student_data.mastery_score").trim();
  const mastery = least !== "" && Number.isFinite(Number(least)) ? Number(least) : null;
  const over = ["completed", "passed", "failed"].includes(before);
  const answers = resume(about, written);
  if (!counts) {
    say("The learning platform has opened this lesson for looking only: nothing is reported.");
    return { answers, keep: () => {}, tried: () => {} };
  }
  if (Object.keys(answers).length === 0 && holdsAnswers(written)) {
    say("The lesson has changed since your last visit: it begins anew.");
  }
  const single = platform.get("cmi.interactions._children") === "" ? null : { next: Number(platform.get("cmi.interactions._count")) || 0 };
  const clock = openClock("", new AbortController().signal, () => null);
  let lostBefore = "";

  const keep = (now) => {
    const questions = about.questions.map(({ id }) => now[id]);
    const score = scoreOf(questions);
    const done = questions.every((answer) => answer?.told);
    if (done) {
      platform.set("cmi.core.lesson_status", mastery === null || score === null ? "completed" : score >= mastery ? "passed" : "failed");
    } else if (!over) {
      platform.set("cmi.core.lesson_status", "incomplete");
    }
    // A lesson that was completed, and of whose answers nothing was kept, keeps its score until it is answered again.
    if (score !== null && (!over || questions.some(Boolean))) {
      platform.set("cmi.core.score.min", 0);
      platform.set("cmi.core.score.max", 100);
      platform.set("cmi.core.score.raw", score);
    }
    const { text, lost } = suspend(about, now);
    if (lost.length > 0 && lost.join() !== lostBefore) {
      say(`The learning platform has no room for everything. If you leave, it does not keep ${lost.join(", nor ")}; your score is kept.`);
    }
    lostBefore = lost.join();
    platform.set("cmi.suspend_data", text);
    settle();
  };
  const settle = () => {
    platform.set("cmi.core.session_time", timeOf(clock.now().visible));
    platform.set("cmi.core.exit", "suspend"); // so that the answers are there when the student comes back
    platform.commit();
  };
  const tried = (question, attempt, results) => {
    if (single) {
      const n = single.next++;
      for (const [name, value] of interaction(question, attempt, results, new Date())) {
        platform.set(`cmi.interactions.${n}.${name}`, value);
      }
    }
  };

  keep(answers);
  document.addEventListener("visibilitychange", settle);
  addEventListener("pagehide", () => {
    settle();
    platform.finish();
  });
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload()); // what has ended cannot be begun again
  return { answers, keep, tried };
}

// scoreOf is how many percent of the questions were answered rightly and not shown before, as the lesson itself and the page for hand-in files count
// them, with two decimals; null without questions.
export function scoreOf(answers) {
  return answers.length === 0 ? null : Math.round((10_000 * answers.filter((answer) => answer?.right).length) / answers.length) / 100;
}

// timeOf is a length of time, in milliseconds, as SCORM writes it: HHHH:MM:SS.SS.
export function timeOf(ms) {
  const hundredths = Math.min(Math.round(ms / 10), 9999 * 360_000);
  const digits = (number, count) => String(Math.floor(number)).padStart(count, "0");
  return `${digits(hundredths / 360_000, 4)}:${digits((hundredths / 6_000) % 60, 2)}:${digits((hundredths / 100) % 60, 2)}.${digits(hundredths % 100, 2)}`;
}

const letters = "abcdefghijklmnopqrstuvwxyz";

// interaction is an attempt at a question as SCORM writes it, as pairs of names and values in the order in which platforms want them.
export function interaction(question, { answer, changes, seed, right }, results, at) {
  const part = (number) => String(number).padStart(2, "0");
  const [type, pattern, response] = responses(question, { answer, changes, seed }, results);
  return [
    ["id", question.id],
    ["type", type],
    ["time", [at.getHours(), at.getMinutes(), at.getSeconds()].map(part).join(":")],
    ...(pattern === null ? [] : [["correct_responses.0.pattern", pattern]]),
    ["student_response", response.slice(0, 255)],
    ["result", right ? "correct" : "wrong"],
  ];
}

// responses are the kind of a response, the right one (null if there are many) and the one that was given. Choices are letters, in the order in which
// they stand in the lesson.
function responses(question, { answer, changes, seed }, results) {
  const right = () => evaluate(results, question.answer);
  switch (question.kind) {
    case "one":
      return ["choice", letters[question.options.findIndex((option) => holds(results, option) === true)] ?? null, letters[Number(answer[0])] ?? ""];
    case "policy":
      return ["choice", letters[question.policies.indexOf(right())] ?? null, letters[question.policies.indexOf(answer[0])] ?? ""];
    case "number":
      return ["numeric", String(Number((right() / question.scale).toPrecision(9))), String(Number(inUnit(question, answer).toPrecision(9)))];
    case "jobs":
      return ["fill-in", [right() ?? []].flat().join(","), typeof answer === "string" ? listed(answer).join(",") : answer.join(",")];
  }
  const done = (changes ?? []).map(({ path, value }) => `${path}=${value}`).join(" ");
  return ["performance", null, seed === undefined ? done : `seed=${seed}`];
}
