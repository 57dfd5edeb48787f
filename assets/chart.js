// Draws the distributions of the results, and metrics over a sweep and of classes of jobs. It is fetched when the first chart is wanted.
import { areaY, axisX, axisY, dot, gridX, gridY, line, plot, rectY, ruleX, ruleY, text } from "@observablehq/plot";
import { classesIn, heightOf, inClasses, left, LETTER, RIGHT, widthIn } from "./chartroom.js";
import { span } from "./durations.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Lengths of time at which the axis may have a tick, in seconds.
const TIMES = [1, 10, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY, 365 * DAY];
const FINE_TIMES = [MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, HOUR];

// STEPS are the distances of ticks on a linear axis of times from a second to ten days, in seconds.
const STEPS = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 5, 10].map((n) => n * DAY),
];

// timeStep is the shortest round length of time of which there are about n in that length.
function timeStep(length, n) {
  const least = length / n || 1;
  const decimal = (unit) => [1, 2, 5, 10].map((k) => k * 10 ** Math.floor(Math.log10(least / unit)) * unit).find((step) => step >= least * 0.999);
  return least < 1 ? decimal(1) : (STEPS.find((step) => step >= least * 0.999) ?? decimal(DAY));
}

// timeTicks are the round times from one to another, about n of them.
function timeTicks(from, to, n = 5) {
  const step = timeStep(to - from, n);
  const first = Math.ceil(from / step - 1e-9);
  return Array.from({ length: Math.floor(to / step + 1e-9) - first + 1 }, (_, k) => (first + k) * step);
}

// timeText is a time at which an axis has a tick.
function timeText(seconds) {
  if (seconds === 0) return "0";
  const size = Math.abs(seconds);
  if (size >= 0.1) return span(seconds);
  return `${seconds < 0 ? "−" : ""}${+(size * 1000).toPrecision(3)} ms`;
}

// ticks are values that the axis names: all times that fit, or powers of ten.
function ticks(spec, last) {
  if (spec.time) {
    const fitting = (last < 2 * HOUR ? FINE_TIMES : TIMES).filter((t) => t >= spec.floor && t <= last);
    return last < 2 * spec.floor ? undefined : [0, ...fitting];
  }
  const powers = [];
  for (let x = 1; x <= last; x *= 10) powers.push(x);
  return powers.length < 3 ? undefined : powers;
}

// steps are the corners of the distribution function, from share 0 at its first value.
function steps(series, last) {
  const corners = [{ x: series.value[0], y: 0 }];
  series.value.forEach((x, i) => corners.push({ x, y: series.share[i] }));
  corners.push({ x: last, y: series.share.at(-1) });
  return corners;
}

// Lines differ in their dashes too, so that nobody has to tell colours apart.
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 2", "1 2"];

// Series have a mark each, too: corners of polygons in a circle of radius 1.
const around = (n, turn, radius = () => 1) =>
  Array.from({ length: n }, (_, i) => {
    const angle = ((i / n) * 2 + turn) * Math.PI;
    return [radius(i) * Math.cos(angle), radius(i) * Math.sin(angle)];
  });
const MARKS = [
  around(20, 0),
  around(4, 0.25, () => 1.2), // square
  around(3, -0.5, () => 1.35), // triangle
  around(4, 0, () => 1.35), // diamond
  around(3, 0.5, () => 1.35),
  around(10, -0.5, (i) => (i % 2 ? 0.6 : 1.5)), // star
  around(8, 0, (i) => (i % 2 ? 0.45 : 1.5)),
].map((corners) => ({
  corners,
  draw(context, size) {
    const r = Math.sqrt(size / Math.PI);
    corners.forEach(([x, y], i) => (i === 0 ? context.moveTo(x * r, y * r) : context.lineTo(x * r, y * r)));
    context.closePath();
  },
}));

const COLORS = 6;
const colorOf = (i) => `var(--series-${(i % COLORS) + 1})`;
const dashOf = (i) => DASHES[(i + Math.floor(i / COLORS)) % DASHES.length]; // another one each time that a colour comes again
const markOf = (i) => MARKS[i % MARKS.length];

// draw shows spec in host: one of the kinds "lines", "dots", "classes", "stack" and "levels", or a distribution.
export function draw(host, spec) {
  const drawn = chart(spec, widthIn(host));
  drawn.svg.setAttribute("aria-hidden", "true"); // the host has the name, the table beside it the numbers
  host.replaceChildren(drawn.svg, legend(drawn.series, drawn.sample));
}

