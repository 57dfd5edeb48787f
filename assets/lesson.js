// A lesson's page: checks answers against what its experiments give, says what the simulation shows, and keeps how far
// the reader has come. The page works on without storage; without this script it can be read.
import { isWatched, reached, verdict } from "./answers.js";
import { difference, draw, judge, sentence, tally, VERDICTS } from "./beat.js";
import { evaluate, format, holds, units } from "./figures.js";
import { offerHandIn } from "./handing.js";
import { at, experiment, put } from "./pointer.js";
import { mostBeating, openClock, openRecord } from "./record.js";
import { keptName, offerSeed } from "./seed.js";
import { slides } from "./slides.js";

let about = { lesson: "", questions: [] }; // what the lesson's page is told of it
let store = null;
let record = null;
let platform = null; // what reports to a learning platform, if there is one
let labs = new Map();
let questions = new Map();
const forms = new Map();
let ended = new AbortController(); // when another lesson is started

// start brings the lesson to life that stands in the page. Where it is called again, as the lesson changes while it is written, elements may have
// stayed since the last call. With keeps = false the answers last as long as the page, and are not for handing in. A learning platform (reporting.js)
// keeps the answers itself, and takes what else would be handed in.
export function start(lesson, { keeps = true, reports = null } = {}) {
  ended.abort();
  ended = new AbortController();
  about = lesson;
  platform = reports;
  store = openStore(keeps);
  record = openRecord(store, (id) => questions.get(id)?.digest);
  const hands = keeps && !platform;
  const clock = hands ? openClock(keptName(about), ended.signal) : null;
  const before = labs;
  labs = new Map();
  questions = new Map(about.questions.map((question) => [question.id, question]));
  forms.clear();
  unveil();
  for (const figure of document.querySelectorAll(".lab")) {
    setUpLab(figure, before.get(figure.dataset.lab));
  }
  for (const form of document.querySelectorAll("form.question")) {
    setUpQuestion(form);
  }
  document.getElementById("forget").onclick = () => {
    store.forget();
    clock?.forget();
    location.reload();
  };
  for (const { last, watchers } of labs.values()) {
    for (const watch of last ? [...watchers] : []) {
      watch(last);
    }
  }
  showProgress();
  if (hands) {
    offerSeed(document.querySelector("article"), about);
    offerHandIn(document.querySelector("article"), about, { store, record, clock, attempts: attemptsOf });
  }
  if (keeps) {
    slides(document.querySelector("article"), about.questions);
  }
}

// Labs

// before is the lab of that name in what was started before.
function setUpLab(figure, before) {
  const { signal } = ended;
  const element = figure.querySelector("backfill-lab");
  const first = before?.element === element ? before.first : null;
  const lab = { figure, element, first, last: null, awaited: [], watchers: [], aims: [] };
  labs.set(figure.dataset.lab, lab);
  element.inert = figure.classList.contains("veiled");
  figure.querySelector(".in-words")?.addEventListener("toggle", ({ target }) => {
    if (target.open) {
      ask(resultsOf(lab).then(() => element.send({ type: "words" })).then(({ words }) => putIntoWords(target, words)));
    }
  }, { signal });
  element.addEventListener("backfill-results", ({ detail }) => came(lab, detail), { signal });
  element.addEventListener("backfill-scenario", ({ detail }) => computes(lab, JSON.stringify(detail.scenario) !== JSON.stringify(lab.last?.scenario)), { signal });
  element.addEventListener("backfill-error", () => computes(lab, false), { signal });
  if (element.results) {
    came(lab, element.results);
  }
}

// came takes results: those of the experiment as it is in the lesson, then those of what the reader makes of it.
function came(lab, results) {
  lab.last = results;
  computes(lab, false);
  if (!lab.first) {
    lab.first = results;
    for (const resolve of lab.awaited.splice(0)) {
      resolve(results);
    }
    if (lab.figure.dataset.at && lab.figure.classList.contains("veiled")) {
      ask(lab.element.seek(Number(lab.figure.dataset.at)));
    }
  }
  for (const watch of [...lab.watchers]) {
    watch(results);
  }
  showDrawn(lab);
}

