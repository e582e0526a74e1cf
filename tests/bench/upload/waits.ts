import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { nodeFlags } from '../../support/node-flags.ts';
import type { Upload } from './books.ts';
import { uploadGroups } from './files.ts';
import { own } from './money.ts';

/**
 * Second half of `npm run bench:uploads`: the largest file of every upload there is, one after another, and how long somebody
 * else waits for the settings meanwhile. Prints; never fails. `BENCH_ONLY=registry` restricts it by name.
 */
const port = 4900 + Math.floor(Math.random() * 90);
const base = `http://127.0.0.1:${port}/admin/rest`;
const only = process.env.BENCH_ONLY ?? '';
const watcher = new URL('loop-watch.ts', import.meta.url).href;

async function startApi(folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...nodeFlags, '--import', watcher, 'dist/main.js', 'api'], {
    env: { ...process.env, NODE_ENV: 'production', API_PORT: String(port), DATA_DIR: folder, DEMO: 'true' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error('The API did not start');
    const answer = await fetch(`${base}/health`).catch(() => undefined);
    if (answer?.ok) return child;
    await pause(200);
  }
}

async function signIn(email: string): Promise<string> {
  const answer = await fetch(`${base}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Demo12345' }),
  });
  return ((await answer.json()) as { token: string }).token;
}

async function accountOf(token: string): Promise<string> {
  const answer = await fetch(`${base}/settings`, { headers: { authorization: `Bearer ${token}` } });
  const { options } = (await answer.json()) as { options: { companyRequisites: { account: string } } };
  return options.companyRequisites.account;
}

/** Made before anybody waits: copying it stops this process. */
function formOf({ field, file, fields = {}, count = 1 }: Upload, content: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (let at = 0; at < count; at++) form.append(field, new Blob([new Uint8Array(content)]), file);
  return form;
}

/** By `http`, because `fetch` gives up after five minutes. */
async function send(token: string, path: string, form: FormData): Promise<{ status: number; text: string }> {
  const packed = new Response(form);
  const content = Buffer.from(await packed.arrayBuffer());
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': String(packed.headers.get('content-type')),
    'content-length': content.length,
  };
  const asked = request(`${base}/${path}`, { method: 'POST', headers });
  // A refused upload is answered before it is sent, and cut off.
  asked.on('error', () => {});
  asked.end(content);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: await readText(answer) };
}

interface Waits {
  /** Of somebody who asks for the settings, and for a sign of life, which needs no database. */
  settings: number;
  health: number;
  /** The longest time for which the thread of the requests let nobody pass, by the processor and by the clock. */
  cpu: number;
  wall: number;
}

/** Asks all the time; the answer says the longest waits since. */
function watch(child: ChildProcess): () => Promise<Waits> {
  let isOver = false;
  const ask = async (path: string) => {
    let longest = 0;
    while (!isOver) {
      const start = performance.now();
      await (await fetch(`${base}/${path}`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - start);
      await pause(20);
    }
    return Math.round(longest);
  };
  const asking = longestOf(child).then(() => Promise.all([ask('settings'), ask('health/live')]));
  return async () => {
    isOver = true;
    const [settings, health] = await asking;
    return { settings, health, ...(await longestOf(child)) };
  };
}

async function longestOf(child: ChildProcess): Promise<Pick<Waits, 'cpu' | 'wall'>> {
  child.send('longest');
  const [told] = await once(child, 'message');
  return told as Pick<Waits, 'cpu' | 'wall'>;
}

/** Asks for what follows an upload, and waits until it is done. */
async function followUp(token: string, path: string, id: string, step: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  if (step === 'preview') return String((await fetch(`${base}/${path}/${id}`, { headers })).status);
  if (step === 'post') {
    const body = JSON.stringify({ is_seen: true });
    const sent = { ...headers, accept: 'application/json', 'content-type': 'application/json' };
    const answer = await fetch(`${base}/${path}/${id}/post`, { method: 'POST', headers: sent, body });
    const text = await answer.text();
    return `${answer.status} ${answer.ok ? (/"state":"\w+"/.exec(text)?.[0] ?? '') : text.slice(0, 200)}`;
  }
  const begun = await fetch(`${base}/${path}/${id}/${step}`, { method: 'POST', headers });
  if (!begun.ok) return `${begun.status} ${await begun.text()}`;
  for (;;) {
    await pause(500);
    const { status } = (await (await fetch(`${base}/${path}/${id}`, { headers })).json()) as {
      status: string;
    };
    if (status !== 'checking' && status !== 'running') return status;
  }
}

const shown = ({ settings, health, cpu, wall }: Waits) =>
  `settings ${settings}, sign of life ${health}, thread ${cpu} (clock ${wall}) ms`;

/** What others waited while nothing was sent, in the same minute: load of the machine is in both. */
async function idle(child: ChildProcess): Promise<Waits> {
  const stop = watch(child);
  await pause(1500);
  return stop();
}

async function measure(child: ChildProcess, token: string, upload: Upload, last: string): Promise<string> {
  const content = await upload.content();
  const form = formOf(upload, content);
  globalThis.gc?.();
  await pause(500);
  const before = await idle(child);
  const start = performance.now();
  let stop = watch(child);
  const { status, text } = await send(token, upload.path.replace(':last', last), form).catch(
    (error: unknown) => ({ status: 0, text: String(error) }),
  );
  const waits = await stop();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const size = ((content.length * (upload.count ?? 1)) / 1024 / 1024).toFixed(1);
  const why = status < 300 ? '' : ` ${text.slice(0, 200)}`;
  process.stdout.write(
    `${upload.name}, ${size} MB: ${seconds} s, answer ${status}; ${shown(waits)}; idle ${shown(before)}${why}\n`,
  );
  const id = status < 300 ? (/"id":(\d+)/.exec(text)?.[1] ?? '') : '';
  for (const step of id === '' ? [] : (upload.next ?? [])) {
    const begun = performance.now();
    stop = watch(child);
    const end = await followUp(token, upload.path, id, step);
    const later = await stop();
    process.stdout.write(
      `  ${step}: ${((performance.now() - begun) / 1000).toFixed(1)} s, ${end}; ${shown(later)}\n`,
    );
  }
  return id;
}

async function main(): Promise<void> {
  for (const group of uploadGroups) {
    const asked = group.filter(
      ({ name, path }) =>
        name.includes(only) ||
        (only.startsWith('files') && path === 'product-imports' && name.startsWith('files')),
    );
    if (asked.length === 0) continue;
    const folder = mkdtempSync(join(tmpdir(), 'gostiny-upload-waits-'));
    const child = await startApi(folder);
    try {
      const token = await signIn('admin@demo.ru');
      own.account = await accountOf(token);
      let last = '';
      for (const upload of asked) {
        const id = await measure(child, token, upload, last);
        if (upload.path === 'product-imports') last = id || last;
      }
    } finally {
      child.kill();
      await new Promise((resolve) => child.once('exit', resolve));
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

await main();
