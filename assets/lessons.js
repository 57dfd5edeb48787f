// The list of lessons: says of each how many questions were answered, where the browser keeps that.
for (const item of document.querySelectorAll("[data-lesson]")) {
  let answers = {};
  try {
    answers = { ...JSON.parse(localStorage.getItem(`backfill-lesson-${item.dataset.lesson}`)) };
  } catch {
    // nothing is kept
  }
  const told = Object.values(answers).filter((answer) => answer?.told).length;
  if (told > 0) {
    item.textContent = `${Math.min(told, item.dataset.questions)} of ${item.dataset.questions} answered.`;
  }
}
