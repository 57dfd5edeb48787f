// The theme of the pages beside the lab, and of the experiments in them: the one that was chosen here or in the lab, which
// the browser remembers, else the system's. It runs before the page is drawn.
(() => {
  const key = "backfill-theme"; // as in the lab
  const system = matchMedia("(prefers-color-scheme: dark)");
  let choice = null; // "light" or "dark"; any other: none
  const labs = new Set(); // that have no theme of their own

  function read() {
    try {
      choice = localStorage.getItem(key);
    } catch {
      // no storage: a choice lasts as long as the page
    }
    apply();
  }

  function apply() {
    const dark = choice === "dark" || (choice !== "light" && system.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    for (const lab of document.querySelectorAll("backfill-lab:not([theme])")) {
      labs.add(lab);
    }
    for (const lab of labs) {
      lab.setAttribute("theme", dark ? "dark" : "light");
    }
    const button = document.getElementById("theme-button");
    if (button) {
      button.hidden = false;
      button.textContent = dark ? "Light" : "Dark";
      button.setAttribute("aria-label", `${button.textContent} theme`);
    }
  }

  read();
  system.addEventListener("change", apply);
  addEventListener("storage", read); // another page has made the choice
  addEventListener("pageshow", read); // or while the browser kept this one
  document.addEventListener("backfill-filled", apply); // experiments came later
  document.addEventListener("DOMContentLoaded", () => {
    apply();
    document.getElementById("theme-button").addEventListener("click", () => {
      choice = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
      try {
        localStorage.setItem(key, choice);
      } catch {
        // as above
      }
      apply();
    });
  });
})();
