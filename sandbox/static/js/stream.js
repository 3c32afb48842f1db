// Live events over Server-Sent Events, with reconnects. A browser opens at most six connections to one
// host, so tabs share four stream slots; a tab without a slot asks every two seconds instead, and a tab
// long out of sight gives its slot back.

import { eventsUrl } from "./api.js";

const SLOTS = 4;
const POLL_MS = 2000;
const HIDDEN_MS = 20000;

export class Stream {
  /** `handlers`: event(data), resync(), status("live" | "polling" | "down"). */
  constructor(userId, handlers) {
    this.userId = userId;
    this.handlers = handlers;
    this.source = null;
    this.release = null;
    this.retryMs = 500;
    this.stopped = false;
    this.onVisibility = () => this.visibilityChanged();
    document.addEventListener("visibilitychange", this.onVisibility);
    this.begin();
  }

  async begin() {
    if (this.stopped || this.source) return;
    clearTimeout(this.timer);
    if (await this.takeSlot()) this.open();
    else this.poll();
  }

  /** True when this tab may hold a stream. Without the Web Locks API there is nothing to share. */
  async takeSlot() {
    if (this.release || !navigator.locks) return true;
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const held = await new Promise((answer) => {
        navigator.locks.request(`sandbox-stream-${slot}`, { ifAvailable: true }, (lock) => {
          if (!lock) {
            answer(false);
            return undefined;
          }
          return new Promise((release) => {
            this.release = release;
            answer(true);
          });
        });
      });
      if (held) return true;
    }
    return false;
  }

  open() {
    if (this.stopped) {
      this.giveSlot();
      return;
    }
    const source = new EventSource(eventsUrl(this.userId));
    this.source = source;
    source.onopen = () => {
      this.retryMs = 500;
      this.handlers.status("live");
      this.handlers.resync(); // for what happened since the page last asked, the first time as well
    };
    source.onmessage = (message) => this.handlers.event(JSON.parse(message.data));
    source.onerror = () => {
      this.handlers.status("down");
      source.close();
      if (this.source === source) this.source = null;
      this.again(this.retryMs);
      this.retryMs = Math.min(this.retryMs * 2, 8000);
    };
  }

  again(ms) {
    clearTimeout(this.timer);
    if (!this.stopped) this.timer = setTimeout(() => this.begin(), ms);
  }

  poll() {
    this.handlers.status("polling");
    this.handlers.resync();
    this.again(POLL_MS);
  }

  giveSlot() {
    this.release?.();
    this.release = null;
  }

  visibilityChanged() {
    clearTimeout(this.hiddenTimer);
    if (document.hidden) {
      this.hiddenTimer = setTimeout(() => {
        this.source?.close();
        this.source = null;
        clearTimeout(this.timer);
        this.giveSlot();
      }, HIDDEN_MS);
    } else this.begin();
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.hiddenTimer);
    document.removeEventListener("visibilitychange", this.onVisibility);
    this.source?.close();
    this.giveSlot();
  }
}
