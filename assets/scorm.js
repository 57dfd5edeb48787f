// The page of a lesson in a package for learning platforms (packaging.js). Without a platform around it the lesson works as anywhere.
import { leadAway } from "./away.js";
import { Desk } from "./desk.js";
import { start } from "./lesson.js";
import { findAPI, Platform } from "./lms.js";
import { report } from "./reporting.js";
import { seedNamed } from "./seed.js";
import { listMistakes, show } from "./showing.js";

const element = (id) => document.getElementById(id);

begin().catch((error) => say(`The lesson cannot be opened: ${error.message}`));

async function begin() {
  const response = await fetch("lesson.json");
  if (!response.ok) {
    throw new Error(`HTTP status ${response.status} for lesson.json`);
  }
  const { home, lesson, read } = await response.json();
  leadAway(home);
  const platform = openPlatform();
  const seed = platform ? platform.get("cmi.core.student_id") : seedNamed();
  const answer = read ?? (await new Desk().ask({ verb: "read", ...lesson, seed }));
  if (answer.mistakes) {
    say("The lesson cannot be read:");
    listMistakes(element("mistakes"), answer);
    return;
  }
  document.title = answer.title;
  element("lesson").hidden = false;
  show(document.querySelector("article"), element("publications"), answer, false);
  element("loading").hidden = true;
  if (platform) {
    start(answer.data, { reports: report(platform, answer.data, say) });
  } else {
    start(answer.data);
  }
}

// openPlatform is the learning platform around this page, null if there is none that takes anything.
function openPlatform() {
  const api = findAPI(window);
  if (!api) {
    say("No learning platform was found around this page. Your answers are kept in this browser and reported to nobody.");
    return null;
  }
  const platform = new Platform(api, say);
  return platform.begin() ? platform : null;
}

// say adds a line to what the student is told.
function say(text) {
  const line = document.createElement("p");
  line.textContent = text;
  element("said").append(line);
  element("loading").hidden = true;
}
