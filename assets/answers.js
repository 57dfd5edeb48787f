// The one judge of answers: whether what was given answers a question, by what its experiment gives. How a policy that the reader writes is
// judged says beat.js.
import { evaluate, holds, same } from "./figures.js";

// isWatched says whether a question is answered by what the reader does in the experiment, not in its form.
export function isWatched(question) {
  return ["goal", "placement", "beat"].includes(question.kind);
}

// reached says whether results of the experiment as the reader has it answer a question of the kind goal or placement: a goal has to be met;
// without one, all jobs have to be placed as the rule places them.
export function reached(question, results) {
  if (question.kind === "placement" && !results.byHand?.complete) {
    return false;
  }
  return question.goal ? holds(results, question.goal) === true : !results.byHand.departs;
}

// isTyped says whether a question is answered with a text, not with a choice.
export function isTyped(question) {
  return question.kind === "number" || Boolean(question.order);
}

// listed are the jobs in a text, as they were typed.
export function listed(text) {
  return text.split(/[\s,;]+/).filter(Boolean);
}

// verdict judges what was given in the form: the chosen values, or the text that was typed. A text says what is wrong with it.
export function verdict(question, results, answer) {
  if (!answer.length) {
    return isTyped(question) ? "Type an answer first." : "Choose an answer first.";
  }
  switch (question.kind) {
    case "one":
      return holds(results, question.options[Number(answer[0])]) === true;
    case "policy":
      return evaluate(results, question.answer) === answer[0];
    case "number":
      return judgeNumber(question, results, answer);
  }
  const right = evaluate(results, question.answer);
  if (!right) {
    return false;
  }
  if (!question.order) {
    return same([...right].sort(ascending), answer.map(Number).sort(ascending));
  }
  const jobs = listed(answer).map(Number);
  return jobs.some(Number.isNaN) ? "Type the numbers of the jobs, with commas between them." : same(right, jobs);
}

const ascending = (a, b) => a - b;

// units are how people write the units of what they type, after its number, with what they are in seconds, or in shares.
const units = [
  [1, /^s(ec(ond)?s?)?$/i],
  [60, /^m(in(ute)?s?)?$/i],
  [3600, /^h(ours?)?$/i],
  [86400, /^d(ays?)?$/i],
  [0.01, /^%$/],
];

// typed is a number as people write it, in seconds or shares: alone, it is in the unit of the question; lengths of time may have
// another one, or several ("1 h 20 min"), and where they are not asked for in seconds 1:20 is 1 h 20 min. It is NaN if the text is none.
function typed(question, text) {
  const plain = Number(text.replace(",", "."));
  if (!Number.isNaN(plain)) {
    return plain * question.scale;
  }
  const isTime = question.answer.unit === "s";
  const clock = isTime && question.scale >= 60 ? /^(\d+):([0-5]\d)$/.exec(text) : null;
  if (clock) {
    return Number(clock[1]) * 3600 + Number(clock[2]) * 60;
  }
  const parts = [...text.matchAll(/([\d.,]+)\s*([a-z%]+)\.?\s*/gi)];
  if (parts.map(([part]) => part).join("") !== text) {
    return NaN;
  }
  return parts.reduce((sum, [, number, name]) => {
    const [scale] = units.find(([, names]) => names.test(name)) ?? [NaN];
    return sum + Number(number.replace(",", ".")) * (scale === question.scale || (isTime && scale >= 1) ? scale : NaN);
  }, 0);
}

// inUnit is the number that was typed, in the unit of the question.
export function inUnit(question, text) {
  return typed(question, text) / question.scale;
}

function judgeNumber(question, results, answer) {
  const value = typed(question, answer);
  if (Number.isNaN(value)) {
    return `“${answer}” is no number: type one such as ${question.answer.unit === "s" ? "12.5, or 1 h 20 min" : "12.5"}.`;
  }
  const right = evaluate(results, question.answer);
  const slack = question.within.number ?? 0;
  const off = Math.abs(value - right);
  return off <= (question.within.unit === "%" && question.answer.unit !== "%" ? slack * Math.abs(right) : slack) + 1e-9;
}
