//go:build campaign

package campaign

// steps counts, in window.lab, what comes to pass between the page, its workers, dropped files and the browser's storage, and has lab.fail
// called at step lab.at with the worker that is concerned, if one is.
const steps = `(() => {
	const lab = (window.lab = { step: 0, at: 0, fail() {}, alive: new Set(), offset: 0, ahead: 0, gate: null, reached: false });
	const step = (worker) => {
		if (++lab.step === lab.at) {
			lab.reached = true;
			lab.fail(worker ?? [...lab.alive].at(-1));
		}
	};
	window.Worker = class extends Worker {
		constructor(...args) {
			super(...args);
			lab.alive.add(this);
			this.addEventListener("message", () => step(this));
		}
		postMessage(message, ...rest) {
			super.postMessage(message, ...rest);
			if (message.head) step(this);
		}
		terminate() {
			lab.alive.delete(this);
			super.terminate();
		}
	};
	const read = Blob.prototype.arrayBuffer;
	Blob.prototype.arrayBuffer = async function () {
		step();
		await lab.gate;
		return read.call(this);
	};
	const put = IDBObjectStore.prototype.put;
	IDBObjectStore.prototype.put = function (...args) {
		step();
		return put.apply(this, args);
	};
	const Clock = Date;
	window.Date = class extends Clock {
		constructor(...args) {
			if (args.length > 0) super(...args);
			else super(Clock.now() + lab.offset);
		}
		static now() {
			return Clock.now() + lab.offset;
		}
	};
	const now = performance.now.bind(performance);
	performance.now = () => now() + lab.ahead;
})()`
