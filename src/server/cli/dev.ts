import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { type BuildResult, context } from 'esbuild';
import { readEnv } from '@/server/core/env';
import { listenHost, portAdvice } from '@/server/core/listen';
import { oldNodeAdvice } from '@/server/core/node-version';

/**
 * `npm run dev:api`: bundles and starts the program, and does both again as files change. A bundle with errors is not
 * written, so the last good one keeps running.
 */
const say = (text: string) => process.stdout.write(`  ${text}\n`);

let program: ChildProcess | undefined;
let isStopping = false;
/** Changes that arrive during a restart share the next one. */
let restarting: Promise<void> = Promise.resolve();

try {
  await assertStartable();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
await watch();

/** Throws before a minute is spent on a bundle and a database that no port is free for. */
async function assertStartable(): Promise<void> {
  const tooOld = oldNodeAdvice();
  if (tooOld) throw new Error(tooOld);
  const env = readEnv();
  const place = { port: env.port, host: listenHost(env) };
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(new Error(portAdvice(error, place))));
    probe.listen(place.port, place.host, () => probe.close(() => resolve()));
  });
}

async function watch(): Promise<void> {
  const builder = await context({
    entryPoints: [
      'src/main.ts',
      'src/server/core/db/pglite-worker.ts',
      'src/server/core/files-in/workbook-worker.ts',
    ],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    sourcemap: true,
    outdir: 'dist',
    entryNames: '[name]',
    write: false,
    logLevel: 'warning',
    plugins: [{ name: 'restart', setup: (build) => build.onEnd(take) }],
  });
  await builder.watch();
}

function take({ errors, outputFiles = [] }: BuildResult): void {
  if (errors.length > 0) {
    say(program ? 'The last good bundle keeps running.' : 'Waiting for a change.');
    return;
  }
  const changed = outputFiles.filter(
    ({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text,
  );
  mkdirSync('dist', { recursive: true });
  for (const { path, contents } of changed) writeFileSync(path, contents);
  if (program && !changed.some(({ path }) => path.endsWith('.js'))) return;
  restarting = restarting.then(restart);
}

async function restart(): Promise<void> {
  if (isStopping) return;
  if (program) {
    say('The API restarts…');
    await end(program);
  }
  program = spawn(process.execPath, ['--enable-source-maps', 'dist/main.js'], { stdio: 'inherit' });
  program.once('exit', sayEnded);
}

const sayEnded = () => {
  if (!isStopping) say('The API ended; it starts again after a change.');
};

async function end(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return;
  running.off('exit', sayEnded);
  const gone = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGTERM');
  await gone;
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  if (program) await end(program);
  process.exit(0);
}
