// Makes a package of a lesson that learning platforms import (SCORM 1.2). It holds all that the lesson needs, so that it runs there without this site.
import { nameOf } from "./drafts.js";
import { save } from "./handing.js";
import { escape, manifest } from "./manifest.js";
import { zip } from "./zip.js";

// offerPackage lets a form save the package of a lesson: {name} of one that comes with the page, or {source}, its text. desk reads lessons (desk.js).
export function offerPackage(form, desk, lesson) {
  const status = form.querySelector("[role=status]");
  const button = form.querySelector("button");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { value } = form.querySelector("input");
    button.disabled = true;
    status.textContent = "Making the package …";
    try {
      const { name, content } = await makePackage(desk, lesson(), value === "" ? null : Number(value));
      save(content, name, "application/zip");
      status.textContent = `Saved as ${name}, ${megabytes(content.size)}.`;
    } catch (error) {
      status.textContent = `The package cannot be made: ${error.message}`;
    } finally {
      button.disabled = false;
    }
  });
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

async function makePackage(desk, lesson, mastery) {
  const read = await desk.ask({ verb: "read", ...lesson, seed: "" });
  if (!read) {
    throw new Error("the lesson was changed meanwhile; please try again");
  }
  if (read.mistakes) {
    const [{ line, reason }] = read.mistakes;
    throw new Error(read.unanswered ? reason : `line ${line} of the lesson: ${reason}`);
  }
  const { title, sentence, minutes, body, sources, data } = read;
  const draws = data.seed !== undefined;
  const home = new URL("./", document.baseURI).href;
  const holds = await (await load("scorm.json")).json();

  // What draws no numbers is the same for everybody: its text is in the package, and not the program that reads it.
  const about = { version: 1, home, lesson, read: draws ? null : { title, sentence, minutes, body, sources, data } };
  const entries = [["lesson.json", encode(JSON.stringify(about))]];
  for (const [name, text] of Object.entries(holds.pages)) {
    entries.push([name, encode(text.replace('data-home=""', `data-home="${escape(home)}"`))]);
  }
  for (const name of holds.files) {
    entries.push([name, await bytesOf(await load(name))]);
  }
  for (const name of draws ? [...holds.programs, holds.lessonProgram] : holds.programs) {
    const packed = (await load(name)).body.pipeThrough(new CompressionStream("gzip"));
    entries.push([`${name}.gz`, await bytesOf(new Response(packed))]);
  }
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const files = entries.map(([name]) => name);
  const contents = manifest({ identifier: `backfill-${data.digest}`, title, page: "lesson.html", files, mastery });
  return { name: `${lesson.name ?? nameOf(title)}-scorm.zip`, content: zip([["imsmanifest.xml", encode(contents)], ...entries]) };
}

async function load(name) {
  const response = await fetch(name);
  if (!response.ok) {
    throw new Error(`HTTP status ${response.status} for ${name}`);
  }
  return response;
}

const bytesOf = async (response) => new Uint8Array(await response.arrayBuffer());

const encode = (text) => new TextEncoder().encode(text);