// putIntoWords tells what a picture shows while it stands still and, since nobody is to move it, is out of reach for who does not see it.
function putIntoWords(details, words) {
  const parts = words.flatMap(({ summary, jobs }) => {
    const list = document.createElement("ul");
    list.append(...jobs.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    return [paragraph(summary), list];
  });
  details.replaceChildren(details.querySelector("summary"), ...parts);
}

// changesOf is what the reader has made of a lab's experiment: the value of each parameter that he may change and has changed, and how he has placed
// jobs. A null stands for what the scenario leaves out; the lab leaves out some of what the lesson writes, since it is the default.
function changesOf(lab, results) {
  const scenario = experiment(results.scenario);
  const first = experiment(lab.first.scenario);
  const written = JSON.parse(lab.element.querySelector("script").textContent);
  const paths = (lab.element.getAttribute("allow") ?? "").split(",").filter(Boolean).map((each) => each.split(":")[0]);
  // Jobs are placed faster than all else is simulated: the scenario may have fewer moves than have been judged.
  const byHand = `/policies/${scenario.policies?.findIndex((policy) => policy.kind === "by-hand")}/moves`;
  return [...paths, ...(results.byHand ? [byHand] : [])]
    .map((path) => ({ path, value: (path === byHand ? results.byHand?.moves || null : at(scenario, path)) ?? null }))
    .filter(({ path, value }) => JSON.stringify(value) !== JSON.stringify(at(written, path) ?? null) && !(value === null && (at(first, path) ?? null) === null));
}

// computes says beside the slider whether a change is being simulated.
function computes(lab, does) {
  for (const { line } of lab.aims) {
    line.classList.toggle("computing", does);
  }
}

// resultsOf resolves to what the experiment gives as it is in the lesson. Labs start when they come near the window;
// this one starts now.
function resultsOf(lab) {
  if (lab.first) {
    return Promise.resolve(lab.first);
  }
  return new Promise((resolve) => {
    lab.awaited.push(resolve);
    lab.element.enqueue();
  });
}

// ask waits for a frame to do something, which a frame that was taken away does not.
function ask(promise) {
  promise.catch((error) => console.info(error.message));
}

// showAims shows beside the slider what the questions that can be read want to be reached.
function showAims() {
  for (const lab of labs.values()) {
    for (const { line, form } of lab.aims) {
      line.hidden = Boolean(form.closest(".veiled") || lab.figure.matches(".veiled"));
    }
  }
}

// unveil shows the labs and the parts of the text whose questions have been answered or shown.
function unveil() {
  for (const part of document.querySelectorAll(".veiled")) {
    if (part.dataset.after.split(" ").every((id) => store.of(id)?.told)) {
      unveilPart(part);
    }
  }
  showAims();
}

// unveilPart shows a lab or a part of the text that waits for answers.
export function unveilPart(part) {
  part.classList.remove("veiled");
  if (part.matches(".lab")) {
    part.querySelector("backfill-lab").inert = false;
  }
}

// Questions

function setUpQuestion(form) {
  const question = questions.get(form.dataset.question);
  const lab = labs.get(question.about);
  forms.set(question.id, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (question.kind === "beat") {
      attempt(form, question, lab);
    } else {
      check(form, question, lab);
    }
  });
  form.querySelector("[data-do=tell]").addEventListener("click", () => giveUp(form, question, lab));
  if (question.kind === "goal") {
    aim(form, question, lab);
    lab.watchers.push((results) => approach(form, question, lab, results));
  } else if (question.kind === "placement") {
    lab.watchers.push((results) => followPlacement(form, question, lab, results));
  } else if (question.kind === "beat") {
    aim(form, question, lab);
    showAttempts(form, question, lab);
  }
  restore(form, question, lab);
}

