import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { oldNodeAdvice } from '@/server/core/node-version';

/** `npm run dev:api` on a small program in a folder of its own. */
let folder: string;
let dev: ChildProcess | undefined;
let printed: string;

beforeEach(() => {
  printed = '';
  folder = mkdtempSync(join(tmpdir(), 'gostiny-dev-'));
  write('package.json', '{ "type": "module" }');
  write('src/server/core/db/pglite-worker.ts', '');
  write('src/server/core/files-in/workbook-worker.ts', '');
});
afterEach(async () => {
  if (dev && dev.exitCode === null) {
    const gone = new Promise((end) => dev?.once('exit', end));
    dev.kill('SIGTERM');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const program = (line: string) => `setInterval(() => {}, 1000);\nconst text: string = 'running';\n${line}\n`;

function start(port = 0): Promise<number | null> {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const command = join(folder, 'dev.js');
  const bundled = { bundle: true, packages: 'external', platform: 'node', format: 'esm' } as const;
  buildSync({ ...bundled, entryPoints: ['src/server/cli/dev.ts'], outfile: command });
  const started = spawn(process.execPath, [command], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), NODE_ENV: 'development' },
  });
  dev = started;
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (piece: Buffer) => {
      printed += piece.toString();
    });
  return new Promise((end) => started.once('exit', end));
}

const untilPrinted = (text: string) => expect.poll(() => printed, { timeout: 30_000 }).toContain(text);

it('keeps the last good bundle after a syntax error, and restarts with the next good one', async () => {
  write('src/main.ts', program('console.log(text, "first", process.env.NODE_ENV);'));
  void start();
  await untilPrinted('running first development');

  write('src/main.ts', program('const broken = {{{;'));
  await untilPrinted('The last good bundle keeps running.');
  expect(printed).toContain('src/main.ts:3:');
  expect(printed).not.toContain('restarts');

  write('src/main.ts', program('console.log(text, "again");'));
  await untilPrinted('running again');
  expect(printed.match(/The API restarts…/g)).toHaveLength(1);
});

it('shows the line of the source in a stack, and waits for a change when the program ends', async () => {
  write('src/main.ts', program('throw new Error(text);'));
  void start();
  await untilPrinted('The API ended; it starts again after a change.');
  expect(printed).toContain(join(folder, 'src/main.ts:3'));

  write('src/main.ts', program('console.log(text, "again");'));
  await untilPrinted('running again');
});

it('ends on a taken port with the advice of the doctor, before it builds anything', async () => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const code = await start(port);
  other.close();

  expect([code, printed]).toEqual([
    1,
    `Port ${port} is in use: by the product itself, or set another PORT.\n`,
  ]);
});

it('ends its program when it is stopped', async () => {
  write(
    'src/main.ts',
    program('process.on("SIGTERM", () => { console.log("closed"); process.exit(0); });\nconsole.log(text);'),
  );
  const ended = start();
  await untilPrinted('running');
  dev?.kill('SIGINT');

  expect([await ended, printed.includes('closed')]).toEqual([0, true]);
});

it.each([
  ['20.20.2', true],
  ['22.17.1', true],
  ['22.18.0', false],
  ['24.0.0', false],
])('Node %s: %s that it is refused in one sentence', (version, isOld) => {
  expect(oldNodeAdvice(version) ?? '').toMatch(
    isOld ? /^Node \S+ is too old: use 22\.18 or newer, .*\.$/ : /^$/,
  );
});
