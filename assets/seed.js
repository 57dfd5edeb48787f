// The field for a name or number in a lesson whose numbers are drawn from it.
import { inAddress, namesLesson, partsOfAddress } from "./address.js";

export const longestName = 100; // characters of the name or number of a student

// keptName is under what name the answers to a lesson are kept: those to other numbers are others.
export function keptName({ lesson, seed }) {
  const plain = (seed ?? "").trim().toLowerCase().replace(/\s+/g, " "); // as variant.Normal
  return plain ? `${lesson}~${plain}` : lesson;
}

// offerSeed puts the field below a lesson's title, if the lesson draws numbers.
export function offerSeed(article, about) {
  if (about.seed === undefined || article.querySelector(".seed")) {
    return;
  }
  const form = document.createElement("form");
  form.className = "seed";
  const label = document.createElement("label");
  label.textContent = "Your name or number ";
  const input = document.createElement("input");
  input.type = "text";
  input.maxLength = longestName;
  input.autocomplete = "off";
  input.value = about.seed;
  label.append(input);
  const button = document.createElement("button");
  button.textContent = "Draw my numbers";
  const note = document.createElement("span");
  note.className = "note";
  note.textContent = about.seed
    ? "The numbers of this lesson are drawn for this name. The same name gives the same numbers."
    : "The numbers of this lesson can be drawn for you. Type your name or number as your teacher knows it; the same name gives the same numbers. It stays on this computer. Without a name you have the common numbers, and your neighbours may have others.";
  form.append(label, " ", button, note);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const address = addressOf(about, input.value.trim());
    location.assign(address);
    if (address.pathname === location.pathname) {
      location.reload(); // only what is behind the # has changed
    }
  });
  article.querySelector(".progress").after(form);
}

// seedNamed is the name or number in the address. It stands behind the #, which browsers send to no server. One in the query of an old link goes on
// working, and is moved there.
export function seedNamed() {
  const asked = new URLSearchParams(location.search).get("seed");
  if (asked !== null && inAddress("seed") === null) {
    history.replaceState(history.state, "", `${location.pathname}#${[...partsOfAddress(), new URLSearchParams({ seed: asked })].join("&")}`);
  }
  return inAddress("seed") ?? "";
}

// addressOf is where the lesson is with the numbers of a seed: the page of lessons that the program reads can have any.
function addressOf({ lesson }, seed) {
  const own = document.body.hasAttribute("data-own");
  const address = new URL(own ? location.pathname : "lesson-own.html", document.baseURI);
  const parts = own ? partsOfAddress().filter(namesLesson) : [`lesson=${lesson}`];
  address.hash = [...parts, ...(seed ? [new URLSearchParams({ seed })] : [])].join("&");
  return address;
}