// aim puts the goal of a question, and how near it is, above the experiment that the reader changes, and leads from there to the
// question and back. It stays in sight as long as the experiment is.
function aim(form, question, lab) {
  const line = document.createElement("p");
  line.className = "aim";
  const link = document.createElement("a");
  link.href = `#${form.id}`;
  link.textContent = form.querySelector(".number").textContent;
  const wanted = document.createElement("span");
  wanted.append(link, `: ${question.aim}.`);
  const now = document.createElement("span");
  const output = document.createElement("output");
  output.textContent = question.beat ? "none yet" : "not known yet";
  const computing = document.createElement("span");
  computing.className = "note";
  computing.textContent = "computing …";
  now.append(question.beat ? "Last try: " : "Now: ", output, " ", computing);
  line.append(wanted, " ", now);
  lab.figure.querySelector(".stage").before(line);
  lab.aims.push({ line, form });
  const back = document.createElement("a");
  back.href = `#${lab.figure.id}`;
  back.textContent = question.beat ? "To the script" : "To the slider";
  form.querySelector(".goal").append(" ", back);
  showAims();
}

// given is what the form holds: the numbers or labels that were chosen, or the text that was typed.
function given(form, question) {
  const inputs = [...form.querySelectorAll("input")];
  if (inputs.length === 1 && inputs[0].type === "text") {
    return inputs[0].value.trim();
  }
  return inputs.filter((input) => input.checked).map((input) => input.value);
}

async function check(form, question, lab) {
  const answer = given(form, question);
  const early = verdictWithoutResults(question, answer);
  if (early) {
    say(form, "", early);
    return;
  }
  if (!lab.first) {
    say(form, "", "The experiment is still running; your answer is checked as soon as it is done.");
  }
  const results = await resultsOf(lab);
  const right = verdict(question, results, answer);
  if (typeof right === "string") {
    say(form, "", right);
    return;
  }
  const kept = store.of(question.id);
  tried(question, { answer, right }, results);
  // Who was shown the answer has not found it, and who has found it stays the one who did.
  if (!kept?.right) {
    store.keep(question.id, { answer, right: right && !kept?.told, told: right || kept?.told });
  }
  tell(form, question, lab, results, { answer, right });
  hinted(form, question, right);
  show(question, lab, results, right);
  showProgress();
}

// tried keeps an attempt at a question, and reports it.
function tried(question, attempt, results) {
  record.tried(question.id, attempt);
  platform?.tried(question, attempt, results);
}

// hinted keeps that a hint was given, where there is one.
function hinted(form, question, right) {
  if (!right && form.querySelector('template[data-told="hint"]')) {
    record.hinted(question.id);
  }
}

// verdictWithoutResults says what is missing in an answer that need not be checked.
function verdictWithoutResults(question, answer) {
  return answer.length ? "" : verdict(question, null, answer);
}

// giveUp tells the explanation to whoever has had enough of guessing.
async function giveUp(form, question, lab) {
  const results = isWatched(question) ? lab.last ?? (await resultsOf(lab)) : await resultsOf(lab);
  const kept = store.of(question.id);
  record.shown(question.id, question.beat ? attemptsOf(question).tried : undefined);
  store.keep(question.id, { answer: kept?.answer ?? given(form, question), right: kept?.right ?? false, told: true });
  tell(form, question, lab, results, { right: kept?.right ?? false, told: true });
  show(question, lab, results, true);
  showProgress();
}

// approach follows what the reader makes of an experiment until it meets the goal.
function approach(form, question, lab, results) {
  const value = evaluate(results, question.now);
  const text = value === undefined ? "not known" : format(value, question.now.unit);
  const { line } = lab.aims.find((one) => one.form === form);
  form.querySelector("[data-now]").textContent = text;
  line.querySelector("output").value = text;
  const met = reached(question, results);
  line.classList.toggle("reached", met);
  const changes = changesOf(lab, results);
  if (changes.length > 0 && !record.isLast(question.id, changes) && (met || !form.closest(".veiled"))) {
    tried(question, { changes, right: met }, results);
  }
  if (met && !store.of(question.id)?.right) {
    store.keep(question.id, { right: true, told: true });
    tell(form, question, lab, results, { right: true });
    unveil();
    showProgress();
  }
}