// chart is spec as an SVG of that width, with the series that its legend names and what they are drawn with. One that stands
// alone, without the page's caption, names all of its axes.
function chart(spec, width, alone = false) {
  const drawn = spec.kind === undefined ? distribution(spec, width, alone) : metric(spec, width);
  // The content security policy wants styles in the style sheet, where Plot's are.
  drawn.svg.querySelectorAll("style").forEach((style) => style.remove());
  return drawn;
}

// metric draws spec: {kind, title, x, y, ordinal, logX, logY, zero, here, panels: [{title, series: [{name, index,
// points: [{x, y, low, high}]}]}]}. Over a sweep there are lines with bands of their intervals, a panel for each
// value of the second axis; else dots with whiskers. Words on the axis have no order: there are dots then, too. Of
// classes, which x counts, there are lines or bars with whiskers.
function metric(spec, width) {
  const series = spec.panels[0].series;
  const points = spec.panels.flatMap((p) => p.series.flatMap((s) => s.points.map((t) => ({ ...t, panel: p.title, name: s.name, index: s.index }))));
  const kinds = { lines: spec.ordinal ? choices : lines, dots, classes, stack: overTime, levels: overTime };
  const sample = { mark: true, line: !spec.ordinal && !spec.bars && spec.kind !== "stack", bar: spec.bars || spec.kind === "stack" };
  return { svg: kinds[spec.kind](spec, points, series, width), series, sample };
}

function lines(spec, points, series, width) {
  const several = spec.panels.length > 1;
  const fy = several ? { fy: "panel" } : {};
  const of = (s) => points.filter((t) => t.index === s.index);
  const bounded = (list) => list.filter((t) => t.low !== undefined);
  const here = spec.here !== null && points.some((t) => t.x === spec.here) ? [spec.here] : [];
  const values = [...new Set(points.map((t) => t.x))].sort((a, b) => a - b);
  const few = values.length <= 8; // the values themselves are the ticks
  const crowded = few && touching(values, spec.logX ? Math.log : Number, width - left(spec) - RIGHT);
  const even = crowded && !spec.logX;
  const named = few && (even || !crowded) ? values : undefined;
  return plot({
    width,
    height: heightOf(spec, width),
    marginLeft: left(spec),
    marginTop: several ? 40 : 26,
    marginBottom: 36,
    marginRight: RIGHT,
    x: even ? { type: "point", domain: values, padding: 0.2 } : { type: spec.logX ? "log" : "linear" },
    y: vertical(spec, points),
    ...(several ? { fy: { axis: null, domain: spec.panels.map((p) => p.title) } } : {}),
    marks: [
      gridX({ ticks: named ?? 8, strokeOpacity: 1, stroke: "var(--line)" }),
      gridY({ ticks: levels(spec, points), strokeOpacity: 1, stroke: "var(--line)" }),
      ...(spec.zero ? [ruleY([0], { stroke: "var(--edge)", strokeWidth: 1.5 })] : []),
      ruleX(here, { stroke: "var(--edge)", strokeDasharray: "2 3" }),
      axisX({ ticks: named ?? 8, tickFormat: plain, label: even ? `${spec.x}, not to scale →` : `${spec.x} →`, labelAnchor: "right", tickSize: 4 }),
      axisY({ ticks: levels(spec, points), tickFormat: written(spec), label: several ? null : `↑ ${spec.y}`, tickSize: 4 }),
      ...(several
        ? [
            text(spec.panels, { fy: "title", text: "title", frameAnchor: "top-left", dx: 4, dy: -14, fontWeight: 600, fontSize: 11 }),
            text(spec.panels.slice(0, 1), { fy: "title", text: () => `↑ ${spec.y}`, ...ABOVE }),
          ]
        : []),
      ...series.map((s) =>
        areaY(bounded(of(s)), { ...fy, x: "x", y1: "low", y2: "high", fill: colorOf(s.index), fillOpacity: 0.16 }),
      ),
      ...series.map((s) =>
        line(of(s), { ...fy, x: "x", y: "y", stroke: colorOf(s.index), strokeWidth: 2, strokeDasharray: dashOf(s.index) }),
      ),
      ...series.flatMap((s) => [
        // A point alone has no band.
        ruleX(bounded(of(s)), { ...fy, x: "x", y1: "low", y2: "high", stroke: colorOf(s.index) }),
        dot(of(s), { ...fy, x: "x", y: "y", r: 4.2, symbol: markOf(s.index), fill: colorOf(s.index), stroke: "var(--surface)", strokeWidth: 0.8 }),
      ]),
    ],
  });
}

