// Shows the page as a first visit finds it before the program is there: the build has made it with the program's own code
// (assets/build/ahead.go), and the program takes it over as it is. Only where the page will show exactly that: no experiment in the
// address, and no page around it. It runs before anything is drawn.
(() => {
  const bare = location.search === "" && /^#?$/.test(location.hash) && window === top && self.origin !== "null";
  const data = document.getElementById("ahead");
  if (!bare || typeof WebAssembly !== "object") {
    data.remove();
    return;
  }
  const made = JSON.parse(data.textContent);
  data.remove();
  const root = document.documentElement;
  const dark = isDark();
  root.dataset.theme = dark ? "dark" : "light";

  // What the page says until now is still being read by the browser: it stays, hidden, until the program is there.
  const before = document.getElementById("app");
  before.removeAttribute("id");
  before.hidden = true;
  const app = document.createElement("div");
  app.id = "app";
  before.before(app);
  show(dark ? made.dark : []);
  if (place().getBoundingClientRect().width < made.narrowFrom) {
    show(dark ? made.narrowDark : made.narrow);
  }
  app.setAttribute("aria-busy", "true");
  root.dataset.ahead = "";
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  canvas.dataset.ahead = "";
  place().append(canvas);
  draw();
  performance.mark("backfill-ahead");

  const coming = document.createElement("p");
  coming.className = "coming";
  coming.setAttribute("role", "status");
  coming.textContent = "Loading the simulator …";
  app.after(coming);

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

  globalThis.ahead = { arrived, failed };

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

  // show shows the page with some changes. What would be attributes of an element are properties, as the program sets them.
  function show(changes) {
    const pieces = [...made.page];
    for (const { at, gone, new: pieced = [] } of changes) {
      pieces.splice(at, gone, ...pieced);
    }
    const template = document.createElement("template");
    const betweens = [];
    template.innerHTML = pieces.join("");
    const page = template.content.firstChild;
    for (const comments = document.createTreeWalker(page, NodeFilter.SHOW_COMMENT); comments.nextNode(); ) {
      betweens.push(comments.currentNode);
    }
    betweens.forEach((comment) => comment.remove()); // each stands between two texts
    for (const { name, value } of page.attributes) {
      app.setAttribute(name, value);
    }
    app.replaceChildren(...page.childNodes);
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

  // draw draws the timeline as the program does (ui/timeline/elastic.go), in as many device pixels as it has here.
  function draw() {
    const { from, to, axis, strips, lanes, labels } = made.timeline;
    const { left, right } = place().getBoundingClientRect();
    const ratio = devicePixelRatio;
    const width = Math.round(right * ratio) - Math.round(left * ratio);
    const px = (css) => Math.max(Math.round(css * ratio), 1);

    // Each strip has whole pixels, and lies below the one before.
    let end = 0;
    let last = 0;
    const placed = strips.map(([top, bottom]) => {
      const start = end + Math.round((top - last) * ratio);
      end = start + px(bottom - top);
      last = bottom;
      return { top, bottom, start, end };
    });
    const height = end + Math.round((made.timeline.height - last) * ratio);
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
    Object.assign(canvas.style, { display: "block", width: "100%", height: `${height / ratio}px` });
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

    // drawBlock draws the rows of a block together in which it has the same columns. A column in which one block ends and the next one
    // begins shows the one in its middle.
    function drawBlock(block, all) {
      const [y0, y1] = [y(block.top), y(block.bottom)];
      const covers = (other, v) => y(other.top) <= v && v < y(other.bottom);
      const follows = (a, b) => a.to <= b.from && exact(a.to) > column(b.from);
      const formers = all.filter((other) => follows(other, block));
      const nexts = all.filter((other) => follows(block, other));
      const first = ({ from }) => column(from) + (exact(from) - column(from) > 0.5 ? 1 : 0);
      const columnsAt = (v) => {
        const next = nexts.find((other) => covers(other, v));
        const x0 = formers.some((other) => covers(other, v)) ? first(block) : column(block.from);
        const whole = next ? first(next) : column(block.to);
        return [x0, whole, next ? whole : Math.ceil(exact(block.to))];
      };
      for (let v = y0, end; v < y1; v = end) {
        const columns = columnsAt(v);
        for (end = v + 1; end < y1 && columnsAt(end).every((x, i) => x === columns[i]); ) {
          end++;
        }
        drawRows(block, ...columns, v, end, y0, y1);
      }
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