// followPlacement follows how the reader places jobs by hand. Once all are placed the schedule is judged: it has to be that of the rule or,
// where there is a goal, meet that. Otherwise it is told where it departs from the rule first, and why.
function followPlacement(form, question, lab, results) {
  if (!results.byHand) {
    return;
  }
  const { placed, jobs, complete } = results.byHand;
  form.querySelector("[data-now]").textContent = `${placed} of ${jobs} jobs placed`;
  const kept = store.of(question.id);
  if (!complete || kept?.right) {
    return;
  }
  const right = reached(question, results);
  const changes = changesOf(lab, results);
  const again = record.isLast(question.id, changes);
  if (!again) {
    tried(question, { changes, right }, results);
  }
  if (right) {
    store.keep(question.id, { right: !kept?.told, told: true });
    tell(form, question, lab, results, { right: true });
    unveil();
    showProgress();
    return;
  }
  tell(form, question, lab, results, { right: false });
  if (!again) {
    hinted(form, question, false);
  }
}

// attempt draws workloads that nobody has seen, simulates the experiment on them as the reader has it, and judges the reader's policy. The
// lab then shows these workloads, so that the numbers of the sentence stand in it. Every attempt is kept before it begins: who breaks one
// off has made it all the same.
async function attempt(form, question, lab) {
  const { beat } = question;
  if (lab.trying) {
    return;
  }
  lab.trying = true;
  try {
    say(form, "", "Waiting for the experiment …");
    await resultsOf(lab);
    const now = await lab.element.send({ type: "results" });
    const failed = now.failures?.find((each) => each.policy === beat.mine);
    if (failed) {
      throw new Error(failed.message);
    }
    const seed = draw();
    const scenario = { ...experiment(now.scenario), seed, replications: beat.replications, baseline: beat.rival };
    const changes = changesOf(lab, now).filter(({ path }) => path !== beat.path);
    const kept = { at: Date.now(), seed, source: at(scenario, beat.path), changes, verdict: "open" };
    keepAttempt(question, kept);
    say(form, "", `Simulating ${beat.replications} new workloads …`);
    const { judged, results } = await resultsOn(lab, beat, scenario);
    Object.assign(kept, judged);
    if (kept.verdict === "beaten") {
      attemptsOf(question).beaten++;
    }
    keepAttempts(question);
    platform?.tried(question, { seed, right: kept.verdict === "beaten" }, results);
    tellAttempt(form, question, lab, kept, results);
  } catch (error) {
    say(form, "wrong", "Your policy cannot be tried yet.", [paragraph(error.message)]);
  } finally {
    lab.trying = false;
    showAttempts(form, question, lab);
  }
}

// resultsOn simulates an experiment of the lab on new workloads, and judges it.
async function resultsOn(lab, beat, scenario) {
  let results;
  try {
    results = await lab.element.send({ type: "scenario", scenario });
  } catch (error) {
    return { judged: { verdict: "failed", why: error.message } };
  }
  if (results.seed !== scenario.seed || at(experiment(results.scenario), beat.path) !== at(scenario, beat.path)) {
    return { judged: { verdict: "open" }, results };
  }
  return { judged: judge(results, beat), results };
}

