// The end of a lesson: what was done in it, saved as a file for a teacher. Nothing is sent.
import { fileName, handedIn, mostBeating, mostTries } from "./record.js";
import { longestName } from "./seed.js";

// offerHandIn puts the section "Hand in" behind a lesson's text. kept is where the lesson keeps what was done.
export function offerHandIn(article, about, kept) {
  const section = document.createElement("section");
  section.className = "hand-in";
  section.id = "hand-in";
  section.ariaLabel = "Hand in";
  const heading = element("h2", "Hand in");
  const why = element("p", "Does your teacher want to see what you did? Save it as a file, and hand that in the way your class does. This page sends nothing, and does not know your name before you type it.");
  const form = document.createElement("form");
  const label = element("label", "Your name or number ");
  const input = document.createElement("input");
  input.type = "text";
  input.maxLength = longestName;
  input.autocomplete = "off";
  input.value = about.seed ?? "";
  label.append(input);
  const button = element("button", "Save the file");
  button.type = "submit";
  form.append(label, button);
  const status = element("p", "");
  status.role = "status";
  status.id = "hand-in-status";
  input.setAttribute("aria-describedby", status.id); // so that what is missing is read out with the field, to which the focus goes

  const holds = document.createElement("details");
  const list = document.createElement("ul");
  for (const text of [
    "the name or number that you type here",
    `which lesson it is: its title, its name and digests of its text and of each question, by which your teacher’s page knows whether they have changed since${about.seed ? ", and the name or number that its numbers were drawn for" : ""}`,
    "when you opened the lesson first, how long its page was visible, and when you saved the file",
    "for each question, every answer that you gave, with its time and whether it was right; how often you were given a hint; whether you had the answer shown, and after how many answers",
    "where an experiment was to be changed or jobs placed, what you changed or how you placed them; where a policy was to be beaten, your scripts and the seeds of your tries (scripts are judged with other seeds, the same for everybody)",
    `of attempts at one question, ${mostTries} at most (${mostBeating} of tries to beat a policy), and how many there were`,
  ]) {
    list.append(element("li", text));
  }
  const text = document.createElement("pre");
  text.tabIndex = 0;
  const exactly = element("p", "This is the file, word for word:");
  holds.append(element("summary", "What the file holds"), list, exactly, text);

  const content = () => `${JSON.stringify(handedIn(about, kept, input.value.trim()), null, 1)}\n`;
  const refresh = () => {
    if (holds.open) {
      text.textContent = content();
    }
  };
  holds.addEventListener("toggle", refresh);
  input.addEventListener("input", () => {
    if (input.ariaInvalid && input.value.trim()) {
      input.ariaInvalid = null;
      status.textContent = "";
    }
    refresh();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (!name) {
      status.textContent = "Nothing was saved: your name or number is missing. Type it in the field above.";
      input.ariaInvalid = "true";
      input.focus();
      return;
    }
    const file = fileName(name, about.lesson.startsWith("own-") ? about.title : about.lesson);
    save(content(), file);
    status.textContent = `Saved as ${file}. If you go on with the lesson, save it again.`;
    refresh();
  });
  section.append(heading, why, form, status, holds);
  document.getElementById(section.id)?.remove(); // of a lesson before this one
  article.after(section);
}

// save lets the browser save a text as a file.
export function save(text, name, type = "application/json") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function element(name, text) {
  return Object.assign(document.createElement(name), { textContent: text });
}
