// Answers the first question of a first visit, which the build has asked already (wasm/site/answered.go): the page does not wait for
// the worker, which comes up meanwhile.

// answerFirst answers the first question to a worker if it is head, the one that the build has asked. answers are [{head, data}], with data
// in hexadecimal digits.
export function answerFirst(worker, { head, answers }) {
  worker.postMessage = (message, ...rest) => {
    if (message.head !== undefined) {
      delete worker.postMessage; // only the first question is answered here
    }
    if (message.head !== head) {
      Worker.prototype.postMessage.call(worker, message, ...rest);
      return;
    }
    for (const answer of answers) {
      setTimeout(() => worker.dispatchEvent(new MessageEvent("message", { data: posted(answer) })));
    }
  };
}

// posted is an answer as a worker posts it.
function posted({ head, data }) {
  if (data === undefined) {
    return { head };
  }
  const bytes = Uint8Array.from(data.match(/../g), (pair) => parseInt(pair, 16));
  return { head, size: bytes.length, data: bytes.buffer };
}