// tellAttempt says how an attempt has ended.
function tellAttempt(form, question, lab, kept, results) {
  const { beat } = question;
  if (kept.verdict === "open") {
    say(form, "wrong", "The experiment was changed during the try, which counts as broken off.");
    return;
  }
  const right = kept.verdict === "beaten";
  const parts = [paragraph(sentence(kept, beat, kept.seed))];
  if (results && (right || kept.verdict !== "failed")) {
    parts.push(fragment(form, right ? "because" : "hint", question, results));
  }
  say(form, right ? "right" : "wrong", `${beat.rival} is ${right ? "" : "not "}beaten.`, parts.filter(Boolean));
  if (kept.verdict !== "failed") {
    hinted(form, question, right);
  }
  const before = store.of(question.id);
  if (right && !before?.right) {
    store.keep(question.id, { right: !before?.told, told: true });
    form.querySelector("[data-do=tell]").hidden = true;
    unveil();
  }
}

// attemptsOf are the attempts of a question, the last one first.
function attemptsOf(question) {
  const kept = store.of(`attempts:${question.id}`);
  return Array.isArray(kept?.list) ? kept : { tried: 0, beaten: 0, list: [] };
}

function keepAttempt(question, kept) {
  const attempts = attemptsOf(question);
  store.keep(`attempts:${question.id}`, { ...attempts, digest: question.digest, tried: attempts.tried + 1, list: [kept, ...attempts.list].slice(0, mostBeating) });
}

function keepAttempts(question) {
  store.keep(`attempts:${question.id}`, attemptsOf(question));
}

// showAttempts shows the attempts of a question in a table, and the last one beside the lab.
function showAttempts(form, question, lab) {
  const attempts = attemptsOf(question);
  const [last] = attempts.list;
  const { line } = lab.aims.find((one) => one.form === form);
  line.querySelector("output").value = last ? `${typeof last.value === "number" ? `${difference(last, question.beat)}, ` : ""}${VERDICTS[last.verdict]}` : "none yet";
  line.classList.toggle("reached", last?.verdict === "beaten");
  const place = form.querySelector(".attempts");
  place.hidden = !last;
  showProgress();
  if (!last) {
    return;
  }
  const count = paragraph(tally(attempts, question.beat));
  const table = document.createElement("table");
  table.createCaption().textContent = attempts.tried > attempts.list.length ? `Your last ${attempts.list.length} tries` : "Your tries, the last one first";
  const head = table.createTHead().insertRow();
  for (const title of ["When", "Difference (interval)", "Verdict", "Seed", "Script"]) {
    head.append(Object.assign(document.createElement("th"), { scope: "col", textContent: title }));
  }
  const body = table.createTBody();
  for (const each of attempts.list) {
    const row = body.insertRow();
    const when = new Date(each.at).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    for (const text of [when, difference(each, question.beat), VERDICTS[each.verdict] ?? "", each.seed]) {
      row.insertCell().textContent = text;
    }
    row.insertCell().append(bringsBack(each, question, lab));
  }
  const scroller = document.createElement("div");
  scroller.className = "jobs";
  scroller.role = "region";
  scroller.ariaLabel = `Your tries at ${form.querySelector(".number").textContent.toLowerCase()}`;
  scroller.tabIndex = 0;
  scroller.append(table);
  const forget = document.createElement("button");
  forget.type = "button";
  forget.className = "quiet";
  forget.textContent = "Delete my tries";
  forget.addEventListener("click", () => {
    store.drop(`attempts:${question.id}`);
    showAttempts(form, question, lab);
    form.querySelector("button[type=submit]").focus();
  });
  place.replaceChildren(count, scroller, forget);
}

// bringsBack is a link to the lab that brings the script of an attempt there, on the workloads of the attempt.
function bringsBack({ seed, source }, question, lab) {
  const link = document.createElement("a");
  link.href = `#${lab.figure.id}`;
  link.textContent = "Bring back";
  link.ariaLabel = `Bring back the script of the try with the seed ${seed}`;
  link.addEventListener("click", async () => {
    await resultsOf(lab);
    ask(lab.element.send({ type: "scenario", scenario: { ...put(experiment(lab.element.scenario), question.beat.path, source), seed } }));
  });
  return link;
}

