// What a learning platform keeps of a lesson between two visits: a text of few characters (cmi.suspend_data).

// mostCharacters is how many a platform keeps for certain. All of them are ASCII, since platforms count others in different ways.
const mostCharacters = 4096;

// suspend makes the text of the answers to a lesson, by the ids of its questions as lesson.js keeps them. What became of each question is always in
// it. Answers, how often policies were tried, and the scripts of these tries, the last ones first, are in it as far as there is room; lost says what
// is not, in words.
export function suspend({ digest, questions }, answers, most = mostCharacters) {
  const kept = { version: 1, digest, states: questions.map(({ id }) => stateOf(answers[id])).join(""), answers: {}, attempts: {} };
  const lost = [];
  // put changes what is kept, and takes that back if it is too long.
  const put = (change, undo) => {
    change();
    const fits = ascii(kept).length <= most;
    if (!fits) {
      undo();
    }
    return fits;
  };
  questions.forEach(({ id }, i) => {
    const given = answers[id]?.answer;
    if (given?.length && !put(() => (kept.answers[i] = given), () => delete kept.answers[i])) {
      lost.push(`what you answered to question ${i + 1}`);
    }
  });
  questions.forEach(({ id }, i) => {
    const all = answers[`attempts:${id}`];
    if (!all?.tried) {
      return;
    }
    const some = { tried: all.tried, beaten: all.beaten, list: [] };
    let missing = !put(() => (kept.attempts[i] = some), () => delete kept.attempts[i]);
    for (const each of all.list) {
      missing ||= !put(() => some.list.push(each), () => some.list.pop());
    }
    if (missing) {
      lost.push(some.list.length > 0 ? `all but the last ${some.list.length} of your tries at question ${i + 1}` : `your tries at question ${i + 1}`);
    }
  });
  return { text: ascii(kept), lost };
}

// resume reads such a text again: the answers, none if it is of another version of the lesson or no such text.
export function resume({ digest, questions }, text) {
  const answers = {};
  let kept = null;
  try {
    kept = JSON.parse(text);
  } catch {
    return answers; // another program's, or cut off
  }
  if (kept?.version !== 1 || kept.digest !== digest || typeof kept.states !== "string" || kept.states.length !== questions.length) {
    return answers;
  }
  questions.forEach(({ id }, i) => {
    const state = states[kept.states[i]];
    if (state) {
      answers[id] = { ...state };
      const answer = kept.answers?.[i];
      if (typeof answer === "string" || Array.isArray(answer)) {
        answers[id].answer = answer;
      }
    }
    const attempts = kept.attempts?.[i];
    if (Array.isArray(attempts?.list)) {
      answers[`attempts:${id}`] = attempts;
    }
  });
  return answers;
}

// holdsAnswers says whether a text tells what became of a question, of whatever version of the lesson.
export function holdsAnswers(text) {
  return /[rsw]/.test(text.match(/"states":"([-rsw]*)"/)?.[1] ?? "");
}

// states are those of a question that has been answered: rightly, wrongly, or the answer was shown.
const states = { r: { right: true, told: true }, w: { right: false }, s: { right: false, told: true } };

function stateOf(answer) {
  return !answer ? "-" : answer.right ? "r" : answer.told ? "s" : "w";
}

function ascii(value) {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
