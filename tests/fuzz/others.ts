import { setTimeout as pause } from 'node:timers/promises';
import type { Send } from './send';

const pauseMs = 25;

/** A light request that is sent all the time: how long somebody else waits while a request is answered. */
export class Others {
  private waits: { due: number; ms: number }[] = [];
  private due = performance.now();
  private isStopped = false;
  private readonly send: Send;
  private readonly done: Promise<void>;

  constructor(send: Send) {
    this.send = send;
    this.done = this.ask();
  }

  /** The longest wait since a moment, that of the request under way included. */
  longestSince(start: number): number {
    // Earlier ones ended before it.
    this.waits = this.waits.filter(({ due, ms }) => due + ms >= start);
    return Math.max(performance.now() - this.due, ...this.waits.map(({ ms }) => ms));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.done;
  }

  private async ask(): Promise<void> {
    while (!this.isStopped) {
      await this.send({ method: 'GET', url: 'settings', headers: {} });
      this.waits.push({ due: this.due, ms: performance.now() - this.due });
      // Due although the server is busy: a stopped process delays this timer, too.
      this.due = performance.now() + pauseMs;
      await pause(pauseMs);
    }
  }
}