// showDrawn says above a lab whether it shows the workloads of an attempt, and leads back to those of the lesson.
function showDrawn(lab) {
  const beat = about.questions.find((question) => question.beat && labs.get(question.about) === lab)?.beat;
  if (!beat) {
    return;
  }
  const { seed } = lab.last;
  let line = lab.figure.querySelector(".drawn");
  if (!line) {
    line = document.createElement("p");
    line.className = "drawn";
    const back = document.createElement("button");
    back.type = "button";
    back.className = "quiet";
    back.textContent = "Back to the lesson’s workloads";
    back.addEventListener("click", () => ask(lab.element.send({ type: "scenario", scenario: { ...experiment(lab.element.scenario), seed: beat.seed } })));
    line.append(document.createElement("span"), " ", back);
    lab.figure.querySelector(".stage").before(line);
  }
  line.querySelector("span").textContent = `The experiment shows the workloads of your try with the seed ${seed}.`;
  line.hidden = seed === beat.seed;
}

// tell writes what is to be said of an answer: whether it is right, the reason of the option that was chosen, and a hint
// or the explanation.
function tell(form, question, lab, results, { answer, right, told }) {
  const shown = { goal: "Not reached yet. With the numbers as they are now:", placement: question.goal ? "The explanation:" : "This is when the rule starts the jobs:" }[question.kind] ?? "This is what the simulation shows.";
  const verdictText = right ? "Right." : told ? shown : "Not quite.";
  const parts = [];
  if (!right && !told && results.byHand?.departs && question.kind === "placement" && !question.goal) {
    parts.push(paragraph(results.byHand.departs.text));
  }
  if (question.kind === "one" && answer?.length) {
    parts.push(fragment(form, answer[0], question, results));
  }
  if (told && !right) {
    parts.push(fragment(form, "starts", question, results));
  }
  parts.push(fragment(form, right || told ? "because" : "hint", question, results));
  if (question.kind === "jobs" && !right && told) {
    const jobs = evaluate(results, question.answer);
    parts.unshift(paragraph(`The answer: ${jobs.length > 1 ? "jobs" : "job"} ${format(jobs, "jobs")}.`));
  } else if (["number", "policy"].includes(question.kind) && told && !right) {
    parts.unshift(paragraph(`The answer: ${answerOf(question, results)}.`));
  } else if (question.kind === "one" && told && !right) {
    const index = question.options.findIndex((option) => holds(results, option) === true);
    const option = form.querySelector(`input[value="${index}"]`);
    parts.unshift(
      option ? paragraph(`The answer: ${option.parentElement.textContent.trim()}`) : paragraph("With the numbers of this lesson no option is right. Tell whoever wrote it."),
      fragment(form, String(index), question, results),
    );
  }
  say(form, right ? "right" : told ? "told" : "wrong", verdictText, parts.filter(Boolean));
  form.querySelector("[data-do=tell]").hidden = right || Boolean(told);
}

// answerOf is the answer to a question, in the unit in which it is asked for.
function answerOf(question, results) {
  const value = evaluate(results, question.answer);
  if (question.kind !== "number" || question.answer.unit !== "s") {
    return format(value, question.answer.unit);
  }
  const unit = Object.keys(units).find((name) => units[name] === question.scale);
  return `${String(Math.round((value / question.scale) * 100) / 100).replace("-", "−")} ${unit}`; // as many decimals as a lesson's check lets one need
}

function paragraph(text) {
  const p = document.createElement("p");
  p.textContent = text;
  return p;
}

// fragment is a text of the question with the simulation's numbers in it; null if there is none.
function fragment(form, name, question, results) {
  const template = form.querySelector(`template[data-told="${name}"]`);
  if (!template) {
    return null;
  }
  const copy = document.importNode(template.content, true);
  for (const place of copy.querySelectorAll("[data-figure]")) {
    const { phrase, as } = question.figures[Number(place.dataset.figure)];
    const value = evaluate(results, phrase);
    place.textContent = value === undefined ? "unknown" : format(value, phrase.unit, as);
  }
  if (copy.querySelector("p, ul, ol, table")) {
    return copy;
  }
  const p = document.createElement("p");
  p.append(copy);
  return p;
}

