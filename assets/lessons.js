// The list of lessons: says of each how many questions were answered, where the browser keeps that, and opens the plan that a link leads to.
for (const item of document.querySelectorAll("[data-lesson]")) {
  let answers = {};
  try {
    answers = { ...JSON.parse(localStorage.getItem(`backfill-lesson-${item.dataset.lesson}`)) };
  } catch {
    // nothing is kept
  }
  const answered = Object.values(answers).filter((answer) => answer?.right).length;
  const shown = Object.values(answers).filter((answer) => answer?.told && !answer.right).length;
  if (answered + shown > 0) {
    item.textContent = `${Math.min(answered, item.dataset.questions)} of ${item.dataset.questions} answered${shown ? `, ${shown} shown` : ""}.`;
  }
}

// A link to a folded plan opens it.
function unfold() {
  const part = document.getElementById(location.hash.slice(1));
  if (part?.matches("details")) {
    part.open = true;
  }
}
addEventListener("hashchange", unfold);
unfold();
