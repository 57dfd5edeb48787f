// What a lesson keeps for a teacher, besides the answers: every attempt with its instant, hints, whether and when the answer was shown, and how
// long the page was visible. It stays in the browser's storage until somebody saves it as a file (handing.js).
import { most } from "./handed.js";

// mostTries is how many attempts at a question are kept: the first ones and the last one. All are counted.
export const mostTries = most.tries;

// mostBeating is how many tries to beat a policy are kept: the last ones. All are counted.
export const mostBeating = 50;

// openRecord keeps in a store, under names that no question has, what was done about each question, and the digest that the question had then: a lesson may change between two
// visits, and what was answered before stays in the store. digestOf is the digest of a question as it is now.
export function openRecord(store, digestOf) {
  const of = (id) => {
    const kept = store.of(`record:${id}`);
    return Array.isArray(kept?.tries) ? kept : { tries: [], count: 0, hints: 0, shown: null };
  };
  const keep = (id, change) => store.keep(`record:${id}`, { ...of(id), ...change });
  return {
    of,
    // tried keeps an attempt: the answer or the changes of the experiment, and whether that was right. What comes after the right one is none.
    tried(id, attempt) {
      const { tries, count } = of(id);
      if (!tries.some((each) => each.right)) {
        keep(id, { tries: [...tries.slice(0, mostTries - 1), { at: Date.now(), ...attempt }], count: count + 1, digest: digestOf(id) });
      }
    },
    hinted(id) {
      keep(id, { hints: of(id).hints + 1 });
    },
    // shown keeps that the answer was shown, after so many attempts.
    shown(id, after = of(id).count) {
      if (!of(id).shown) {
        keep(id, { shown: { at: Date.now(), after }, digest: of(id).digest ?? digestOf(id) });
      }
    },
    isLast: (id, changes) => JSON.stringify(of(id).tries.at(-1)?.changes) === JSON.stringify(changes),
  };
}

// openClock counts for how long the page of a lesson is visible, over all visits, until the signal; begun is when the first visit began. It has a place of
// its own in the storage, so that a page that was left open writes no old answers.
export function openClock(lesson, signal, storage = () => localStorage) {
  const key = `backfill-time-${lesson}`;
  let counts = true;
  let spent = { begun: Date.now(), visible: 0 };
  let since = document.visibilityState === "visible" ? performance.now() : null;
  const read = () => {
    try {
      const { begun, visible } = JSON.parse(storage().getItem(key)) ?? {};
      if (begun > 0 && visible >= 0) {
        spent = { begun, visible };
      }
    } catch {
      // no storage, or something else than ours: it counts from now on
    }
  };
  const settle = () => {
    if (!counts) {
      return;
    }
    read();
    const now = performance.now();
    spent.visible += since === null ? 0 : now - since;
    since = document.visibilityState === "visible" ? now : null;
    try {
      storage().setItem(key, JSON.stringify(spent));
    } catch {
      // no storage: it counts as long as the page is open
    }
  };
  document.addEventListener("visibilitychange", settle, { signal });
  addEventListener("pagehide", settle, { signal });
  signal.addEventListener("abort", settle);
  read();
  return {
    // now are the milliseconds when the lesson was begun, and those for which its page was visible.
    now() {
      settle();
      return { ...spent };
    },
    forget() {
      counts = false;
      try {
        storage().removeItem(key);
      } catch {
        // there was none
      }
    },
  };
}

// handedIn is what a file says that is handed in: hand-in.js reads it (handed.js), and judges every answer anew.
export function handedIn(about, { store, record, clock, attempts }, name) {
  const { begun, visible } = clock.now();
  return {
    backfill: "hand-in",
    version: 1,
    name: oneLine(name),
    lesson: { name: about.lesson, title: oneLine(about.title), digest: about.digest },
    seed: oneLine(about.seed ?? ""),
    begun: instant(begun),
    saved: instant(Date.now()),
    visibleSeconds: Math.round(visible / 1000),
    questions: about.questions.map((question) => ({ id: question.id, ...(question.beat ? contested(question, record, attempts(question)) : answered(question, record, store)) })),
  };
}

// A file has as much of a text as its reader takes.
const oneLine = (text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").slice(0, most.name);
const shortened = (answer) => (typeof answer === "string" ? answer.slice(0, most.text) : answer);

function answered({ id, digest: now }, record, store) {
  const { tries, count, hints, shown, digest = now } = record.of(id);
  const kept = store.of(id);
  if (kept && tries.length === 0 && !shown) {
    // An earlier version of the page has kept the last answer, and no attempts.
    const last = kept.answer?.length ? [{ at: null, answer: shortened(kept.answer), right: Boolean(kept.right) }] : [];
    return { digest, tries: last, count: last.length, hints, shown: kept.told && !kept.right ? { at: null, after: last.length } : null };
  }
  return { digest, tries: tries.map((each) => ({ ...each, ...(each.answer === undefined ? {} : { answer: shortened(each.answer) }), at: instant(each.at) })), count, hints, shown: shown && { ...shown, at: instant(shown.at) } };
}

function contested({ id, beat, digest: now }, record, { tried, list, digest = now }) {
  const { hints, shown } = record.of(id);
  const tries = [...list].reverse().map(({ at, seed, source, changes, verdict }) => ({
    at: instant(at),
    seed,
    changes: [{ path: beat.path, value: source ?? null }, ...(changes ?? [])],
    right: verdict === "beaten",
  }));
  // Who deletes tries has made them all the same, as far as that is known.
  return { digest, tries, count: Math.max(tried, shown?.after ?? 0), hints, shown: shown && { ...shown, at: instant(shown.at) } };
}

const instant = (ms) => (Number.isFinite(ms) ? new Date(ms).toISOString() : null);

// fileName is what a file is called that somebody hands in.
export function fileName(name, lesson) {
  return `${inFileName(name) || "unnamed"}-${inFileName(lesson) || "lesson"}.backfill.json`;
}

// inFileName is a text as names of files have it: letters and digits, with hyphens between them; "" if it has none.
export const inFileName = (text) => text.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60);