// SIGNS is how many marks a line over time has, which tell it from the others.
const SIGNS = 6;

// overTime draws levels that hold until the next point: lines, or a stack of areas, those below zero downwards, with lines over it. All series
// have their points at the same times, in seconds.
function overTime(spec, points, series, width) {
  const stacked = spec.kind === "stack";
  const up = [];
  const down = [];
  const drawn = series.map((s) => {
    const list = s.points.map((t, i) => {
      if (!stacked || s.over) return { x: t.x, y1: 0, y2: t.y };
      const sums = t.y < 0 ? down : up;
      const y1 = sums[i] ?? 0;
      sums[i] = y1 + t.y;
      return { x: t.x, y1, y2: sums[i] };
    });
    return { ...s, list };
  });
  const last = Math.max(...series.flatMap((s) => s.points.map((t) => t.x)), 1);
  const color = (s) => (s.over ? "currentColor" : colorOf(s.index));
  const times = timeTicks(0, last, width < 420 ? 3 : 6);
  const signs = (s, k) => s.list.filter((_, i) => Math.floor((i * SIGNS + k) / s.list.length) !== Math.floor(((i - 1) * SIGNS + k) / s.list.length));
  return plot({
    width,
    height: heightOf(spec, width),
    marginLeft: left(spec),
    marginTop: 26,
    marginBottom: 36,
    marginRight: RIGHT,
    x: { domain: [0, last] },
    y: { nice: true, label: null, zero: true },
    marks: [
      gridX({ ticks: times, strokeOpacity: 1, stroke: "var(--line)" }),
      gridY({ ticks: 5, strokeOpacity: 1, stroke: "var(--line)" }),
      axisX({ ticks: times, tickFormat: timeText, label: `${spec.x} →`, labelAnchor: "right", tickSize: 4 }),
      axisY({ ticks: 5, tickFormat: plain, label: `↑ ${spec.y}`, tickSize: 4 }),
      ...(stacked
        ? drawn.filter((s) => !s.over).map((s) => areaY(s.list, { x: "x", y1: "y1", y2: "y2", curve: "step-after", fill: colorOf(s.index), fillOpacity: 0.55 }))
        : []),
      ...drawn.map((s) =>
        line(s.list, { x: "x", y: "y2", curve: "step-after", stroke: color(s), strokeWidth: s.over || !stacked ? 2 : 1, strokeDasharray: s.over ? "6 3" : stacked ? undefined : dashOf(s.index) }),
      ),
      ...drawn.map((s, k) => dot(signs(s, k), { x: "x", y: "y2", r: 4, symbol: markOf(s.index), fill: color(s), stroke: "var(--surface)", strokeWidth: 0.8 })),
    ],
  });
}

// ABOVE is the place of the metric's name over the titles of panels.
const ABOVE = { frameAnchor: "top-left", textAnchor: "start", dx: -40, dy: -30 };

// touching says whether the names of some of the ascending values would run into each other on a scale of that width.
function touching(values, scale, width) {
  const per = width / (scale(values.at(-1)) - scale(values[0]));
  const room = (i) => (plain(values[i - 1]).length + plain(values[i]).length) * 0.5 * LETTER + 4;
  return values.some((v, i) => i > 0 && (scale(v) - scale(values[i - 1])) * per < room(i));
}

const heightsOf = (points) => points.flatMap((t) => [t.y, t.low ?? t.y, t.high ?? t.y]);

// levels are the values of the metric that the axis names, about n on a linear one, where times are round ones. On a logarithmic one
// these are times, or 1, 2 and 5 times powers of ten, or the powers alone where there are many.
function levels(spec, points, n = 5) {
  if (points.length === 0 || (!spec.logY && !spec.time)) return n;
  const heights = heightsOf(points);
  const lowest = Math.min(...heights);
  const highest = Math.max(...heights);
  if (!spec.logY) {
    return timeTicks(...timeDomain(spec, points, n), n);
  }
  if (spec.time && lowest >= 1) {
    const fitting = highest / lowest > 1000 ? TIMES : STEPS.concat(TIMES.filter((t) => t > STEPS.at(-1)));
    const named = fitting.filter((t) => t >= lowest && t <= highest);
    return named.length > 1 ? named : timeTicks(lowest, highest, 3);
  }
  const first = Math.floor(Math.log10(lowest));
  const last = Math.ceil(Math.log10(highest));
  const within = last - first > 2 ? [1] : [1, 2, 5];
  return Array.from({ length: last - first }, (_, k) => within.map((w) => Number(`${w}e${first + k}`))).flat().concat(Number(`1e${last}`));
}

