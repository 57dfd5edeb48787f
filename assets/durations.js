// Lengths of time as the page writes them, wherever a script writes one: the same as in ui/phrase.

const UNITS = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
];

// span is a length of time, given in seconds, in two units at most, rounded to the last one: "2 d 4 h", "3 min 20 s". What is shorter than a minute is exact: "0.25 s".
export function span(seconds) {
  let rest = Math.floor(Math.abs(seconds) * 1000 + 0.5);
  const sign = seconds < 0 && rest > 0 ? "−" : "";
  if (rest < 60_000) {
    return `${sign}${rest / 1000} s`;
  }
  let shown = unitsOf(rest);
  const [last] = shown.at(-1);
  rest = Math.floor((rest + last / 2) / last) * last;
  shown = unitsOf(rest); // rounding may have reached a larger unit
  const words = [];
  for (const [length, name] of shown) {
    const n = Math.floor(rest / length);
    rest -= n * length;
    if (n > 0) words.push(`${n} ${name}`);
  }
  return sign + words.join(" ");
}

// unitsOf are the two units in which a length in ms, of a minute or more, is written.
function unitsOf(length) {
  const first = UNITS.findIndex(([unit]) => length >= unit);
  return UNITS.slice(first, first + 2);
}
