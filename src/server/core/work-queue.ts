import { AppError } from './errors';

interface Limits {
  /** How many tasks run concurrently. */
  slots: number;
  /** How many others may wait for a slot. */
  maxWaiting: number;
}

interface TaskOptions {
  /** Leaves the queue when it is aborted. */
  signal?: AbortSignal | undefined;
  /** Ignores `maxWaiting`: for background work, which has a limit of its own. */
  isPatient?: boolean | undefined;
}

const retryAfterSeconds = 10;

/** In-process FIFO queue with bounded concurrency. Throws TOO_MANY_REQUESTS when it is full. */
export class WorkQueue {
  private readonly limits: Limits;
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  async run<Result>(task: () => Promise<Result>, { signal, isPatient }: TaskOptions = {}): Promise<Result> {
    signal?.throwIfAborted();
    if (this.running < this.limits.slots) this.running += 1;
    else if (isPatient || this.waiting.length < this.limits.maxWaiting) await this.slot(signal);
    else throw new AppError('TOO_MANY_REQUESTS', { retryAfter: retryAfterSeconds });
    try {
      signal?.throwIfAborted();
      return await task();
    } finally {
      this.release();
    }
  }

  /** Resolves when a finished task passes on its slot. */
  private slot(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(enter), 1);
        reject(signal?.reason);
      };
      this.waiting.push(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  private release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