// timeDomain goes from one tick of a linear axis of times to another one.
function timeDomain(spec, points, n = 5) {
  const heights = heightsOf(points);
  const lowest = Math.min(...heights, ...(isGrounded(spec, points) ? [0] : []));
  const highest = Math.max(...heights, ...(isGrounded(spec, points) ? [0] : []));
  const step = timeStep(highest - lowest, n);
  return [Math.floor(lowest / step + 1e-9) * step, Math.ceil(highest / step - 1e-9) * step];
}

// written is a value of the metric as the axis writes it.
const written = (spec) => (spec.time ? timeText : plain);

// isGrounded says whether zero is in sight: unless that would press everything into the upper half. One value alone needs it for a scale.
function isGrounded(spec, points) {
  const heights = heightsOf(points);
  const lowest = Math.min(...heights);
  const highest = Math.max(...heights);
  return lowest === highest || (!spec.zero && lowest < highest / 2) || spec.bars === true;
}

// vertical is the scale of the metric, the same in all panels.
function vertical(spec, points) {
  if (spec.logY) return { nice: true, label: null, type: "log" };
  if (spec.time && points.length > 0) return { domain: timeDomain(spec, points), label: null };
  return { nice: true, label: null, zero: isGrounded(spec, points) };
}

// choices draws dots with whiskers beside each other over words, which are classes without an order.
function choices(spec, points, series, width) {
  const inWords = inClasses(spec);
  const here = inWords.classes.indexOf(spec.here);
  const placed = points.map((t) => ({ ...t, x: inWords.classes.indexOf(t.x) }));
  return classes({ ...inWords, here: here < 0 ? null : here }, placed, series, width);
}

