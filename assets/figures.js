// What a phrase of a lesson amounts to in the results of an experiment, and how that is written: the same as in
// package lessons/figures, which parses the phrases and documents them.
import { span } from "./durations.js";
import { at, experiment } from "./pointer.js";

// evaluate is the value of a phrase: a number, a list of jobs or the label of a policy; undefined if the results do
// not tell.
export function evaluate(results, phrase) {
  const value = find(results, phrase);
  return typeof value === "number" && !Number.isFinite(value) ? undefined : value;
}

// holds says whether all comparisons of a condition are met; undefined if the results do not tell.
export function holds(results, condition) {
  let all = true;
  for (const { left, op, right } of condition) {
    const a = evaluate(results, left);
    const b = evaluate(results, right);
    if (a === undefined || b === undefined) {
      return undefined;
    }
    all = all && compare(a, op, b);
  }
  return all;
}

function compare(a, op, b) {
  switch (op) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
  }
  return same(a, b);
}

// same compares numbers, labels or lists of jobs.
export function same(a, b) {
  return Array.isArray(a) ? a.length === b.length && a.every((job, i) => job === b[i]) : a === b;
}

function find(results, phrase) {
  const { is, left, right } = phrase;
  switch (is) {
    case "number":
      return phrase.number ?? 0;
    case "parameter":
      return parameter(results.scenario, phrase.pointer) ?? phrase.default;
    case "metric":
    case "difference":
      return measured(results, phrase, phrase.policy);
    case "least":
    case "most":
      return extreme(results, phrase);
    case "+":
    case "-":
    case "*":
    case "/":
      return reckon(is, evaluate(results, left), evaluate(results, right));
  }
  const jobs = results.runs.find((run) => !phrase.policy || run.policy === phrase.policy)?.jobs;
  if (!jobs) {
    return undefined;
  }
  const index = jobs.findIndex((each) => each.job === (phrase.job ?? 0));
  switch (is) {
    case "job":
      return field(jobs[index], phrase.which);
    case "overtakers":
      return known(jobs[index]?.start) ? numbers(starts(jobs.slice(index + 1), jobs[index].submit, jobs[index].start)) : undefined;
    case "longest":
      return longestWait(jobs);
  }
  const from = evaluate(results, left);
  const to = is === "starts" ? evaluate(results, right) : 0;
  if (from === undefined || to === undefined) {
    return undefined;
  }
  switch (is) {
    case "first":
      return firstStart(jobs, from);
    case "starts":
      return numbers(starts(jobs, from, to));
    case "waiting":
      return numbers(jobs.filter((each) => each.submit <= from && !(known(each.start) && each.start <= from)));
    case "running":
      return numbers(running(jobs, from));
    case "busy":
      return running(jobs, from).reduce((sum, each) => sum + each.processors, 0);
  }
  return undefined;
}

function reckon(op, a, b) {
  if (a === undefined || b === undefined) {
    return undefined;
  }
  switch (op) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
  }
  return a / b;
}

const known = (value) => value !== null && value !== undefined;

const numbers = (jobs) => jobs.map((each) => each.job);

function parameter(scenario, pointer) {
  const value = at(experiment(scenario), pointer);
  return typeof value === "number" ? value : undefined;
}

function measured(results, { is, which, bound }, policy) {
  const ours = (each) => each.policy === policy && each.metric === which;
  const end = (middle, each) => (bound ? each[bound] ?? undefined : middle);
  if (is === "difference") {
    const difference = results.comparisons?.find((each) => ours(each) && each.kind !== "ratio");
    return difference && end(difference.difference, difference);
  }
  // With replications a metric is its mean over all of them, never that of the one run whose schedule is drawn.
  if (results.summary) {
    const mean = results.summary.find(ours);
    return mean && end(mean.mean, mean);
  }
  return bound ? undefined : results.runs.find((run) => run.policy === policy)?.metrics[which];
}

// extreme is the policy with the least or most of a metric; undefined if several share it.
function extreme(results, { is, which }) {
  const values = results.runs.map((run) => measured(results, { is: "metric", which }, run.policy));
  if (!values.length || values.some((value) => value === undefined)) {
    return undefined;
  }
  const best = is === "least" ? Math.min(...values) : Math.max(...values);
  return values.indexOf(best) === values.lastIndexOf(best) ? results.runs[values.indexOf(best)].policy : undefined;
}

function field(job, which) {
  switch (which) {
    case "run":
      return known(job?.start) && known(job.end) ? job.end - job.start : undefined;
    case "request":
      return job?.requested;
  }
  return job?.[which] ?? undefined;
}

function starts(jobs, from, to) {
  return jobs.filter((each) => known(each.start) && each.start >= from && each.start < to).sort((a, b) => a.start - b.start);
}

function firstStart(jobs, from) {
  const later = jobs.filter((each) => known(each.start) && each.start > from);
  const next = Math.min(...later.map((each) => each.start));
  return numbers(later.filter((each) => each.start === next));
}

function running(jobs, at) {
  return jobs.filter((each) => known(each.start) && each.start <= at && !(known(each.end) && each.end <= at));
}

// longestWait is the job that waits longest; undefined if several do.
function longestWait(jobs) {
  const most = Math.max(...jobs.filter((each) => known(each.wait)).map((each) => each.wait));
  const longest = jobs.filter((each) => each.wait === most);
  return longest.length === 1 ? numbers(longest) : undefined;
}

// units are those of times, in seconds.
export const units = { s: 1, min: 60, h: 3600, d: 86400 };

// format writes a value of a unit: times in the units that suit them or in the one that is asked for, shares in per
// cent, jobs by their numbers.
export function format(value, unit, as) {
  switch (unit) {
    case "policy":
      return value;
    case "jobs":
      return listing(value);
    case "%":
      return `${rounded(value * 100)} %`;
    case "s":
      return formatTime(value, as);
  }
  return as === "%" ? `${rounded(value * 100)} %` : rounded(value);
}

function formatTime(seconds, as) {
  if (!as && Math.abs(seconds) >= 60) {
    return span(seconds);
  }
  const unit = as || "s";
  return `${rounded(seconds / units[unit])} ${unit === "d" ? "days" : unit}`;
}

// rounded has no decimals from 100 on, one from 10 on and two below, without zeros at the end.
function rounded(x) {
  const size = Math.abs(x);
  const scale = size >= 100 ? 1 : size < 10 ? 100 : 10;
  return String(Math.floor(x * scale + 0.5) / scale).replace("-", "−");
}

// listing has numbers with "and" before the last one. Of none it says "none".
export function listing(numbers) {
  if (numbers.length < 2) {
    return numbers.length ? String(numbers[0]) : "none";
  }
  return `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}
