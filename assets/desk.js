// Asks the program of lessons (wasm/lesson), which reads lessons and simulates their experiments in a worker of its own, so that nothing that
// somebody has written in one makes the page hang.

import { compileResponse } from "./compile.js";

const patience = 20_000; // milliseconds for an answer, without what it takes to fetch the program
let program = null; // promise of {module}, the first message to a worker

// compiled fetches and compiles the program, once.
function compiled() {
  program ??= load().then(
    (module) => ({ module }),
    (error) => {
      program = null; // the next request tries again
      throw error;
    },
  );
  return program;
}

async function load() {
  const response = await fetch(LESSON_PROGRAM_URL);
  if (!response.ok) {
    throw new Error(`HTTP status ${response.status}`);
  }
  return compileResponse(response);
}

// A Desk answers requests one after another.
export class Desk {
  #worker = null;
  #ids = 0;
  #busy = Promise.resolve();
  #end = () => {}; // ends what is being asked

  // ask resolves to the answer to a request, {verb, …}: null if it has been ended. What is wrong, with a lesson or with the program, is told as
  // {mistakes: [{line, reason}]}, with unanswered: true if the program could not be loaded or has not answered in time.
  ask(request, wait = patience) {
    const answer = this.#busy.then(() => this.#asked({ ...request, id: ++this.#ids }, wait));
    this.#busy = answer;
    return answer;
  }

  // end ends what is being asked, and the worker with it.
  end() {
    this.#end();
  }

  #terminate() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  async #asked(request, wait) {
    try {
      const first = await compiled();
      if (!this.#worker) {
        this.#worker = new Worker(WORKER_URL);
        this.#worker.postMessage(first);
      }
    } catch (error) {
      return unanswered(`The program that reads lessons cannot be loaded: ${error.message}`);
    }
    return new Promise((resolve) => {
      const worker = this.#worker;
      let begun = null; // the experiment that is being simulated
      const settle = (answer) => {
        clearTimeout(due);
        worker.onmessage = worker.onerror = null;
        this.#end = () => {};
        resolve(answer);
      };
      const giveUp = (why) => {
        this.#terminate();
        settle(begun ? unanswered(`experiment ${begun.begun}: it ${why}; a smaller one is accepted`, begun.line) : unanswered(`The lesson ${why}; a smaller or simpler one is accepted.`));
      };
      this.#end = () => {
        this.#terminate();
        settle(null);
      };
      const due = setTimeout(() => giveUp(`takes longer than ${wait / 1000} s`), wait);
      worker.onmessage = ({ data }) => {
        if (data.id !== request.id) {
          return;
        }
        if (data.begun) {
          begun = data;
        } else {
          settle(data);
        }
      };
      worker.onerror = (event) => {
        event.preventDefault();
        giveUp("needs more memory than there is, or has ended the program that reads it");
      };
      worker.postMessage(request);
    });
  }
}

function unanswered(reason, line = 1) {
  return { mistakes: [{ line, reason }], unanswered: true };
}
