import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { nodeFlags } from '../support/node-flags.ts';

/** Processes of the API, each on its own port, restarted immediately when one exits, as a supervisor does. */
export interface ApiProcesses {
  ports: readonly number[];
  /** Kills one with SIGKILL; resolves when it responds again. */
  kill: () => Promise<void>;
  /** Memory of all of them with their child processes, in MB. */
  memory: () => number;
  stop: () => Promise<void>;
}

export async function startApis(first: number, count: number, env: NodeJS.ProcessEnv): Promise<ApiProcesses> {
  const ports = Array.from({ length: count }, (_port, index) => first + index);
  const children = new Map<number, ChildProcess>();
  const start = async (port: number) => {
    const child = spawn('node', [...nodeFlags, 'dist/main.js', 'api'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, API_PORT: String(port) },
    });
    children.set(port, child);
    await healthy(port, child);
  };
  // The first one migrates.
  for (const port of ports) await start(port);
  return {
    ports,
    async kill() {
      children.get(first)?.kill('SIGKILL');
      await start(first);
    },
    memory: () => [...children.values()].reduce((sum, { pid }) => sum + memoryOf(Number(pid)), 0),
    async stop() {
      for (const child of children.values()) child.kill('SIGTERM');
      const running = [...children.values()].filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      );
      await Promise.all(running.map((child) => once(child, 'exit')));
    },
  };
}

async function healthy(port: number, child: ChildProcess): Promise<void> {
  for (let left = 2400; left > 0; left -= 1) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`http://127.0.0.1:${port}/admin/rest/health`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The API did not start');
}

/** Of a process and its children, from Linux; 0 for one that has exited. */
function memoryOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const own = Math.round(Number(kilobytes) / 1024);
    return children.reduce((sum, child) => sum + memoryOf(Number(child)), own);
  } catch {
    return 0;
  }
}
