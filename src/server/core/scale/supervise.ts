import cluster, { type Worker } from 'node:cluster';

/** Delays before an exited process is replaced, increasing while the new ones exit soon, too. */
const pausesMs = [0, 1000, 2000, 5000, 10_000, 30_000];
/** A process that lived this long was healthy: its exit resets the delays. */
const healthyMs = 60_000;
/** Added to `stopMs` before a stopping process is killed. */
const graceMs = 2000;

interface SuperviseOptions {
  count: number;
  /** How long a process may take to stop. */
  stopMs: number;
  /** Called once, when all processes listen. */
  onListening: (port: number) => void;
}

/** Sent to a process whose successor listens. */
export const retireMessage = 'retire';

/**
 * Keeps `count` processes of this program behind one port. A process that exits is replaced; SIGTERM stops all; SIGUSR2
 * replaces them one by one without refusing a request. Exits with 1 when a process fails before any has listened: a
 * wrong address or setting is not cured by a restart.
 */
export function supervise(options: SuperviseOptions): void {
  new Supervisor(options).start();
}

class Supervisor {
  private readonly options: SuperviseOptions;
  private readonly ports = new Map<Worker, number>();
  private isAnnounced = false;
  private isStopping = false;
  private isReplacing = false;
  private soonEnds = 0;

  constructor(options: SuperviseOptions) {
    this.options = options;
  }

  start(): void {
    cluster.on('listening', (worker, { port }) => {
      this.ports.set(worker, port);
      if (this.isAnnounced || this.ports.size < this.options.count) return;
      this.isAnnounced = true;
      this.options.onListening(port);
    });
    for (let made = 0; made < this.options.count; made += 1) this.fork();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => this.stop(0));
    process.on('SIGUSR2', () => void this.replaceAll());
  }

  private fork(): Worker {
    const begun = Date.now();
    const worker = cluster.fork();
    worker.once('exit', (code, signal) => {
      const hasListened = this.ports.delete(worker);
      if (this.isStopping) return this.endWhenAlone();
      if (worker.exitedAfterDisconnect) return;
      if (!hasListened && !this.isAnnounced) return this.stop(1);
      this.soonEnds = Date.now() - begun < healthyMs ? this.soonEnds + 1 : 1;
      const pause = pausesMs[this.soonEnds - 1] ?? pausesMs.at(-1) ?? 0;
      report(`process ${worker.process.pid} ended with ${signal ?? code}, the next starts in ${pause} ms`);
      setTimeout(() => {
        if (!this.isStopping) this.fork();
      }, pause);
    });
    return worker;
  }

  /** One at a time: the successor listens before its predecessor stops. */
  private async replaceAll(): Promise<void> {
    if (this.isReplacing || this.isStopping) return;
    this.isReplacing = true;
    for (const former of [...this.ports.keys()]) {
      const next = this.fork();
      const listens = await new Promise<boolean>((resolve) => {
        next.once('listening', () => resolve(true));
        next.once('exit', () => resolve(false));
      });
      // The fork has reported the error and tries again; the others stay as they are.
      if (!listens) break;
      await this.retire(former);
    }
    this.isReplacing = false;
  }

  private async retire(former: Worker): Promise<void> {
    if (former.isDead()) return;
    const ended = new Promise((resolve) => former.once('exit', resolve));
    former.exitedAfterDisconnect = true;
    former.send({ type: retireMessage });
    const killer = setTimeout(() => former.process.kill('SIGKILL'), this.options.stopMs + graceMs);
    await ended;
    clearTimeout(killer);
  }

  private stop(code: number): void {
    if (this.isStopping) return;
    this.isStopping = true;
    process.exitCode = code;
    for (const worker of this.workers()) worker.process.kill('SIGTERM');
    setTimeout(() => {
      for (const worker of this.workers()) worker.process.kill('SIGKILL');
    }, this.options.stopMs + graceMs).unref();
    this.endWhenAlone();
  }

  private endWhenAlone(): void {
    if (this.workers().length === 0) process.exit();
  }

  private workers(): Worker[] {
    return Object.values(cluster.workers ?? {}).filter(
      (worker) => worker !== undefined && !worker.isDead(),
    ) as Worker[];
  }
}

/** In the format of the processes' own log. */
function report(msg: string): void {
  process.stdout.write(`${JSON.stringify({ level: 50, time: Date.now(), pid: process.pid, msg })}\n`);
}