function say(form, state, sentence, parts = []) {
  form.dataset.state = state;
  const strong = document.createElement("strong");
  strong.className = "verdict";
  strong.textContent = sentence;
  const p = document.createElement("p");
  p.append(strong);
  form.querySelector(".feedback").replaceChildren(p, ...parts);
}

// show lets the lab go to the moment that the explanation is about.
function show(question, lab, results, explained) {
  if (!explained) {
    return;
  }
  unveil();
  if (question.seek) {
    ask(lab.element.seek(evaluate(results, question.seek)));
  }
  if (question.select) {
    const job = evaluate(results, question.select);
    ask(lab.element.select(Array.isArray(job) ? job[0] : job));
  }
}

// restore brings back what was answered on an earlier visit; its feedback comes with the results.
function restore(form, question, lab) {
  const kept = store.of(question.id);
  if (!kept) {
    offer(form, question);
    return;
  }
  const { answer, right, told } = kept;
  for (const input of form.querySelectorAll("input")) {
    if (input.type === "text") {
      input.value = answer ?? "";
    } else {
      input.checked = Array.isArray(answer) && answer.includes(input.value);
    }
  }
  say(form, right ? "right" : told ? "told" : "wrong", right ? "Right, as you found before." : "You have tried this before.");
  offer(form, question);
  const again = (results) => {
    const answered = isWatched(question) || right || told || answer?.length;
    if (answered) {
      tell(form, question, lab, results, { answer, right, told });
    }
    lab.watchers.splice(lab.watchers.indexOf(again), 1);
  };
  if (lab.first) {
    again(lab.first);
  } else {
    lab.watchers.push(again);
  }
}

// offer lets a reader whose experiment is watched have its explanation at any time.
function offer(form, question) {
  if (isWatched(question)) {
    form.querySelector("[data-do=tell]").hidden = Boolean(store.of(question.id)?.told);
  }
}

function showProgress() {
  const kept = about.questions.map((question) => store.of(question.id));
  const answered = kept.filter((answer) => answer?.right).length;
  const shown = kept.filter((answer) => answer?.told && !answer.right).length;
  document.getElementById("progress").textContent = `${answered} of ${about.questions.length} questions answered${shown ? `, ${shown} shown` : ""}`;
  document.getElementById("forget").hidden = Boolean(platform) || !about.questions.some(({ id }) => [id, `attempts:${id}`, `record:${id}`].some(store.of));
}

// Storage

// openStore holds what was answered in this lesson: in the browser's storage where there is one, else while the page is open. A learning platform has
// the answers of its student, whoever has used the browser before.
function openStore(keeps) {
  const { answers, keep, forget = () => {} } = platform ?? (keeps ? stored() : { answers: {}, keep: () => {} });
  return {
    of: (id) => (Object.hasOwn(answers, id) ? answers[id] : undefined),
    keep: (id, answer) => {
      answers[id] = answer;
      keep(answers);
    },
    drop: (id) => {
      delete answers[id];
      keep(answers);
    },
    forget, // nothing on a platform, whose business further attempts are
  };
}

// stored are the answers in the browser's storage.
function stored() {
  const key = `backfill-lesson-${keptName(about)}`;
  const answers = {};
  try {
    Object.assign(answers, JSON.parse(localStorage.getItem(key)));
  } catch {
    // nothing is kept, or something else than ours: the lesson begins anew
  }
  const write = (change) => {
    try {
      change();
    } catch {
      // no storage: the answers last as long as the page
    }
  };
  return {
    answers,
    keep: (now) => write(() => localStorage.setItem(key, JSON.stringify(now))),
    forget: () => {
      Object.keys(answers).forEach((id) => delete answers[id]);
      write(() => localStorage.removeItem(key));
    },
  };
}
