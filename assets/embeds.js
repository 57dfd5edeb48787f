// The fifth example: buttons of the page around ask the experiment, and its answers stand beside them.
const lab = document.getElementById("asked");
const answer = document.getElementById("asked-answer");

const minutes = (seconds) => `${(seconds / 60).toFixed(1)} minutes`;

lab.addEventListener("backfill-results", ({ detail }) => {
  answer.value = detail.runs.map((run) => `${run.policy}: ${minutes(run.metrics.meanWait)} of waiting`).join("; ");
});

lab.addEventListener("backfill-selected", ({ detail }) => {
  if (detail.job !== null) {
    answer.value = `Job ${detail.job} starts ${detail.jobs.map((job) => `after ${minutes(job.start)} under ${job.policy}`).join(", ")}`;
  }
});

document.getElementById("ask-longest").addEventListener("click", () => {
  const [first] = lab.results?.runs ?? [];
  const longest = first?.jobs.reduce((a, b) => (b.wait > a.wait ? b : a));
  if (longest) {
    lab.select(longest.job);
  }
});

document.getElementById("ask-double").addEventListener("click", () => {
  lab.set("/machine/processors", 16);
});
