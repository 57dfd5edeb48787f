// How a policy that the reader writes is judged against a named one on workloads that were drawn anew, and how that is told.
import { format } from "./figures.js";

// How a try can end, as the table of tries has it.
export const VERDICTS = {
  beaten: "beaten",
  short: "better, but not by enough",
  unknown: "not known to differ",
  same: "the same",
  worse: "worse",
  unfinished: "jobs never started",
  failed: "failed",
  open: "broken off",
};

// draw is a seed of 31 bits that nobody can choose.
export function draw() {
  return crypto.getRandomValues(new Uint32Array(1))[0] >>> 1;
}

// judge says what results tell of the reader's policy against its rival. Only a whole interval on the better side, beyond what is asked for,
// beats it, and only if as many jobs start.
export function judge(results, beat) {
  const failure = results.failures?.find((each) => each.policy === beat.mine);
  if (failure) {
    return { verdict: "failed", why: failure.message };
  }
  const left = (policy) => results.summary?.find((each) => each.policy === policy && each.metric === "unfinished")?.mean ?? 0;
  if (left(beat.mine) > left(beat.rival)) {
    return { verdict: "unfinished", left: left(beat.mine) };
  }
  const all = results.comparisons?.filter((each) => each.policy === beat.mine && each.baseline === beat.rival && each.metric === beat.metric) ?? [];
  const plain = all.find((each) => each.kind !== "ratio");
  if (plain?.low === 0 && plain.high === 0) {
    return { verdict: "same", n: plain.n };
  }
  const told = beat.relative ? all.find((each) => each.kind === "ratio") : plain;
  if (typeof told?.low !== "number" || typeof told.high !== "number") {
    return { verdict: "failed", why: "the experiment gives no interval of the difference" };
  }
  const sign = beat.better === "lower" ? -1 : 1;
  const { low, high, n } = told;
  const [least, most] = [sign * low, sign * high].sort((a, b) => a - b); // by how much it is better
  const verdict = least > beat.by ? "beaten" : least > 0 ? "short" : most < 0 ? "worse" : "unknown";
  return { verdict, value: beat.relative ? told.relative : told.difference, low, high, n };
}

// amount writes a difference: "12 % lower".
function amount(value, beat) {
  return `${size(value, beat)} ${value > 0 ? "higher" : "lower"}`;
}

function size(value, beat) {
  return format(Math.abs(value), beat.relative ? "%" : beat.unit);
}

// range writes an interval of differences: "9 % to 15 % lower", "12 % lower to 8 % higher".
function range({ low, high }, beat) {
  if (low < 0 && high > 0) {
    return `${amount(low, beat)} to ${amount(high, beat)}`;
  }
  const [near, far] = Math.abs(low) < Math.abs(high) ? [low, high] : [high, low];
  return `${size(near, beat)} to ${amount(far, beat)}`;
}

// difference is what the table of tries has of one.
export function difference(judged, beat) {
  if (judged.verdict === "same") {
    return "none";
  }
  return typeof judged.value === "number" ? `${amount(judged.value, beat)} (${range(judged, beat)})` : "–";
}

// sentence tells how a try with a seed has ended.
export function sentence(judged, beat, seed) {
  const { verdict, value, n } = judged;
  const drawn = `${beat.replications} new workloads, seed ${seed}`;
  switch (verdict) {
    case "failed":
      return `On the new workloads (seed ${seed}) your policy failed: ${judged.why}.`.replace(/\.\.$/, ".");
    case "unfinished":
      return `Under your policy ${format(judged.left, "plain")} jobs of a workload, on average, never start (${drawn}). The ${beat.title} is that of the jobs that do, so nothing follows from it.`;
    case "same":
      return `The ${beat.title} is the same under your policy and under ${beat.rival} on all of ${drawn}.`;
    case "unknown":
      return `Your policy is not known to differ from ${beat.rival}: the ${beat.title} is ${amount(value, beat)}, but the ${level(beat)} interval goes from ${range(judged, beat)} (${drawn}).`;
  }
  const told = `The ${beat.title} is ${amount(value, beat)} under your policy than under ${beat.rival} (${level(beat)} interval: ${range(judged, beat)}; ${n} new workloads, seed ${seed}).`;
  return verdict === "short" ? `${told} For this question the whole interval has to be at least ${size(beat.by, beat)} ${beat.better}.` : told;
}

const level = (beat) => format(beat.level, "%");

// tally says how often it was tried, and what chance does to that.
export function tally({ tried, beaten }, beat) {
  const chance = Math.round(2 / (1 - beat.level));
  const no = beat.by > 0 ? `at best ${size(beat.by, beat)} better than ${beat.rival}` : `no better than ${beat.rival}`;
  return `${beat.rival} beaten in ${beaten} of ${tried} ${tried === 1 ? "try" : "tries"}. A policy that is ${no} seems to beat it in at most about one of ${chance} tries, by chance: the interval misses the truth in one of ${chance / 2}, on this side in half of them. The more often you try, the less one success says.`;
}
