// Sheets of a lesson to be printed, and their keys: one of each for every name.
import { Desk } from "./desk.js";
import { longestName } from "./seed.js";

const patience = 60_000; // milliseconds for one name
const mostNames = 200;

const element = (id) => document.getElementById(id);

// offerSheets brings the form for sheets to life. source gives the lesson's text.
export function offerSheets(source) {
  const desk = new Desk();
  let last = 0; // number of the request that was made last
  element("sheets-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const mine = ++last;
    const wanted = { sheets: element("sheets-sheets").checked, keys: element("sheets-keys").checked };
    const names = namesIn(element("sheets-names").value);
    const wrong = mistakeIn(names, wanted);
    put([]);
    if (wrong) {
      say(wrong);
      return;
    }
    const text = source();
    const made = [];
    for (const name of names) {
      say(`Making ${made.length + 1} of ${names.length} …`);
      const { sheets, mistakes } = await desk.ask({ verb: "sheets", source: text, seeds: [name] }, patience);
      if (mine !== last) {
        return;
      }
      if (mistakes) {
        say(`${name ? `“${name}”: ` : ""}line ${mistakes[0].line}: ${mistakes[0].reason}`);
        return;
      }
      made.push(...sheets);
    }
    put([...(wanted.sheets ? made.map(({ sheet }) => sheet) : []), ...(wanted.keys ? made.map(({ key }) => key) : [])]);
    const same = made.length > 1 && !made[0].draws ? " The lesson draws no numbers: they differ in the name alone." : "";
    say(`${told(made.length, wanted)} below.${same}`);
  });
  element("sheets-print").addEventListener("click", () => print());
  element("sheets-clear").addEventListener("click", () => {
    last++;
    put([]);
    say("");
  });
}

// namesIn are the names in a text, one a line, each once; one that is empty if there is none. Names that draw the same numbers are the same.
function namesIn(text) {
  const seen = new Map();
  for (const line of text.split("\n")) {
    const name = line.trim().replace(/\s+/g, " ");
    if (name && !seen.has(name.toLowerCase())) {
      seen.set(name.toLowerCase(), name);
    }
  }
  return seen.size ? [...seen.values()] : [""];
}

function mistakeIn(names, wanted) {
  if (!wanted.sheets && !wanted.keys) {
    return "Choose sheets, keys or both.";
  }
  if (names.length > mostNames) {
    return `${names.length} names are too many; up to ${mostNames} are accepted.`;
  }
  const long = names.findIndex((name) => name.length > longestName);
  return long < 0 ? "" : `Name ${long + 1} has ${names[long].length} characters; up to ${longestName} are accepted.`;
}

function told(n, { sheets, keys }) {
  const count = (word) => `${n} ${word}${n === 1 ? "" : "s"}`;
  return [sheets && count("sheet"), keys && count("key")].filter(Boolean).join(" and ") + (n === 1 && sheets !== keys ? " is" : " are");
}

function put(list) {
  const template = document.createElement("template");
  template.innerHTML = list.join(""); // package lessons makes it, of Markdown without markup
  for (const link of template.content.querySelectorAll("a[href]:not([href^='./#'], [href^='#'])")) {
    link.dataset.address = new URL(link.getAttribute("href"), document.baseURI).href; // on paper nobody follows a link
  }
  element("sheets").replaceChildren(template.content);
  element("sheets-print").disabled = list.length === 0;
  element("sheets-clear").hidden = list.length === 0;
}

function say(text) {
  element("sheets-said").textContent = text;
}
