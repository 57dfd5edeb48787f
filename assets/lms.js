// Talks to a learning platform as SCORM 1.2 says (The SCORM Run-Time Environment, version 1.2, ADL 2001): its page around this one, or the one that
// has opened it, has an object API.

const farthest = 7; // pages around this one

// findAPI is the object API for a window: of the pages around it, or around the one that has opened it; null if there is none.
export function findAPI(self) {
  const opener = (of) => {
    try {
      return of().opener ?? null;
    } catch {
      return null; // a page of another origin
    }
  };
  for (const from of [self, opener(() => self), opener(() => self.top)]) {
    const api = from && above(from);
    if (api) {
      return api;
    }
  }
  return null;
}

function above(from) {
  try {
    for (let i = 0, around = from; i <= farthest; i++) {
      if (around.API) {
        return around.API;
      }
      if (around.parent === around || !around.parent) {
        return null;
      }
      around = around.parent;
    }
  } catch {
    // a page of another origin: nothing of it can be called
  }
  return null;
}

// What values are, in the words of a message.
const plain = {
  "cmi.core.lesson_status": "whether the lesson is completed",
  "cmi.core.score.raw": "the score",
  "cmi.core.score.min": "the lowest score",
  "cmi.core.score.max": "the highest score",
  "cmi.core.session_time": "the time",
  "cmi.core.exit": "that the lesson may be continued",
  "cmi.suspend_data": "the answers",
};

// A Platform is a learning platform during one visit.
export class Platform {
  #api;
  #tell;
  #told = false;
  #sent = new Map(); // values by element
  #over = false;

  // tell is called with the first error in plain words.
  constructor(api, tell) {
    this.#api = api;
    this.#tell = tell;
  }

  // begin is false if the platform takes nothing.
  begin() {
    return this.#call("starting the lesson", "LMSInitialize", "");
  }

  // get is a value of the platform, as a text: "" if it has none. Not every platform has all values.
  get(element) {
    try {
      return String(this.#api.LMSGetValue(element) ?? "");
    } catch {
      return "";
    }
  }

  // set tells the platform a value, unless it was told the same before. It is false if the platform has refused it.
  set(element, value) {
    const text = String(value);
    if (this.#over || this.#sent.get(element) === text) {
      return true;
    }
    this.#sent.set(element, text);
    return this.#call(`taking ${plain[element] ?? "single answers"}`, "LMSSetValue", element, text);
  }

  // commit makes the platform keep what it was told.
  commit() {
    return this.#over || this.#call("keeping what was reported", "LMSCommit", "");
  }

  finish() {
    if (!this.#over) {
      this.#call("ending the lesson", "LMSFinish", "");
      this.#over = true;
    }
  }

  #call(doing, name, ...args) {
    let why = "";
    try {
      if (String(this.#api[name](...args)) === "true") {
        return true;
      }
      const code = String(this.#api.LMSGetLastError());
      why = code === "0" ? "it gives no reason" : [`error ${code}`, String(this.#api.LMSGetErrorString(code) ?? "")].filter(Boolean).join(", ");
    } catch (error) {
      why = error.message;
    }
    console.info(`${name}(${args.join(", ")}): ${why}`);
    if (!this.#told) {
      this.#told = true;
      this.#tell(`The learning platform has failed at ${doing} (${why}). The lesson goes on, but what you do in it may not be counted there: please tell your teacher.`);
    }
    return false;
  }
}
