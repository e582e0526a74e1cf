import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDir } from '@/server/core/db/lock';

/** One process at a time may have the data folder of the embedded database, in whatever container it runs. */
const canUnshare =
  spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true'], { stdio: 'ignore' }).status === 0;

/** Takes the lock, reports it and keeps it; exits with 1 and the reason when it is refused. */
const program = `
  const { lockDataDir } = await import(${JSON.stringify(resolve('src/server/core/db/lock.ts'))});
  await lockDataDir(process.argv[1], Number(process.argv[2]));
  process.stdout.write('locked');
  setInterval(() => {}, 1000);`;

let folder: string;
const running = new Set<ChildProcess>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gostiny-lock-'));
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  rmSync(folder, { recursive: true, force: true });
});

function start(waitMs: number, through: string[] = []): ChildProcess {
  const args = ['--input-type=module', '-e', program, folder, String(waitMs)];
  // `env` runs the command after it.
  const child = spawn('env', [...through, 'node', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  return child;
}

/** `locked`, or the reason. */
async function outcome(child: ChildProcess): Promise<string> {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  await Promise.race([once(child, 'close'), once(child.stdout ?? child, 'data')]);
  return /locked|is in use by process .*/.exec(said)?.[0] ?? said;
}

describe('the data folder', () => {
  it('is locked, names its holder, and is free again afterwards', async () => {
    const release = await lockDataDir(folder, 0);

    expect(readFileSync(join(folder, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} on `));
    await expect(lockDataDir(folder, 0)).rejects.toThrow(`in use by process ${process.pid}`);
    release();
    expect(existsSync(join(folder, 'lock'))).toBe(false);
    (await lockDataDir(folder, 0))();
  });

  it('is refused to another process while its holder lives', async () => {
    const release = await lockDataDir(folder, 0);
    expect(await outcome(start(300))).toMatch(`is in use by process ${process.pid}`);
    release();
  });

  it.skipIf(!canUnshare)(
    'is refused to a process that cannot see its holder’s number (needs root for unshare)',
    async () => {
      const through = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
      expect(await outcome(start(0, through))).toBe('locked');

      await expect(lockDataDir(folder, 300)).rejects.toThrow(/in use by process 1 /);
      expect(await outcome(start(300, through))).toMatch(/is in use by process 1 /);
    },
  );

  it('is taken over immediately from a killed holder', async () => {
    const first = start(0);
    expect(await outcome(first)).toBe('locked');
    const second = start(5000);
    first.kill('SIGKILL');

    expect(await outcome(second)).toBe('locked');
  });

  it('goes to exactly one of several that start at the same moment, every time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const outcomes = await Promise.all([1, 2, 3].map(() => outcome(start(0))));

      expect(outcomes.filter((one) => one === 'locked')).toHaveLength(1);
      for (const child of running) child.kill('SIGKILL');
      running.clear();
    }
  });
});