// classes draws panels in rows, all with the same axes. The classes lie at 0, 1, 2 and so on; what belongs to one lies
// beside each other.
function classes(spec, points, series, width) {
  const { n, panels, rows, columns, room, upright, letters, lines, bottom, height } = classesIn(spec, width);
  const panelAt = new Map(spec.panels.map((p, i) => [p.title, { column: i % columns, row: Math.floor(i / columns) }]));
  const facets = { fx: "column", fy: "row" };
  const step = spec.bars ? 0.8 / series.length : Math.min((spec.dotted ? 0.5 : 0.36) / series.length, (spec.dotted ? 24 : 9) / room);
  const place = new Map(series.map((s, k) => [s.index, (k - (series.length - 1) / 2) * step]));
  // What cannot be negative has no room below zero, even if an interval reaches there; on a logarithmic axis none
  // below the smallest mean by much.
  const lowest = Math.min(...points.map((t) => t.y));
  const floor = spec.logY ? lowest / 2 : spec.zero || lowest < 0 ? -Infinity : 0;
  const drawn = points.map((t) => ({ ...t, ...panelAt.get(t.panel), x: t.x + place.get(t.index), low: t.low === undefined ? undefined : Math.max(t.low, floor) }));
  const color = (t) => colorOf(t.index);
  const size = Math.min(4.2, Math.max(2.6, (room * step) / 2.2));
  // A line ends where a class is missing.
  const paths = new Map();
  for (const t of drawn) {
    const path = paths.get(t.index) ?? [];
    const last = path.at(-1);
    if (last?.panel === t.panel && t.x - last.x > 1.5) path.push({ ...t, y: NaN });
    path.push(t);
    paths.set(t.index, path);
  }
  return plot({
    width,
    height,
    marginLeft: left(spec),
    marginTop: panels > 1 ? 40 : 26,
    marginBottom: bottom,
    marginRight: RIGHT,
    x: { domain: [-0.5, n - 0.5], label: null },
    y: vertical(spec, drawn),
    fx: { axis: null, domain: Array.from({ length: columns }, (_, i) => i), padding: columns > 1 ? 0.06 : 0 },
    fy: { axis: null, domain: Array.from({ length: rows }, (_, i) => i), padding: rows > 1 ? 0.18 : 0 },
    marks: [
      gridY({ ticks: levels(spec, drawn), strokeOpacity: 1, stroke: "var(--line)" }),
      ...(spec.zero || spec.bars ? [ruleY([0], { stroke: "var(--edge)", strokeWidth: spec.zero ? 1.5 : 1 })] : []),
      ...(spec.here === null || spec.here === undefined ? [] : [ruleX([spec.here], { stroke: "var(--edge)", strokeDasharray: "2 3" })]),
      axisX({
        ticks: spec.classes.map((_, i) => i),
        text: (i) => shortened(spec.classes[i], upright ? letters : letters * lines),
        facetAnchor: "bottom-empty",
        label: panels === 1 ? `${spec.x} →` : null,
        labelAnchor: "right",
        tickSize: 4,
        ...(upright ? { tickRotate: -90 } : { lineWidth: (room - 4) / 10 }),
      }),
      axisY({ ticks: levels(spec, drawn), tickFormat: written(spec), label: panels > 1 ? null : `↑ ${spec.y}`, tickSize: 4 }),
      ...(panels > 1
        ? [
            text(spec.panels, {
              fx: (p) => panelAt.get(p.title).column,
              fy: (p) => panelAt.get(p.title).row,
              text: "title",
              frameAnchor: "top-left",
              dx: 2,
              dy: -13,
              fontWeight: 600,
              fontSize: 11,
            }),
            text([0], { fx: () => 0, fy: () => 0, text: () => `↑ ${spec.y}`, ...ABOVE }),
          ]
        : []),
      // Few marks of all series are drawn much faster than many of one each.
      ...(spec.bars
        ? [rectY(drawn, { ...facets, x1: (t) => t.x - step / 2, x2: (t) => t.x + step / 2, y1: 0, y2: "y", fill: color, fillOpacity: 0.55, stroke: color, insetLeft: 0.5, insetRight: 0.5 })]
        : spec.dotted
          ? []
          : series.map((s) => line(paths.get(s.index) ?? [], { ...facets, x: "x", y: "y", z: "panel", stroke: colorOf(s.index), strokeWidth: 1.6, strokeDasharray: dashOf(s.index) }))),
      ruleX(drawn.filter((t) => t.low !== undefined), { ...facets, x: "x", y1: "low", y2: "high", stroke: spec.bars ? "currentColor" : color }),
      dot(drawn, { ...facets, x: "x", y: "y", r: size, symbol: (t) => markOf(t.index), fill: color, stroke: "var(--surface)", strokeWidth: 0.6 }),
    ],
  });
}

const shortened = (name, letters) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name);

function dots(spec, points, series, width) {
  const longest = Math.max(...series.map((s) => s.name.length), 0);
  const room = Math.min(150, 14 + 6.2 * longest);
  const cut = (name) => shortened(name, 22);
  const bounded = points.filter((t) => t.low !== undefined);
  const ticks = levels(spec, points, spec.time ? 4 : 6);
  return plot({
    width,
    height: heightOf(spec, width),
    marginLeft: room,
    marginTop: 10,
    marginBottom: 36,
    marginRight: 18,
    x: across(spec, points),
    y: { type: "point", domain: series.map((s) => s.name), padding: 0.7 },
    marks: [
      gridX({ ticks, strokeOpacity: 1, stroke: "var(--line)" }),
      ...(spec.zero ? [ruleX([0], { stroke: "var(--edge)", strokeWidth: 1.5 })] : []),
      axisX({ ticks, tickFormat: written(spec), label: `${spec.y} →`, labelAnchor: "right", tickSize: 4 }),
      axisY({ tickFormat: cut, label: null, tickSize: 0 }),
      ruleY(bounded, { y: "name", x1: "low", x2: "high", stroke: (t) => colorOf(t.index), strokeWidth: 2 }),
      ...series.map((s) =>
        dot(points.filter((t) => t.index === s.index), { x: "y", y: "name", r: 5, symbol: markOf(s.index), fill: colorOf(s.index), stroke: "var(--surface)", strokeWidth: 0.8 }),
      ),
    ],
  });
}

// across is the scale of the metric of dots.
function across(spec, points) {
  if (spec.logY) return { type: "log", nice: true };
  // One value alone needs zero for a scale.
  if (spec.time && points.length > 0) return { domain: timeDomain({ ...spec, zero: true }, points, 4) };
  return { nice: true, zero: new Set(heightsOf(points)).size === 1 };
}

