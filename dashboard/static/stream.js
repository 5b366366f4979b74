// Frames from the server, and whether they come. A frame is all there is to show, so after a pause
// of whatever reason the next one is enough.

const silence = 4000; // ms without a frame after which the connection counts as lost: the server's longest is 1000
const retries = [300, 1000, 2000, 4000]; // ms until the next attempt

export class Stream {
  #url; #onFrame; #onState;
  #source = null; #state = "connecting"; #last = 0; #failed = 0; #timer = 0;

  // onState gets "connecting", "live", "lost" or "ended".
  constructor(url, onFrame, onState) {
    [this.#url, this.#onFrame, this.#onState] = [url, onFrame, onState];
    setInterval(() => this.#watch(), 1000);
    // A tab that was frozen or asleep may have lost its connection without being told.
    for (const event of ["visibilitychange", "resume"]) document.addEventListener(event, () => this.#watch(), { capture: true });
    for (const event of ["online", "pageshow", "focus"]) addEventListener(event, () => this.#watch());
    this.#open();
  }

  #open() {
    clearTimeout(this.#timer);
    this.#source?.close();
    const source = this.#source = new EventSource(this.#url);
    this.#last = performance.now();
    source.addEventListener("frame", (event) => {
      this.#last = performance.now();
      this.#failed = 0;
      this.#say("live");
      this.#onFrame(JSON.parse(event.data));
    });
    source.addEventListener("end", () => {
      source.close();
      this.#say("ended");
      this.#later();
    });
    source.onerror = () => {
      source.close();
      if (source !== this.#source) return;
      if (this.#state !== "ended") this.#say("lost");
      this.#later();
    };
  }

  // later tries again: the next program may use the same port.
  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), retries[Math.min(this.#failed++, retries.length - 1)]);
  }

  #watch() {
    if (document.visibilityState === "hidden" && this.#state !== "live") return;
    if (performance.now() - this.#last < silence || this.#source.readyState === EventSource.CLOSED) return;
    if (this.#state !== "ended") this.#say("lost");
    this.#open();
  }

  #say(state) {
    if (state === this.#state) return;
    this.#state = state;
    this.#onState(state);
  }
}
