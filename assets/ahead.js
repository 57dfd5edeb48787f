// Shows the page as a first visit finds it before the program is there: the build has made it with the program's own code
// (assets/build/ahead.go), and the program takes it over as it is. Only where the page will show exactly that: no experiment in the
// address but the first one, and no page around it. It runs before anything is drawn.
(() => {
  const template = document.getElementById("ahead");
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
  root.dataset.ahead = ""; // before there is anything whose style depends on it

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
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  canvas.dataset.ahead = "";
  if (dark) {
    change(made.dark);
  }
  place().append(canvas);
  lay();
  root.dataset.above = ""; // what lies below the timeline takes half as long again to lay out
  // A timeline is never wider than its window, whose width is known before anything is laid out.
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
  draw();
  performance.mark("backfill-ahead");

  // What is pressed meanwhile is pressed again once the program is there; nothing can be typed or chosen until then.
  const pressed = [];
  const over = new AbortController();
  const listen = (type, f) => addEventListener(type, f, { capture: true, signal: over.signal });
  const within = (event, selector) => app.contains(event.target) && event.target.closest(selector);
  listen("click", (event) => {
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
  listen("resize", draw);

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

  globalThis.ahead = { address, shown, settle, arrived, failed };

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
    delete root.dataset.ahead;
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

  // lay gives the timeline its height, which does not depend on the width, and returns where its strips are in device pixels.
  function lay() {
    const { strips, height } = made.timeline;
    const ratio = devicePixelRatio;
    // Each strip has whole pixels, and lies below the one before.
    let end = 0;
    let last = 0;
    const placed = strips.map(([top, bottom]) => {
      const start = end + Math.round((top - last) * ratio);
      end = start + Math.max(Math.round((bottom - top) * ratio), 1);
      last = bottom;
      return { top, bottom, start, end };
    });
    end += Math.round((height - last) * ratio);
    Object.assign(canvas.style, { display: "block", width: "100%", height: `${end / ratio}px` });
    return { placed, height: end };
  }

  // draw draws the timeline as the program does (ui/timeline/elastic.go), in as many device pixels as it has here.
  function draw() {
    const { from, to, axis, lanes, labels } = made.timeline;
    const { placed, height } = lay();
    const { left, right } = place().getBoundingClientRect();
    const ratio = devicePixelRatio;
    const width = Math.round(right * ratio) - Math.round(left * ratio);
    const px = (css) => Math.max(Math.round(css * ratio), 1);
    const at = (css) => {
      const strip = placed.find(({ bottom }) => css <= bottom) ?? placed.at(-1);
      return strip.start + ((css - strip.top) * (strip.end - strip.start)) / (strip.bottom - strip.top);
    };
    const y = (css) => Math.round(at(css));

    const exact = (time) => ((time - from) * width) / (to - from);
    const column = (time) => Math.floor(exact(time));
    const color = (index) => made.timeline.colors[index][dark ? 1 : 0];

    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d", { alpha: false });
    const rect = (x0, y0, x1, y1, index, alpha = 1) => {
      context.globalAlpha = alpha;
      context.fillStyle = color(index);
      context.fillRect(x0, y0, x1 - x0, y1 - y0);
      context.globalAlpha = 1;
    };
    const font = `${12 * ratio}px system-ui, "Liberation Sans", sans-serif`;
    context.font = font;
    const sample = "the quick brown fox 0123456789";
    const character = context.measureText(sample).width / sample.length;
    const step = axis.steps.find(({ least }) => width / character >= least) ?? axis.steps.at(-1);

    rect(0, 0, width, height, made.timeline.background);
    for (const time of step.at) {
      rect(column(time), px(axis.height) - px(4), column(time) + 1, px(axis.height), made.timeline.ticks);
    }
    for (const lane of lanes) {
      const [top, bottom] = [y(lane.top), y(lane.bottom)];
      rect(0, top, width, bottom, made.timeline.idle);
      for (const time of step.at) {
        rect(column(time), top, column(time) + 1, bottom, made.timeline.grid);
      }
      for (const block of lane.blocks ?? []) {
        drawBlock(block, lane.blocks);
      }
      if (lane.track) {
        drawTrack(lane, top, bottom);
      }
    }

    // drawBlock draws the rows of a block together in which it has the same neighbours. A column in which one block ends and the next
    // one begins shows the one in its middle.
    function drawBlock(block, all) {
      const [y0, y1] = [y(block.top), y(block.bottom)];
      const follows = (a, b) => a.to <= b.from && exact(a.to) > column(b.from);
      const beside = all.filter((other) => follows(other, block) || follows(block, other)).map((other) => ({ other, top: y(other.top), bottom: y(other.bottom) }));
      const first = ({ from }) => column(from) + (exact(from) - column(from) > 0.5 ? 1 : 0);
      const rows = [y0, y1, ...beside.flatMap(({ top, bottom }) => [top, bottom])].filter((v) => y0 <= v && v <= y1).sort((a, b) => a - b);
      rows.slice(1).forEach((end, i) => {
        const v = rows[i];
        const here = beside.filter(({ top, bottom }) => top <= v && v < bottom).map(({ other }) => other);
        const next = here.find((other) => follows(block, other));
        const x0 = here.some((other) => follows(other, block)) ? first(block) : column(block.from);
        const whole = next ? first(next) : column(block.to);
        drawRows(block, x0, whole, next ? whole : Math.ceil(exact(block.to)), v, end, y0, y1);
      });
    }

    // drawRows draws the pixel rows top to bottom-1 of a block that has the rows y0 to y1-1.
    function drawRows(block, x0, whole, x1, top, bottom, y0, y1) {
      rect(x0, top, whole, bottom, block.fill);
      if (whole < x1) {
        // A column that is hardly busy is seen, too.
        rect(whole, top, x1, bottom, block.fill, (72 + 184 * (exact(block.to) - whole)) / 256);
      }
      if (x1 - x0 < px(4)) {
        return;
      }
      const large = x1 - x0 >= px(6);
      const line = px(1);
      if (large && block.hatch && y1 - y0 >= px(6)) {
        for (let v = top; v < bottom; v++) {
          for (let x = column(block.from) - ((y1 - 1 - v) % (7 * line)); x < x1; x += 7 * line) {
            rect(Math.max(x, x0), v, Math.min(Math.max(x + line, x0), x1), v + 1, block.hatch);
          }
        }
      }
      if (large && block.end) {
        rect(Math.max(x0, x1 - px(2.5)), top, x1, bottom, block.end);
      }
      rect(x0, top, x0 + line, bottom, block.edge);
      if (y1 - y0 >= px(4) && top < y0 + line) {
        rect(x0, top, x1, Math.min(y0 + line, bottom), block.edge);
      }
    }

    function drawTrack({ track, ...lane }, top, bottom) {
      const line = px(1.25);
      // What is given is where a line of one pixel lies.
      const level = (css) => top + Math.round(((css - lane.top) * (bottom - top - line)) / (lane.bottom - lane.top - 1));
      const drawLine = (x0, x1, a, b) => rect(x0, Math.min(a, b), x1, Math.max(a, b) + line, track.color);
      let former = null; // where the line is before
      track.at.forEach((time, i) => {
        let x = column(time);
        const end = i + 1 < track.at.length ? column(track.at[i + 1]) : width;
        const here = level(track.y[i]);
        const share = exact(time) - x; // of the column, that has the value before
        if (former !== null && share > 0 && x < width) {
          const mean = Math.round(former * share + here * (1 - share));
          const [high, low] = [Math.min(former, here), Math.max(former, here)];
          rect(x, high, x + 1, low, track.color, 56 / 256);
          rect(x, low, x + 1, bottom, track.color, 112 / 256);
          drawLine(x, x + 1, mean, former);
          former = mean;
          x++;
        }
        if (x < end) {
          rect(x, here, end, bottom, track.color, 112 / 256);
          drawLine(x, x + 1, here, former ?? here);
          drawLine(x, end, here, here);
        }
        former = here;
      });
      if (track.limit) {
        for (let x = 0; x < width; x += 6 * line) {
          rect(x, level(track.limit), Math.min(x + 3 * line, width), level(track.limit) + 1, track.color);
        }
      }
    }

    context.textBaseline = "middle";
    const write = (text, x, css, index, align = "left", bold = false) => {
      context.font = bold ? `bold ${font}` : font;
      context.textAlign = align;
      context.fillStyle = color(index);
      context.fillText(text, x, at(css));
    };
    for (const label of labels) {
      write(label.text, label.x * ratio, label.y, label.ink, "left", label.bold);
    }
    let free = -Infinity;
    step.at.forEach((time, i) => {
      const half = (step.text[i].length * character) / 2;
      const x = Math.min(Math.max(exact(time), half), width - half);
      if (x - half >= free + character) {
        free = x + half;
        write(step.text[i], x, axis.middle, axis.text, "center");
      }
    });
    for (const { from, to, number, middle, ink } of lanes.flatMap(({ blocks = [] }) => blocks)) {
      if (number && column(to) - column(from) >= (number.length + 1) * character) {
        write(number, (column(from) + column(to)) / 2, middle, ink, "center");
      }
    }
  }
})();
