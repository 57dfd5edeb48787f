// Shows the page as a first visit finds it before the program is there: the build has made it with the program's own code
// (wasm/site/prerender.go), and the program takes it over as it is. Only where the page will show exactly that: no experiment in the
// address but the first one, and no page around it. It runs before anything is drawn.
(() => {
  const template = document.getElementById("prerendered");
  template.remove();
  const { address } = template.dataset;
  const first = ["", `#${address}`].includes(location.hash);
  if (!first || location.search !== "" || window !== top || self.origin === "null" || typeof WebAssembly !== "object") {
    return;
  }
  const [app, data] = template.content.children;
  const made = JSON.parse(data.textContent);
  const root = document.documentElement;
  const dark = isDark();
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.prerendered = ""; // before there is anything whose style depends on it

  // What the page says until now is still being read by the browser: it stays, hidden, until the program is there.
  const before = document.getElementById("app");
  before.removeAttribute("id");
  before.hidden = true;
  app.id = "app";
  app.setAttribute("aria-busy", "true");
  const coming = document.createElement("p");
  coming.className = "coming";
  coming.setAttribute("role", "status");
  coming.textContent = "Loading the simulator …";
  before.before(app, coming);
  if (dark) {
    change(made.dark);
  }
  root.dataset.above = ""; // what lies below the timeline takes half as long again to lay out
  // A timeline is never wider than its window, whose width is known before anything is laid out.
  if (location.hash !== "" || wasGreeted()) {
    app.querySelector(".welcome").hidden = true;
  }
  const narrow = innerWidth < made.narrowFrom;
  const narrowing = dark ? made.narrowDark : made.narrow;
  if (narrow) {
    change(narrowing);
  }
  fill();
  if (!narrow && place().getBoundingClientRect().width < made.narrowFrom) {
    change(narrowing);
    fill();
  }
  const character = meanWidth();
  fit();
  performance.mark("backfill-prerendered");

  // What is pressed meanwhile is pressed again once the program is there; nothing can be typed or chosen until then.
  const pressed = [];
  const over = new AbortController();
  const listen = (type, f) => addEventListener(type, f, { capture: true, signal: over.signal });
  const within = (event, selector) => app.contains(event.target) && event.target.closest(selector);
  listen("click", (event) => {
    if (within(event, "a[href]:not([href^='#'])")) {
      return; // another page needs no program
    }
    const target = within(event, "button, input[type=checkbox]");
    if (within(event, "*")) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (target) {
      pressed.push(target);
    }
  });
  listen("mousedown", (event) => within(event, "select, option") && event.preventDefault());
  listen("keydown", (event) => within(event, "input, select, textarea") && event.key !== "Tab" && event.preventDefault());
  listen("beforeinput", (event) => within(event, "*") && event.preventDefault());
  for (const type of ["dragover", "drop"]) {
    listen(type, (event) => event.preventDefault()); // or the browser would go to the file
  }
  listen("resize", fit);

  // Resolves once the picture is on the screen, or before long where none comes, at once where nobody looks.
  const shown = new Promise((resolve) => {
    if (document.visibilityState !== "visible") {
      resolve();
      return;
    }
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName("first-contentful-paint").length > 0) {
        resolve();
      }
    }).observe({ type: "paint", buffered: true });
    setTimeout(resolve, 1000);
  });
  shown.then(whole);

  globalThis.prerendered = { address, shown, settle, arrived, failed };

  // fill shows what lies below the timeline if there is room for it in the window.
  function fill() {
    if (place().getBoundingClientRect().bottom < innerHeight) {
      whole();
    }
  }

  // whole shows what lies below the timeline.
  function whole() {
    delete root.dataset.above;
  }

  // settle makes the page what the program would have made of it, which looks the same: what stands between two texts, of which the
  // browser would else have made one, goes, and what would be attributes of an element are properties.
  function settle() {
    const betweens = [];
    for (const comments = document.createTreeWalker(app, NodeFilter.SHOW_COMMENT); comments.nextNode(); ) {
      betweens.push(comments.currentNode);
    }
    betweens.forEach((comment) => comment.remove());
    for (const [name, values] of [
      ["value", app.querySelectorAll("input[value]")],
      ["selected", app.querySelectorAll("option[selected]")],
      ["checked", app.querySelectorAll("input[checked]")],
    ]) {
      for (const element of values) {
        const value = element.getAttribute(name);
        element.removeAttribute(name);
        element[name] = name === "value" ? value : true;
      }
    }
  }

  // arrived lets the program have the page, which it has taken over, and what was pressed.
  function arrived() {
    over.abort();
    before.remove();
    coming.remove();
    delete root.dataset.prerendered;
    setTimeout(() => {
      for (const target of pressed) {
        if (target.isConnected) {
          target.click();
        }
      }
    });
  }

  // failed leaves a picture of the page, unless the program is there.
  function failed() {
    if (!over.signal.aborted) {
      coming.remove();
      app.inert = true;
    }
  }

  // wasGreeted says whether the greeting of newcomers was taken away, as the program remembers (wasm/browser/screen/greeting.go).
  function wasGreeted() {
    try {
      return localStorage.getItem("backfill-greeted") !== null;
    } catch {
      return false; // no storage
    }
  }

  function place() {
    return document.getElementById(made.host);
  }

  function isDark() {
    let choice = null; // as in the lab
    try {
      choice = localStorage.getItem("backfill-theme");
    } catch {
      // no storage
    }
    return choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  }

  // meanWidth is the mean width of a character in the timeline, CSS pixels, as the program measures it (wasm/browser/surface.go).
  function meanWidth() {
    const context = document.createElement("canvas").getContext("2d");
    const svg = place().firstElementChild;
    const sample = "the quick brown fox 0123456789";
    context.font = `${svg.getAttribute("font-size")}px ${svg.getAttribute("font-family")}`;
    return context.measureText(sample).width / sample.length;
  }

  // fit shows of the timeline (ui/timeline/preview.go) what there is room for.
  function fit() {
    const room = place().getBoundingClientRect().width / character;
    for (const part of place().querySelectorAll("[data-least], [data-most]")) {
      const { least = 0, most = Infinity } = part.dataset;
      part.toggleAttribute("hidden", room < least || room >= most);
    }
  }

  // change puts HTML in the place of some nodes, from the last one to the first.
  function change(edits) {
    for (const { way, at, gone, html = "" } of edits) {
      const parent = way.reduce((node, i) => node.childNodes[i], app);
      const range = document.createRange();
      range.setStart(parent, at);
      range.setEnd(parent, at + gone);
      range.deleteContents();
      range.insertNode(range.createContextualFragment(html));
    }
  }
})();