// plain is a number, rounded to six digits, with a true minus sign.
const plain = (v) => `${Number(v.toPrecision(6))}`.replace("-", "−");

// distribution draws spec: {title, x, y, time, floor, series: [{name, value, share}]}; shares end below 1 if some never come.
function distribution(spec, width, alone) {
  const series = spec.series.filter((s) => s.value.length > 0);
  const last = Math.max(...series.map((s) => s.value.at(-1)), spec.floor);
  const named = ticks(spec, last);
  const narrow = named === undefined; // all values within a decade or so: a linear axis tells more
  const start = spec.time ? 0 : 1;
  const x = {
    type: narrow ? "linear" : spec.time ? "symlog" : "log",
    domain: [start, Math.max(last, start + 1)],
    ...(spec.time && !narrow ? { constant: spec.floor } : {}),
  };
  const format = spec.time ? timeText : (v) => `${v}`;
  const svg = plot({
    width,
    height: heightOf(spec, width),
    marginLeft: 46,
    marginBottom: 34,
    marginRight: 14,
    x,
    y: { domain: [0, 1] },
    marks: [
      gridX({ ticks: named ?? (spec.time ? timeTicks(0, last) : 5), strokeOpacity: 1, stroke: "var(--line)" }),
      gridY({ ticks: 5, strokeOpacity: 1, stroke: "var(--line)" }),
      axisX({ ticks: named ?? (spec.time ? timeTicks(0, last) : 5), tickFormat: format, label: `${spec.x} →`, labelAnchor: "right", tickSize: 4 }),
      axisY({ ticks: 5, tickFormat: (v) => `${Math.round(v * 100)} %`, label: alone ? `↑ ${spec.y ?? "Share of jobs"}` : null, tickSize: 4 }),
      ...series.map((s, i) =>
        line(steps(s, x.domain[1]), {
          x: "x",
          y: "y",
          curve: "step-after",
          stroke: colorOf(i),
          strokeWidth: 2,
          strokeDasharray: dashOf(i),
        }),
      ),
    ],
  });
  return { svg, series: series.map((s, index) => ({ name: s.name, index })), sample: { line: true } };
}

// legend names the series beside a sample of each: a line, a bar, its mark.
function legend(series, { line, bar, mark }) {
  const list = document.createElement("ul");
  list.className = "legend";
  for (const s of series) {
    const sample = document.createElementNS(SVG, "svg");
    sample.setAttribute("viewBox", "0 0 28 10");
    sample.setAttribute("class", "sample");
    const add = (attributes) => {
      const path = document.createElementNS(SVG, "path");
      for (const [name, value] of Object.entries(attributes)) path.setAttribute(name, value);
      sample.append(path);
    };
    const color = s.over ? "currentColor" : colorOf(s.index);
    if (s.over) add({ d: "M0 5H28", fill: "none", stroke: color, "stroke-width": "2", "stroke-dasharray": "6 3" });
    else if (line) add({ d: "M0 5H28", fill: "none", stroke: color, "stroke-width": "2", "stroke-dasharray": dashOf(s.index) });
    if (bar && !s.over) add({ d: "M9 5H19V10H9Z", fill: color, "fill-opacity": "0.55", stroke: color });
    const center = bar && !s.over ? 4.5 : 5;
    if (mark) add({ d: `M${markOf(s.index).corners.map(([x, y]) => `${(14 + 4 * x).toFixed(1)} ${(center + 4 * y).toFixed(1)}`).join("L")}Z`, fill: color });
    const item = document.createElement("li");
    item.append(sample, " ", s.name);
    list.append(item);
  }
  return list;
}

const SVG = "http://www.w3.org/2000/svg";

const MILLIMETRES_PER_INCH = 25.4;
const POINTS_PER_INCH = 72;
const DOTS_PER_INCH = 300;
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g; // which names may hold
const TEXT = 10; // height of Plot's texts, in pixels

// figure is a chart for paper, as the text of an SVG so many millimetres wide, whose texts are so many points high.
export async function figure(spec, width, points) {
  const pixels = Math.round(((width / MILLIMETRES_PER_INCH) * POINTS_PER_INCH * TEXT) / points);
  const drawn = chart(spec, pixels, true);
  // The colours are those of paper, whatever the theme of the page.
  const paper = document.createElement("div");
  paper.className = "paper";
  document.body.append(paper);
  try {
    const svg = standalone(drawn.svg, legend(drawn.series, drawn.sample), getComputedStyle(paper), spec);
    const height = Number(svg.getAttribute("height"));
    svg.setAttribute("width", `${width}mm`);
    svg.setAttribute("height", `${((height * width) / pixels).toFixed(2)}mm`);
    return new XMLSerializer().serializeToString(svg).replace(NOT_XML, "\ufffd");
  } finally {
    paper.remove();
  }
}

