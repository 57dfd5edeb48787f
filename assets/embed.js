// <backfill-lab> shows an experiment in a frame that is as high as what it shows. manual/embedding.md describes its
// attributes, its methods and the messages that it exchanges with the frame.
(() => {
  "use strict";

  const home = new URL("./", document.currentScript.src);
  const lab = new URL(document.currentScript.dataset.page ?? "./", home); // packages name it: learning platforms know no page of a folder
  const largest = 8 << 20; // bytes of a scenario
  const patience = 20_000; // milliseconds, for a frame to start before the next one may
  // A page without an origin (a file, a sandbox) shows experiments, but no frame hears it.
  const unheard = self.origin === "null";

  // Frames start one after another, so that the first one's download serves all others.
  const queue = [];
  let starting = null; // the element whose frame starts

  function startNext() {
    if (starting === null && queue.length > 0) {
      starting = queue.shift();
      starting.startFrame();
      setTimeout(
        (element, tell) => {
          tell();
          started(element);
        },
        patience,
        starting,
        starting.overdue(),
      );
    }
  }

  function started(element) {
    if (starting === element) {
      starting = null;
      startNext();
    }
  }

  const nearby = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) {
          target.enqueue();
        }
      }
    },
    { rootMargin: "400px" },
  );

  const style = new CSSStyleSheet();
  style.replaceSync(`
    :host { display: block; }
    :host([hidden]) { display: none; }
    iframe { display: block; width: 100%; height: 24rem; border: 1px solid #8888; border-radius: 8px; box-sizing: border-box; }
    p { margin: 0.3em 0; font-size: 0.875em; }
    [hidden] { display: none; }
  `);

  // readJSON reads a scenario, and no more of what is not one than may be.
  async function readJSON(url) {
    const response = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" });
    if (!response.ok) {
      throw new Error(`HTTP status ${response.status} for ${url}`);
    }
    const parts = [];
    let length = 0;
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) {
        return JSON.parse(await new Blob(parts).text());
      }
      length += value.length;
      if (length > largest) {
        await reader.cancel();
        throw new Error(`${url} has more than ${largest} bytes`);
      }
      parts.push(value);
    }
  }

  // fragment is the end of an address that holds the scenario (ui/link), an object or JSON text.
  async function fragment(scenario) {
    const text = JSON.stringify({ scenario: typeof scenario === "string" ? JSON.parse(scenario) : scenario });
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    let bytes = "";
    for (const byte of new Uint8Array(await new Response(packed).arrayBuffer())) {
      bytes += String.fromCharCode(byte);
    }
    return "#s=1." + btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }

  class BackfillLab extends HTMLElement {
    static observedAttributes = ["allow", "color", "differences", "fit", "gallery", "height", "metrics", "nodes", "rows", "run", "sandbox", "src", "theme", "times", "title", "view"];

    #frame = null;
    #problem; // the line that says what went wrong
    #link; // to the experiment in the lab, for frames that may open no window
    #begun = false; // it is connected and its contents are known
    #ready = false; // the frame hears messages
    #overdue = false; // it has been said that it does not
    #unsent = []; // messages for when it does
    #asked = new Map(); // promises by id
    #ids = 0;
    #given = null; // the scenario that the page gave, if any
    #scenario = null;
    #results = null;
    #listener = (event) => this.#receive(event);

    constructor() {
      super();
      const root = this.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [style];
      this.#problem = document.createElement("p");
      this.#problem.setAttribute("role", "alert");
      this.#problem.hidden = true;
      const line = document.createElement("p");
      this.#link = document.createElement("a");
      this.#link.textContent = "Open in Backfill";
      this.#link.target = "_blank";
      this.#link.rel = "noopener";
      this.#link.href = home.href;
      line.append(this.#link);
      root.append(this.#problem, line);
    }

    connectedCallback() {
      const begin = () => {
        if (this.isConnected && !this.#begun) {
          this.#begun = true;
          this.#readContents();
          if (this.getAttribute("loading") === "eager" || this.#unsent.length > 0) {
            this.enqueue();
          } else {
            nearby.observe(this);
          }
        }
      };
      // Before the page is parsed the experiment inside may not be there yet.
      if (document.readyState === "loading") {
        document.addEventListener("DOMContentLoaded", begin, { once: true });
      } else {
        queueMicrotask(begin);
      }
    }

    disconnectedCallback() {
      nearby.unobserve(this);
      this.#stop();
      this.#begun = false;
    }

    attributeChangedCallback(name, old, value) {
      if (!this.#begun || old === value) {
        return;
      }
      switch (name) {
        case "height":
          this.#setHeight(null);
          break;
        case "title":
          this.#setTitle();
          break;
        case "theme":
          this.#follow({ type: "theme", theme: value ?? "auto" });
          break;
        case "fit":
          this.#follow({ type: "fit", on: value !== null });
          break;
        default: // the frame's address
          if (name === "gallery" || name === "src") {
            this.#given = null;
          }
          if (this.#frame) {
            this.#restart();
          }
      }
    }

    #restart() {
      this.#stop();
      this.enqueue();
    }

    // scenario is the experiment as it is now; setting it opens another one.
    get scenario() {
      return this.#scenario ?? this.#given;
    }

    set scenario(scenario) {
      this.#given = scenario;
      if (!this.#frame) {
        return;
      }
      if (unheard) {
        this.#restart();
      } else {
        this.send({ type: "scenario", scenario }).catch(() => {}); // what is wrong comes as an event, too
      }
    }

    // results are those of the last run, null as long as there are none.
    get results() {
      return this.#results;
    }

    run() {
      return this.send({ type: "run" });
    }

    set(path, value) {
      return this.send({ type: "set", path, value });
    }

    select(job) {
      return this.send({ type: "select", job });
    }

    seek(at) {
      return this.send({ type: "seek", at });
    }

    play(on = true) {
      return this.send({ type: "play", on });
    }

    // send sends a message to the frame, as soon as that hears any. The promise is of the answer; an error rejects it.
    send(message) {
      if (unheard) {
        return Promise.reject(new Error("a page without an origin of its own (a file, a sandbox) shows experiments, but cannot talk with them"));
      }
      const id = `lab-${++this.#ids}`;
      const promise = new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
      const whole = { ...message, backfill: 1, id };
      if (this.#ready) {
        this.#post(whole);
      } else {
        this.#unsent.push(whole);
        this.enqueue();
      }
      return promise;
    }

    enqueue() {
      nearby.unobserve(this);
      if (this.#begun && !this.#frame && !queue.includes(this)) {
        queue.push(this);
        startNext();
      }
    }

    // startFrame is called when it is this element's turn.
    startFrame() {
      if (!this.#begun || this.#frame) {
        started(this);
        return;
      }
      const address = new URL(lab);
      for (const name of ["view", "allow", "theme", "color", "nodes", "metrics", "rows", "times", "differences", "run"]) {
        if (this.hasAttribute(name)) {
          address.searchParams.set(name, this.getAttribute(name));
        }
      }
      if (this.hasAttribute("fit")) {
        address.searchParams.set("fit", "1");
      }
      if (!this.hasAttribute("view")) {
        address.searchParams.set("view", "all");
      }
      const gallery = this.getAttribute("gallery");
      if (gallery && !this.#given && !this.hasAttribute("src")) {
        address.searchParams.set("gallery", gallery);
      }
      if (!unheard) {
        address.searchParams.set("origin", self.origin);
      }
      const frame = document.createElement("iframe");
      this.#frame = frame;
      addEventListener("message", this.#listener);
      this.#setTitle();
      this.#setHeight(null);
      if (this.hasAttribute("sandbox")) {
        frame.setAttribute("sandbox", this.getAttribute("sandbox").trim() || "allow-scripts");
      }
      frame.allow = "clipboard-write";
      this.#problem.hidden = true;
      this.#link.parentNode.hidden = !this.#shutIn;
      if (!unheard) {
        frame.src = address.href;
      }
      this.shadowRoot.prepend(frame);
      this.#openScenario(address);
    }

    // overdue is what to do if the frame that has been started hears no messages for too long.
    overdue() {
      const frame = this.#frame;
      return () => {
        if (frame && frame === this.#frame && !this.#ready && this.#problem.hidden) {
          this.#overdue = true;
          this.#link.parentNode.hidden = false;
          this.#problem.textContent = "The experiment has not started yet. If it does not, its host cannot be reached, or this page forbids the frame (Content-Security-Policy).";
          this.#problem.hidden = false;
        }
      };
    }

    // #follow has the frame follow an attribute: by a message or, where it hears none, by its address.
    #follow(message) {
      if (this.#frame && unheard) {
        this.#restart();
      } else if (this.#frame) {
        this.send(message).catch(() => {});
      }
    }

    // #openScenario gives the frame the experiment: in a message or, where it hears none, in its address.
    async #openScenario(address) {
      const frame = this.#frame;
      const src = this.getAttribute("src");
      let end = "";
      try {
        if (!this.#given && src) {
          this.#given = await readJSON(new URL(src, document.baseURI).href);
        }
        if (unheard && this.#given) {
          end = await fragment(this.#given);
        }
      } catch (error) {
        this.#fail({ backfill: 1, type: "error", message: `The experiment cannot be opened: ${error.message}` });
        return;
      }
      if (unheard) {
        frame.src = address.href + end;
        this.#link.href = home.href + end;
      } else if (this.#given) {
        this.#unsent.unshift({ backfill: 1, type: "scenario", scenario: this.#given });
        this.#flush();
      }
    }

    // What stands inside: an experiment, or something to be shown where there are no scripts.
    #readContents() {
      const inside = this.querySelector('script[type="application/json"]');
      if (inside && !this.#given) {
        try {
          this.#given = JSON.parse(inside.textContent);
        } catch (error) {
          this.#fail({ backfill: 1, type: "error", message: `The experiment inside this element is no JSON: ${error.message}` });
        }
      }
    }

    // #sandbox is what the sandbox allows, null without one.
    get #sandbox() {
      return this.hasAttribute("sandbox") ? this.#frame.getAttribute("sandbox").split(/\s+/) : null;
    }

    // #shutIn says that the frame can open no windows.
    get #shutIn() {
      return this.#sandbox !== null && !this.#sandbox.includes("allow-popups");
    }

    // #opaque says that the frame belongs to no origin.
    get #opaque() {
      return this.#sandbox !== null && !this.#sandbox.includes("allow-same-origin");
    }

    #post(message) {
      // A frame without an origin can only be addressed as whatever it is.
      this.#frame.contentWindow.postMessage(message, this.#opaque ? "*" : home.origin);
    }

    #flush() {
      while (this.#ready && this.#unsent.length > 0) {
        this.#post(this.#unsent.shift());
      }
    }

    #receive({ source, origin, data }) {
      if (!this.#frame || source !== this.#frame.contentWindow || origin !== (this.#opaque ? "null" : home.origin) || data?.backfill !== 1) {
        return;
      }
      switch (data.type) {
        case "height":
          this.#setHeight(data.height);
          return;
        case "ready":
          this.#ready = true;
          if (this.#overdue) {
            this.#overdue = false;
            this.#problem.hidden = true;
            this.#link.parentNode.hidden = !this.#shutIn;
          }
          this.#flush();
          started(this);
          break;
        case "scenario":
          this.#scenario = data.scenario;
          if (String(data.link).startsWith(home.href)) {
            this.#link.href = data.link;
          }
          this.#setTitle();
          break;
        case "results":
          this.#results = data;
          this.#problem.hidden = true;
          break;
        case "error":
          started(this);
          break;
      }
      const asked = this.#asked.get(data.id);
      if (asked) {
        this.#asked.delete(data.id);
        if (data.type === "error") {
          asked.reject(Object.assign(new Error(data.message), { path: data.path }));
        } else {
          asked.resolve(data);
        }
      }
      this.#tell(data);
    }

    #tell(message) {
      this.dispatchEvent(new CustomEvent(`backfill-${message.type}`, { detail: message, bubbles: true }));
    }

    #fail(message) {
      this.#problem.textContent = message.message;
      this.#problem.hidden = false;
      this.#tell(message);
    }

    #setTitle() {
      if (this.#frame) {
        this.#frame.title = this.getAttribute("title") ?? (this.#scenario?.name ? `Backfill: ${this.#scenario.name}` : "Backfill");
      }
    }

    // #setHeight gives the frame the height of its contents and its border, unless an attribute gives it another one.
    #setHeight(height) {
      if (!this.#frame) {
        return;
      }
      const fixed = Number.parseInt(this.getAttribute("height"), 10);
      if (fixed > 0) {
        this.#frame.style.height = `${fixed}px`;
      } else if (height !== null && Number.isFinite(height)) {
        this.#frame.style.height = `${height + 2}px`;
      }
    }

    #stop() {
      removeEventListener("message", this.#listener);
      this.#frame?.remove();
      this.#frame = null;
      this.#ready = this.#overdue = false;
      this.#unsent = [];
      for (const { reject } of this.#asked.values()) {
        reject(new Error("the frame was taken away"));
      }
      this.#asked.clear();
      started(this);
    }
  }

  customElements.define("backfill-lab", BackfillLab);
})();
