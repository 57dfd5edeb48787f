// Lengths of time as the page writes them, wherever a script writes one: the same as in ui/phrase.

const UNITS = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
];

// span is a length of time, given in seconds, in two units at most: "2 d 4 h", "3 min 20 s", "0.25 s".
export function span(seconds) {
  let rest = Math.floor(Math.abs(seconds) * 1000 + 0.5);
  const sign = seconds < 0 && rest > 0 ? "−" : "";
  if (rest < 60_000) {
    return `${sign}${rest / 1000} s`;
  }
  const first = UNITS.findIndex(([length]) => rest >= length);
  const words = [];
  for (const [length, name] of UNITS.slice(first, first + 2)) {
    const n = Math.floor(rest / length);
    rest -= n * length;
    if (n > 0) words.push(`${n} ${name}`);
  }
  return sign + words.join(" ");
}
