// A lesson as slides: a mode of its page. The lesson stays where it is in the page and its frames go on running; what is not on the slide
// is hidden. The address holds the slide, as #slides=7.
import { partsOfAddress } from "./address.js";
import { split, waits } from "./split.js";

const smallest = 12; // CSS pixels: the type of a frame that fits (ui/fitting.go)
const paper = { width: 1000, scale: 0.6, height: 620 }; // CSS pixels: how wide a frame is laid out on paper, how much smaller it is printed, and how high at most
const step = 1.2; // by which a key makes a frame larger
const swipe = 60; // CSS pixels that a finger moves at least

const ends = new WeakMap(); // by article: what takes its slides away

// slides gives an article the button that shows it as slides. questions are those of the lesson's data: which experiment each is about. It
// may be called again when the article has got another lesson.
export function slides(article, questions) {
  ends.get(article)?.();
  const end = new AbortController();
  const { signal } = end;
  const root = document.documentElement;
  const about = new Map(questions.map((question) => [question.id, question.about]));
  const bar = makeBar();
  const button = makeButton("Slides");
  let all = []; // the slides, for the window as it is
  let place = -1; // of the slide that is shown; -1: the lesson is shown as text
  let left = null; // the unit with which the slides were left
  let asked = null; // the form whose answer is to be seen as soon as it is told
  const larger = new Map(); // how often a frame was made larger, by figure

  article.querySelector(".progress")?.append(" ", button);
  document.body.append(bar.nav);
  button.addEventListener("click", () => enter(left));
  bar.back.addEventListener("click", () => go(place - 1));
  bar.next.addEventListener("click", () => go(place + 1));
  bar.show.addEventListener("click", showAnswer);
  bar.full.addEventListener("click", fullScreen);
  bar.leave.addEventListener("click", leave);
  bar.full.hidden = !document.fullscreenEnabled;

  // The mode

  function enter(unit, number) {
    if (place < 0) {
      root.classList.add("slides");
      bar.nav.hidden = false;
      for (const list of article.querySelectorAll("ol")) {
        [...list.children].forEach((item, i) => (item.value = list.start + i));
      }
      article.tabIndex = 0; // in a window that is too small it is scrolled
      article.setAttribute("aria-roledescription", "slide");
    }
    all = splitNow();
    go(unit ? indexOf(unit) : (number ?? 1) - 1);
  }

  function leave() {
    if (place < 0) {
      return;
    }
    const first = beginOf(all[place]);
    left = first;
    place = -1;
    root.classList.remove("slides");
    bar.nav.hidden = true;
    mark({ units: [] });
    for (const name of ["slide-kept", "slide-starts"]) {
      article.querySelectorAll(`.${name}`).forEach((element) => element.classList.remove(name));
    }
    for (const figure of article.querySelectorAll(".lab")) {
      figure.inert = false;
      reset(figure);
    }
    for (const name of ["tabindex", "aria-roledescription", "aria-label", "style"]) {
      article.removeAttribute(name);
    }
    if (document.fullscreenElement) {
      document.exitFullscreen().catch(() => {});
    }
    history.replaceState(null, "", otherParts().length > 0 ? `#${otherParts().join("&")}` : location.pathname + location.search);
    first.tabIndex = first.tabIndex === 0 ? 0 : -1;
    first.focus({ preventScroll: true });
    first.scrollIntoView({ block: "start" });
  }

  // splitNow splits the lesson for the window as it is, and marks where slides start, for paper.
  function splitNow() {
    const slides = split(article, { fits, exhibitOf });
    article.querySelectorAll(".slide-starts").forEach((element) => element.classList.remove("slide-starts"));
    const seen = new Set();
    for (const slide of slides) {
      const fresh = unitsOf(slide).filter((unit) => unit && !seen.has(unit));
      fresh.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
      fresh.forEach((unit) => seen.add(unit));
      if (slide !== slides[0]) {
        fresh[0]?.classList.add("slide-starts");
      }
    }
    return slides;
  }

  // again splits the lesson anew and stays with what is shown.
  function again() {
    const stay = beginOf(all[place]);
    const form = stay.closest("form");
    all = splitNow();
    const told = asked?.querySelector(".feedback > *");
    if (told && asked.dataset.state) {
      asked = null;
      go(indexOf(told));
      return;
    }
    go(stay.isConnected ? indexOf(stay) : form ? indexOf(form) : place);
  }

  // indexOf is the place of the slide that shows an element or, if it has gone or is longer, its begin; the nearest one else.
  function indexOf(element) {
    const shows = (unit) => unit === element || element.contains(unit) || unit.contains(element);
    for (const found of [all.findIndex((slide) => slide.units.some(shows)), all.findIndex((slide) => slide.exhibit && shows(slide.exhibit)), all.findIndex((slide) => slide.title === element)]) {
      if (found >= 0) {
        return found;
      }
    }
    return Math.max(place, 0);
  }

  function go(index) {
    const before = place;
    place = Math.max(0, Math.min(index, all.length - 1));
    const slide = all[place];
    mark(slide);
    article.scrollTop = 0;
    for (const figure of [slide.exhibit, ...slide.units.map(labOf), all[place + 1]?.exhibit]) {
      if (figure?.matches(".lab")) {
        figure.classList.add("slide-kept");
      }
    }
    for (const figure of article.querySelectorAll(".lab")) {
      figure.inert = !figure.matches(".slide-on");
    }
    fitFrame();
    const title = slide.title?.textContent ?? "";
    bar.place.replaceChildren(unseen("Slide "), `${place + 1} of ${all.length}`, unseen(`: ${title}`));
    article.setAttribute("aria-label", `${place + 1} of ${all.length}: ${title}`);
    bar.back.disabled = place === 0;
    bar.next.disabled = place === all.length - 1;
    bar.show.hidden = !unanswered(slide);
    keepAddress(slide);
    const active = document.activeElement;
    if (before !== place && !bar.nav.contains(active) || active === document.body || active?.disabled || !active?.checkVisibility({ visibilityProperty: true })) {
      article.focus({ preventScroll: true });
    }
  }

  // mark marks what is on a slide, and everything around it.
  function mark({ title, units, exhibit, share, brief, dense }) {
    for (const name of ["slide-on", "slide-exhibit", "slide-brief"]) {
      article.querySelectorAll(`.${name}`).forEach((element) => element.classList.remove(name));
    }
    const feedback = units.find((unit) => unit.matches("fieldset"))?.parentElement.querySelector(".feedback");
    for (const unit of [title, ...units, exhibit, brief?.querySelector("fieldset"), feedback]) {
      for (let element = unit; element && element !== article; element = element.parentElement) {
        element.classList.add("slide-on");
      }
    }
    exhibit?.classList.add("slide-exhibit");
    const form = units[0]?.closest("form.question");
    for (const aim of article.querySelectorAll(".aim")) {
      aim.classList.toggle("slide-off", Boolean(form) && aim.querySelector("a").hash !== `#${form.id}`);
    }
    brief?.classList.add("slide-brief");
    article.classList.toggle("slide-dense", Boolean(dense));
    article.classList.toggle("slide-beside", Boolean(exhibit) && units.length > 0);
    article.style.setProperty("--share", share ?? 1);
    if (title) {
      article.style.setProperty("--below", `${title.offsetTop + title.offsetHeight}px`);
    }
  }

  // fits says whether nothing of a slide has to be scrolled; frames have their own measure.
  function fits(slide) {
    mark(slide);
    return !overflows(article) && ![...article.querySelectorAll(".jobs.slide-on, table.slide-on, pre.slide-on")].some(overflows);
  }

  // Questions and experiments

  // exhibitOf is what is to be in sight with a question: its experiment or, as long as that shows nothing, the table of its jobs.
  function exhibitOf(form) {
    const figure = labOf(form);
    if (!figure) {
      return null;
    }
    if (!waits(figure) && !figure.closest(".later.veiled")) {
      return figure;
    }
    const wanted = workloadOf(figure);
    const above = [...article.querySelectorAll(".jobs[aria-label]")].filter((table) => table.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING);
    return above.reverse().find((table) => workloadOf(labCalled(table.ariaLabel)) === wanted) ?? null;
  }

  // labOf is the experiment that a question, or what belongs to it, is about.
  function labOf(unit) {
    const form = unit.closest("form.question");
    const id = form && about.get(form.dataset.question);
    return id ? article.querySelector(`.lab[data-lab="${CSS.escape(id)}"]`) : null;
  }

  function labCalled(label) {
    return [...article.querySelectorAll(".lab")].find((figure) => label === `Jobs: ${figure.querySelector("figcaption").textContent}`);
  }

  function workloadOf(figure) {
    try {
      return JSON.stringify(JSON.parse(figure.querySelector("backfill-lab script").textContent).workload);
    } catch {
      return ""; // the experiment itself says what is wrong with it
    }
  }

  // unanswered is the form whose answer would help on: of the question on the slide, or of the first one that the slide waits for.
  function unanswered({ units }) {
    const open = (form) => form && !["right", "told"].includes(form.dataset.state);
    const awaited = units.filter(waits).flatMap((part) => part.dataset.after.split(" "));
    const forms = awaited.map((id) => article.querySelector(`#question-${CSS.escape(id)}`));
    return [...forms, units[0]?.closest("form.question")].find(open);
  }

  function showAnswer() {
    const form = unanswered(all[place]);
    if (form) {
      go(indexOf(form));
      asked = form;
      form.querySelector("[data-do=tell]").click();
    }
  }

  // fitFrame gives the frame on the slide all the room that there is. What it shows there is its own affair (the attribute fit): its type is as large as
  // the smallest on the slide, a thirtieth of the window's height.
  function fitFrame() {
    const figure = place < 0 ? null : all[place].exhibit;
    if (!figure?.matches(".lab")) {
      return;
    }
    const element = figure.querySelector("backfill-lab");
    const stage = figure.querySelector(".stage");
    const cover = figure.matches(".veiled") ? figure.querySelector(".cover") : null; // below the frame
    const room = { width: stage.clientWidth, height: Math.floor(figure.getBoundingClientRect().bottom - stage.getBoundingClientRect().top) - (cover?.offsetHeight ?? 0) };
    if (room.width <= 0 || room.height <= 0) {
      return;
    }
    const zoom = (Number.parseFloat(getComputedStyle(root).fontSize) / smallest) * step ** (larger.get(figure) ?? 0);
    element.toggleAttribute("fit", true);
    element.setAttribute("height", Math.floor(room.height / zoom));
    element.style.width = `${Math.floor(room.width / zoom)}px`;
    element.style.zoom = zoom.toFixed(3);
  }

  // reset gives a frame back the size that it has in the text.
  function reset(figure) {
    const element = figure.querySelector("backfill-lab");
    element.removeAttribute("fit");
    element.removeAttribute("height");
    element.style.removeProperty("width");
    element.style.removeProperty("zoom");
  }

  // forPaper gives a frame the height and the scale with which it is a whole on paper, where it does not fit but shows everything, and returns what takes that
  // back. The frame has drawn for paper by now; how high it is there is measured with its style for paper.
  function forPaper(element) {
    const frame = element.shadowRoot?.querySelector("iframe");
    const { width, zoom } = element.style;
    const before = element.getAttribute("height");
    element.style.width = `${paper.width}px`;
    element.style.zoom = 1;
    const back = asPrinted(frame.contentDocument);
    const height = Math.ceil(frame.contentDocument.body.getBoundingClientRect().height) + 2; // its border
    back();
    element.setAttribute("height", height);
    const figure = element.closest(".lab");
    const scale = Math.min(paper.scale, paper.height / height);
    figure.style.setProperty("--frame", `${height}px`);
    figure.style.setProperty("--scale", scale);
    return () => {
      Object.assign(element.style, { width, zoom });
      if (before === null) {
        element.removeAttribute("height");
      } else {
        element.setAttribute("height", before);
      }
    };
  }

  function enlarge(by) {
    const figure = all[place].exhibit;
    if (figure?.matches(".lab")) {
      larger.set(figure, Math.max(-4, Math.min(6, (larger.get(figure) ?? 0) + by)));
      fitFrame();
    }
  }

  function fullScreen() {
    (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()).catch(() => {});
  }

  // The address

  // otherParts are the parts of the address's end that are not about slides: a lesson of one's own may stand there.
  function otherParts() {
    return partsOfAddress().filter((part) => part.includes("=") && !part.startsWith("slides="));
  }

  // slideInAddress is the number of the slide in the address; 0 if it has none.
  function slideInAddress() {
    const part = partsOfAddress().find((part) => /^slides(=\d+)?$/.test(part));
    return part ? Math.max(1, Number(part.slice("slides=".length))) : 0;
  }

  // keepAddress keeps the number in the address, and beside it what stands on the slide: the numbers change with the window and with answers. A
  // reload right after such a change may come back with the address from before it.
  function keepAddress(slide) {
    const part = parts().findLastIndex((part) => part.contains(beginOf(slide)));
    history.replaceState({ part }, "", `#${[...otherParts(), `slides=${place + 1}`].join("&")}`);
  }

  function fromAddress() {
    const number = slideInAddress();
    if (number === 0) {
      leave();
    } else {
      enter(parts()[history.state?.part], number);
    }
  }

  // parts are what the lesson is made of, without what comes and goes.
  function parts() {
    return [...article.querySelectorAll("h1, h2, h3, h4, p, pre, table, blockquote, dl, li, .lab, .jobs, .later, .question")].filter((part) => !part.parentElement.closest(".lab, .jobs, .question"));
  }

  // What the reader does

  function key(event) {
    if (place < 0 || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) {
      return;
    }
    const target = event.target instanceof Element ? event.target : document.body;
    const does = deed(event, target);
    if (does) {
      event.preventDefault();
      does();
    }
  }

  // deed is what a key does, unless it has a meaning of its own where it is pressed.
  function deed(event, target) {
    const back = () => go(place - 1);
    const on = () => go(place + 1);
    if (event.key === "PageDown" || event.key === "PageUp") {
      return target.closest("textarea, select, [contenteditable]") ? null : event.key === "PageDown" ? on : back;
    }
    if (event.key === "Escape") {
      return leave;
    }
    if (target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]")) {
      return null;
    }
    if (event.key === " ") {
      return target.closest("button, a, summary, input") ? null : event.shiftKey ? back : on;
    }
    const scroller = target.closest('[tabindex="0"]');
    const scrolls = scroller && overflows(scroller);
    switch (event.key) {
      case "ArrowRight":
      case "ArrowDown":
        return scrolls ? null : on;
      case "ArrowLeft":
      case "ArrowUp":
        return scrolls ? null : back;
      case "Home":
        return () => go(0);
      case "End":
        return () => go(all.length - 1);
      case "f":
      case "F":
        return fullScreen;
      case "+":
        return () => enlarge(1);
      case "-":
        return () => enlarge(-1);
    }
    return null;
  }

  // keyInFrame lets the keys of a presenter turn the slides when an experiment has the focus.
  function keyInFrame(event) {
    if (place >= 0 && ["PageDown", "PageUp"].includes(event.key) && !event.defaultPrevented && !event.target.closest?.("input, textarea, select, [contenteditable]")) {
      event.preventDefault();
      go(place + (event.key === "PageDown" ? 1 : -1));
    }
  }

  function listenInFrame(element) {
    try {
      const inside = element.shadowRoot.querySelector("iframe").contentWindow;
      inside.addEventListener("keydown", keyInFrame, { signal });
      let back = null;
      inside.addEventListener("beforeprint", () => (back ??= place >= 0 ? forPaper(element) : null), { signal });
      inside.addEventListener("afterprint", () => (back = back?.() ?? null), { signal });
    } catch {
      // a frame of another origin: its keys are its own
    }
  }

  let touch = null;
  function touchStart({ touches, target }) {
    const scrolls = target.closest("input, .jobs");
    touch = touches.length === 1 && !scrolls && (visualViewport?.scale ?? 1) <= 1.01 ? { x: touches[0].clientX, y: touches[0].clientY } : null;
  }

  function touchEnd({ changedTouches: [end] }) {
    if (place >= 0 && touch) {
      const [x, y] = [end.clientX - touch.x, end.clientY - touch.y];
      if (Math.abs(x) >= swipe && Math.abs(x) > 2 * Math.abs(y)) {
        go(place + (x < 0 ? 1 : -1));
      }
    }
    touch = null;
  }

  // follow leads to the slide of a place in the lesson.
  function follow(event) {
    const link = event.target.closest('a[href^="#"]');
    const to = place >= 0 && link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (to && article.contains(to)) {
      event.preventDefault();
      go(indexOf(to));
    }
  }

  // changed says whether a change in the article makes other slides.
  function changed({ type, target, oldValue }) {
    if (type === "childList") {
      return target === article || Boolean(target.closest(".feedback, .attempts"));
    }
    if (type === "attributes" && target.matches(".later, .lab")) {
      return /\bveiled\b/.test(oldValue) !== target.matches(".veiled");
    }
    return target.matches(".attempts") && (oldValue === null) === target.hidden;
  }

  document.addEventListener("keydown", key, { signal });
  article.addEventListener("touchstart", touchStart, { passive: true, signal });
  article.addEventListener("touchend", touchEnd, { passive: true, signal });
  article.addEventListener("click", follow, { signal });
  article.addEventListener("submit", ({ target }) => (asked = target), { capture: true, signal });
  article.addEventListener("click", ({ target }) => (asked = target.closest("[data-do=tell]")?.form ?? asked), { capture: true, signal });
  article.addEventListener("backfill-ready", ({ target }) => listenInFrame(target), { signal });
  addEventListener("hashchange", fromAddress, { signal });
  for (const element of article.querySelectorAll("backfill-lab")) {
    listenInFrame(element);
  }
  let waiting = 0;
  const resized = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => place >= 0 && again(), 100);
  };
  addEventListener("resize", resized, { signal });
  const changes = new MutationObserver((records) => {
    if (place < 0) {
      return;
    }
    if (records.some(changed)) {
      again();
    } else if (records.some(({ target }) => target.matches(".aim, .drawn, .lab"))) {
      fitFrame();
    }
  });
  changes.observe(article, { subtree: true, childList: true, attributes: true, attributeOldValue: true, attributeFilter: ["class", "hidden"] });
  ends.set(article, () => {
    leave();
    end.abort();
    changes.disconnect();
    bar.nav.remove();
    button.remove();
  });
  if (slideInAddress() > 0) {
    fromAddress();
  }
}

