import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { assert, pause } from '../faults/world.ts';

export interface ServiceOptions {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** PostgreSQL and Patroni refuse to run as root. */
  as?: { uid: number; gid: number };
  cwd?: string;
  /** Where its output goes. */
  log: string;
  /** Milliseconds after which it is started again when it ends by itself, as systemd does; without it never. */
  restartMs?: number;
}

const running = new Set<ChildProcess>();

/** A program of one machine of the cluster. */
export class Service {
  readonly name: string;
  readonly #options: ServiceOptions;
  #child: ChildProcess | undefined;
  #isWanted = false;

  constructor(options: ServiceOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** Replaces what it runs, from the next start on. */
  change(more: Partial<ServiceOptions>): void {
    Object.assign(this.#options, more);
  }

  start(): void {
    const { command, args, env, as, cwd, log, restartMs } = this.#options;
    assert(!this.#child, `${this.name} runs already`);
    this.#isWanted = true;
    // Settings of this shell, such as another Python, are not those of a machine.
    const child = spawn(command, args, {
      ...as,
      cwd: cwd ?? '/tmp',
      env: {
        NODE_ENV: 'production',
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/tmp',
        LANG: 'C.UTF-8',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    this.#child = child;
    const write = (chunk: Buffer) => appendFileSync(log, chunk);
    child.stdout.on('data', write);
    child.stderr.on('data', write);
    child.once('exit', (code, signal) => {
      running.delete(child);
      if (this.#child !== child) return;
      this.#child = undefined;
      appendFileSync(log, `\n${this.name} ended with ${signal ?? code}\n`);
      if (this.#isWanted && restartMs !== undefined)
        setTimeout(() => {
          if (this.#isWanted && !this.#child) this.start();
        }, restartMs);
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it and leaves it ended; resolves when it has exited. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    if (!child) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    child.kill('SIGCONT');
    await ended;
  }
}

/** Ends what a failed run left behind. */
export function killServices(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Ids of a process and of all its descendants, from Linux. */
export function familyOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(file)) return [];
  const children = readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(familyOf)];
}

export async function killFamily(pid: number): Promise<void> {
  const pids = familyOf(pid);
  for (const one of pids) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It ended meanwhile.
    }
  }
  while (pids.some((one) => isAlive(one))) await pause(20);
}

/** False for a process that waits to be reaped. */
function isAlive(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  try {
    return !/\) Z /.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}