// pixels is an SVG, given as text, as a PNG so many pixels wide, with the text about in it.
export async function pixels(text, width, about) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
    const context = canvas.getContext("2d");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!png) throw new Error("the browser made no picture of this size");
    return stamp(png, about);
  } finally {
    URL.revokeObjectURL(url);
  }
}

// standalone makes a chart one that needs no style sheet: colours and font are
// written into it, the legend stands below.
function standalone(svg, names, style, spec) {
  const resolve = (text) => text.replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
  for (const element of [svg, ...svg.querySelectorAll("*")]) {
    for (const attribute of [...element.attributes]) {
      const value = attribute.value.replace("currentColor", style.color);
      element.setAttribute(attribute.name, resolve(value));
    }
  }
  const width = Number(svg.getAttribute("width"));
  const height = Number(svg.getAttribute("height"));
  const items = [...names.querySelectorAll("li")];
  const row = 18;
  svg.setAttribute("xmlns", SVG);
  svg.setAttribute("role", "img");
  svg.setAttribute("height", height + row * items.length + 6);
  svg.setAttribute("viewBox", `0 0 ${width} ${height + row * items.length + 6}`);
  svg.setAttribute("font-family", "Helvetica, Arial, 'Liberation Sans', sans-serif");
  svg.setAttribute("font-size", "10");
  svg.setAttribute("text-anchor", "middle");
  svg.setAttribute("fill", style.color);
  items.forEach((item, i) => {
    const y = height + row * i + row / 2;
    const sample = document.createElementNS(SVG, "g");
    sample.setAttribute("transform", `translate(40 ${y - 5})`);
    for (const path of item.querySelectorAll("path")) {
      const copy = path.cloneNode();
      for (const name of ["stroke", "fill"]) {
        if (copy.hasAttribute(name)) copy.setAttribute(name, resolve(copy.getAttribute(name)));
      }
      sample.append(copy);
    }
    const text = document.createElementNS(SVG, "text");
    text.textContent = item.textContent.trim();
    text.setAttribute("x", 74);
    text.setAttribute("y", y + 4);
    text.setAttribute("text-anchor", "start");
    svg.append(sample, text);
  });
  const about = ["title", "desc", "metadata"].map((name) => document.createElementNS(SVG, name));
  about[0].textContent = spec.title;
  about[1].textContent = items.map((item) => item.textContent.trim()).join(", ");
  about[2].textContent = spec.origin;
  const ground = document.createElementNS(SVG, "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", style.getPropertyValue("--surface").trim() || "#fff");
  svg.prepend(...about, ground);
  return svg;
}

// stamp is a PNG that says how large it is to be printed (a pHYs chunk), with a text in it (an iTXt chunk with the keyword Description).
async function stamp(png, text) {
  const bytes = new Uint8Array(await png.arrayBuffer());
  const encode = (s) => new TextEncoder().encode(s);
  const size = new DataView(new ArrayBuffer(9));
  const perMetre = Math.round((DOTS_PER_INCH / MILLIMETRES_PER_INCH) * 1000);
  size.setUint32(0, perMetre);
  size.setUint32(4, perMetre);
  size.setUint8(8, 1); // per metre
  const head = 8 + 25; // signature and the chunk IHDR, which comes first
  return new Blob(
    [
      bytes.subarray(0, head),
      chunk([...encode("pHYs"), ...new Uint8Array(size.buffer)]),
      // Keyword, no compression, no language, no translated keyword, text.
      chunk([...encode("iTXtDescription"), 0, 0, 0, 0, 0, ...encode(text)]),
      bytes.subarray(head),
    ],
    { type: "image/png" },
  );
}

// chunk is one of a PNG; it is given from its type on.
function chunk(content) {
  const body = new Uint8Array(content);
  const framed = new Uint8Array(body.length + 8);
  const view = new DataView(framed.buffer);
  view.setUint32(0, body.length - 4);
  framed.set(body, 4);
  view.setUint32(body.length + 4, crc32(body));
  return framed;
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