// makeBar makes the line of controls below a slide.
function makeBar() {
  const nav = document.createElement("nav");
  nav.className = "slide-bar";
  nav.ariaLabel = "Slides";
  nav.hidden = true;
  const place = document.createElement("span");
  place.className = "slide-place";
  place.role = "status";
  const back = makeButton("‹ Back");
  const next = makeButton("Next ›");
  const show = makeButton("Show the answer");
  const full = makeButton("Full screen");
  const leave = makeButton("Back to the text");
  nav.append(back, place, next, show, full, leave);
  return { nav, back, place, next, show, full, leave };
}

function makeButton(text) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = text;
  return button;
}

// asPrinted lets a document look on the screen as it does on paper, until what it returns is called.
function asPrinted(doc) {
  const changed = [];
  const change = (rules) => {
    for (const rule of rules) {
      if (rule.media && /\b(screen|print)\b/.test(rule.media.mediaText)) {
        changed.push([rule.media, rule.media.mediaText]);
        rule.media.mediaText = rule.media.mediaText.replace(/\b(screen|print)\b/g, (medium) => (medium === "print" ? "screen" : "print"));
      }
      if (rule.cssRules) {
        change(rule.cssRules);
      }
    }
  };
  for (const sheet of [...doc.styleSheets, ...doc.adoptedStyleSheets]) {
    change(sheet.cssRules);
  }
  return () => changed.forEach(([media, text]) => (media.mediaText = text));
}

// unseen is a text for who hears the page.
function unseen(text) {
  const span = document.createElement("span");
  span.className = "unseen";
  span.textContent = text;
  return span;
}

// overflows says whether an element has more than it shows without being scrolled.
function overflows(element) {
  return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
}

// beginOf is the first element of a slide below its heading.
function beginOf({ units, exhibit }) {
  return units[0] ?? exhibit;
}

// unitsOf is everything that a slide shows.
function unitsOf({ title, units, exhibit }) {
  return [title, ...units, exhibit].filter(Boolean);
}
