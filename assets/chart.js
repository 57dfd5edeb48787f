// Draws the distributions of the results. It is fetched when the first chart is wanted.
import { axisX, axisY, gridX, gridY, line, plot } from "@observablehq/plot";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Lengths of time at which the axis may have a tick, in seconds.
const TIMES = [1, 10, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY, 365 * DAY];
const FINE_TIMES = [MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, HOUR];

function timeText(seconds) {
  if (seconds === 0) return "0";
  if (seconds < MINUTE) return `${seconds} s`;
  if (seconds < HOUR) return `${seconds / MINUTE} min`;
  if (seconds < DAY) return `${seconds / HOUR} h`;
  return `${seconds / DAY} d`;
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
  corners.push({ x: last, y: 1 });
  return corners;
}

// Lines differ in their dashes too, so that nobody has to tell colours apart.
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 2", "1 2"];

// draw shows spec in host: {title, x, time, floor, series: [{name, value, share}]}.
export function draw(host, spec) {
  const series = spec.series.filter((s) => s.value.length > 0);
  const last = Math.max(...series.map((s) => s.value.at(-1)), spec.floor);
  const width = Math.max(host.clientWidth, 240);
  const named = ticks(spec, last);
  const narrow = named === undefined; // all values within a decade or so: a linear axis tells more
  const start = spec.time ? 0 : 1;
  const x = {
    type: narrow ? "linear" : spec.time ? "symlog" : "log",
    domain: [start, Math.max(last, start + 1)],
    ...(spec.time && !narrow ? { constant: spec.floor } : {}),
  };
  const format = spec.time ? (narrow && last < MINUTE ? (t) => `${t} s` : timeText) : (v) => `${v}`;
  const rounded = (t) => (spec.time ? format(Math.round(t * 100) / 100) : format(t));
  const svg = plot({
    width,
    height: Math.min(220, Math.max(160, width * 0.55)),
    marginLeft: 46,
    marginBottom: 34,
    marginRight: 14,
    x,
    y: { domain: [0, 1] },
    marks: [
      gridX({ ticks: named ?? 5, strokeOpacity: 1, stroke: "var(--line)" }),
      gridY({ ticks: 5, strokeOpacity: 1, stroke: "var(--line)" }),
      axisX({ ticks: named ?? 5, tickFormat: rounded, label: `${spec.x} →`, labelAnchor: "right", tickSize: 4 }),
      axisY({ ticks: 5, tickFormat: (v) => `${Math.round(v * 100)} %`, label: null, tickSize: 4 }),
      ...series.map((s, i) =>
        line(steps(s, x.domain[1]), {
          x: "x",
          y: "y",
          curve: "step-after",
          stroke: `var(--series-${(i % 6) + 1})`,
          strokeWidth: 2,
          strokeDasharray: DASHES[i % DASHES.length],
        }),
      ),
    ],
  });
  // The content security policy wants styles in the style sheet, where Plot's are.
  svg.querySelectorAll("style").forEach((style) => style.remove());
  svg.setAttribute("aria-hidden", "true"); // the host has the name, the table beside it the numbers
  host.replaceChildren(svg, legend(series));
  origins.set(host, spec.origin);
  titles.set(host, spec.title);
}

// What each chart was made from, for the pictures that are saved of it.
const origins = new WeakMap();
const titles = new WeakMap();

// legend names the lines beside a piece of each.
function legend(series) {
  const list = document.createElement("ul");
  list.className = "legend";
  series.forEach((s, i) => {
    const sample = document.createElementNS(SVG, "svg");
    sample.setAttribute("viewBox", "0 0 28 8");
    sample.setAttribute("class", "sample");
    const stroke = document.createElementNS(SVG, "path");
    stroke.setAttribute("d", "M0 4H28");
    stroke.setAttribute("stroke", `var(--series-${(i % 6) + 1})`);
    stroke.setAttribute("stroke-width", "2");
    stroke.setAttribute("stroke-dasharray", DASHES[i % DASHES.length]);
    sample.append(stroke);
    const item = document.createElement("li");
    item.append(sample, " ", s.name);
    list.append(item);
  });
  return list;
}

const SVG = "http://www.w3.org/2000/svg";

// picture is the chart in host as a Blob; format is "svg" or "png".
export async function picture(host, format) {
  const svg = standalone(host);
  const text = new XMLSerializer().serializeToString(svg);
  const blob = new Blob([text], { type: "image/svg+xml" });
  if (format === "svg") return blob;

  return stamp(await pixels(svg, blob), origins.get(host) ?? "");
}

async function pixels(svg, blob) {
  const scale = 2;
  const url = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = scale * svg.getAttribute("width");
    canvas.height = scale * svg.getAttribute("height");
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

// standalone is a copy of the chart that needs no style sheet: colours and font are
// written into it, the legend stands below.
function standalone(host) {
  const shown = host.querySelector("svg");
  const svg = shown.cloneNode(true);
  const style = getComputedStyle(host);
  const resolve = (text) => text.replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
  for (const element of [svg, ...svg.querySelectorAll("*")]) {
    for (const attribute of [...element.attributes]) {
      const value = attribute.value.replace("currentColor", style.color);
      element.setAttribute(attribute.name, resolve(value));
    }
  }
  const width = Number(svg.getAttribute("width"));
  const height = Number(svg.getAttribute("height"));
  const items = [...host.querySelectorAll(".legend li")];
  const row = 18;
  svg.removeAttribute("aria-hidden");
  svg.setAttribute("xmlns", SVG);
  svg.setAttribute("height", height + row * items.length + 6);
  svg.setAttribute("viewBox", `0 0 ${width} ${height + row * items.length + 6}`);
  svg.setAttribute("font-family", "system-ui, sans-serif");
  svg.setAttribute("font-size", "10");
  svg.setAttribute("text-anchor", "middle");
  svg.setAttribute("fill", style.color);
  items.forEach((item, i) => {
    const sample = item.querySelector("path").cloneNode();
    const y = height + row * i + row / 2;
    sample.setAttribute("d", `M40 ${y}h28`);
    sample.setAttribute("stroke", resolve(sample.getAttribute("stroke")));
    const text = document.createElementNS(SVG, "text");
    text.textContent = item.textContent.trim();
    text.setAttribute("x", 74);
    text.setAttribute("y", y + 4);
    text.setAttribute("text-anchor", "start");
    svg.append(sample, text);
  });
  const about = ["title", "desc", "metadata"].map((name) => document.createElementNS(SVG, name));
  about[0].textContent = titles.get(host) ?? "";
  about[1].textContent = items.map((item) => item.textContent.trim()).join(", ");
  about[2].textContent = origins.get(host) ?? "";
  const ground = document.createElementNS(SVG, "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", style.getPropertyValue("--surface").trim() || "#fff");
  svg.prepend(...about, ground);
  return svg;
}

// stamp is a PNG with a text in it (an iTXt chunk with the keyword Description).
export async function stamp(png, text) {
  const bytes = new Uint8Array(await png.arrayBuffer());
  const encode = (s) => new TextEncoder().encode(s);
  // Type, keyword, no compression, no language, no translated keyword, text.
  const body = new Uint8Array([...encode("iTXtDescription"), 0, 0, 0, 0, 0, ...encode(text)]);
  const chunk = new Uint8Array(body.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, body.length - 4);
  chunk.set(body, 4);
  view.setUint32(body.length + 4, crc32(body));
  const head = 8 + 25; // signature and the chunk IHDR, which comes first
  return new Blob([bytes.subarray(0, head), chunk, bytes.subarray(head)], { type: "image/png" });
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
