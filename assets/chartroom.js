// How high charts are, known before chart.js, which draws them, is there: their places have that height at once, so that nothing below
// moves when they are drawn.

// LETTER is about how wide one is, in pixels.
export const LETTER = 5.6;

// RIGHT is the margin of a chart on its right.
export const RIGHT = 16;

// left is the room that the names of the metric's values need.
export const left = (spec) => (spec.time ? 66 : 52);

// widthIn is that of a chart in an element.
export const widthIn = (host) => Math.max(host.clientWidth, 240);

// heightOf is the height of spec, without its legend, at that width, in pixels.
export function heightOf(spec, width) {
  const several = spec.panels?.length > 1;
  switch (spec.kind) {
    case undefined: // a distribution
      return Math.min(220, Math.max(160, width * 0.55));
    case "dots":
      return 60 + 30 * spec.panels[0].series.length;
    case "stack":
    case "levels":
      return Math.min(300, Math.max(200, width * 0.36));
    case "lines":
      if (!spec.ordinal) return several ? 54 + spec.panels.length * 150 : Math.min(340, Math.max(220, width * 0.42));
      return classesIn(inClasses(spec), width).height;
  }
  return classesIn(spec, width).height;
}

// inClasses is spec of words on its axis, which have no order, as of classes.
export function inClasses(spec) {
  const points = spec.panels.flatMap((p) => p.series.flatMap((s) => s.points));
  return { ...spec, classes: [...new Set(points.map((t) => t.x))], dotted: true };
}

// classesIn arranges the panels of classes in rows and columns, and the names of the classes below them.
export function classesIn(spec, width) {
  const n = Math.max(1, spec.classes.length);
  const panels = Math.max(1, spec.panels.length);
  const across = width - left(spec) - RIGHT;
  const least = Math.max(130, n * (spec.bars ? 4.5 * spec.panels[0].series.length + 4 : 16));
  const most = Math.max(1, Math.floor(across / least));
  const rows = Math.ceil(panels / most);
  const columns = Math.ceil(panels / rows);
  const room = across / columns / n; // of a class
  const longest = Math.max(1, ...spec.classes.map((c) => c.length));
  const upright = room < LETTER * longest + 8 && room < 64;
  const letters = upright ? 24 : Math.max(6, Math.floor((room - 8) / LETTER));
  const lines = upright ? 1 : Math.min(3, Math.ceil(longest / letters + 0.4));
  const bottom = 24 + (upright ? 5.4 * Math.min(letters, longest) : 12 * lines);
  const one = panels === 1 ? Math.min(320, Math.max(200, width * 0.4)) : Math.min(170, Math.max(120, width / columns / 1.6));
  const height = rows * (one + (panels > 1 ? 18 : 0)) + bottom + (panels > 1 ? 32 : 18);
  return { n, panels, rows, columns, room, upright, letters, lines, bottom, height };
}

// reserve puts something as high as the chart and its legend into an element that has none yet.
export function reserve(host, spec) {
  if (host.firstChild) return;
  const room = document.createElement("div");
  room.className = "room";
  room.style.paddingTop = `${heightOf(spec, widthIn(host))}px`;
  const legend = document.createElement("ul");
  legend.className = "legend";
  for (const { name } of spec.panels?.[0].series ?? spec.series.filter((s) => s.value.length > 0)) {
    const item = document.createElement("li");
    const sample = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    sample.setAttribute("class", "sample");
    item.append(sample, " ", name);
    legend.append(item);
  }
  room.append(legend);
  host.append(room);
}
